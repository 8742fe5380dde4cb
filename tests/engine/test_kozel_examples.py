"""The worked examples K-1 to K-9 of the rules (Kozel, each for himself)."""

from __future__ import annotations

import pytest

from engine.accounts import charge
from engine.events import Event, Fish, Passed, Scored
from engine.fish import is_blocked
from engine.game import Outcome, Pass, Play, Round
from engine.hands import hand_value
from engine.ledger import Account
from engine.line import Line, Placement
from engine.rating import rating
from engine.referee import Referee
from engine.rulesets import RuleSet, get, parse
from engine.tiles import Tile
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, kinds, one, round_end, settled, tiles

KOZEL = get("kozel.solo")
ON_ONE = KOZEL.with_options(fish="on_one")
# Masha +19 remembered, Alex nothing, Olya +7, Serg +4: the accounts before K-1, K-2 and K-3
BEFORE = {
    "Masha": Account(remembered=19),
    "Alex": Account(),
    "Olya": Account(remembered=7),
    "Serg": Account(remembered=4),
}


def test_K_1_out() -> None:
    end = round_end(KOZEL, "out", {"Masha": 0, "Alex": 3, "Olya": 13, "Serg": 5}, winner="Masha")
    assert settled(KOZEL, end, BEFORE).ledger.accounts == {
        "Masha": Account(),
        "Alex": Account(remembered=3),
        "Olya": Account(score=20, open=True),
        "Serg": Account(remembered=9),
    }


def test_K_2_fish_on_all() -> None:
    end = round_end(KOZEL, "fish", {"Masha": 2, "Alex": 3, "Olya": 13, "Serg": 5})
    assert settled(KOZEL, end, BEFORE).ledger.accounts == {
        "Masha": Account(remembered=21),
        "Alex": Account(remembered=3),
        "Olya": Account(score=20, open=True),
        "Serg": Account(remembered=9),
    }


def test_K_3_fish_on_one() -> None:
    after = settled(ON_ONE, round_end(ON_ONE, "fish", {"Masha": 2, "Alex": 3, "Olya": 13, "Serg": 5}), BEFORE)
    assert after.points == {"Masha": 0, "Alex": 0, "Olya": 23, "Serg": 0}
    assert after.ledger.accounts == {
        "Masha": Account(),
        "Alex": Account(),
        "Olya": Account(score=30, open=True),
        "Serg": Account(),
    }


def test_K_4_tied_fish_on_one_is_carried_to_the_next_round() -> None:
    tied = round_end(ON_ONE, "fish", {"Masha": 3, "Alex": 14, "Olya": 14, "Serg": 4})
    board = settled(ON_ONE, tied, BEFORE).ledger
    assert board.carry == 35
    assert board.accounts == BEFORE  # D-07: a tied fish resets nobody

    out = round_end(ON_ONE, "out", {"Masha": 0, "Alex": 6, "Olya": 20, "Serg": 3}, winner="Masha")
    board = settled(ON_ONE, out, board.accounts, carry=35).ledger
    after = board.accounts
    assert board.carry == 0
    assert after["Olya"] == Account(score=7 + 20 + 35, open=True)
    assert after["Masha"] == Account()
    assert after["Alex"] == Account(remembered=6)
    assert after["Serg"] == Account(remembered=7)


def test_carry_waits_while_two_have_the_most_D_09() -> None:
    out = round_end(ON_ONE, "out", {"Masha": 0, "Alex": 6, "Olya": 6, "Serg": 3}, winner="Masha")
    board = settled(ON_ONE, out, BEFORE, carry=35).ledger
    after = board.accounts
    assert board.carry == 35
    assert after["Alex"] == Account(remembered=6)
    assert after["Olya"] == Account(remembered=13)


@pytest.mark.parametrize(
    ("carry_opens", "account"), [("yes", Account(score=25, open=True)), ("no", Account(remembered=25))]
)
def test_carry_counts_toward_thirteen_D_08(carry_opens: str, account: Account) -> None:
    rules = ON_ONE.with_options(carry_opens=carry_opens)
    end = round_end(rules, "out", {"A": 0, "B": 5}, winner="A")
    assert settled(rules, end, carry=20).ledger.accounts["B"] == account


def test_K_5_rating() -> None:
    ratings = rating({"Masha": 25, "Alex": 101, "Olya": 35, "Serg": 96})
    assert ratings == {"Masha": 8, "Alex": 0, "Olya": 7, "Serg": 1}


def test_rating_is_weighed_against_the_limit() -> None:
    # limit 51: (50 - 25) / 10 = 2.5, rounded up 3; (50 - 44) / 10 = 0.6, rounded up 1
    assert rating({"Masha": 25, "Alex": 51, "Olya": 44}, limit=51) == {"Masha": 3, "Alex": 0, "Olya": 1}


def test_K_5_rating_when_somebody_leaves() -> None:
    assert rating({"leaver": 32, "Alex": 30, "Olya": 13}, leaver="leaver") == {"leaver": 0, "Alex": 1, "Olya": 2}


def chain(text: str) -> Line:
    """A chain that grows at one side of its first tile, which shows 2 at the other."""
    line = Line()
    for tile in tiles(text):
        line.push(Placement(tile, "L" if line.tiles else None))
    return line


def test_K_6_early_fish_without_the_double() -> None:
    line = chain("2-4 4-1 1-2 2-6 6-0 0-2 2-3 3-5 5-2")
    assert {end.pips for end in line.open_ends} == {2}
    assert line.pips == 50
    assert len(line) == 9
    assert is_blocked(line, "early")
    assert not is_blocked(line, "strict")


def test_K_6_fish_with_the_double() -> None:
    line = chain("2-4 4-1 1-2 2-2 2-6 6-0 0-2 2-3 3-5 5-2")
    assert line.pips == 54
    assert len(line) == 10
    assert is_blocked(line, "early")
    assert is_blocked(line, "strict")


def test_K_7_threshold() -> None:
    assert charge(Account(), 12, KOZEL) == Account(remembered=12)
    assert charge(Account(), 13, KOZEL) == Account(score=13, open=True)


def test_K_7_blank_alone() -> None:
    assert hand_value(tiles("0-0"), KOZEL) == 10
    assert hand_value(tiles("0-0 1-0"), KOZEL) == 1


def test_K_8_only_a_single_round_opens() -> None:
    remembered = charge(Account(remembered=12), 12, KOZEL)
    assert remembered == Account(remembered=24)
    assert charge(remembered, 13, KOZEL) == Account(score=37, open=True)


def play_k9(options: str) -> tuple[Referee, list[Event]]:
    referee = Referee(parse(f"kozel.solo {options}"), FOUR)
    return referee, list(follow(referee, K9_MOVES))


def scores(referee: Referee) -> dict[str, str]:
    """What the board shows: "+4" remembered, "15" open."""
    board = referee.state.ledger.accounts
    return {seat: str(a.score) if a.open else f"+{a.remembered}" for seat, a in board.items()}


def test_K_9_early_on_all() -> None:
    referee, events = play_k9("fish=on_all fish_when=early")
    assert referee.state.line.pips == 110
    fish = one(referee.events, Fish)
    assert (fish.seat, fish.numbers, fish.early) == ("A", (6,), True)
    assert events[-1] == fish
    assert [event.seat for event in referee.events if isinstance(event, Passed)] == ["D"]

    after = referee.reveal(hands(K9_HANDS), 30.0)
    assert kinds(after) == ["reveal"] * 4 + ["score"]
    assert [row.hand for row in one(after, Scored).sides] == [4, 15, 12, 27]
    assert scores(referee) == {"A": "+4", "B": "15", "C": "+12", "D": "27"}
    assert one(after, Scored).leader == "A"


def test_K_9_early_on_one() -> None:
    referee, _ = play_k9("fish=on_one fish_when=early")
    referee.reveal(hands(K9_HANDS), 30.0)
    assert scores(referee) == {"A": "+0", "B": "+0", "C": "+0", "D": "58"}
    assert referee.state.ledger.carry == 0


def play_k9_strict(options: str) -> Referee:
    referee, _ = play_k9(f"{options} fish_when=strict")
    assert "fish" not in kinds(referee.events)
    last = follow(referee, "D:6-6@L")
    assert kinds(last) == ["pass", "pass", "play", "fish"]
    assert [event.seat for event in last if isinstance(event, Passed)] == ["B", "C"]
    fish = one(last, Fish)
    assert (fish.seat, fish.early) == ("A", False)  # D-02: the fisher laid the last simple tile
    referee.reveal(hands(K9_HANDS | {"D": "0-5 5-5"}), 30.0)
    return referee


def test_K_9_strict_on_all() -> None:
    assert scores(play_k9_strict("fish=on_all")) == {"A": "+4", "B": "15", "C": "+12", "D": "15"}


def test_K_9_strict_on_one_carries_the_tie() -> None:
    referee = play_k9_strict("fish=on_one")
    assert scores(referee) == {"A": "+0", "B": "+0", "C": "+0", "D": "+0"}
    assert referee.state.ledger.carry == 46
    assert referee.state.next_leader == "A"


@pytest.mark.parametrize("fish_when", ["early", "strict"])
def test_K_9_with_all_hands_known(fish_when: str) -> None:
    game = k9_round(KOZEL.with_options(fish_when=fish_when))
    moves = K9_MOVES if fish_when == "early" else K9_MOVES + " B:- C:- D:6-6@L"
    for word in moves.split():
        seat, _, act = word.partition(":")
        assert (game.turn, game.outcome()) == (seat, None)
        game.push(Pass() if act == "-" else play_of(act))
    assert game.outcome() == Outcome("fish", fisher="A")


def play_of(act: str) -> Play:
    bone, _, arm = act.partition("@")
    return Play((Placement(Tile.parse(bone), arm or None),))


def k9_round(rules: RuleSet) -> Round:
    dealt = hands(K9_HANDS)
    for word in K9_MOVES.split():
        seat, _, act = word.partition(":")
        if act != "-":
            dealt[seat].append(Tile.parse(act.partition("@")[0]))
    assert {len(hand) for hand in dealt.values()} == {7}
    return Round(rules, dealt)
