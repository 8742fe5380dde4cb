"""Pictures of grain, print and weave, made of noise: (height, width) or (height, width, 3) in 0..1."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from models.validation.poses import Floats

Size = tuple[int, int]


def noise(size: Size, rng: np.random.Generator, cells: float, octaves: int = 4) -> Floats:
    """Cloudy noise in 0..1 that has `cells` clouds across."""
    total = np.zeros(size)
    weight = 0.0
    for octave in range(octaves):
        count = max(1.0, cells * 2**octave)
        if count > size[1]:
            break
        rows = max(2, int(count * size[0] / size[1]) + 2)
        total += _stretched(rng.random((rows, int(count) + 2)), size) / 2**octave
        weight += 1 / 2**octave
    return total / max(weight, 1e-9)


def wood(size: Size, rng: np.random.Generator, rings: float) -> Floats:
    """Grain that runs along the picture: dark year rings with fibres."""
    down, along = np.mgrid[0 : size[0], 0 : size[1]] / max(size)
    warp = noise(size, rng, 2.5, 3)
    phase = (down * rings + warp * rings * 0.35 + along * float(rng.uniform(-0.6, 0.6))) * 2
    fibres = _stretched(rng.random((size[0], max(2, size[1] // 60))), size)
    return np.clip(0.7 * abs((phase % 1) * 2 - 1) ** 2 + 0.3 * fibres, 0, 1)


def veins(size: Size, rng: np.random.Generator) -> Floats:
    """Thin lines of marble."""
    cloud = noise(size, rng, 3.0, 5)
    return np.asarray(np.clip(1 - abs(cloud - 0.5) * 14, 0, 1) * noise(size, rng, 2.0, 2))


def planks(size: Size, rng: np.random.Generator, count: int) -> Floats:
    """Boards side by side, of somewhat different tones."""
    rows = np.linspace(0, size[0], count + 1).astype(int)
    result = np.zeros((*size, 3))
    base = rng.uniform([0.35, 0.22, 0.12], [0.8, 0.62, 0.45])
    for low, high in pairwise(rows.tolist()):
        grain = wood((high - low, size[1]), rng, float(rng.uniform(2, 6)))
        result[low:high] = base * float(rng.uniform(0.75, 1.15)) * (1 - 0.45 * grain[..., None])
        result[low : low + max(1, size[0] // 300)] *= 0.3
    return np.clip(result, 0, 1)


def gingham(size: Size, rng: np.random.Generator, count: int) -> Floats:
    """A checked cloth of two colours."""
    across = (np.arange(size[1]) * count * 2 // size[1]) % 2
    down = (np.arange(size[0]) * count * 2 // size[0]) % 2
    strength = (across[None] + down[:, None]) / 2
    color = rng.uniform(0.05, 0.75, 3)
    return _weave(size, rng) * (1 - strength[..., None] * (1 - color))


def polka(size: Size, rng: np.random.Generator, count: int) -> Floats:
    """Round dots in rows on a plain cloth: what looks most like pips."""
    down, across = np.mgrid[0 : size[0], 0 : size[1]] / size[1] * count
    shifted = across + 0.5 * (np.floor(down) % 2)
    apart = np.hypot(shifted % 1 - 0.5, down % 1 - 0.5)
    dots = np.clip((float(rng.uniform(0.14, 0.3)) - apart) * size[1] / count + 0.5, 0, 1)[..., None]
    ground, dot = rng.uniform(0.05, 0.95, 3), rng.uniform(0.05, 0.95, 3)
    return _weave(size, rng) * (ground * (1 - dots) + dot * dots)


def carpet(size: Size, rng: np.random.Generator) -> Floats:
    """An ornament mirrored on both axes, as on a woven rug."""
    quarter = noise((size[0] // 2, size[1] // 2), rng, 7.0, 2)
    whole = np.block([[quarter, quarter[:, ::-1]], [quarter[::-1], quarter[::-1, ::-1]]])
    whole = np.pad(whole, ((0, size[0] - whole.shape[0]), (0, size[1] - whole.shape[1])), mode="edge")
    palette = rng.uniform([0.1, 0.03, 0.03], [0.7, 0.5, 0.4], (6, 3))
    return palette[np.clip((whole * 9).astype(int) % 6, 0, 5)] * rng.uniform(0.75, 1, (*size, 1))


def stone(size: Size, rng: np.random.Generator) -> Floats:
    """Terrazzo or granite: chips of several colours."""
    base = np.ones((*size, 3)) * rng.uniform(0.3, 0.85, 3)
    for _ in range(3):
        chips = noise(size, rng, float(rng.uniform(25, 70)), 2)[..., None] > 0.68
        base = np.where(chips, rng.uniform(0.05, 0.95, 3), base)
    return base * (0.85 + 0.15 * noise(size, rng, 6)[..., None])


def ceramic(size: Size, rng: np.random.Generator, count: int) -> Floats:
    """Square tiles of a floor or a kitchen table with grout between them."""
    down, across = np.mgrid[0 : size[0], 0 : size[1]] / size[1] * count
    joint = (np.minimum(abs(down % 1 - 0.5), abs(across % 1 - 0.5)) >= 0) & (
        np.maximum(abs(down % 1 - 0.5), abs(across % 1 - 0.5)) > 0.485
    )
    tones = rng.uniform(0.85, 1.0, (count + 2, count + 2))[down.astype(int), across.astype(int)]
    glaze = rng.uniform(0.4, 0.95, 3) * tones[..., None] * (0.9 + 0.1 * noise(size, rng, 5)[..., None])
    return np.where(joint[..., None], rng.uniform(0.2, 0.7, 3), glaze)


def newspaper(size: Size, rng: np.random.Generator) -> Floats:
    """Columns of small print with headings and grey pictures."""
    page = np.full(size, 0.86) - 0.06 * noise(size, rng, 8)
    columns = int(rng.integers(3, 6))
    step = size[1] // columns
    for column in range(columns):
        row = 10
        while row < size[0] - 40:
            left, right = column * step + 8, (column + 1) * step - 8
            kind = rng.random()
            if kind < 0.1:
                tall = min(int(rng.integers(60, 160)), size[0] - row - 8)
                page[row : row + tall, left:right] = 0.15 + 0.6 * noise((tall, right - left), rng, 4)
                row += tall + 10
            elif kind < 0.2:
                _print_line(page, row, left, right, 28, rng)
                row += 36
            else:
                for _ in range(int(rng.integers(4, 20))):
                    if row > size[0] - 20:
                        break
                    _print_line(page, row, left, right - int(rng.integers(0, 3)) * 6, 7, rng)
                    row += 11
                row += 8
    return page[..., None] * rng.uniform([0.93, 0.92, 0.85], [1, 1, 1])


def felt(size: Size, rng: np.random.Generator) -> Floats:
    """Short fibres of one colour."""
    color = rng.uniform(0.02, 0.6, 3) * rng.choice([0.4, 1.0])
    return color * (0.75 + 0.25 * rng.random((*size, 1))) * (0.8 + 0.2 * noise(size, rng, 5)[..., None])


def _print_line(page: Floats, row: int, left: int, right: int, tall: int, rng: np.random.Generator) -> None:
    """A line of made-up letters: each a coarse pattern of strokes."""
    wide = max(3, int(tall * 0.65))
    at = left
    while at + wide < right:
        if rng.random() < 0.15:
            at += wide
            continue
        strokes = rng.random((4, 3)) < 0.55
        letter = np.kron(strokes, np.ones((tall // 4 + 1, wide // 3 + 1)))[:tall, : wide - 1]
        region = page[row : row + tall, at : at + wide - 1]
        region[letter[: region.shape[0], : region.shape[1]] > 0] = 0.12
        at += wide


def _weave(size: Size, rng: np.random.Generator) -> Floats:
    threads = 0.9 + 0.1 * rng.random((size[0], 1)) * rng.random((1, size[1]))
    return np.asarray(threads[..., None] * np.ones(3))


def _stretched(small: Floats, size: Size) -> Floats:
    """The small picture enlarged without steps."""
    rows = np.linspace(0, small.shape[0] - 1.001, size[0])
    columns = np.linspace(0, small.shape[1] - 1.001, size[1])
    row, column = rows.astype(int), columns.astype(int)
    down, across = _smooth(rows - row)[:, None], _smooth(columns - column)[None]
    below, beside = np.minimum(row + 1, small.shape[0] - 1), np.minimum(column + 1, small.shape[1] - 1)
    top = small[np.ix_(row, column)] * (1 - across) + small[np.ix_(row, beside)] * across
    low = small[np.ix_(below, column)] * (1 - across) + small[np.ix_(below, beside)] * across
    return np.asarray(top * (1 - down) + low * down)


def _smooth(value: Floats) -> Floats:
    return value * value * (3 - 2 * value)
