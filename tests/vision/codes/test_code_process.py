"""A reader of codes that crashes or hangs costs one picture, and nothing else waits for it."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from tests.vision.code_scenes import qr, scene
from vision.codes.payloads import encode_label
from vision.codes.process import CodeReader
from vision.codes.reading import CodesUnavailable
from vision.geometry.image import Image

LABEL = encode_label("architects/wood")
PICTURE = scene([(qr(LABEL, 5), (200, 60), 17)])
BAD = np.full((64, 64), 66, np.uint8)
"""The picture that ``treacherous`` dies of."""


def treacherous(tmp_path: Path, end: str) -> tuple[str, ...]:
    """The real worker, with a native library that comes to this end on one picture."""
    program = textwrap.dedent(
        f"""
        import ctypes, os, signal, sys, time
        from vision.codes import reading as code_reading, worker as code_worker
        from vision.codes.process import _EMPTY
        honest = code_worker.read_codes
        def read(picture):
            if picture.shape == (64, 64) and int(picture[0, 0]) == 66:
                {end}
            return honest(picture)
        code_worker.read_codes = read
        sys.exit(code_worker.main())
        """
    )
    path = tmp_path / "worker.py"
    path.write_text(program)
    return sys.executable, str(path)


def read_payloads(reader: CodeReader, picture: Image) -> list[str]:
    return [code.payload for code in reader.read(picture)]


def test_codes_are_read_as_in_this_process_where_they_lie_in_the_whole_picture() -> None:
    large = np.repeat(np.repeat(PICTURE, 4, axis=0), 4, axis=1)
    with CodeReader() as reader:
        (code,) = reader.read(large)
        assert code.payload == LABEL
        assert np.mean(code.quad, axis=0) == pytest.approx([4 * 272, 4 * 132], abs=24)
        assert reader.trouble == ""


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("os.abort()", "crashed"),
        ("ctypes.string_at(0)", "crashed"),
        ("os._exit(0)", "crashed"),
        ("time.sleep(3600)", "more than 0.4 s"),
        ("os.kill(os.getpid(), signal.SIGSTOP)", "more than 0.4 s"),
        ("bytearray(8 << 30)", "crashed"),
    ],
)
def test_a_native_crash_or_hang_costs_one_picture(end: str, said: str, tmp_path: Path) -> None:
    with CodeReader(limit=0.4, command=treacherous(tmp_path, end)) as reader:
        assert read_payloads(reader, PICTURE) == [LABEL]
        started = time.monotonic()
        assert reader.read(BAD) == ()
        assert time.monotonic() - started < 3
        assert said in reader.trouble
        assert reader.lost == 1
        assert read_payloads(reader, PICTURE) == [LABEL]
        assert reader.trouble == ""


def test_other_work_goes_on_while_a_reader_hangs(tmp_path: Path) -> None:
    with CodeReader(limit=1.0, command=treacherous(tmp_path, "while True: pass")) as reader:
        reader.read(PICTURE)
        hanging = threading.Thread(target=reader.read, args=(BAD,))
        hanging.start()
        rounds = 0
        while hanging.is_alive():
            np.sort(np.arange(10000))
            rounds += 1
        assert rounds > 20
        assert reader.lost == 1


def test_a_reader_that_is_killed_between_two_pictures_is_started_anew() -> None:
    with CodeReader() as reader:
        assert read_payloads(reader, PICTURE) == [LABEL]
        assert reader._process is not None
        os.kill(reader._process.pid, signal.SIGKILL)
        reader.read(PICTURE)
        assert read_payloads(reader, PICTURE) == [LABEL]


def test_the_reader_dies_with_its_parent() -> None:
    program = "import os\nfrom vision.codes.process import CodeReader\nimport numpy as np\nr = CodeReader()\n"
    program += "r.read(np.zeros((64, 64), np.uint8))\nprint(r._process.pid, flush=True)\nos.kill(os.getpid(), 9)\n"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    pid = int(ran.stdout)
    deadline = time.monotonic() + 10
    while _alive(pid):
        assert time.monotonic() < deadline


def test_no_decoder_is_one_line_with_its_mend(tmp_path: Path) -> None:
    path = tmp_path / "worker.py"
    path.write_text("import sys\nfrom vision.codes import reading as code_reading, worker as code_worker\n"
                    "code_reading.zxing_decoder = code_reading.zbar_decoder = lambda: None\n"
                    "sys.exit(code_worker.main())\n")  # fmt: skip
    with CodeReader(command=(sys.executable, str(path))) as reader, pytest.raises(CodesUnavailable, match="install"):
        reader.read(PICTURE)


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
