"""An error while a zone is read ends a test, though not the product, which sets that zone aside."""

import logging

READER = "vision.live.mat_reader"
"""The logger that is told of such an error."""


def raised() -> None:
    """From now on such an error ends what runs in this process."""
    logging.getLogger(READER).addFilter(_raise)


def _raise(record: logging.LogRecord) -> bool:
    if record.exc_info and record.exc_info[1] is not None:
        raise record.exc_info[1]
    return True
