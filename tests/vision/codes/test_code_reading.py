"""Codes that we print are read in pictures; hostile ones are noise there too."""

import cv2
import numpy as np
import pytest

from tests.vision.code_scenes import qr, scene
from vision.codes import reading as code_reading
from vision.codes.payloads import decode_label, encode_badge, encode_label
from vision.codes.reading import CodesUnavailable, Decoders, read_codes, zbar_decoder, zxing_decoder
from vision.geometry.image import Image
from vision.stills.labels import labels_in

FACES = ("architects/wood", "architects/stone", "duel/stable")
LABEL = encode_label(FACES[0])


def small_label() -> Image:
    """A label of 2.4 pixels a module, out of focus: zxing reads it only where it is cut out and enlarged."""
    label = cv2.resize(qr(LABEL, 12), None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)
    return scene([(label, (300, 200), 30)], blur=1.2)


def test_a_printed_label_is_read_from_a_turned_picture_where_it_lies() -> None:
    codes = read_codes(scene([(qr(LABEL, 6), (200, 60), 17)]))
    assert [decode_label(code.payload, FACES) for code in codes] == ["architects/wood"]
    xs, ys = zip(*codes[0].quad, strict=True)
    # 29 modules of 6 pixels, of which the code itself is 21.
    assert np.mean(xs) == pytest.approx(200 + 87, abs=3)
    assert np.mean(ys) == pytest.approx(60 + 87, abs=3)
    assert 100 < max(xs) - min(xs) < 190


def test_a_small_blurred_label_is_read_where_the_whole_picture_gives_nothing() -> None:
    picture = small_label()
    first = zxing_decoder()
    assert first is not None
    assert first(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) == []
    assert [code.payload for code in read_codes(picture)] == [LABEL]


@pytest.mark.parametrize("missing", ["zxing_decoder", "zbar_decoder"])
def test_either_decoder_does_without_the_other(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if zbar_decoder() is None:
        pytest.skip("libzbar is not installed")
    monkeypatch.setattr(code_reading, missing, lambda: None)
    assert [code.payload for code in read_codes(scene([(qr(LABEL, 4), (200, 60), 8)]))] == [LABEL]


def test_pyzbar_alone_reads_small_labels_on_prepared_crops() -> None:
    second = zbar_decoder()
    if second is None:
        pytest.skip("libzbar is not installed")
    picture = scene([(cv2.resize(qr(LABEL, 14), None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA), (300, 200), 30)])
    assert second(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) == []
    assert [code.payload for code in read_codes(picture, Decoders(None, second))] == [LABEL]


def test_no_decoder_at_all_is_one_line_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_reading, "zxing_decoder", lambda: None)
    monkeypatch.setattr(code_reading, "zbar_decoder", lambda: None)
    with pytest.raises(CodesUnavailable, match="install") as caught:
        read_codes(small_label())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "payload",
    [
        "https://example.invalid/x",
        "WCF1AAAAAAAAAAAAAA",
        LABEL[:-1],
        LABEL + "A",
        LABEL + "\x00",
        LABEL.lower(),
        LABEL[:-1] + ("A" if LABEL[-1] != "A" else "B"),
        "'; DROP TABLE faces; --",
        "\x1b[2J" + LABEL,
        "A" * 900,
    ],
)
def test_other_codes_are_noise(payload: str) -> None:
    assert read_codes(scene([(qr(payload, 3), (10, 5), 0)])) == ()


def test_other_symbologies_are_noise_even_with_a_payload_of_ours() -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    for form in (zxingcpp.BarcodeFormat.DataMatrix, zxingcpp.BarcodeFormat.Aztec, zxingcpp.BarcodeFormat.Code128):
        printed = np.array(zxingcpp.write_barcode_to_image(zxingcpp.create_barcode(LABEL, form), scale=3))
        assert read_codes(scene([(printed[:400, :600], (20, 20), 0)])) == ()


def test_a_picture_full_of_codes_gives_ours_each_once() -> None:
    prints = [(qr(encode_badge(k), 3), (10 + 100 * (k % 6), 10 + 100 * (k // 6)), 0.0) for k in range(12)]
    prints += [(qr("noise", 3), (10 + 100 * k, 300), 0.0) for k in range(6)]
    prints += [(qr(encode_badge(0), 3), (10 + 100 * k, 390), 0.0) for k in range(3)]
    codes = read_codes(scene(prints))
    assert sorted(code.payload for code in codes) == sorted(encode_badge(k) for k in range(12))


def test_an_empty_or_noisy_picture_holds_no_code() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8)
    assert read_codes(noise) == read_codes(np.zeros((9, 9, 3), np.uint8)) == ()


def test_labels_name_their_faces_only() -> None:
    prints = [(qr(LABEL, 4), (50, 50), 10.0), (qr(encode_badge(1), 4), (300, 50), 0.0)]
    assert [label.face for label in labels_in(scene(prints), FACES)] == ["architects/wood"]
    assert labels_in(scene(prints), FACES[1:]) == ()
