"""Boards of tiles from which pairs are taken: Pyramid, Spider, Travolator and Memory (rules.md 1.13)."""
