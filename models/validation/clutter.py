"""What else lies on a table: things with dots, things as bright and as square as tiles, hands and cups."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from models.validation.blender import material, picture, put, rounded, thing
from models.validation.forms import box, sheet, solid_box, turned
from models.validation.poses import Floats, moved, pose
from models.validation.shapes import pip_places

Builder = Callable[[np.random.Generator, Floats], None]
Point = tuple[float, float, float]
Limb = tuple[Point, Point, float]
"""From where to where, and how thick."""

CLEAR = "clear"
"""Things whose name begins so let the eye through."""


def build_thing(name: str, rng: np.random.Generator, x: float, y: float, z: float = 0.0) -> None:
    """Puts one thing, or a few of a kind, on the table at a place."""
    _BUILDERS[name](rng, pose(x, y, z, float(rng.uniform(-math.pi, math.pi))))


def build_hand(rng: np.random.Generator, x: float, y: float, angle: float) -> None:
    """A hand and a forearm that reach to a place from the direction `angle`, of soft balls along simple limbs."""
    import bpy

    tone = rng.uniform([0.55, 0.35, 0.25], [0.95, 0.72, 0.6]) * float(rng.uniform(0.6, 1.0))
    data = bpy.data.metaballs.new("hand")
    data.resolution = data.render_resolution = 0.45
    limbs: list[Limb] = [((5.0, 0, 2.0), (9.5, 0, 1.8), 2.3), ((10.0, 0, 2.0), (16.0, 0, 3.4), 1.9)]
    for finger in range(4):
        aside = (finger - 1.5) * 1.9
        knuckle, joint, end = (4.6, aside * 0.9, 2.2), (2.2, aside * 1.15, 2.3), (-0.4, aside * 1.3, 0.9)
        limbs += [(knuckle, joint, 0.95), (joint, end, 0.85)]
    side = float(rng.choice([-1, 1]))
    limbs += [((8.0, side * 2.2, 1.6), (4.6, side * 5.0, 1.2), 1.05)]
    for start, end, radius in limbs:
        for share in np.linspace(0, 1, max(3, int(np.linalg.norm(np.subtract(end, start)) / radius * 2.2))):
            ball = data.elements.new()
            ball.co = tuple(np.array(start) + (np.array(end) - np.array(start)) * share)
            ball.radius = radius * 1.35
    soft = put("hand", data, pose(x, y, 0.4, angle))
    bpy.context.view_layer.update()
    whole = bpy.data.meshes.new_from_object(soft.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(soft)
    red, green, blue = (float(value) for value in np.clip(tone, 0, 1))
    whole.materials.clear()
    whole.materials.append(material("skin", (red, green, blue), 0.55, settings={"Subsurface Weight": 0.1}))
    whole.polygons.foreach_set("use_smooth", np.full(len(whole.polygons), True))
    put("hand", whole, pose(x, y, 0.4, angle))
    red, green, blue = (float(value) for value in rng.uniform(0.05, 0.8, 3))
    cloth = material("sleeve", (red, green, blue), 0.9)
    profile = np.array([[2.9, 0], [3.6, 0.2], [3.9, 8], [4.4, 40]])
    sleeve = pose(x, y, 0.0, angle)
    sleeve[:3, 3] = moved(sleeve, np.array([[14.5, 0.0, 3.6]]))[0]
    thing("sleeve", turned(profile), [cloth], sleeve @ _lying(0.12))


def _lying(lift: float) -> Floats:
    """Turns a thing that stands so that its axis runs along x, rising by `lift`."""
    return pose(0, 0, 0, 0, 0, lift) @ np.array([[0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 1]], float)


def _dice(rng: np.random.Generator, at: Floats) -> None:
    side = float(rng.uniform(1.0, 2.0))
    light = rng.random() < 0.6
    color = rng.uniform(0.8, 1, 3) if light else rng.uniform(0.02, 0.6, 3)
    dot = np.full(3, 0.05) if light else np.ones(3)
    pixels = 48
    faces = np.ones((pixels, 6 * pixels, 3)) * color
    down, across = np.mgrid[0:pixels, 0:pixels] / pixels * 2 - 1
    for face, number in enumerate((1, 6, 2, 5, 3, 4)):
        for along, aside in pip_places(number) * 0.55:
            faces[:, face * pixels : (face + 1) * pixels][np.hypot(down - along, across - aside) < 0.19] = dot
    skin = material("die", rough=0.25, image=picture("die", faces))
    for _ in range(int(rng.integers(1, 6))):
        spot = at @ _near(rng, 4)
        rounded(thing("die", box(side, side, side, 6), [skin, skin], spot, smooth=False), side * 0.08)


def _coins(rng: np.random.Generator, at: Floats) -> None:
    for _ in range(int(rng.integers(1, 7))):
        radius = float(rng.uniform(0.8, 1.35))
        color = ((0.8, 0.78, 0.74), (0.85, 0.68, 0.35), (0.7, 0.42, 0.28))[int(rng.integers(3))]
        metal = material("coin", color, 0.3, metal=1.0)
        shares = np.array([1, 1, 0.93, 0.9, 0.4, 0.3, 0])
        rim = np.column_stack([radius * shares, [0, 0.18, 0.18, 0.13, 0.13, 0.17, 0.17]])
        thing("coin", turned(rim), [metal], at @ _near(rng, 3, False), smooth=False)


def _cup(rng: np.random.Generator, at: Floats) -> None:
    radius, high = float(rng.uniform(3, 4.5)), float(rng.uniform(6, 9.5))
    profile = np.column_stack([radius * np.array([0.7, 0.8, 1, 0.94, 0.75]), [0, 0.3, high, high, 1]])
    glaze = material("cup", _any(rng), 0.15)
    thing("cup", turned(profile), [glaze], at)
    drink = material("drink", (0.16, 0.07, 0.03), 0.05)
    thing("drink", turned(np.array([[radius * 0.93, high * 0.85], [0, high * 0.85]])), [drink], at)
    if rng.random() < 0.6:
        plate = np.column_stack([radius * np.array([0.8, 1.9, 1.85, 0.8, 0]), [0, 0.9, 1.0, 0.15, 0.15]])
        thing("saucer", turned(plate), [glaze], at)


def _glass(rng: np.random.Generator, at: Floats) -> None:
    radius, high = float(rng.uniform(2.8, 3.8)), float(rng.uniform(7, 13))
    profile = np.column_stack([radius * np.array([0, 0.85, 1, 0.95, 0.8, 0]), [0, 0, high, high, 0.8, 0.8]])
    clear = material("glass", (0.97, 1, 1), 0.02, settings={"Transmission Weight": 1.0, "IOR": 1.3})
    thing(f"{CLEAR} glass", turned(profile), [clear], at).visible_shadow = False


def _cards(rng: np.random.Generator, at: Floats) -> None:
    for row in range(int(rng.integers(1, 6))):
        paint = picture("card", _card(rng))
        flat = at @ _near(rng, 3, z=0.95 + 0.03 * row)
        thing("card", box(5.7, 8.8, 0.03), [material("card", rough=0.4, image=paint)] * 2, flat, smooth=False)


def _card(rng: np.random.Generator) -> Floats:
    """A playing card: symbols in two columns, or a patterned back."""
    card = np.ones((176, 114, 3)) * 0.96
    down, across = np.mgrid[0:176, 0:114]
    if rng.random() < 0.25:
        inner = (abs(down - 88) < 80) & (abs(across - 57) < 50)
        card[inner & ((down + across) // 6 % 2 == 0)] = rng.uniform(0, 0.6, 3)
        return card
    color = (0.8, 0.05, 0.05) if rng.random() < 0.5 else (0.05, 0.05, 0.05)
    for along, aside in pip_places(int(rng.integers(1, 11))):
        y, x = abs(down - 88 - along * 56), abs(across - 57 - aside * 26)
        shape = x / 9 + y / 12 < 1 if color[0] > 0.5 else np.hypot(x, y) < 9
        card[shape] = color
    return card


def _pens(rng: np.random.Generator, at: Floats) -> None:
    for _ in range(int(rng.integers(1, 4))):
        long, radius = float(rng.uniform(12, 17)), float(rng.uniform(0.35, 0.5))
        profile = np.array([[0, 0], [radius, 0.3], [radius, long - 1.8], [0.08, long], [0, long]])
        spot = at @ _near(rng, 2, z=1.4) @ _lying(0.0)
        thing("pen", turned(profile, 12), [material("pen", _any(rng), 0.3)], spot)


def _phone(rng: np.random.Generator, at: Floats) -> None:
    rounded(thing("phone", solid_box(15, 7.4, 0.8), [material("phone", (0.02, 0.02, 0.025), 0.06)], at), 0.35)


def _remote(rng: np.random.Generator, at: Floats) -> None:
    rounded(thing("remote", solid_box(17, 4.6, 1.8), [material("remote", (0.05, 0.05, 0.055), 0.4)], at), 0.5)
    tones = [material("button", _any(rng), 0.5), material("button", (0.75, 0.75, 0.75), 0.5)]
    knob = np.array([[0.5, 0], [0.5, 0.22], [0.4, 0.3], [0, 0.3]])
    for row in range(9):
        for column in range(3):
            spot = at @ pose(-7 + row * 1.6, (column - 1) * 1.3, 1.78, 0)
            thing("button", turned(knob, 14), [tones[int(rng.random() < 0.85)]], spot)


def _keyboard(rng: np.random.Generator, at: Floats) -> None:
    dark = rng.random() < 0.5
    body = material("board", (0.1, 0.1, 0.1) if dark else (0.8, 0.8, 0.8), 0.5)
    key = material("key", (0.04, 0.04, 0.04) if dark else (0.93, 0.93, 0.92), 0.5)
    rounded(thing("board", solid_box(30, 11, 1.2), [body], at), 0.3)
    for row in range(5):
        for column in range(15):
            spot = at @ pose(-14 + column * 1.95 + 0.3 * (row % 3), -4 + row * 1.95, 1.2, 0)
            rounded(thing("key", solid_box(1.6, 1.6, 0.6), [key], spot), 0.2, 1)


def _buttons(rng: np.random.Generator, at: Floats) -> None:
    """Sewing buttons with two or four holes."""
    for _ in range(int(rng.integers(3, 10))):
        radius, color = float(rng.uniform(0.6, 1.3)), np.array(_any(rng))
        down, across = np.mgrid[0:64, 0:64] / 32 - 1
        paint = np.ones((64, 64, 3)) * color
        for along, aside in pip_places(2 if rng.random() < 0.4 else 4) * 0.24:
            paint[np.hypot(down - along, across - aside) < 0.13] = 0.03
        skin = material("button", rough=0.3, image=picture("button", paint))
        profile = np.array([[radius, 0], [radius, 0.25], [radius * 0.85, 0.3], [radius * 0.7, 0.22], [0, 0.22]])
        thing("button", turned(profile), [skin], at @ _near(rng, 4))


def _brick(rng: np.random.Generator, at: Floats) -> None:
    """Toy bricks with studs, two by four as often as not."""
    for _ in range(int(rng.integers(1, 4))):
        skin = material("brick", _any(rng), 0.2)
        spot = at @ _near(rng, 5)
        rows = int(rng.integers(2, 5))
        rounded(thing("brick", solid_box(0.8 * rows, 1.6, 0.96), [skin], spot), 0.03, 1)
        for row in range(rows):
            for column in range(2):
                stud = np.array([[0.24, 0], [0.24, 0.18], [0, 0.18]])
                place = pose(0.8 * (row - (rows - 1) / 2), 0.8 * (column - 0.5), 0.95, 0)
                thing("stud", turned(stud, 16), [skin], spot @ place, smooth=False)


def _blister(rng: np.random.Generator, at: Floats) -> None:
    """A strip of pills."""
    foil = material("foil", (0.8, 0.8, 0.82), 0.25, metal=1.0)
    thing("foil", box(9, 3.6, 0.08), [foil, foil], at, smooth=False)
    pill = material("pill", (0.95, 0.93, 0.9) if rng.random() < 0.6 else _any(rng), 0.3)
    profile = np.array([[0.55, 0], [0.5, 0.25], [0.3, 0.4], [0, 0.45]])
    for row in range(5):
        for column in range(2):
            if rng.random() < 0.85:
                thing("pill", turned(profile, 18), [pill], at @ pose(-3.4 + row * 1.7, (column - 0.5) * 1.7, 0.07, 0))


def _book(rng: np.random.Generator, at: Floats) -> None:
    cover = material("cover", _any(rng), 0.5)
    paper = material("paper", (0.9, 0.87, 0.8), 0.9)
    thing("book", box(20, 13, float(rng.uniform(1, 3))), [cover, paper], at, smooth=False)


def _caps(rng: np.random.Generator, at: Floats) -> None:
    for _ in range(int(rng.integers(2, 7))):
        radius = float(rng.uniform(1.3, 1.6))
        profile = np.array([[radius, 0], [radius * 0.9, 0.5], [radius * 0.8, 0.62], [0, 0.65]])
        thing("cap", turned(profile, 21), [material("cap", _any(rng), 0.3)], at @ _near(rng, 5, False))


def _sheet_of_dots(rng: np.random.Generator, at: Floats) -> None:
    """A printed card with dots in rows, as on a game's box."""
    paint = np.ones((160, 160, 3)) * rng.uniform(0.6, 1, 3)
    down, across = np.mgrid[0:160, 0:160]
    for row in range(4):
        for column in range(4):
            paint[np.hypot(down - 20 - 40 * row, across - 20 - 40 * column) < 9] = rng.uniform(0, 0.4, 3)
    thing("dots", sheet(8, 8, np.zeros((2, 2))), [material("dots", rough=0.6, image=picture("dots", paint))], at)


def _near(rng: np.random.Generator, spread: float, turned_too: bool = True, z: float = 0.0) -> Floats:
    """A pose near the middle of a group of things."""
    x, y = (float(value) for value in rng.normal(0, spread, 2))
    return pose(x, y, z, float(rng.uniform(-3, 3)) if turned_too else 0.0)


def _any(rng: np.random.Generator) -> tuple[float, float, float]:
    red, green, blue = (float(value) for value in rng.uniform(0.03, 0.95, 3))
    return red, green, blue


_BUILDERS: dict[str, Builder] = {
    "dice": _dice,
    "coins": _coins,
    "cup": _cup,
    "glass": _glass,
    "cards": _cards,
    "pens": _pens,
    "phone": _phone,
    "remote": _remote,
    "keyboard": _keyboard,
    "buttons": _buttons,
    "brick": _brick,
    "blister": _blister,
    "book": _book,
    "bottle caps": _caps,
    "dots": _sheet_of_dots,
}
