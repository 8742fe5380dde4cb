"""A second renderer, for validation only: tables that the networks were not trained on, traced in Blender.

It shares nothing with `models.renderer`, so that what the networks read here says how they do on what they never saw.
Only `render` and what builds a stage need Blender's Python package `bpy`; plans, shapes and truth are plain numpy.
Lengths are centimetres; the table is the plane z = 0, x and y run to the right and to the back.
"""
