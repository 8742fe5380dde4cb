"""A recording as a camera."""

from __future__ import annotations

from collections.abc import Callable

from device.cameras.base import Frame
from device.cameras.webcam import VideoFile
from device.errors import UserError
from device.recording import Recording


class RecordedCamera:
    """The frames of a recording with their times; damaged frames are left out and told to `warn`.

    Raises:
        UserError: at the end, when not one frame could be read.
    """

    live = False

    def __init__(self, recording: Recording, warn: Callable[[UserError], None]) -> None:
        self.name = recording.path.name
        self._recording, self._warn = recording, warn
        self._is_any_good = False
        self._numbers = iter(recording.frame_numbers())
        self._video = None if recording.frame_names else VideoFile(recording.video())

    def read(self) -> Frame | None:
        """The next frame; None after the last."""
        if self._video is not None:
            return self._video.read()
        for number in self._numbers:
            try:
                frame = Frame(self._recording.image(number), self._recording.time(number), number)
            except UserError as error:
                self._warn(error)
            else:
                self._is_any_good = True
                return frame
        if not self._is_any_good:
            raise UserError("recording.no_good_frame", path=self.name)
        return None

    def close(self) -> None:
        """Lets a video go; the recording stays open for whoever opened it."""
        if self._video is not None:
            self._video.close()
