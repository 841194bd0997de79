"""The touchscreen's own process with a clock in its window: each picture drawn is a line ``NUMBER SECONDS``.

NUMBER is what ``View.board`` held, SECONDS of the monotonic clock when it was whole. For ``benchmarks.screen``.
"""

import sys
import time

from ui import __main__ as process


def main() -> int:
    """Run the screen, and watch every picture."""
    # The window must be made by the screen's own preparations, so we begin to watch once its application starts.
    from kivy.app import App  # noqa: PLC0415 - see above; reads KIVY_HOME

    begin = App.dispatch

    def dispatch(app: App, event: str, *rest: object) -> object:
        if event == "on_start":
            _watch(app)
        return begin(app, event, *rest)

    App.dispatch = dispatch
    return process.main(sys.argv[1:])


def _watch(app: object) -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - opens the window
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels  # noqa: PLC0415

    def drawn(*_: object) -> None:
        # One pixel read back: the picture is whole only then, the drawing may still be under way before.
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
        number = app.shell.view.board or "0"  # type: ignore[attr-defined]
        sys.stdout.write(f"{number} {time.monotonic()}\n")
        sys.stdout.flush()

    Window.bind(on_flip=drawn)


if __name__ == "__main__":
    sys.exit(main())
