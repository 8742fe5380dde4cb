"""Finds the camera that the user means: `--camera auto|picamera2|N|URL|FOLDER|FILE`."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2

from device.cameras.base import Camera, CameraError
from device.cameras.folder import FolderCamera
from device.cameras.picamera2 import Picamera2Camera
from device.cameras.webcam import VideoFile, Webcam

WEBCAMS_TRIED = 4


def open_camera(wish: str) -> Camera:
    """Opens the camera that `wish` names.

    Raises:
        CameraError: there is no such camera, or it cannot be opened.
    """
    # What OpenCV has to say of a camera that is not there is said by us, in one sentence.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if wish == "auto":
        return _first_found()
    if wish == "picamera2":
        return Picamera2Camera()
    if wish.isascii() and wish.isdigit() and len(wish) <= 3:
        return Webcam(int(wish))
    if "://" in wish:
        return Webcam(wish)
    path = Path(wish)
    if (path / "recording.toml").is_file() or (path.is_file() and zipfile.is_zipfile(path)):
        raise CameraError("camera.is_recording", name=wish)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return VideoFile(path)
    raise CameraError("camera.unknown", name=wish)


def _first_found() -> Camera:
    """The Pi's camera, else the first webcam that gives a picture."""
    tries: list[Callable[[], Camera]] = [Picamera2Camera]
    # On Linux a webcam without a device file cannot be there, and asking for it costs seconds.
    numbers = [n for n in range(WEBCAMS_TRIED) if sys.platform != "linux" or Path(f"/dev/video{n}").exists()]
    tries += [lambda number=number: Webcam(number) for number in numbers]  # type: ignore[misc]
    for attempt in tries:
        try:
            camera = attempt()
        except CameraError:
            continue
        try:
            camera.read()
            return camera
        except CameraError:
            camera.close()
    raise CameraError("camera.none")
