"""Pictures that show several pieces of one face where one was meant, as a publisher's picture of tokens does."""

import cv2
import numpy as np

from vision.enrolment.cutting import Cut, cut_out, fits
from vision.enrolment.finding import outline_of
from vision.geometry.image import Image
from vision.recognition.kinds import Kind

_LEAST = 0.02
"""Share of the picture from which on a thing by itself is a piece: of twelve each has 0.05 or more."""


def one_of_several(picture: Image, kind: Kind) -> Image | None:
    """The largest piece (BGRA) that lies by itself and has its kind's shape; ``None``: there are not several.

    ``picture``: uint8 BGRA, transparent where paper is; its shape as a whole is not the kind's.
    """
    height, width = picture.shape[:2]
    solid = (picture[..., 3] > 127).astype(np.uint8)
    contours = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    things = [thing for thing in contours if cv2.contourArea(thing) > _LEAST * height * width]
    whole = Cut(picture, np.zeros((4, 2)), (float(width), float(height)))
    if len(things) < 2 or fits(whole, kind):
        return None
    colours = np.ascontiguousarray(picture[..., :3])
    for thing in sorted(things, key=cv2.contourArea, reverse=True):
        cut = cut_out(colours, outline_of(thing.reshape(-1, 2).astype(np.float64)), kind)
        if fits(cut, kind) and cut.picture.shape[2] == 4:
            return cut.picture
    return None
