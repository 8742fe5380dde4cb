"""Where tiles lie on a table: scattered, in chains and crosses, in rows, in heaps."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class PlacedTile:
    """One tile on the table.

    Attributes:
        pips: half 0 and half 1; half 1 lies in the direction of `angle` from the middle.
        center: middle of the tile in table units.
        angle: direction from half 0 to half 1 in radians.
        height: of the tile's lower side above the table; heaps stack.
        face_up: False shows the back.
        standing: on its long edge, as players hold their hand; the face looks to angle - 90 degrees.
    """

    pips: tuple[int, int]
    center: tuple[float, float]
    angle: float
    height: float = 0.0
    face_up: bool = True
    standing: bool = False


Pose = tuple[float, float, float]
"""x, y, angle"""


def random_tiles(
    rng: np.random.Generator, span: tuple[float, float], max_pips: int, width: float, thickness: float
) -> list[PlacedTile]:
    """Some tiles of one set, arranged in one of the ways in which tables look; `span` is the visible table."""
    kind = rng.choice(
        ["scatter", "chain", "snake", "lines", "rows", "mosaic", "heap", "pile", "mixed"],
        p=[0.17, 0.25, 0.08, 0.05, 0.1, 0.11, 0.06, 0.05, 0.13],
    )
    poses: list[Pose] = []
    heights: list[float] = []
    limit = int(np.clip(span[0] * span[1] / 9, 1, 32))
    count = int(rng.integers(1, limit + 1))
    if kind in ("chain", "mixed"):
        poses += chain_poses(rng, span, max(1, count if kind == "chain" else count // 2 + 1), width)
    if kind == "snake":
        poses += snake_poses(rng, span, width, count)
    if kind == "lines":
        poses += line_poses(rng, span, count)
    if kind == "rows":
        poses += row_poses(rng, span, width, count)
    if kind == "mosaic":
        poses += mosaic_poses(rng, span, count)
    heights += [0.0] * len(poses)
    if kind == "heap":
        for level in range(int(rng.integers(1, 3)) + 1):
            layer = scatter_poses(rng, (span[0] * 0.8, span[1] * 0.8), max(1, count // 2), [], tight=True)
            poses += layer
            heights += [level * thickness] * len(layer)
    if kind == "pile":
        poses, levels = pile_poses(rng, span, count)
        heights = [level * thickness for level in levels]
    if kind in ("scatter", "mixed"):
        loose = scatter_poses(rng, span, max(1, count - len(poses)), poses, tight=bool(rng.random() < 0.3))
        poses += loose
        heights += [0.0] * len(loose)
    down_share = rng.choice([0.0, 0.15, 0.6], p=[0.55, 0.3, 0.15])
    return [
        PlacedTile(
            pips=_random_pips(rng, max_pips),
            center=(x, y),
            angle=angle,
            height=height,
            face_up=bool(rng.random() >= down_share),
        )
        for (x, y, angle), height in zip(poses, heights, strict=True)
    ]


def _random_pips(rng: np.random.Generator, max_pips: int) -> tuple[int, int]:
    return (int(rng.integers(max_pips + 1)), int(rng.integers(max_pips + 1)))


def scatter_poses(
    rng: np.random.Generator, span: tuple[float, float], count: int, taken: list[Pose], tight: bool
) -> list[Pose]:
    """Loose tiles that do not overlap those in `taken` or each other (tight ones may touch)."""
    poses: list[Pose] = []
    gap = 0.0 if tight else float(rng.uniform(0.1, 0.5))
    aligned = rng.random() < 0.2
    for _ in range(count * 12):
        if len(poses) == count:
            break
        angle = float(rng.integers(4)) * math.pi / 2 if aligned else float(rng.uniform(-math.pi, math.pi))
        pose = (float(rng.uniform(-0.5, 0.5) * span[0]), float(rng.uniform(-0.5, 0.5) * span[1]), angle)
        if not any(_overlap(pose, other, gap) for other in taken + poses):
            poses.append(pose)
    return poses


def row_poses(rng: np.random.Generator, span: tuple[float, float], width: float, count: int) -> list[Pose]:
    """Rows of tiles side by side, as sets are laid out and hands are revealed."""
    turn = float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.5 else 0.0
    pitch = width + float(rng.choice([0.0, 0.02, 0.1, 0.4]))
    columns = max(1, min(count, int(rng.integers(1, 9))))
    across = 2.0 + float(rng.choice([0.0, 0.03, 0.2, 0.8]))
    start = (float(rng.uniform(-0.3, 0.0) * span[0]), float(rng.uniform(-0.3, 0.3) * span[1]))
    poses: list[Pose] = []
    for index in range(count):
        row, column = divmod(index, columns)
        u = start[0] + column * pitch + float(rng.normal(0, 0.01))
        v = start[1] + row * across + float(rng.normal(0, 0.02))
        x, y = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
        half_turn = math.pi * float(rng.integers(2))
        poses.append((x, y, turn + math.pi / 2 + half_turn + float(rng.normal(0, 0.015))))
    return poses


def mosaic_poses(rng: np.random.Generator, span: tuple[float, float], count: int) -> list[Pose]:
    """Tiles on the squares of a board, each touching one that lies there, end to end or side by side."""
    turn = float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.4 else float(rng.normal(0, 0.02))
    pitch = float(rng.uniform(1.0, 1.08))
    reach = int(max(2, min(span) / 2 / pitch))
    taken: set[tuple[int, int]] = set()
    poses: list[Pose] = []
    for _ in range(count * 10):
        if len(poses) >= count:
            break
        column, row = (int(value) for value in rng.integers(-reach, reach + 1, 2))
        step = (1, 0) if rng.random() < 0.5 else (0, 1)
        squares = [(column, row), (column + step[0], row + step[1])]
        around = [(x + dx, y + dy) for x, y in squares for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        if any(square in taken for square in squares) or (taken and not any(square in taken for square in around)):
            continue
        taken.update(squares)
        u, v = ((squares[0][axis] + squares[1][axis]) / 2 * pitch for axis in (0, 1))
        x, y = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
        half_turn = math.pi * float(rng.integers(2))
        angle = turn + (0.0 if step[0] else math.pi / 2) + half_turn + float(rng.normal(0, 0.012))
        poses.append((x, y, angle))
    return poses


def chain_poses(rng: np.random.Generator, span: tuple[float, float], count: int, width: float) -> list[Pose]:
    """A line of play that grows from the middle, turns, lays doubles across and sometimes branches."""
    turn = float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.6 else 0.0
    crooked = float(rng.choice([0.0, 0.01, 0.04]))
    gap = float(rng.choice([0.0, 0.02, 0.08]))
    poses: list[Pose] = [(float(rng.normal(0, 0.1) * span[0]), float(rng.normal(0, 0.1) * span[1]), turn)]
    ends = [(poses[0], 1.0), (poses[0], -1.0)]
    if rng.random() < 0.3:  # a cross: two more arms leave the first tile's long sides
        ends += [(_side_end(poses[0], width), 1.0), (_side_end(poses[0], width, -1.0), 1.0)]
    for _ in range(count * 6):
        if len(poses) >= count or not ends:
            break
        index = int(rng.integers(len(ends)))
        (x, y, angle), way = ends[index]
        pose, next_end = _next_pose(rng, (x, y, angle + (0 if way > 0 else math.pi)), width, gap)
        pose = (pose[0], pose[1], pose[2] + float(rng.normal(0, crooked)))
        far = max(abs(pose[0]) / span[0], abs(pose[1]) / span[1]) > 0.52
        if far or any(_overlap(pose, other, -0.12) for other in poses):
            continue
        poses.append(pose)
        ends[index] = next_end if next_end else (pose, 1.0)
        if next_end is None:
            ends.pop(index)
        elif rng.random() < 0.12:
            ends.append((_side_end(pose, width), 1.0))
    return poses


def snake_poses(rng: np.random.Generator, span: tuple[float, float], width: float, count: int) -> list[Pose]:
    """A line that runs to and fro, its lanes side by side or hardly apart; a tile across joins each to the next."""
    turn = float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.6 else 0.0
    gap = float(rng.choice([0.0, 0.02, 0.06]))
    apart = float(rng.choice([0.0, 0.05, 0.5]))
    lane_length = int(rng.integers(2, max(3, int(min(span) / 2.4))))
    pitch, step = 2.0 + apart, 2.0 + gap
    poses: list[Pose] = []
    u, v, way = -float(lane_length), float(rng.uniform(-0.3, 0.0) * min(span)), 1.0
    while len(poses) < count:
        for place in range(lane_length):
            poses.append((u + way * step * place, v, 0.0 if way > 0 else math.pi))
        end = u + way * (step * (lane_length - 1) + 1.0)
        # The tile across stands with one half before the lane's end and reaches half of the way to the next lane.
        across = end + way * (width / 2 + gap)
        poses.append((across, v + 0.5 + (pitch - 2.0) / 2, math.pi / 2))
        u, v, way = across - way * (width / 2 + 1.0 + gap), v + pitch - 1.0 + (0.0 if apart else 0.02), -way
    crooked = float(rng.choice([0.0, 0.01, 0.02]))
    return [
        (
            x * math.cos(turn) - y * math.sin(turn) + float(rng.normal(0, crooked)),
            x * math.sin(turn) + y * math.cos(turn) + float(rng.normal(0, crooked)),
            angle + turn + float(rng.normal(0, crooked)),
        )
        for x, y, angle in poses[:count]
    ]


def line_poses(rng: np.random.Generator, span: tuple[float, float], count: int) -> list[Pose]:
    """Two or three straight lines side by side, near each other or touching, as two lines of play lie."""
    turn = float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.6 else 0.0
    step, apart = 2.0 + float(rng.choice([0.0, 0.02, 0.1])), 1.0 + float(rng.choice([0.02, 0.15, 0.5, 1.0]))
    many = int(rng.integers(2, 4))
    poses: list[Pose] = []
    for line in range(many):
        v = (line - (many - 1) / 2) * apart
        shift = float(rng.uniform(-1, 1))
        for place in range(-(count // many // 2), count // many - count // many // 2):
            u = place * step + shift
            x, y = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
            if max(abs(x) / span[0], abs(y) / span[1]) < 0.55:
                poses.append((x, y, turn + math.pi * float(rng.integers(2)) + float(rng.normal(0, 0.01))))
    return poses or [(0.0, 0.0, turn)]


def pile_poses(rng: np.random.Generator, span: tuple[float, float], count: int) -> tuple[list[Pose], list[int]]:
    """Tiles tipped out onto a spot, and how many lie below each: one that meets others lies on the highest of them."""
    middle, spread = rng.uniform(-0.2, 0.2, 2) * span, min(span) * float(rng.uniform(0.12, 0.3))
    poses: list[Pose] = []
    levels: list[int] = []
    for x, y in rng.normal(middle, spread, (count, 2)):
        pose = (float(x), float(y), float(rng.uniform(-math.pi, math.pi)))
        level = max(
            (1 + there for other, there in zip(poses, levels, strict=True) if _overlap(pose, other, 0)), default=0
        )
        if level < 4:
            poses.append(pose)
            levels.append(level)
    return poses, levels


def standing_rows(
    rng: np.random.Generator,
    span: tuple[float, float],
    max_pips: int,
    taken: list[PlacedTile],
    seat: float | None = None,
) -> list[PlacedTile]:
    """A hand or two as players hold them: some tiles on edge in a row, at a side of the table.

    `seat` is the direction in which a player sits; the first row stands there and shows its faces to the player.
    """
    there = [(*tile.center, tile.angle) for tile in taken]
    rows: list[PlacedTile] = []
    for hand in range(int(rng.integers(1, 3))):
        there += [(*tile.center, tile.angle) for tile in rows]
        turn = float(rng.uniform(-math.pi, math.pi))
        away = float(rng.uniform(0.1, 0.45)) * min(span)
        if seat is not None and hand == 0:  # a tile's face looks to its angle - 90 degrees
            turn, away = seat + math.pi / 2 + float(rng.normal(0, 0.2)), -away
        pitch = 2.0 + float(rng.choice([0.0, 0.05, 0.3]))
        count = int(rng.integers(1, 8))
        away_from = turn + math.pi / 2
        for place in range(count):
            along = (place - (count - 1) / 2) * pitch
            x = math.cos(turn) * along + math.cos(away_from) * away
            y = math.sin(turn) * along + math.sin(away_from) * away
            angle = turn + (math.pi if rng.random() < 0.1 else 0.0) + float(rng.normal(0, 0.03))
            if not any(_overlap((x, y, angle), pose, 0.0) for pose in there):
                rows.append(PlacedTile(_random_pips(rng, max_pips), (x, y), angle, standing=True))
    return rows


def _next_pose(
    rng: np.random.Generator, outward: Pose, width: float, gap: float
) -> tuple[Pose, tuple[Pose, float] | None]:
    """The next tile at an end that looks along `outward`, and the new end (None for a dead one)."""
    x, y, angle = outward
    reach = 1.0 + gap
    kind = rng.random()
    cos, sin = math.cos(angle), math.sin(angle)
    if kind < 0.14:  # a double across
        step = reach + width / 2
        pose = (x + step * cos, y + step * sin, angle + math.pi / 2)
        beyond = (x + (step + width / 2 - 1.0) * cos, y + (step + width / 2 - 1.0) * sin, angle)
        return pose, (beyond, 1.0)
    if kind < 0.34:  # a corner: the next tile leaves to the side
        side = 1.0 if rng.random() < 0.5 else -1.0
        step = reach + width / 2
        pose = (x + step * cos - side * 0.5 * sin, y + step * sin + side * 0.5 * cos, angle + side * math.pi / 2)
        return pose, (pose, 1.0)
    if kind < 0.42:  # a corner beside the end, joined along the long side
        side = 1.0 if rng.random() < 0.5 else -1.0
        over = 0.5
        step = width / 2 + 1.0 + gap
        pose = (x + over * cos - side * step * sin, y + over * sin + side * step * cos, angle + side * math.pi / 2)
        return pose, (pose, 1.0)
    step = reach + 1.0
    pose = (x + step * cos, y + step * sin, angle)
    return pose, (pose, 1.0)


def _side_end(pose: Pose, width: float, side: float = 1.0) -> Pose:
    """The end from which a branch leaves the middle of a tile's long side: as far behind it as an end's tile is."""
    angle = pose[2] + side * math.pi / 2
    back = width / 2 - 1.0
    return (pose[0] + back * math.cos(angle), pose[1] + back * math.sin(angle), angle)


def _overlap(one: Pose, other: Pose, gap: float) -> bool:
    """Whether two tiles, each 2 by 1 and grown by half of `gap` on every side, overlap (separating axes)."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    if dx * dx + dy * dy > (2.3 + gap) ** 2:
        return False
    for axis in (one[2], one[2] + math.pi / 2, other[2], other[2] + math.pi / 2):
        ux, uy = math.cos(axis), math.sin(axis)
        reach = sum(
            abs(math.cos(axis - pose[2])) * (1.0 + gap / 2) + abs(math.sin(axis - pose[2])) * (0.5 + gap / 2)
            for pose in (one, other)
        )
        if abs(dx * ux + dy * uy) >= reach:
            return False
    return True
