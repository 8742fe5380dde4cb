"""Laying a board out: how each kind is dealt, and how it is rebuilt from what lies on a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.errors import LogError, RulesError
from engine.rulesets import RuleSet
from engine.solitaire import memory, pyramid, spider
from engine.solitaire.board import Board, Layout
from engine.solitaire.course import Position
from engine.solitaire.travolator import Travolator
from engine.tiles import Tile

_LAYOUTS: dict[str, Callable[[RuleSet], Layout]] = {
    "pyramid": lambda rules: pyramid.pyramid(rules.pyramid_unblock),
    "spider": lambda rules: spider.spider(),
    "memory": lambda rules: memory.grid(),
}


def shuffled(rules: RuleSet, rng: Random) -> list[Tile]:
    """The tiles of one game in random order: the whole set, or twenty for Memory."""
    if rules.pair_board == "memory":
        return memory.choose(rules.set, rng)
    tiles = list(rules.set)
    rng.shuffle(tiles)
    return tiles


def deal(rules: RuleSet, rng: Random) -> Position:
    """Shuffles and lays out; every tile is known, those that lie face down too.

    Raises:
        RulesError: the rules have no such board.
    """
    return lay_out(rules, shuffled(rules, rng))


def lay_out(rules: RuleSet, tiles: Sequence[Tile | None]) -> Position:
    """The first position of a game.

    Args:
        tiles: what lies on each place in the board's order (Travolator: the top row, then the bottom one); None for a
            tile that lies face down.

    Raises:
        RulesError: the rules have no such board.
        LogError: there are too many or too few tiles, one lies twice, or one is hidden that should not be.
    """
    if rules.pair_board == "none":
        raise RulesError(f"{rules.id} has no board of pairs", f"в {rules.id} пары не собирают")
    known = [tile for tile in tiles if tile is not None]
    check(known, len(tiles), size(rules), deck(rules))
    if rules.pair_board != "travolator":
        return Board(_LAYOUTS[rules.pair_board](rules), tuple(tiles), deck(rules))
    if len(known) < len(tiles):
        raise LogError("in Travolator every tile lies face up", "в «Траволаторе» все кости лежат лицом вверх")
    half = len(known) // 2
    return Travolator(tuple(known[:half]), tuple(known[half:]))


def lay_anew(rules: RuleSet, position: Position, tiles: Sequence[Tile | None]) -> Board:
    """A smaller spider from what is left of one, in a new order; None for a tile that lies face down.

    Raises:
        LogError: this is no spider, or these are not the tiles that were left.
    """
    if rules.pair_board != "spider" or not isinstance(position, Board):
        raise LogError("only a spider is laid anew", "заново выкладывают только паука")
    known = [tile for tile in tiles if tile is not None]
    check(known, len(tiles), len(position.left), position.deck - position.taken)
    return spider.laid_anew(position, tiles)


def size(rules: RuleSet) -> int:
    """How many tiles are laid out."""
    return memory.ROWS * memory.COLUMNS if rules.pair_board == "memory" else len(rules.set)


def deck(rules: RuleSet) -> frozenset[Tile]:
    """The tiles that may lie on the board."""
    if rules.pair_board == "memory":
        return frozenset(tile for tile in rules.set if tile.pips in memory.TILES_OF_SUM)
    return frozenset(rules.set)


def check(known: Sequence[Tile], count: int, expected: int, allowed: frozenset[Tile]) -> None:
    """Checks what was laid out.

    Raises:
        LogError: there are too many or too few tiles, one lies twice, or one does not belong there.
    """
    if count != expected:
        raise LogError(
            f"{expected} tiles must lie on the board, not {count}",
            f"костей на поле должно быть {expected}, а не {count}",
        )
    for number, tile in enumerate(known):
        if tile in known[:number]:
            raise LogError(f"{tile} lies on the board twice", f"{tile} лежит на поле дважды")
        if tile not in allowed:
            raise LogError(f"{tile} does not belong on this board", f"{tile} на этом поле быть не должно")
