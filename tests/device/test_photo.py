"""Whatever the file is, `load_photo` gives an upright picture or one sentence."""

import resource
import struct
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.photo import PhotoError, load_photo
from device.photo_header import read_header
from vision.scene import Aside, Scene


def picture(width: int = 400, height: int = 300) -> np.ndarray:
    """Grey, with a red top left corner."""
    image = np.full((height, width, 3), 128, np.uint8)
    image[: height // 4, : width // 4] = (0, 0, 255)
    return image


def encoded(image: np.ndarray, suffix: str = ".jpg") -> bytes:
    ok, data = cv2.imencode(suffix, image)
    assert ok
    return data.tobytes()


def save(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def turned_by_exif(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF segment that holds nothing but the orientation (tag 0x0112, TIFF 6.0)."""
    tiff = b"MM\x00\x2a" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    segment = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def is_red(pixel: np.ndarray) -> bool:
    return bool(pixel[2] > 200 and pixel[0] < 80)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".gif"])
def test_formats(tmp_path: Path, suffix: str) -> None:
    photo = load_photo(save(tmp_path / f"photo{suffix}", encoded(picture(), suffix)))
    assert photo.size == (400, 300) and photo.image.shape == (300, 400, 3) and photo.image.dtype == np.uint8
    assert is_red(photo.image[5, 5]) and not is_red(photo.image[295, 395])


@pytest.mark.parametrize(
    ("orientation", "size", "corner"),
    [(1, (400, 300), (5, 5)), (3, (400, 300), (295, 395)), (6, (300, 400), (5, 295)), (8, (300, 400), (395, 5))],
)
def test_exif_orientation(tmp_path: Path, orientation: int, size: tuple[int, int], corner: tuple[int, int]) -> None:
    """Orientation 6 says: turn the stored picture clockwise, so its top left corner comes to the top right."""
    photo = load_photo(save(tmp_path / "photo.jpg", turned_by_exif(encoded(picture()), orientation)))
    assert photo.size == size and photo.image.shape[1::-1] == size
    assert is_red(photo.image[corner])


@pytest.mark.parametrize(
    "image",
    [
        np.full((60, 80), 200, np.uint8),
        np.full((60, 80, 4), 200, np.uint8),
        np.full((60, 80, 3), 51400, np.uint16),
        np.full((60, 80), 51400, np.uint16),
    ],
    ids=["grey", "alpha", "16-bit", "16-bit grey"],
)
def test_png_of_other_depths(tmp_path: Path, image: np.ndarray) -> None:
    photo = load_photo(save(tmp_path / "photo.png", encoded(image, ".png")))
    assert photo.image.shape == (60, 80, 3) and photo.image.dtype == np.uint8
    assert abs(int(photo.image[30, 40, 0]) - 200) <= 1


JPEG = encoded(picture())
PNG = encoded(picture(), ".png")
BAD_FILES = {
    "text": (b"six and four\n" * 20, "photo.no_photo"),
    "empty": (b"", "photo.empty"),
    "truncated JPEG": (JPEG[: len(JPEG) // 2], "photo.cut_off"),
    "JPEG without its end": (JPEG[:-2], "photo.cut_off"),
    "two bytes of a JPEG": (JPEG[:3], "photo.damaged"),
    "truncated PNG": (PNG[: len(PNG) // 2], "photo.cut_off"),
    "PNG of noise": (PNG[:33] + b"\x00" * 50 + PNG[-12:], "photo.damaged"),
    "1x1": (encoded(picture(1, 1), ".png"), "photo.too_small"),
    "a line": (encoded(picture(400, 2)), "photo.too_small"),
    "huge header": (PNG[:16] + struct.pack(">II", 200_000, 200_000) + PNG[24:], "photo.too_many_pixels"),
    "phone": (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 40, "photo.phone_format"),
}


@pytest.mark.parametrize(("data", "key"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_bad_files(tmp_path: Path, data: bytes, key: str) -> None:
    path = save(tmp_path / "photo.jpg", data)
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    assert caught.value.text == key
    for lang in ("en", "ru"):
        sentence = caught.value.sentence(lang)
        assert str(path) in sentence and "\n" not in sentence and sentence.endswith(".")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="There is no file"):
        load_photo(tmp_path / "none.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        load_photo(tmp_path)


def test_a_huge_photo_comes_reduced_and_its_scene_in_the_pixels_of_the_file(tmp_path: Path) -> None:
    path = save(tmp_path / "huge.jpg", encoded(picture(12000, 9000)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    photo = load_photo(path)
    unit = 2**10 if sys.platform == "linux" else 1
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit < 300 * 2**20
    assert photo.size == (12000, 9000) and photo.image.shape == (2250, 3000, 3)
    corners = np.array([[[0, 0], [9, 0], [9, 9], [0, 9]]], np.float32)
    ones = np.ones((1, 2, 1), np.float32)
    asides = (Aside("standing", corners[0], 0.9),)
    seen = Scene((3000, 2250), corners, corners[:, :2], np.ones(1, bool), ones, ones[:, 0, 0], asides)
    scene = photo.in_photo_pixels(seen)
    assert scene.size == (12000, 9000)
    assert scene.corners[0].tolist() == [[0, 0], [36, 0], [36, 36], [0, 36]]
    assert scene.asides[0].corners.tolist() == scene.corners[0].tolist()


def test_a_progressive_jpeg_has_its_size_told() -> None:
    ok, data = cv2.imencode(".jpg", picture(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    header = read_header(data.tobytes())
    assert ok and header is not None and (header.width, header.height, header.cut_off) == (400, 300, False)


def test_a_jpeg_with_bytes_behind_its_end_is_whole() -> None:
    header = read_header(JPEG + b"\x00" * 100)
    assert header is not None and not header.cut_off


def test_a_preview_inside_the_header_does_not_hide_that_the_end_is_missing() -> None:
    with_preview = JPEG[:2] + b"\xff\xe1" + struct.pack(">H", len(JPEG) + 2) + JPEG + JPEG[2:-2]
    header = read_header(with_preview)
    assert header is not None and header.cut_off
