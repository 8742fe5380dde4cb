"""The referee: what was seen goes in, events come out."""

from __future__ import annotations

import pytest

from engine import judge
from engine.errors import RulesError
from engine.events import Checked, Dealt, Fish, Illegal, Out, Passed, Played, Scored, WrongPass
from engine.fold import fold
from engine.ledger import Account
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.support import ALEX, FOUR, K9_HANDS, K9_MOVES, MASHA, follow, hands, kinds, kozel, one, tiles

KOZEL = get("kozel.solo")


def verdict(referee: Referee) -> tuple[str | None, str]:
    illegal = one(referee.events, Illegal)
    return illegal.seat, illegal.reason


def test_start_sets_up_and_deals() -> None:
    referee = Referee(KOZEL, FOUR)
    events = referee.start(1.5)
    assert kinds(events) == ["setup", "deal"]
    deal = one(events, Dealt)
    assert (deal.round, deal.each, deal.bazaar, deal.leader, deal.t) == (1, 7, 0, None, 1.5)
    assert referee.start() == []


def test_first_play_starts_by_itself() -> None:
    assert kinds(Referee(KOZEL, FOUR).play(Tile(1, 1), seat_hint="B")) == ["setup", "deal", "play"]


def test_number_of_players_is_checked() -> None:
    with pytest.raises(RulesError):
        Referee(KOZEL, [MASHA])


def test_seat_of_a_table_edge() -> None:
    referee = Referee(KOZEL, FOUR)
    assert referee.seat_at("N") == "C"
    assert referee.seat_at(None) is None


def test_without_hints_seats_follow_the_turn_order() -> None:
    referee = kozel("B:1-1")
    referee.play(Tile(3, 1))
    referee.play(Tile(5, 1))
    assert [event.seat for event in referee.events if isinstance(event, Played)] == ["B", "C", "D"]
    assert referee.state.turn == "A"


def test_seat_stays_unknown_until_a_hint() -> None:
    referee = Referee(KOZEL, FOUR)
    referee.play(Tile(6, 6))
    referee.play(Tile(6, 1))
    assert referee.state.turn is None
    events = referee.play(Tile(6, 5), seat_hint="D")
    assert kinds(events) == ["play", "fix", "fix"]
    assert referee.state.round.plays == [("B", Tile(6, 6)), ("C", Tile(6, 1)), ("D", Tile(6, 5))]
    assert kinds(referee.play(Tile(5, 1))) == ["play"]
    assert referee.state.round.plays[-1][0] == "A"
    assert list(referee.state.round.illegal.values()) == ["wrong_lead"]


def test_skipped_seats_have_passed() -> None:
    referee = kozel("B:1-1 C:1-3@L")
    events = referee.play(Tile(5, 1), [Joint(Tile(1, 1), 1, 1)], 3.0, seat_hint="B")
    assert kinds(events) == ["pass", "pass", "play"]
    passes = [event for event in events if isinstance(event, Passed)]
    assert [(event.seat, event.numbers, event.inferred, event.t) for event in passes] == [
        ("D", (3, 1), True, 3.0),
        ("A", (3, 1), True, 3.0),
    ]
    assert referee.state.turn == "C"
    assert referee.state.round.last == {"B": "5-1", "C": "3-1", "D": "pass", "A": "pass"}


def test_seat_that_cannot_have_passed_makes_the_play_out_of_turn() -> None:
    # after 2-1 and 2-2 both ends are 1 and 2; A lacked 0, 3, 4, 5, 6 before it, so it can only hold what fits
    referee = kozel("A:1-1 B:1-2@L")
    state = referee.state
    for seq, number in enumerate((0, 3, 4, 5, 6), start=100):
        state.round.lacks.setdefault("C", []).append((seq, (number,)))
    events = referee.play(Tile(2, 2), [Joint(Tile(2, 1), 2, 2)], seat_hint="D")
    assert kinds(events) == ["play", "illegal"]
    assert verdict(referee) == ("D", "out_of_turn")


def test_wrong_lead() -> None:
    assert verdict(kozel("B:6-6")) == ("B", "wrong_lead")


def test_lead_is_not_judged_while_tiles_sleep() -> None:
    referee = Referee(KOZEL, FOUR[:2])
    assert kinds(referee.play(Tile(2, 2), seat_hint="A")) == ["setup", "deal", "play"]


def test_leader_of_a_later_round_must_lead() -> None:
    referee = kozel(K9_MOVES)
    referee.reveal(hands(K9_HANDS), 30.0)
    events = referee.play(Tile(6, 6), seat_hint="B")
    assert kinds(events) == ["deal", "play", "illegal"]
    assert verdict(referee) == ("B", "out_of_turn")
    assert referee.state.turn == "C"


@pytest.mark.parametrize(
    ("tile", "joint", "reason"),
    [
        ("6-4", Joint(Tile(3, 1), 3, 4), "mismatch"),
        ("3-1", Joint(Tile(1, 1), 1, 1), "duplicate"),
        ("8-1", Joint(Tile(1, 1), 1, 1), "not_in_set"),
        ("1-0", Joint(Tile(3, 1), 1, 1), "closed_end"),
        ("6-4", None, "mismatch"),
    ],
)
def test_illegal_play_is_recorded_and_flagged(tile: str, joint: Joint | None, reason: str) -> None:
    referee = kozel("B:1-1 C:1-3@L")
    events = referee.play(Tile.parse(tile), [joint] if joint else None, seat_hint="D")
    assert kinds(events) == ["play", "illegal"]
    played, illegal = events
    assert isinstance(played, Played) and isinstance(illegal, Illegal)
    assert not played.legal
    assert (illegal.play, illegal.seat, illegal.reason) == (played.seq, "D", reason)
    assert len(referee.state.line) == 3
    assert referee.state.round.illegal == {played.seq: reason}
    assert referee.state.turn == "A"


def test_a_tile_laid_face_down_is_illegal_unless_doubles_may_be_closed() -> None:
    joint = [Joint(Tile(3, 1), 3, 3)]
    referee = kozel("B:1-1 C:1-3@L")
    assert kinds(referee.play(Tile(3, 3), joint, seat_hint="D", closed=True)) == ["play", "illegal"]
    assert verdict(referee) == ("D", "not_closable")
    allowed = kozel("B:1-1 C:1-3@L", "kozel.solo close_doubles=yes")
    assert kinds(allowed.play(Tile(3, 3), joint, seat_hint="D", closed=True)) == ["play"]
    assert [end.pips for end in allowed.state.open_ends] == [1]


def test_the_round_goes_on_when_both_ends_are_closed_against_the_rules() -> None:
    referee = kozel("B:1-1 C:1-3@L D:1-2@R")
    referee.play(Tile(3, 3), [Joint(Tile(3, 1), 3, 3)], seat_hint="A", closed=True)
    referee.play(Tile(2, 2), [Joint(Tile(2, 1), 2, 2)], seat_hint="B", closed=True)
    assert [event.reason for event in referee.events if isinstance(event, Illegal)] == ["not_closable"] * 2
    assert referee.state.phase == "playing"


DOUBLES = "kozel.solo multi_doubles=2"


@pytest.mark.parametrize(("first", "second"), [("D", "D"), (None, None), (None, "D")])
def test_two_doubles_in_one_turn(first: str | None, second: str | None) -> None:
    referee = kozel("A:1-1 B:1-3@L C:1-2@R", DOUBLES)
    events = referee.play(Tile(3, 3), [Joint(Tile(3, 1), 3, 3)], 9.0, seat_hint=first)
    events += referee.play(Tile(2, 2), [Joint(Tile(2, 1), 2, 2)], 9.0, seat_hint=second)
    assert kinds(events) == ["play", "play"]
    assert referee.state.round.plays[-2:] == [("D", Tile(3, 3)), ("D", Tile(2, 2))]
    assert (referee.state.turn, referee.state.tiles_left("D")) == ("A", 5)
    assert referee.state == fold(referee.events)


def test_two_doubles_at_other_times_are_two_turns_unless_the_seat_is_named() -> None:
    referee = kozel("A:1-1 B:1-3@L C:1-2@R", DOUBLES)
    referee.play(Tile(3, 3), [Joint(Tile(3, 1), 3, 3)], 9.0)
    referee.play(Tile(2, 2), [Joint(Tile(2, 1), 2, 2)], 12.0)
    assert [seat for seat, _ in referee.state.round.plays] == ["A", "B", "C", "D", "A"]


@pytest.mark.parametrize("rules", ["kozel.solo", DOUBLES])
def test_two_tiles_in_one_turn_that_are_not_both_doubles(rules: str) -> None:
    referee = kozel("A:1-1 B:1-3@L C:1-2@R D:3-3@L", rules)
    assert kinds(follow(referee, "D:2-5@R")) == ["pass", "pass", "pass", "play"]


def test_three_doubles_where_two_are_allowed() -> None:
    referee = kozel("A:1-1 B:1-3@L C:1-2@R D:1-4@U", f"{DOUBLES} line=house cross_opens=at_once")
    assert kinds(follow(referee, "A:3-3@L A:2-2@R")) == ["play", "play"]
    assert kinds(follow(referee, "A:4-4@U")) == ["pass", "pass", "pass", "play"]  # a turn of its own


def test_players_of_doubles_in_one_turn_are_named_together() -> None:
    referee = Referee(parse(DOUBLES), FOUR)
    referee.play(Tile(1, 1), t=1.0)
    referee.play(Tile(3, 1), [Joint(Tile(1, 1), 1, 1)], 2.0)
    referee.play(Tile(2, 1), [Joint(Tile(1, 1), 1, 1)], 3.0)
    referee.play(Tile(3, 3), [Joint(Tile(3, 1), 3, 3)], 4.0)
    referee.play(Tile(2, 2), [Joint(Tile(2, 1), 2, 2)], 4.0)
    referee.play(Tile(5, 2), [Joint(Tile(2, 2), 2, 2)], 5.0, seat_hint="A")
    assert [seat for seat, _ in referee.state.round.plays] == ["A", "B", "C", "D", "D", "A"]


def test_game_goes_on_from_an_illegal_tile() -> None:
    referee = kozel("B:1-1 C:1-3@L")
    referee.play(Tile(6, 4), [Joint(Tile(3, 1), 3, 4)], seat_hint="D")
    assert kinds(referee.play(Tile(6, 0), [Joint(Tile(6, 4), 6, 6)], seat_hint="A")) == ["play"]


def test_tile_laid_after_the_fish() -> None:
    referee = kozel(K9_MOVES)
    events = follow(referee, "D:6-6@L")
    assert kinds(events) == ["play", "illegal"]
    assert verdict(referee) == ("D", "round_over")


def test_out_when_all_dealt_tiles_are_laid() -> None:
    referee = kozel("A:1-1 B:1-2@L A:1-3@R A:3-3@R A:3-4@R A:4-4@R A:4-5@R A:5-5@R")
    assert one(referee.events, Out).seat == "A"
    assert (referee.state.phase, referee.state.turn) == ("ended", None)


def test_unknown_seat() -> None:
    with pytest.raises(ValueError, match="no seat 'X'"):
        kozel().play(Tile(1, 1), seat_hint="X")
    with pytest.raises(ValueError, match="no seat 'X'"):
        kozel().reveal({"X": []}, 1.0)


def test_wrong_pass_is_proved_by_a_later_play() -> None:
    referee = kozel("B:1-1 C:1-3@L A:1-5@R B:5-0@R C:0-4@R")  # D was skipped when 3 and 1 were open
    events = follow(referee, "D:3-2@L")
    wrong = one(events, WrongPass)
    passed = one(referee.events, Passed)
    assert (wrong.seat, wrong.passed, wrong.tile) == ("D", passed.seq, Tile(3, 2))
    assert "wrong_pass" not in kinds(follow(referee, "A:2-1@L B:1-6@L C:4-6@R D:6-3@L"))


def test_wrong_pass_is_proved_by_the_reveal() -> None:
    # D passed at 2 and 4 in K-9; now it shows 2-2, and C shows 6-6
    referee = kozel(K9_MOVES)
    events = referee.reveal(hands(K9_HANDS | {"C": "6-6 4-4", "D": "0-5 5-5 2-2"}), 30.0)
    wrong = one(events, WrongPass)
    assert (wrong.seat, wrong.tile) == ("D", Tile(2, 2))


def test_no_pass_is_wrong_where_tiles_may_have_been_drawn_since() -> None:
    referee = Referee(get("classic.two"), [MASHA, ALEX])
    follow(referee, "A:6-6 B:6-5@L A:6-4@R")
    follow(referee, "A:4-3@R")
    assert kinds(follow(referee, "B:5-3@L")) == ["play"]


def test_explicit_pass_and_draw() -> None:
    referee = Referee(KOZEL, FOUR[:2], draws_seen=True)
    follow(referee, "A:1-1")
    assert kinds(referee.draw("B", 2.0, 14)) == ["draw"]
    assert referee.state.tiles_left("B") == 21
    assert referee.state.round.bazaar == 0
    assert kinds(referee.passes("B", 3.0)) == ["pass"]
    assert referee.state.turn == "A"


def test_seat_that_must_draw_is_not_skipped() -> None:
    referee = Referee(KOZEL, FOUR[:2], draws_seen=True)
    follow(referee, "A:1-1")
    assert kinds(referee.play(Tile(2, 1), t=2.0, seat_hint="A")) == ["play", "illegal"]
    assert verdict(referee) == ("A", "out_of_turn")


@pytest.mark.parametrize("fish_when", ["early", "strict"])
def test_all_passed_is_a_fish(fish_when: str) -> None:
    referee = kozel("B:1-1 C:1-2@L", f"kozel.solo fish_when={fish_when}")
    events = [event for seat in "DABC" for event in referee.passes(seat, 5.0)]
    assert kinds(events) == ["pass"] * 4 + ["fish"]
    fish = one(events, Fish)
    assert (fish.seat, fish.numbers, fish.early, fish.proof) == ("C", (2, 1), False, "passes")


@pytest.mark.parametrize(
    ("moves", "early"),
    [
        # K-6: the six simple tiles with 2, and at last 5-2; the second time 2-2 lies among them
        ("A:2-4 B:4-1@L C:1-2@L D:2-6@L A:6-0@L B:0-2@L C:2-3@L D:3-5@L A:5-2@L", True),
        ("A:2-4 B:4-1@L C:1-2@L D:2-2@L A:2-6@L B:6-0@L C:0-2@L D:2-3@L A:3-5@L B:5-2@L", False),
    ],
)
def test_fish_is_early_only_while_a_double_is_out(moves: str, early: bool) -> None:
    fish = one(kozel(moves).events, Fish)
    assert (fish.numbers, fish.early, fish.proof) == ((2,), early, "table")


def test_two_sets_make_no_fish_of_one() -> None:
    # K-6 with two sets: every simple tile with 2 is there once more
    moves = "A:2-4 B:4-1@L C:1-2@L D:2-6@L A:6-0@L B:0-2@L C:2-3@L D:3-5@L A:5-2@L"
    assert "fish" not in kinds(kozel(moves, "kozel.solo copies=2").events)


def test_who_may_have_passed_with_two_sets() -> None:
    referee = kozel("A:1-1 B:1-2@L C:2-3@L D:3-1@L", "kozel.solo copies=2")
    state = referee.state
    state.round.lacks["C"] = [(100, (0, 4, 5, 6))]
    # open is 1; C can hold 2-2 and 3-3 twice, and one more 3-2: five tiles
    state.round.each = 6
    assert judge.could_pass(state, "C")
    state.round.each = 7
    assert not judge.could_pass(state, "C")


def test_reveal_scores_only_when_all_hands_are_known() -> None:
    referee = kozel(K9_MOVES)
    shown = hands(K9_HANDS)
    assert kinds(referee.reveal({"A": shown["A"]}, 30.0)) == ["reveal"]
    assert kinds(referee.reveal({"A": shown["A"], "B": shown["B"]}, 31.0)) == ["reveal"]
    # the last hand is what nobody else has
    events = referee.reveal({"C": shown["C"]}, 32.0)
    assert kinds(events) == ["reveal", "reveal", "score"]
    assert referee.state.round.hands["D"] == tuple(tiles("6-6 5-5 5-0"))
    assert referee.state.ledger.accounts["D"] == Account(27, 0, True)
    assert referee.reveal(shown, 33.0) == []


def test_closing_sum_names_what_is_missing_or_twice() -> None:
    referee = kozel(K9_MOVES)
    events = referee.reveal(hands(K9_HANDS | {"D": "0-5 5-5 3-3"}), 30.0)
    check = one(events, Checked)
    assert (check.pips, check.expected) == (168 - 12 + 6, 168)
    assert (check.missing, check.twice) == (tuple(tiles("6-6")), tuple(tiles("3-3")))
    assert kinds(events)[-1] == "score"


def test_hands_shown_too_early() -> None:
    referee = kozel("B:1-1 C:1-3@L")
    events = referee.reveal({"A": tiles("3-3"), "B": tiles("6-6"), "C": tiles("0-0"), "D": tiles("5-5")}, 9.0)
    assert kinds(events) == ["desync"]
    assert referee.state.desync is not None
    assert kinds(referee.resync(10.0)) == ["resync"]
    assert referee.state.desync is None


def test_blocking_tile_may_be_the_last_one_where_draws_are_unseen() -> None:
    # every tile with 6 lies: 6-6 6-5 5-4 4-6 6-3 3-2 2-6 6-1 1-0 0-6
    referee = Referee(get("classic"), FOUR[:2])
    follow(referee, "A:6-6 B:6-5@L A:5-4@L B:4-6@L A:6-3@L B:3-2@L A:2-6@L B:6-1@L A:1-0@L B:0-6@L")
    assert referee.state.round.termination == "fish"
    events = referee.reveal({"A": tiles("5-5"), "B": []}, 20.0)
    assert kinds(events)[:3] == ["out", "reveal", "reveal"]
    assert one(events, Scored).winner == "B"


def test_two_tiles_at_once_are_named() -> None:
    referee = kozel("B:1-1")
    referee.play(Tile(3, 1), [Joint(Tile(1, 1), 1, 1)], 5.0, seat_hint="C")
    events = referee.play(Tile(6, 3), [Joint(Tile(3, 1), 3, 3)], 5.0, seat_hint="C")
    assert kinds(events) == ["play", "illegal"]
    assert one(events, Illegal).reason == "two_at_once"
    assert referee.state.turn == "D"
    assert not [event for event in referee.events if isinstance(event, Passed)]


def test_two_doubles_at_the_same_end_are_no_turn() -> None:
    referee = kozel("B:1-1 C:1-3@L D:3-3@L", "osel")
    events = referee.play(Tile(5, 3), [Joint(Tile(3, 3), 3, 3)], 3.0, seat_hint="D")  # no double, after a double
    assert one(events, Illegal).reason == "two_at_once"
