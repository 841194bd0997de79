"""How well printed codes are read: pyzbar, zxing-cpp and ours in one run, by printed size and on warped scenes.

``python -m benchmarks.codes [--quick] [--json FILE] [--each N] [--seed S]``. Three sets, all made here from generated
art: labels of 26 to 90 pixels (with the code's own size, quiet zone not counted), cut out of a table as a piece's
crop would be; 20 warped, blurred scenes of 1640 x 1232 with clutter around one code; the same crops with our
tags, which need no payload. Times are by the clock, one thread.
"""

import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from benchmarks.report import Goal, arguments, report
from vision.codes.payloads import encode_label, is_ours
from vision.codes.process import CodeReader
from vision.codes.reading import Decoder, Decoders, read_codes, zbar_decoder, zxing_decoder
from vision.codes.tags import draw_tag, read_tags
from vision.geometry.image import Image

SIZES = (26, 34, 44, 56, 70, 90)
"""Side of the printed code in pixels, quiet zone not counted."""
SCENE = (1640, 1232)
FACES = tuple(f"bench/face_{k}" for k in range(80))

Reader = Callable[[Image], set[str]]


def modules(payload: str) -> Image:
    """The QR code of a payload (level M), one pixel a module, with its quiet zone of four (uint8 grey)."""
    wanted = cv2.QRCodeEncoder.Params()
    wanted.correction_level = cv2.QRCODE_ENCODER_CORRECT_LEVEL_M
    wanted.mode = cv2.QRCODE_ENCODER_MODE_ALPHANUMERIC
    code = np.asarray(cv2.QRCodeEncoder.create(wanted).encode(payload))
    dark = np.argwhere(code < 128)
    (top, left), (bottom, right) = dark.min(0), dark.max(0) + 1
    return cv2.copyMakeBorder(code[top:bottom, left:right], 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=255)


def clutter(rng: np.random.Generator, width: int, height: int, count: int) -> Image:
    """Generated art in the way of a printed table: rectangles, discs and words (uint8 grey)."""
    image = np.full((height, width), rng.uniform(70, 190), np.uint8)
    for _ in range(count):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        size, shade = int(rng.uniform(6, 90)), int(rng.integers(256))
        kind = rng.integers(3)
        if kind == 0:
            cv2.rectangle(image, (x, y), (x + size, y + int(size * rng.uniform(0.3, 2))), shade, -1)
        elif kind == 1:
            cv2.circle(image, (x, y), size // 2, shade, -1)
        else:
            cv2.putText(image, "Stonecutter 3 VP", (x, y), cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(0.3, 0.8), shade, 1)
    return image


def placed(ground: Image, print_: Image, side: float, rng: np.random.Generator, *, tilt: float, turn: float) -> Image:
    """The print on the ground, ``side`` pixels wide, its perspective up to ``tilt`` (share of its side)."""
    height, width = ground.shape
    reach = side * 0.75
    centre = (rng.uniform(reach, width - reach), rng.uniform(reach, height - reach))
    angle = rng.uniform(-turn, turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    target = (square * (1 + rng.uniform(-tilt, tilt, (4, 2)))) @ turned.T + centre
    h, w = print_.shape
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), target.astype("f4"))
    # Pixel areas, not points: painted four times as large and averaged.
    finer = np.diag([4.0, 4.0, 1.0]) @ matrix
    seen = cv2.warpPerspective(print_, finer, (4 * width, 4 * height), flags=cv2.INTER_NEAREST, borderValue=0)
    there = cv2.warpPerspective(np.full_like(print_, 255), finer, (4 * width, 4 * height), flags=cv2.INTER_NEAREST)
    share = cv2.resize(there, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    mean = cv2.resize(seen, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.clip(ground * (1 - share) + mean, 0, 255).astype(np.uint8))


def seen(image: Image, rng: np.random.Generator, *, blur: tuple[float, float], contrast: tuple[float, float]) -> Image:
    """What a camera makes of it: defocus, a little motion, less contrast, noise, JPEG (uint8 BGR)."""
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(*blur))
    length = rng.uniform(0, 2.2)
    if length > 1:
        kernel = np.zeros((5, 5), np.float32)
        way = rng.uniform(0, np.pi)
        for step in np.linspace(-length / 2, length / 2, 9):
            kernel[round(2 + step * np.sin(way)), round(2 + step * np.cos(way))] += 1
        soft = cv2.filter2D(soft, -1, kernel / kernel.sum())
    flat = soft.astype(np.float32) * rng.uniform(*contrast)
    flat += rng.uniform(0, max(1.0, 255 - float(flat.max())))
    slope = np.linspace(rng.uniform(0.8, 1.0), 1.0, flat.shape[1], dtype=np.float32)
    noisy = flat * slope + rng.normal(0, 4.0, flat.shape)
    data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return cv2.cvtColor(np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)), cv2.COLOR_GRAY2BGR)


def label(print_: Image, quiet: float, side: float, rng: np.random.Generator) -> Image:
    """A piece's crop with a label on it: the code itself ``side`` pixels wide, ``quiet`` of the print is its margin."""
    whole = side / (1 - quiet)
    extent = int(whole * 2.2 + 40)
    scene = placed(clutter(rng, extent, extent, 30), print_, whole, rng, tilt=0.04, turn=np.pi)
    return seen(scene, rng, blur=(0.6, 1.3), contrast=(0.5, 1.0))


def scene(payload: str, rng: np.random.Generator) -> Image:
    """One code in clutter, any rotation, perspective up to a tenth, blur 0.5 to 2, contrast 0.35 to 1."""
    ground = clutter(rng, *SCENE, 160)
    image = placed(ground, modules(payload), rng.uniform(70, 170), rng, tilt=0.1, turn=np.pi)
    return seen(image, rng, blur=(0.5, 2.0), contrast=(0.35, 1.0))


def plain(decoder: Decoder) -> Reader:
    """A decoder as it is, on the grey picture."""
    return lambda image: _ours(decoder(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))


def thresholded(decoder: Decoder) -> Reader:
    """A decoder on the whole picture, twice as large, softened, and black and white by an adaptive threshold."""

    def read(image: Image) -> set[str]:
        large = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        soft = cv2.GaussianBlur(large, (0, 0), 1.5)
        flat = cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 71, 2)
        return _ours(decoder(flat))

    return read


def with_crops(decoders: Decoders) -> Reader:
    """Our way of reading with these decoders."""
    return lambda image: {code.payload for code in read_codes(image, decoders)}


def _ours(found: list[tuple[bytes, Any]]) -> set[str]:
    texts = {data.decode("ascii", "replace") for data, _ in found}
    return {text for text in texts if is_ours(text)}


def readers(process: CodeReader) -> dict[str, Reader]:
    """Every way of reading that is installed here."""
    zxing, zbar = zxing_decoder(), zbar_decoder()
    ways: dict[str, Reader] = {}
    if zbar is not None:
        ways |= {"pyzbar raw": plain(zbar), "pyzbar prepared": thresholded(zbar)}
        ways["pyzbar + crops"] = with_crops(Decoders(None, zbar))
    if zxing is not None:
        ways["zxing-cpp"] = plain(zxing)
    ways["ours"] = lambda image: {code.payload for code in read_codes(image)}
    ways["ours, own process"] = lambda image: {code.payload for code in process.read(image)}
    return ways


def measure(ways: dict[str, Reader], pictures: list[tuple[Image, str]]) -> dict[str, dict[str, float]]:
    """Share read right, number read wrong and milliseconds each (wall clock) of each way on the same pictures."""
    table = {}
    for name, read in ways.items():
        right = wrong = 0
        started = time.perf_counter()
        for image, payload in pictures:
            got = read(image)
            right += payload in got
            wrong += bool(got - {payload})
        spent = (time.perf_counter() - started) / len(pictures)
        table[name] = {"read": round(right / len(pictures), 3), "wrong": wrong, "ms": round(1000 * spent, 2)}
    return table


def run(each: int, seed: int, scenes: int = 20) -> dict[str, Any]:
    """The whole measurement as one document."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    result: dict[str, Any] = {"seed": seed, "labels_a_size": each, "labels": {}, "tags": {}, "scenes": {}}
    with CodeReader() as process:
        ways = readers(process)
        for size in SIZES:
            faces = [FACES[int(rng.integers(len(FACES)))] for _ in range(each)]
            labels = [(label(modules(encode_label(face)), 8 / 29, size, rng), encode_label(face)) for face in faces]
            result["labels"][size] = measure(ways, labels)
            tags = [(label(draw_tag(face, 1), 2 / 10, size, rng), face) for face in faces]
            reader: Reader = lambda image: {tag.face for tag in read_tags(image, FACES)}  # noqa: E731 - one of several
            result["tags"][size] = measure({"tag": reader}, tags)["tag"]
        codes = [encode_label(FACES[k]) for k in range(scenes)]
        result["scenes"] = measure(ways, [(scene(code, rng), code) for code in codes])
    return result


def show(result: dict[str, Any]) -> str:
    """The document as a table for people."""
    ways = list(result["scenes"])
    columns = [*ways, "tag"]
    lines = [f"{'read %':>18} " + " ".join(f"{name:>18}" for name in columns)]
    for size in SIZES:
        cells = [result["labels"][size][name] for name in ways] + [result["tags"][size]]
        row = " ".join(f"{100 * cell['read']:8.0f} ({cell['ms']:5.1f} ms)" for cell in cells)
        lines.append(f"{f'label, {size} px':>18} {row}")
    row = " ".join(f"{20 * cell['read']:5.0f}/20 ({cell['ms']:5.0f} ms)" for cell in result["scenes"].values())
    lines.append(f"{'warped scenes':>18} {row}")
    return "\n".join([*lines, f"wrong reads in all: {wrong(result)}"])


def goals(result: dict[str, Any]) -> tuple[Goal, ...]:
    """What is wanted of it."""
    scenes = result["scenes"]
    ours, second = scenes["ours"], scenes.get("zxing-cpp", scenes["ours"])
    alone = scenes.get("pyzbar raw", {"read": 0.0})
    overhead = scenes["ours, own process"]["ms"] - ours["ms"]
    tags = min(result["tags"][size]["read"] for size in SIZES if size >= 34)
    return (
        Goal(
            "codes, warped and blurred scenes",
            f"{20 * ours['read']:.0f} of 20",
            f">= {20 * second['read']:.0f} of 20",
            ours["read"] >= second["read"],
            f"zxing-cpp alone {20 * second['read']:.0f}, pyzbar alone {20 * alone['read']:.0f}",
        ),
        Goal("tags of 34 px and more", f"{100 * tags:.0f} %", ">= 95 %", tags >= 0.95),
        Goal("codes read wrong", str(wrong(result)), "0", wrong(result) == 0),
        Goal("codes in a process of its own", f"{overhead:+.0f} ms", "<= 15 ms", overhead <= 15),
    )


def wrong(result: dict[str, Any]) -> int:
    """How often anything was read that was not there."""
    cells = [cell for row in result["labels"].values() for cell in row.values()]
    return sum(int(cell["wrong"]) for cell in (*cells, *result["tags"].values(), *result["scenes"].values()))


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--each", type=int, default=60, help="labels a size")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    result = run(4 if options.quick else options.each, options.seed, scenes=4 if options.quick else 20)
    report(options, result, show(result), goals(result))


if __name__ == "__main__":
    main()
