"""Cameras: everything that gives frames of a table, behind one protocol (base.py)."""
