"""Pictures with codes in them, made for tests."""

import cv2
import numpy as np
import zxingcpp

from vision.geometry.image import Image


def qr(payload: str, module: int) -> Image:
    """The QR code of a text with its quiet zone of four modules (uint8 grey)."""
    code = zxingcpp.create_barcode(payload.encode(), zxingcpp.BarcodeFormat.QRCode)
    return np.array(zxingcpp.write_barcode_to_image(code, scale=module))


def scene(prints: list[tuple[Image, tuple[int, int], float]], blur: float = 0.8) -> Image:
    """A table of 640 x 480 with prints on it, each at a place (its top left) and turned by degrees (uint8 BGR)."""
    table = np.full((480, 640), 170, np.uint8)
    for print_, (x, y), turn in prints:
        height, width = print_.shape
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        matrix[:, 2] += (x, y)
        seen = cv2.warpAffine(print_, matrix, (640, 480), flags=cv2.INTER_AREA)
        there = cv2.warpAffine(np.full_like(print_, 255), matrix, (640, 480)) > 127
        table[there] = seen[there]
    noise = np.random.default_rng(4).normal(0, 3, table.shape)
    grey = np.clip(cv2.GaussianBlur(table, (0, 0), blur) + noise, 0, 255).astype(np.uint8)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
