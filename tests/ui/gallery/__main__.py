"""Visit every screen at one size. Prints as JSON what is wrong with any of them.

A process of its own, for there is one window each.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from companion.words.language import LANGUAGES
from tests.ui.environment import offscreen
from ui.environment import prepare


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.ui.gallery",
        description=__doc__,
        epilog="example: python -m tests.ui.gallery --size 800x480 --wear uk:night,en:day --out docs/screens",
    )
    parser.add_argument("--size", required=True, help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--wear", default="en:night", help="LANGUAGE:THEME,... (all: every language in every theme)")
    parser.add_argument("--only", default="", help="only the stops whose names begin so")
    parser.add_argument("--share", default="1/1", help="only every so many-th stop: 2/4 is the second of each four")
    parser.add_argument("--out", type=Path, help="keep the pictures as OUT/SIZE-THEME/en/STOP.webp; sheets of others")
    options = parser.parse_args()
    offscreen()
    width, _, height = options.size.partition("x")
    prepare((int(width), int(height)))
    from tests.ui.gallery.album import Album  # noqa: PLC0415 - opens the window
    from tests.ui.gallery.stage import Stage  # noqa: PLC0415
    from tests.ui.gallery.stops import STOPS  # noqa: PLC0415
    from tests.ui.gallery.visitor import Visitor  # noqa: PLC0415
    from tests.ui.pilot import Pilot  # noqa: PLC0415

    started = time.monotonic()
    stage = Stage()
    album = Album(options.out / options.size) if options.out else None
    visitor = Visitor(Pilot(stage), stage, album)
    part, parts = (int(n) for n in options.share.split("/"))
    stops = [stop for stop in STOPS if stop.name.startswith(options.only)]
    # By scene: what lies on the table is laid once for all that is seen of it.
    stops = sorted(stops, key=lambda stop: stop.scene)[part - 1 :: parts]
    every = [f"{language}:{theme}" for theme in ("night", "day") for language in LANGUAGES]
    for worn in every if options.wear == "all" else options.wear.split(","):
        language, _, theme = worn.partition(":")
        for stop in stops:
            visitor.visit(stop, language, theme)
        if album is not None:
            album.close(language, theme)
    visitor.pilot.close()
    found = {
        "faults": visitor.faults,
        "pages": sorted(visitor.pages),
        "pictures": visitor.pictures,
        "seconds": round(time.monotonic() - started, 1),
    }
    sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
