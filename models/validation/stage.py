"""Builds a plan in Blender, lets heaps fall, says what the camera sees, and traces the picture."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from models.validation.blender import fresh_scene, material, picture, put, thing
from models.validation.clutter import CLEAR, build_hand, build_thing
from models.validation.forms import solid_box
from models.validation.lights import build_light
from models.validation.plan import Plan
from models.validation.poses import Floats, Piece, pose
from models.validation.shapes import Mesh, tile_mesh, tile_picture
from models.validation.tables import build_table
from models.validation.truth import Sees
from models.validation.view import SENSOR, View

SAMPLES = 3


def build(plan: Plan) -> list[Piece]:
    """Puts everything on the stage; the tiles as they lie in the end."""
    rng = plan.chance()
    fresh_scene()
    pieces = fallen(plan) if plan.layout == "heap" else list(plan.pieces)
    places = np.array([piece.pose[:2, 3] for piece in pieces]).reshape(-1, 2)
    build_table(plan.table, rng, places)
    build_light(plan.light, rng)
    for row, piece in enumerate(pieces):
        _tile(plan, row, piece, rng)
    _clutter(plan, places, rng)
    _camera(plan.view)
    return pieces


def trace(path: Path, threads: int = 1) -> None:
    """Traces the stage into a PNG file."""
    import bpy

    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", SAMPLES, False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.transmission_bounces = 4, 1, 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 3.0
    cycles.use_light_tree = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_quality, cycles.denoising_prefilter = "FAST", "NONE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    scene.view_settings.view_transform = "Standard"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.image_settings.file_format, scene.render.image_settings.compression = "PNG", 0
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)


def eye(view: View) -> Sees:
    """Asks by casting rays whether a point of a tile is seen."""
    import bpy
    from mathutils import Vector

    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    start = view.matrix()[:3, 3]

    def sees(row: int, point: Floats) -> bool:
        origin, toward = Vector(start), Vector(point - start).normalized()
        for _ in range(6):
            hit, place, _normal, _face, item, _matrix = bpy.context.scene.ray_cast(graph, origin, toward)
            if not hit:
                return False
            if not item.name.startswith(CLEAR) and item.visible_camera:
                return bool(item.name == _name(row))
            origin = place + toward * 0.001
        return False

    return sees


def fallen(plan: Plan) -> list[Piece]:
    """The tiles of a heap after they have dropped onto the table and onto each other."""
    import bpy

    scene = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.substeps_per_frame, world.solver_iterations, world.point_cache.frame_end = 20, 20, 90
    scene.gravity = (0, 0, -98.0)
    kind = plan.kind
    ground = thing("ground", _centred(400, 400, 10), [], pose(0, 0, -5, 0))
    body = _centred(kind.length, kind.width, kind.thickness)
    items = [thing("dropped", body, [], piece.pose) for piece in plan.pieces]
    for item in (ground, *items):
        bpy.context.view_layer.objects.active = item
        bpy.ops.rigidbody.object_add(type="PASSIVE" if item is ground else "ACTIVE")
        shape = item.rigid_body
        shape.collision_shape, shape.friction, shape.restitution = "BOX", 0.5, 0.05
        shape.use_margin, shape.collision_margin = True, 0.0
    for frame in range(1, 91):
        scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    rested = [np.array(item.evaluated_get(graph).matrix_world) for item in items]
    pieces = [Piece(piece.pips, place) for piece, place in zip(plan.pieces, rested, strict=True)]
    fresh_scene()
    return [piece for piece in pieces if piece.pose[2, 3] > 0 and abs(piece.pose[:2, 3]).max() < 60]


def _centred(long: float, deep: float, high: float) -> Mesh:
    """A box around its middle, as falling things are measured."""
    body = solid_box(long, deep, high)
    body.vertices[:, 2] -= high / 2
    return body


def _name(row: int) -> str:
    return f"tile {row}"


def _tile(plan: Plan, row: int, piece: Piece, rng: np.random.Generator) -> None:
    kind = plan.kind
    body = kind.bodies[row % len(kind.bodies)] if kind.bodies else None
    pixels = kind.length / plan.view.span * plan.view.size[0]
    across = int(np.clip(pixels * 0.8, 48, 256))
    paint = picture(_name(row), tile_picture(kind, piece.pips, body or kind.face, across, rng))
    settings = {"Coat Weight": kind.coat, "Coat Roughness": 0.05}
    if kind.clear:
        settings |= {"Transmission Weight": kind.clear, "IOR": 1.45}
    face = material("face", rough=kind.rough, image=paint, metal=float(kind.metal or kind.pin > 0), settings=settings)
    wall = material("wall", body or kind.side, kind.rough, settings=settings)
    foot = material("foot", body or kind.foot, kind.rough, settings=settings)
    thing(_name(row), tile_mesh(kind, piece.pips), [face, wall, foot], piece.pose)


def _clutter(plan: Plan, places: Floats, rng: np.random.Generator) -> None:
    reach = plan.view.span * 0.5
    for name in plan.things:
        for _ in range(20):
            x, y = rng.uniform(-reach, reach, 2) + np.array(plan.view.target)
            if not len(places) or np.hypot(*(places - np.array([x, y])).T).min() > 8:
                build_thing(name, rng, float(x), float(y))
                break
    for name in plan.covers:
        x, y = places[int(rng.integers(len(places)))] + rng.normal(0, 1.5, 2)
        build_thing(name, rng, float(x), float(y), plan.kind.thickness - (0.9 if name == "cards" else 0))
    for _ in range(plan.hands):
        x, y = places[int(rng.integers(len(places)))] if len(places) else rng.uniform(-reach / 2, reach / 2, 2)
        build_hand(rng, float(x), float(y), math.atan2(y, x) + float(rng.normal(0, 0.5)))


def _camera(view: View) -> None:
    import bpy

    scene = bpy.context.scene
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width, data.lens = "HORIZONTAL", SENSOR, view.focal
    data.clip_start, data.clip_end = 0.5, 2000.0
    scene.camera = put("camera", data, view.matrix())
    scene.render.resolution_x, scene.render.resolution_y = view.size
    scene.render.resolution_percentage = 100
