"""DPN, the Domino Portable Notation: games as text that people can read and write (docs/notation.md)."""

from engine.dpn.from_events import from_events
from engine.dpn.model import Game
from engine.dpn.reader import read
from engine.dpn.to_events import to_events
from engine.dpn.writer import write

__all__ = ["Game", "from_events", "read", "to_events", "write"]
