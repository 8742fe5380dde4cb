"""Draws tables with dominoes as a camera above them sees them, with exact truth.

`random_table` picks a table, `render` draws it. The unit of length on the table is the side of half a tile.
"""
