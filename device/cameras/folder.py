"""A folder of photos as a camera: the photos by name, one every few seconds."""

from __future__ import annotations

from pathlib import Path

from device.cameras.base import CameraError, Frame
from device.photo import PHOTO_SUFFIXES, PhotoError, load_photo

SECONDS_PER_PHOTO = 2.0


class FolderCamera:
    """The photos of a folder, in the order of their names, as if taken `seconds_per_photo` apart.

    Raises:
        CameraError: the folder holds no photo.
    """

    live = False

    def __init__(self, folder: Path, seconds_per_photo: float = SECONDS_PER_PHOTO) -> None:
        self.name = str(folder)
        self._seconds = seconds_per_photo
        self._photos = sorted(path for path in folder.iterdir() if path.suffix.lower() in PHOTO_SUFFIXES)
        self._next = 0
        self.skipped: list[PhotoError] = []
        if not self._photos:
            raise CameraError("camera.empty_folder", name=folder)

    def read(self) -> Frame | None:
        """The next photo; damaged ones are left out and kept in `skipped`."""
        while self._next < len(self._photos):
            number, self._next = self._next, self._next + 1
            try:
                photo = load_photo(self._photos[number])
            except PhotoError as error:
                self.skipped.append(error)
                continue
            return Frame(photo.image, number * self._seconds, number)
        return None

    def close(self) -> None:
        """Nothing to let go."""
