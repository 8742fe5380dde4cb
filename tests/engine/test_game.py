"""A round with all hands known: the fast round is the readable one, push and pop, and the rules of a turn."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chain_round import ChainRound, is_plain_chain, start_round
from engine.errors import IllegalPlayError
from engine.events import Seat
from engine.game import Draw, Move, Outcome, Pass, Play, Round
from engine.line import Joint, LineStatus, Placement
from engine.rulesets import RuleSet, get, ids, parse
from engine.selfplay import deal
from engine.tiles import Tile
from tests.engine.support import hands, kinds, kozel, tiles

SEEDS = st.integers(0, 2**32 - 1)
PLAIN = [
    ("kozel.pair", 4),
    ("kozel.pair lead_with=any", 4),
    ("kozel.solo", 4),
    ("kozel.solo", 3),
    ("kozel.solo", 2),
    ("kozel.solo three_without_blank=yes fish_when=strict", 3),
    ("kozel.solo draw=none fish_when=strict", 2),
    ("kozel.solo draw=none fish_when=early", 3),
    ("classic", 4),
    ("classic bazaar_keep=2", 2),
    ("classic set=D9 draw=none", 4),
    ("classic.two", 2),
]


def dealt(game: tuple[str, int], seed: int) -> tuple[RuleSet, dict[str, list[Tile]], list[Tile]]:
    rules = parse(game[0])
    return rules, *deal(rules, [Seat(letter, letter) for letter in "ABCD"[: game[1]]], Random(seed))


def known(game: Round) -> tuple[object, ...]:
    """All that a round tells about itself."""
    held = {seat: sorted(hand) for seat, hand in game.hands.items()}
    moves = set(game.legal_moves())
    line = game.line
    return (
        held, list(game.bazaar), game.turn, game.plays, game.passes, game.drawn, game.outcome(), moves,
        line.placed, line.open_ends,
    )  # fmt: skip


@pytest.mark.parametrize("leads", [None, "B"])
@pytest.mark.parametrize("game", PLAIN)
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_fast_round_is_the_readable_one(game: tuple[str, int], leads: str | None, seed: int) -> None:
    rules, held, bazaar = dealt(game, seed)
    fast, plain = start_round(rules, held, bazaar, leads), Round(rules, held, bazaar, leads)
    assert isinstance(fast, ChainRound)
    rng, states = Random(seed), [known(plain)]
    assert known(fast) == states[0]
    while fast.outcome() is None:
        move = rng.choice(list(fast.legal_moves()))
        fast.push(move)
        plain.push(move)
        states.append(known(plain))
        assert known(fast) == states[-1]
    for state in reversed(states[:-1]):
        assert fast.pop() == plain.pop()
        assert known(fast) == known(plain) == state


@pytest.mark.parametrize("game", PLAIN)
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_playing_out_at_a_stretch_is_playing_move_by_move(game: tuple[str, int], seed: int) -> None:
    rules, held, bazaar = dealt(game, seed)
    out, steps = (start_round(rules, held, bazaar, "A") for _ in range(2))
    rng = Random(seed)
    for _ in range(seed % 9):  # the stretch begins anywhere
        for move in out.legal_moves()[:1]:
            out.push(move)
            steps.push(move)
    while moves := steps.legal_moves():
        steps.push(moves[int(rng.random() * len(moves)) if len(moves) > 1 else 0])
    assert out.play_out(Random(seed)) == steps.outcome()
    assert known(out) == known(steps)
    while steps.plays:
        assert out.pop() == steps.pop()
        assert known(out) == known(steps)


@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_push_takes_the_legal_moves_and_no_other(seed: int) -> None:
    rules, held, bazaar = dealt(("kozel.solo", 3), seed)
    rng = Random(seed)
    rounds = [start_round(rules, held, bazaar), Round(rules, held, bazaar)]
    every: list[Move] = [Play((Placement(tile, end),)) for tile in rules.set for end in (None, "L", "R")]
    every += [Draw(), Pass(), Play((Placement(Tile(1, 1), "L", closed=True),))]
    while True:
        for game in rounds:
            legal, before = set(game.legal_moves()), known(game)
            for move in every:
                if move in legal:
                    game.push(move)
                    assert game.pop() == move
                else:
                    with pytest.raises(IllegalPlayError):
                        game.push(move)
                assert known(game) == before
        moves = list(rounds[0].legal_moves())
        if not moves:
            break
        move = rng.choice(moves)
        for game in rounds:
            game.push(move)


def tables() -> list[tuple[str, int]]:
    """Every game whose rounds are played on a line, for each number of players."""
    found = []
    for rules_id in ids():
        rules = get(rules_id)
        if rules.turns and rules.line in ("chain", "house"):
            found += [(rules_id, seats) for seats in rules.seats]
    return found


@pytest.mark.parametrize("game", tables())
@given(seed=SEEDS)
@settings(max_examples=4, deadline=None)
def test_every_game_is_undone_exactly_and_keeps_the_free_checks(game: tuple[str, int], seed: int) -> None:
    """rules.md 1.1: adjacency, uniqueness, parity, and all tiles are somewhere once."""
    rules, held, bazaar = dealt(game, seed)
    rng, states = Random(seed), []
    round_ = start_round(rules, held, bazaar)
    everything = sorted(rules.tiles(game[1]))
    while True:
        states.append(known(round_))
        rows = {seat: list(hand) for seat, hand in round_.hands.items()}
        line = round_.line
        assert line.parity_holds()
        assert line.status() is LineStatus.VALID
        assert sorted([*line.tiles, *round_.bazaar, *(tile for hand in rows.values() for tile in hand)]) == everything
        moves = round_.legal_moves()
        assert (not moves) == (round_.outcome() is not None)
        if not moves:
            break
        move = rng.choice(list(moves))
        round_.push(move)
        assert round_.pop() == move
        assert (known(round_), round_.hands) == (states[-1], rows)
        round_.push(move)
    if rules.set.max_pips == 6 and len(everything) == 28:
        assert sum(tile.pips for tile in everything) == 168
    for state in reversed(states[:-1]):
        round_.pop()
        assert known(round_) == state


def test_plain_chains_are_played_fast() -> None:
    assert is_plain_chain(parse("kozel.solo"))
    for option in ("copies=2 draw=none", "multi_doubles=2", "voluntary_draw=yes", "line=house", "after_bone=yes"):
        assert not is_plain_chain(parse(f"kozel.solo {option}"))


def test_pop_without_a_move() -> None:
    for kind in (Round, ChainRound):
        with pytest.raises(IndexError):
            kind(parse("kozel.solo"), hands({"A": "1-1", "B": "2-1"})).pop()


# -- the rules of a turn ---------------------------------------------------------------------------------------------


def plays_of(game: Round) -> set[str]:
    """The legal plays, as "6-4@L" or "3-3@R 5-5@Lx"."""
    return {
        " ".join(f"{one.tile}{'@' + one.end if one.end else ''}{'x' if one.closed else ''}" for one in play.placements)
        for play in game.legal_plays()
    }


def lay(game: Round, text: str) -> None:
    """Makes the play "6-4@L" or "3-3@R 5-5@Lx"."""
    placements = []
    for word in text.split():
        tile, _, end = word.removesuffix("x").partition("@")
        placements.append(Placement(Tile.parse(tile), end or None, word.endswith("x")))
    game.push(Play(tuple(placements)))


@pytest.mark.parametrize("kind", [Round, ChainRound])
@pytest.mark.parametrize(
    ("hand", "leads"),
    [
        ("3-3 6-4 5-5", {"3-3", "5-5"}),
        ("6-6 6-4 3-3", {"6-6", "3-3"}),  # 0-0 and 6-6 may lead too, but need not
        ("6-6 6-4", {"6-6", "6-4"}),
        ("0-0 6-6 2-1", {"0-0", "6-6", "2-1"}),
        ("6-4 2-1", {"6-4", "2-1"}),
    ],
)
def test_lead_with_a_double(kind: type[Round], hand: str, leads: set[str]) -> None:
    rules = parse("kozel.pair")
    held = {"A": tiles(hand), "B": tiles("1-1"), "C": tiles("2-2"), "D": tiles("4-4")}
    assert plays_of(kind(rules, held, leader="A")) == leads


def test_forced_lead_outweighs_the_double() -> None:
    game = start_round(parse("kozel.pair"), hands({"A": "3-3 5-5", "B": "1-1 6-4 2-2", "C": "2-1", "D": "4-4"}))
    assert (game.turn, plays_of(game)) == ("B", {"1-1"})


def test_doubles_after_a_tile_that_is_none() -> None:
    # D-29: with after_bone the doubles of a turn may follow one other tile, each at an end of its own
    held = hands({"A": "5-3 6-6", "B": "5-1 3-3 5-5 6-3"})
    without, with_bone = (
        Round(parse(f"osel draw=none {option}"), held, leader="A") for option in ("", "after_bone=yes")
    )
    for game in (without, with_bone):
        lay(game, "5-3")
    singles = {"5-1@L", "3-3@R", "3-3@Rx", "5-5@L", "5-5@Lx", "6-3@R"}
    pairs = {f"3-3@R{a} 5-5@L{b}" for a in ("", "x") for b in ("", "x")}
    assert plays_of(without) == singles | pairs
    behind = {f"5-1@L 3-3@R{x}" for x in ("", "x")} | {f"6-3@R 5-5@L{x}" for x in ("", "x")}
    assert plays_of(with_bone) == singles | pairs | behind
    lay(with_bone, "5-1@L 3-3@R")
    assert [end.pips for end in with_bone.line.open_ends] == [1, 3, 3, 3]


def test_O_1_both_ends_closed() -> None:
    game = Round(parse("osel"), hands({"A": "5-3 6-4", "B": "3-3 5-5 2-1", "C": "6-6"}), leader="A")
    lay(game, "5-3")
    lay(game, "3-3@Rx 5-5@Lx")
    assert game.outcome() == Outcome("closed", fisher="B")


def test_O_5_house_is_never_closed_at_the_lead() -> None:
    game = Round(parse("osel"), hands({"A": "4-4 6-4", "B": "3-3"}), leader="A")
    with pytest.raises(IllegalPlayError):
        lay(game, "4-4x")


def test_drawing_where_a_tile_fits() -> None:
    # D-14
    held, bazaar = hands({"A": "5-3 1-1", "B": "5-4 0-0"}), tiles("6-6 6-5")
    may = Round(parse("classic voluntary_draw=yes"), held, bazaar, "A")
    must = start_round(parse("classic"), held, bazaar, "A")
    for game in (may, must):
        lay(game, "5-3")
    assert set(must.legal_moves()) == {Play((Placement(Tile(5, 4), "L"),))}
    assert set(may.legal_moves()) == {Play((Placement(Tile(5, 4), "L"),)), Draw()}
    may.push(Draw())
    assert may.hands["B"] == tiles("5-4 0-0 6-5")


@pytest.mark.parametrize("kind", [Round, ChainRound])
@pytest.mark.parametrize(("option", "fish"), [("yes", True), ("no", False)])
def test_three_play_without_the_blank(kind: type[Round], option: str, fish: bool) -> None:
    # six simple blanks lie, both ends are blank: with 0-0 aside nobody can go on
    rules = parse(f"kozel.solo fish_when=strict three_without_blank={option}")
    held = hands({"A": "1-0 3-0 5-0 1-1", "B": "2-1 4-3 6-5 2-2", "C": "2-0 4-0 6-0 3-3"})
    game = kind(rules, held, leader="A")
    for play in ["1-0", "2-1@L", "2-0@L", "3-0@L", "4-3@L", "4-0@L", "5-0@L", "6-5@L", "6-0@L"]:
        assert game.outcome() is None
        lay(game, play)
    assert game.outcome() == (Outcome("fish", fisher="C") if fish else None)
    assert game.line.is_out(Tile(0, 0)) is not fish


@pytest.mark.parametrize(("option", "found"), [("yes", ["play"]), ("no", ["pass", "pass", "pass", "play"])])
def test_referee_joins_a_double_to_the_tile_before_it(option: str, found: list[str]) -> None:
    # D-29: D lays 6-1 and then 3-3; where that is not one turn, the others must have passed
    referee = kozel("A:1-1 B:1-5@L C:1-3@R D:1-6@U", f"osel after_bone={option}")
    assert kinds(referee.play(Tile(3, 3), [Joint(Tile(3, 1), 3, 3)], 9.0, seat_hint="D")) == found


def test_referee_keeps_the_end_of_a_turn_for_one_tile() -> None:
    referee = kozel("A:1-1 B:1-5@L C:1-3@R D:1-6@U", "osel after_bone=yes")
    events = referee.play(Tile(6, 6), [Joint(Tile(6, 1), 6, 6)], 9.0, seat_hint="D")  # on the tile of the same turn
    assert kinds(events) == ["pass", "pass", "pass", "play"]
