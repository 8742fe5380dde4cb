"""The search from above: what is found there comes back to where it is in the photo."""

from __future__ import annotations

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.test_plane import CHAIN, SIZE, lying, seat, seen
from vision.detector import Detector, Proposals
from vision.plane import table_plane
from vision.top_view import places_from_above


class FindsWhite:
    """Takes every white quadrilateral for a tile."""

    def propose(self, photo: NDArray[np.uint8]) -> Proposals:
        shapes, _ = cv2.findContours((photo[..., 0] > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        quads = [cv2.approxPolyDP(shape, 0.05 * cv2.arcLength(shape, True), True)[:, 0] for shape in shapes]
        corners = np.array([quad[::-1] for quad in quads if len(quad) == 4], np.float32).reshape(-1, 4, 2) + 0.5
        one = np.ones(len(corners), np.float32)
        return Proposals(corners, one, 0 * one, one, one < 0)


def test_a_tile_that_only_the_view_from_above_shows_is_found_in_the_photo() -> None:
    camera = seat(48.0)
    known = seen(camera, [*CHAIN, lying(4.0, 2.0, 1.0)])
    plane = table_plane(known, np.ones(len(known), np.float32), SIZE)
    assert plane is not None
    far = camera.project(lying(-7.0, -2.0, 0.3))
    photo = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.fillConvexPoly(photo, np.round((far - 0.5) * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    places = places_from_above(cast(Detector, cast(Any, FindsWhite())), photo, plane, known)
    assert len(places) == 1
    apart = np.linalg.norm(places[0][:, None] - far[None], axis=2).min(axis=1)
    assert apart.max() < 2.0
