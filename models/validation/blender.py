"""The few words of Blender that the stage is built with: materials, pictures, meshes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from models.validation.poses import Floats
from models.validation.sets import Color
from models.validation.shapes import Mesh


def fresh_scene() -> Any:
    """An empty scene."""
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    return bpy.context.scene


def picture(name: str, pixels: Floats) -> Any:
    """A picture of (h, w, 3 or 4) numbers in 0..1, the first row at the bottom."""
    import bpy

    height, width = pixels.shape[:2]
    image = bpy.data.images.new(name, width, height, alpha=True)
    image.alpha_mode = "CHANNEL_PACKED"
    whole = np.ones((height, width, 4), np.float32)
    whole[..., : pixels.shape[2]] = pixels
    image.pixels.foreach_set(whole.ravel())
    image.update()
    return image


def material(
    name: str,
    color: Color = (0.8, 0.8, 0.8),
    rough: float = 0.5,
    image: Any = None,
    metal: float = 0.0,
    settings: Mapping[str, float] | None = None,
) -> Any:
    """A surface.

    Args:
        name: of the material.
        color: as a screen shows it; not used with an image.
        rough: 0 mirrors, 1 is dull.
        image: paint; where its last plane is 1 there is metal.
        metal: whether all is metal; with an image, at least 1 asks for its last plane.
        settings: other inputs of Blender's principled shader by name.
    """
    import bpy

    surface = bpy.data.materials.new(name)
    surface.use_nodes = True
    nodes, links = surface.node_tree.nodes, surface.node_tree.links
    shader = next(node for node in nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Base Color"].default_value = (*linear(color), 1.0)
    shader.inputs["Roughness"].default_value = rough
    shader.inputs["Metallic"].default_value = metal
    for key, value in (settings or {}).items():
        shader.inputs[key].default_value = value
    if image is not None:
        texture = nodes.new("ShaderNodeTexImage")
        texture.image, texture.extension = image, "MIRROR"
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
        if metal:
            links.new(texture.outputs["Alpha"], shader.inputs["Metallic"])
    return surface


def glowing(name: str, color: Color, strength: float) -> Any:
    """A surface that shines."""
    glow = {"Emission Strength": strength}
    surface = material(name, color, settings=glow)
    shader = next(node for node in surface.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Emission Color"].default_value = (*linear(color), 1.0)
    return surface


def thing(name: str, mesh: Mesh, materials: Sequence[Any], pose: Floats | None = None, smooth: bool = True) -> Any:
    """Puts a mesh on the stage."""
    import bpy

    data = bpy.data.meshes.new(name)
    data.from_pydata(mesh.vertices.tolist(), [], mesh.quads.tolist())
    for surface in materials:
        data.materials.append(surface)
    data.polygons.foreach_set("material_index", mesh.slots.astype(np.int32))
    data.polygons.foreach_set("use_smooth", np.full(len(mesh.quads), smooth))
    layer = data.uv_layers.new(name="places")
    layer.data.foreach_set("uv", mesh.places[mesh.quads.ravel()].astype(np.float32).ravel())
    data.update()
    return put(name, data, pose)


def put(name: str, data: Any, pose: Floats | None = None) -> Any:
    """Puts what `data` describes (a mesh, a lamp, a camera) on the stage."""
    import bpy
    from mathutils import Matrix

    item = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(item)
    if pose is not None:
        item.matrix_world = Matrix(pose.tolist())
    return item


def rounded(item: Any, radius: float, segments: int = 3) -> Any:
    """Rounds the edges of a thing."""
    bevel = item.modifiers.new("rounded", "BEVEL")
    bevel.width, bevel.segments = radius, segments
    return item


def linear(color: Color) -> Color:
    """The light that a screen's colour stands for."""
    red, green, blue = (value / 12.92 if value < 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in color)
    return red, green, blue
