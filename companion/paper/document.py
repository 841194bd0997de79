"""A PDF that is there whole or not at all, at exact scale."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.errors import not_written
from companion.paper.fonts import font_files

# Pictures as bytes, not as text: a fifth smaller and quicker to write.
rl_config.useA85 = 0

A4 = (210.0, 297.0)
A3_LANDSCAPE = (420.0, 297.0)
REGULAR, BOLD = "Companion-Regular", "Companion-Bold"
"""Our fonts as reportlab calls them, once ``register_fonts`` was called."""


@contextmanager
def document(path: Path, page: tuple[float, float], title: str) -> Iterator[Canvas]:
    """A canvas with pages of this size (mm); on leaving, the file appears under its name in one step.

    Raises ``Unusable`` if it cannot be written; nothing is left behind then.
    """
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as partial:
            draft = Path(partial.name)
    except OSError as error:
        raise not_written(path, error) from error
    try:
        canvas = Canvas(str(draft), pagesize=(page[0] * mm, page[1] * mm))
        canvas.setTitle(title)
        # A viewer that asks about scaling should offer none.
        canvas.setViewerPreference("PrintScaling", "None")
        yield canvas
        canvas.save()
        draft.chmod(0o666 & ~_umask())
        draft.replace(path)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        draft.unlink(missing_ok=True)


def register_fonts() -> None:
    """Make our fonts known to reportlab; doing it again changes nothing."""
    for name, path in zip((REGULAR, BOLD), font_files(), strict=True):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, path))
    # So that <b> in a paragraph is our bold.
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
