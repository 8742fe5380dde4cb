"""A folder, or the same zipped, read the same way and never further than it says it is long."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Protocol

from device.errors import UserError

LARGEST_VIDEO = 4 * 2**30
MOST_MEMBERS = 100_000

_DAMAGE = (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError)
"""What the standard library raises for damaged, encrypted or oddly packed members."""


class ArchiveError(UserError):
    """A folder or zip that cannot be read."""


class Archive(Protocol):
    """Files by their names, written with slashes: "frames/0001.jpg"."""

    def names(self) -> frozenset[str]:
        """All files' names."""
        ...

    def read(self, name: str, most: int) -> bytes:
        """A file's bytes.

        Raises:
            ArchiveError: it is longer than `most` bytes, or damaged.
        """
        ...

    def as_file(self, name: str) -> Path:
        """The file on disk; one out of a zip lasts until `close`."""
        ...

    def close(self) -> None:
        """Lets the files go; may be called twice."""
        ...


def open_archive(path: Path) -> Archive:
    """Opens a folder or a zip file.

    Raises:
        ArchiveError: it is neither, or it is not there.
    """
    if path.is_dir():
        return _Folder(path)
    if not path.exists():
        raise ArchiveError("archive.missing", path=path)
    if not path.is_file() or not zipfile.is_zipfile(path):
        raise ArchiveError("archive.neither", path=path)
    return _Zip(path)


class _Folder:
    """The files of a folder and of its folders."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._names = frozenset(
            file.relative_to(path).as_posix()
            for pattern in ("*", "*/*")
            for file in path.glob(pattern)
            if file.is_file()
        )

    def names(self) -> frozenset[str]:
        return self._names

    def read(self, name: str, most: int) -> bytes:
        file = self._path / name
        try:
            if file.stat().st_size > most:
                raise ArchiveError("archive.too_long", path=self._path, name=name)
            return file.read_bytes()
        except OSError as error:
            raise ArchiveError("archive.unreadable", path=self._path, name=name) from error

    def as_file(self, name: str) -> Path:
        return self._path / name

    def close(self) -> None:
        pass


class _Zip:
    """The members of a zip file. Nothing is unpacked by the names that the zip gives, so none can lead outside."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unpacked: tempfile.TemporaryDirectory[str] | None = None
        try:
            self._zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile) as error:
            raise ArchiveError("archive.bad_zip", path=path) from error
        members = [member for member in self._zip.infolist() if not member.is_dir()]
        if len(members) > MOST_MEMBERS:
            self._zip.close()
            raise ArchiveError("archive.too_many", path=path)
        prefix = _common_folder([member.filename for member in members])
        self._members = {member.filename.removeprefix(prefix): member for member in members}

    def names(self) -> frozenset[str]:
        return frozenset(self._members)

    def read(self, name: str, most: int) -> bytes:
        try:
            with self._zip.open(self._members[name]) as file:
                data = file.read(most + 1)
        except _DAMAGE as error:
            raise ArchiveError("archive.unreadable", path=self._path, name=name) from error
        if len(data) > most:
            raise ArchiveError("archive.too_long", path=self._path, name=name)
        return data

    def as_file(self, name: str) -> Path:
        member = self._members[name]
        if member.file_size > LARGEST_VIDEO:
            raise ArchiveError("archive.too_long", path=self._path, name=name)
        self._unpacked = self._unpacked or tempfile.TemporaryDirectory(prefix="tilefish-")
        target = Path(self._unpacked.name) / PurePosixPath(name).name
        if not target.exists():
            try:
                with self._zip.open(member) as source, target.open("wb") as out:
                    shutil.copyfileobj(source, out)
            except _DAMAGE as error:
                raise ArchiveError("archive.unreadable", path=self._path, name=name) from error
        return target

    def close(self) -> None:
        self._zip.close()
        if self._unpacked:
            self._unpacked.cleanup()
            self._unpacked = None


def _common_folder(names: list[str]) -> str:
    """The folder that holds recording.toml, with its slash: people zip either the folder or what is in it."""
    found = [name for name in names if PurePosixPath(name).name == "recording.toml"]
    return min(found, key=len).removesuffix("recording.toml") if found else ""
