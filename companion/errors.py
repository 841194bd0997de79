"""The one error that a user sees: what, where, how to mend it, on one line."""


class Unusable(Exception):
    """The input was unusable: exit code 2 and this one line on standard error, nothing written."""
