"""What a camera is to the rest of Tilefish: something that gives frames, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from device.errors import UserError

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table.

    Attributes:
        image: (height, width, 3) uint8, BGR, upright.
        t: seconds since the camera's first frame.
        number: the frame's number in its source, from 0.
    """

    image: Image
    t: float
    number: int


class Camera(Protocol):
    """A source of frames. Opening it is the constructor's work; a camera that cannot be opened raises CameraError.

    Attributes:
        name: how people know it: "0" for a webcam, "game.mp4".
        live: frames come in real time and may be skipped; otherwise each frame is wanted, and there is a last one.
    """

    name: str
    live: bool

    def read(self) -> Frame | None:
        """The next frame; None after the last one of a recording, a file or a folder.

        Raises:
            CameraError: the camera gives no picture any more.
        """
        ...

    def close(self) -> None:
        """Lets the camera go; may be called twice."""
        ...


class CameraError(UserError):
    """A camera that cannot be opened or has stopped giving pictures."""
