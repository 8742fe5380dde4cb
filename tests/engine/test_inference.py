"""Who played: small rounds worked out by hand, mistakes, passes and draws; logs, and K-9 without its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb, factorial, inf, log

import pytest

from engine.errors import LogError
from engine.events import Event, Fixed, Passed, Played
from engine.inference.infer import infer
from engine.inference.log import name_seats
from engine.inference.model import Inference, Odds, Table, Turn, Violation
from engine.referee import Referee
from engine.rulesets import parse
from engine.tiles import Tile, TileSet
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, tiles

# -- rounds worked out by hand -----------------------------------------------------------------------------------------


def turns(text: str, **certain: str) -> list[Turn]:
    """Turns of "6-6 6-5@6 5-4@6,5": the tile, and the numbers that were open before it; `t2="A"` makes a seat sure."""
    found = []
    for place, word in enumerate(text.split()):
        bone, _, numbers = word.partition("@")
        laid = () if bone == "-" else tuple(Tile.parse(one) for one in bone.split("+"))
        seat = certain.get(f"t{place}")
        seats = None if seat is None else {seat: 1.0}
        found.append(Turn(laid, tuple(int(pips) for pips in numbers.split(",") if pips), seats))
    return found


def table(each: int, leader: str | None = "A", seats: str = "AB", **revealed: str) -> Table:
    """A table at which these hands were shown."""
    shown = {seat: tuple(tiles(hand)) for seat, hand in revealed.items()}
    return Table(tuple(seats), each, leader, shown)


def found(where: Table, what: Sequence[Turn], odds: Odds | None = None) -> Inference:
    """What is found; there is an answer."""
    inference = infer(where, what, odds)
    assert inference is not None
    return inference


def test_nobody_passes_where_nothing_speaks_for_it():
    inference = found(table(7, seats="ABCD"), turns("6-6 6-5@6 6-4@6,5 5-1@4,5 4-4@4,1"))
    assert "".join(inference.best.seats) == "ABCDA"
    assert inference.best.passes == ((), (), (), (), ())


def test_without_a_leader_and_a_reveal_both_orders_are_equal():
    inference = found(table(3, leader=None), turns("6-6 6-5@6 5-4@6,5"))
    assert inference.rival is not None
    assert {"".join(inference.best.seats), "".join(inference.rival.seats)} == {"ABA", "BAB"}
    assert inference.margin == pytest.approx(0.0)
    assert inference.about_equal
    assert inference.differs == (0, 1, 2)


def test_the_reveal_tells_who_led():
    # two tiles each: who holds nothing has laid two of the three, and who shows a 6 never passed on one
    inference = found(table(2, leader=None, A="", B="6-1"), turns("6-6 6-5@6 5-4@6,5"))
    assert "".join(inference.best.seats) == "ABA"
    assert inference.rival is None
    assert inference.margin == inf
    assert not inference.about_equal


def test_two_readings_that_the_reveal_leaves_are_reported_as_equal():
    # A laid two of three tiles, B one. A-A-B: B had 5-5, 2-1, 3-1 and passed on 6. A-B-A: nobody passed.
    # Whoever moved had one tile that fitted, in both.
    inference = found(table(3, A="1-0", B="2-1 3-1"), turns("6-6 6-5@6 5-5@6,5"))
    assert inference.rival is not None
    assert {"".join(inference.best.seats), "".join(inference.rival.seats)} == {"AAB", "ABA"}
    assert inference.margin == pytest.approx(0.0)
    assert inference.differs == (1, 2)


def test_a_reveal_settles_what_was_equal():
    # B shows a 6, so B did not pass on it
    inference = found(table(3, A="1-0", B="6-1 3-1"), turns("6-6 6-5@6 5-5@6,5"))
    assert "".join(inference.best.seats) == "ABA"
    assert inference.rival is None


def test_who_had_less_choice_is_more_probable():
    inference = found(table(3, A="5-0", B="2-1 3-1"), turns("6-6 6-5@6 5-1@6,5"))
    # A-A-B: 6-5 was the only tile that fitted, and so was 5-1. A-B-A: so was 6-5, but A had 5-1 and 5-0 to choose from.
    assert "".join(inference.best.seats) == "AAB"
    assert inference.margin == pytest.approx(log(2))
    assert inference.about_equal


def test_a_skipped_seat_passed():
    inference = found(table(3, A="1-0", B="2-1 3-1"), turns("6-6 6-5@6 5-5@6,5", t1="A"))
    assert inference.best.seats == ("A", "A", "B")
    assert inference.best.passes == ((), ("B",), ())
    assert inference.best.violations == ()


def test_one_hidden_hand_without_a_boneyard_is_the_rest():
    known = {"A": "0-0 0-4", "B": "3-3 4-5", "C": "2-2 4-4"}
    three = name_seats(k9_log(), reveal=hands(known), believe="corrected", hints={play_numbers()[0]: {"B": 1.0}})
    assert three is not None
    assert "".join(three.inference.best.seats) == K9_SEATS


def test_the_number_of_deals_is_counted():
    # three hidden tiles a hand of 25: B passed on the 6 in one reading. Of the 25 tiles left five show a 6.
    certain = turns("6-6 6-5@6 5-4@6,5", t1="A", t2="B")
    inference = found(table(4), certain)
    passed = comb(20, 3) * comb(25 - 3, 2)  # B's three tiles without a 6, A's two of what is left then
    deals = factorial(28) // (factorial(4) * factorial(4) * factorial(20))
    assert inference.best.log_probability == pytest.approx(log(passed / deals))


# -- mistakes at the table ---------------------------------------------------------------------------------------------


def test_a_wrong_pass_that_the_hand_proves_is_named():
    # A laid twice, so B passed on 6, and shows 6-1
    inference = found(table(3, A="1-0", B="6-1 3-1"), turns("6-6 6-5@6 5-5@6,5", t1="A", t2="B"))
    assert inference.best.seats == ("A", "A", "B")
    assert inference.best.violations == (Violation("wrong_pass", 1, "B"),)


def test_a_play_out_of_turn_is_named():
    # A leads, C plays: B would have had to pass on 6, and D too before A; D plays next, though it is B's turn no more
    inference = found(table(3, seats="ABC", B="6-1 6-2 6-3"), turns("6-6 6-5@6", t1="C"))
    assert inference.best.seats == ("A", "C")
    assert [violation.kind for violation in inference.best.violations] == ["wrong_pass"]
    dear = Odds(wrong_pass=1e-8)
    inference = found(table(3, seats="ABC", B="6-1 6-2 6-3"), turns("6-6 6-5@6", t1="C"), dear)
    assert inference.best.violations == (Violation("out_of_turn", 1, "C"),)


def test_another_leader_than_the_right_one_plays_out_of_turn():
    inference = found(table(3), turns("6-6 6-5@6", t0="B"))
    assert inference.best.violations[0] == Violation("out_of_turn", 0, "B")


def test_a_hand_that_is_too_large_is_named():
    # of three tiles each A shows two and B one: that makes three tiles on the table, and four lie there
    inference = found(table(3, A="1-0 2-0", B="3-0"), turns("6-6 6-5@6 5-4@6,5 4-3@6,4"))
    assert [violation.kind for violation in inference.best.violations] == ["hand_size"]


def test_weak_evidence_does_not_break_a_rule_and_strong_evidence_does():
    # B holds a 6 and is next; the hand seemed to come from A
    where = table(3, A="1-0", B="6-1 3-1")
    weak = turns("6-6 6-5@6 5-5@6,5")
    weak[1] = Turn(weak[1].tiles, weak[1].numbers, {"A": 0.9, "B": 0.1})
    assert found(where, weak).best.seats == ("A", "B", "A")
    strong = turns("6-6 6-5@6 5-5@6,5")
    strong[1] = Turn(strong[1].tiles, strong[1].numbers, {"A": 1.0, "B": 1e-6})
    assert found(where, strong).best.seats == ("A", "A", "B")
    assert found(where, strong).best.violations == (Violation("wrong_pass", 1, "B"),)


def test_seats_that_are_certain_and_impossible_have_no_answer():
    nobody = [Turn((Tile(6, 6),), (), {})]
    assert infer(table(3), nobody) is None


@pytest.mark.parametrize(
    ("where", "what"),
    [
        (table(3, leader="Z"), turns("6-6")),
        (table(3, Z="1-0"), turns("6-6")),
        (table(3), turns("6-6", t0="Z")),
    ],
)
def test_unknown_seats_are_refused(where, what):
    with pytest.raises(LogError, match="no seat 'Z'"):
        infer(where, what)


# -- announced passes, draws, several doubles --------------------------------------------------------------------------


def test_an_announced_pass_is_a_turn():
    inference = found(table(3, seats="ABC"), turns("6-6 -@6 6-5@6", t1="B"))
    assert inference.best.seats == ("A", "B", "C")
    assert inference.best.passes == ((), (), ())
    # C passed in silence where A lays again
    inference = found(table(3, seats="ABC"), turns("6-6 -@6 6-5@6", t1="B", t2="A"))
    assert inference.best.passes == ((), (), ("C",))


def test_who_draws_until_a_tile_fits_passes_only_when_the_boneyard_is_used_up():
    # A went out with three tiles in a row; B shows the 15 tiles without a 5 or a 6, so ten still sleep
    what = turns("6-6 6-5@6 5-4@6,5", t0="A", t1="A", t2="A")
    without = tuple(tile for tile in TileSet() if tile.high < 5 and tile != Tile(5, 4))
    used_up = Table(("A", "B"), 3, "A", {"A": (), "B": without}, 22, "until", keep=10)
    assert found(used_up, what).best.violations == ()
    assert found(used_up, what).best.passes == ((), ("B",), ("B",))
    one_left = replace(used_up, keep=9)
    assert {one.kind for one in found(one_left, what).best.violations} == {"out_of_turn"}


def test_a_draw_that_was_seen_lifts_what_a_seat_lacked():
    # B draws one tile on 6 and passes; later it draws another, which is 6-4
    draw = Turn((), (6,), {"B": 1.0}, drawn=1)
    lead, again, at_last = turns("6-6 6-5@6 6-4@6,5", t0="A", t1="A", t2="B")
    drew = Table(("A", "B"), 4, "A", {}, 20, "one", draws_seen=True)
    inference = found(drew, [lead, draw, again, replace(draw, numbers=(6, 5)), at_last])
    assert inference.best.passes == ((), (), ("B",), (), ())
    assert inference.best.violations == ()
    none_drawn = found(Table(("A", "B"), 4, "A"), [lead, again, at_last])
    assert none_drawn.best.violations == (Violation("wrong_pass", 1, "B"),)


def test_draws_that_nobody_saw_leave_hand_sizes_open():
    # seven tiles in a row of two seats with three each: somebody drew
    inference = found(
        Table(("A", "B"), 3, "A", {}, 22, "until"), turns("6-6 6-5@6 5-4@6,5 4-3@6,4 3-2@6,3 2-1@6,2 1-0@6,1")
    )
    assert "".join(inference.best.seats) == "ABABABA"
    assert inference.rival is not None  # whoever passed would have emptied the boneyard: not impossible
    assert inference.margin == pytest.approx(log(4))


def test_doubles_that_are_laid_together_are_one_turn():
    what = turns("6-5 6-6+5-5@6,5 6-4@6,5")
    inference = found(table(3, A="1-0", B="2-2"), what)
    assert inference.best.seats == ("A", "B", "A")


def test_a_double_may_join_the_turn_before():
    first = Turn((Tile(6, 5),), ())
    joined = [first, Turn((Tile(6, 6),), (6, 5)), Turn((Tile(5, 5),), (6, 5), joins=True), Turn((Tile(6, 4),), (6, 5))]
    joined[3] = replace(joined[3], seats={"A": 1.0})
    inference = found(table(3, A="6-1", B="2-2"), joined)
    # A laid two tiles and shows a 6, so that it cannot have passed between the doubles
    assert inference.best.seats == ("A", "B", "B", "A")
    assert inference.best.passes == ((), (), (), ())
    assert inference.best.violations == ()


# -- logs --------------------------------------------------------------------------------------------------------------

K9_SEATS = "BCDABCDABCDABCABCDA"


def k9_log() -> list[Event]:
    """The moves of K-9 as a referee saw them, without seats and passes."""
    referee = Referee(parse("kozel.solo"), FOUR)
    referee.start()
    words = [move for move in K9_MOVES.split() if not move.endswith("-")]
    for move in words:
        follow(referee, move)
    blind: list[Event] = []
    for event in referee.events:
        if isinstance(event, Passed):
            continue
        if isinstance(event, Played):
            blind.append(replace(event, seat=None))
        else:
            blind.append(event)
    return blind


def play_numbers() -> list[int]:
    """The numbers of the plays in that log."""
    return [event.seq for event in k9_log() if isinstance(event, Played)]


def test_K_9_without_seats_comes_back_with_the_reveal():
    numbers = play_numbers()
    named = name_seats(k9_log(), {numbers[0]: {"B": 1.0}}, reveal=hands(K9_HANDS))
    assert named is not None
    best = named.inference.best
    assert "".join(best.seats) == K9_SEATS
    assert [seat for passed in best.passes for seat in passed] == ["D"]
    assert best.passes[14] == ("D",)
    assert best.violations == ()
    assert named.fixes == dict(zip(numbers, K9_SEATS, strict=True))
    # another reading keeps all the rules too, and a person is asked about the plays that it gives to others
    assert named.inference.rival is not None
    assert named.in_doubt == tuple(numbers[13:])


def test_K_9_with_one_more_seat_known_is_settled():
    numbers = play_numbers()
    hints = {numbers[0]: {"B": 1.0}, numbers[14]: {"A": 0.9, "B": 0.03, "C": 0.04, "D": 0.03}}
    named = name_seats(k9_log(), hints, reveal=hands(K9_HANDS))
    assert named is not None
    assert "".join(named.inference.best.seats) == K9_SEATS


def test_the_fixes_put_the_seats_into_the_log():
    numbers = play_numbers()
    log = k9_log()
    named = name_seats(log, {numbers[0]: {"B": 1.0}}, reveal=hands(K9_HANDS))
    assert named is not None
    last = log[-1].seq
    fixed = [Fixed(last + 1 + k, 99.0, seq, seat, inferred=True) for k, (seq, seat) in enumerate(named.fixes.items())]
    again = name_seats([*log, *fixed], reveal=hands(K9_HANDS))
    assert again is not None
    assert again.fixes == {}
    assert "".join(again.inference.best.seats) == K9_SEATS


def test_a_guess_of_the_referee_need_not_be_believed_but_a_correction_is():
    log = k9_log()
    numbers = play_numbers()
    # the referee thought that A led; a person says that it was B
    lead = numbers[0]
    guess = [replace(one, seat="A") if isinstance(one, Played) and one.seq == lead else one for one in log]
    corrected = [*guess, Fixed(log[-1].seq + 1, 99.0, lead, "B")]
    named = name_seats(corrected, believe="corrected", reveal=hands(K9_HANDS))
    assert named is not None
    assert named.inference.best.seats[0] == "B"
    doubted = name_seats(guess, {}, believe="corrected", reveal=hands(K9_HANDS))
    assert doubted is not None
    assert doubted.inference.best.seats[0] != "A"


def test_nothing_to_name_where_nothing_was_played():
    referee = Referee(parse("kozel.solo"), FOUR)
    assert name_seats(referee.events) is None
    referee.start()
    assert name_seats(referee.events) is None
    free = Referee(parse("free"))
    free.play(Tile(6, 6))
    assert name_seats(free.events) is None
