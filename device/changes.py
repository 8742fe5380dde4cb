"""What a still frame changed on the table, seen from the game: questions to a `TableUpdate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.events import Played
from engine.rulesets import RuleSet
from engine.state import MatchState
from engine.tiles import Tile
from vision.table import ObservedPlay, TableUpdate


def is_replaced(update: TableUpdate) -> bool:
    """Whether the line was taken away and another one begun since the frame before."""
    return bool(update.removed) and is_all_new(update)


def is_all_new(update: TableUpdate) -> bool:
    """Whether every tile of the line was laid just now."""
    return {play.row for play in update.plays} == set(update.line)


def tiles_of_turn(plays: Sequence[ObservedPlay], rules: RuleSet) -> int:
    """How many of the last plays one seat may have made in one turn."""
    doubles = 0
    for play in plays[: -rules.multi_doubles - 1 : -1]:
        if not play.tile.is_double:
            break
        doubles += 1
    behind_bone = rules.after_bone and doubles and len(plays) > doubles and not plays[-doubles - 1].tile.is_double
    return max(1, doubles + bool(behind_bone))


def same_tiles(update: TableUpdate, state: MatchState) -> bool:
    """Whether the line on the table holds the tiles that the log holds, those laid face down by their number."""
    seen = Counter(update.layout.tile(row) for row in update.line)
    return seen == Counter(None if laid.closed else laid.tile for laid in state.line.placed)


def play_of(plays: Iterable[Played], tile: Tile) -> int | None:
    """The number of the newest play that laid this tile."""
    return next((play.seq for play in reversed(list(plays)) if play.tiles[-1].tile == tile), None)
