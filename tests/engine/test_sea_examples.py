"""The worked examples M-1 to M-8 of the rules (Sea goat, three games)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.hands import hand_value
from engine.leading import next_leader
from engine.ledger import HOLDER_OF_SIX, Account, FishDebt, Ledger, Title
from engine.rulesets import RuleSet, get, parse
from engine.scoring import Settlement
from engine.tiles import Tile
from tests.engine.support import round_end, settled, tiles

WIKI, BLOG, SALTYKOV = get("sea.wiki"), get("sea.blog"), get("sea.saltykov")
AC, BD = "A+C", "B+D"
NOTHING = Account()


def record(points: int) -> Account:
    return Account(points, 0, True)


def out(rules: RuleSet, by: str, held: int, board: Ledger | None = None, **facts: Any) -> Settlement:
    """`by` goes out, and the two opponents hold so many points together."""
    loser = "B" if by in "AC" else "A"
    shown: dict[str, int | str] = {**dict.fromkeys("ABCD", 0), loser: held}
    return after(rules, board, "out", shown, winner=by, **facts)


def fish(rules: RuleSet, fisher: str, ours: int, theirs: int, board: Ledger | None = None, **facts: Any) -> Settlement:
    """`fisher` blocks the line; his side holds `ours`, the other `theirs`."""
    others = "B" if fisher in "AC" else "A"
    shown: dict[str, int | str] = {**dict.fromkeys("ABCD", 0), fisher: ours, others: theirs}
    return after(rules, board, "fish", shown, fisher=fisher, **facts)


def after(rules: RuleSet, board: Ledger | None, ending: Any, held: Mapping[str, int | str], **facts: Any) -> Settlement:
    board = board or Ledger({AC: NOTHING, BD: NOTHING})
    kept = {"carry": board.carry, "eggs": board.eggs, "debt": board.debt, "hundred": board.hundred}
    return settled(rules, round_end(rules, ending, held, **facts), board.accounts, **kept)


def board(ac: Account = NOTHING, bd: Account = NOTHING, **facts: Any) -> Ledger:
    return Ledger({AC: ac, BD: bd}, **facts)


def rules_of(settlement: Settlement) -> list[str]:
    return [ruling.rule for ruling in settlement.rulings]


SIX, BLANK = tuple(tiles("6-6")), tuple(tiles("0-0"))
BOTH = SIX + BLANK
SIX_LEAD: dict[str, Any] = {"leader": "A", "lead": SIX}


# -- (a) one record at a time ------------------------------------------------------------------------------------------


def test_M_1_a_second_record_wipes_the_board() -> None:
    first = out(WIKI, "A", 31)
    assert first.ledger.accounts == {AC: record(31), BD: NOTHING}
    assert first.ledger.hundred == AC
    second = out(WIKI, "B", 26, first.ledger)
    assert second.ledger.accounts == {AC: NOTHING, BD: NOTHING}
    assert second.ledger.hundred is None
    assert rules_of(second)[-1] == "wipe.second_record"


def test_M_1_fewer_points_of_the_other_side_are_lost() -> None:
    first = out(WIKI, "A", 31)
    second = out(WIKI, "B", 24, first.ledger)
    assert second.ledger.accounts == {AC: record(31), BD: NOTHING}
    assert second.ledger.hundred is None  # the record's side does not lead


@pytest.mark.parametrize(("held", "accounts"), [(25, (NOTHING, NOTHING)), (24, (record(31), NOTHING))])
def test_25_are_enough_to_wipe_D_35(held: int, accounts: tuple[Account, Account]) -> None:
    assert tuple(out(WIKI, "B", held, board(record(31))).ledger.accounts.values()) == accounts


def test_where_the_wipe_asks_for_more_no_second_record_is_opened() -> None:
    rules = parse("sea.wiki wipe_at=26")
    assert out(rules, "B", 25, board(record(31))).ledger.accounts == {AC: record(31), BD: NOTHING}
    assert out(rules, "B", 26, board(record(31))).ledger.accounts == {AC: NOTHING, BD: NOTHING}


def test_the_side_with_the_record_adds_to_it_up_to_125() -> None:
    assert out(WIKI, "C", 7, board(record(117))).ledger.accounts[AC] == record(124)
    assert out(WIKI, "C", 7, board(record(117))).over is None
    over = out(WIKI, "C", 8, board(record(117))).over
    assert over is not None
    assert (over.winners, over.losers, over.titles) == ((AC,), (BD,), (Title(BD, "sea_kozel"),))


def test_M_2_hands_of_a_pair() -> None:
    lost = round_end(WIKI, "out", {"A": 0, "B": "0-0", "C": 9, "D": "6-6"}, winner="A")
    assert settled(WIKI, lost).points == {AC: 75, BD: 0}


@pytest.mark.parametrize(("hand", "value"), [("6-6 0-0", 75), ("0-0", 25), ("6-6", 50), ("6-6 1-0", 13)])
def test_M_2_a_single_hand(hand: str, value: int) -> None:
    two = round_end(WIKI, "out", {"A": 0, "B": hand}, winner="A")
    assert settled(WIKI, two).points == {"A": value, "B": 0}


def test_M_3_for_the_hundred() -> None:
    before = board(record(60), hundred=AC)
    won = out(WIKI, "A", 10, before, **SIX_LEAD)
    assert won.over is not None
    assert (won.over.winners, won.over.titles) == ((AC,), (Title(BD, "sea_kozel"),))
    partner = out(WIKI, "C", 10, before, **SIX_LEAD)
    assert partner.over is not None  # the pair plays as one
    lost = out(WIKI, "B", 10, before, **SIX_LEAD)
    assert lost.over is None
    assert lost.ledger.accounts == {AC: NOTHING, BD: NOTHING}


def test_without_the_right_a_lead_with_six_is_only_a_lead() -> None:
    assert out(WIKI, "A", 10, board(), **SIX_LEAD).over is None
    assert out(WIKI, "B", 10, board(record(60)), **SIX_LEAD).ledger.accounts[AC] == record(60)
    assert out(WIKI, "B", 10, board(record(60), hundred=AC), leader="A").ledger.accounts[AC] == record(60)


def test_a_fish_is_no_way_to_win_the_hundred() -> None:
    """Who does not go out first has lost it, as the oldest text has it."""
    after_fish = fish(WIKI, "A", 10, 30, board(record(60), hundred=AC), **SIX_LEAD)
    assert after_fish.over is None
    assert after_fish.ledger.accounts == {AC: NOTHING, BD: NOTHING}


@pytest.mark.parametrize(("last", "rule"), [(SIX, "win.on_six"), (BLANK, "win.on_blank"), (BOTH, "win.on_both")])
def test_out_on_a_special_double_wins_the_match(last: tuple[Tile, ...], rule: str) -> None:
    won = out(WIKI, "D", 3, board(record(100)), last=last)
    assert won.over is not None
    assert (won.over.winners, won.over.losers) == ((BD,), (AC,))
    assert rule in rules_of(won)


def test_fish_pays_the_lower_side_what_the_other_holds() -> None:
    assert fish(WIKI, "A", 30, 20).points == {AC: 0, BD: 30}
    even = fish(WIKI, "A", 20, 20)
    assert (even.ledger.carry, even.points) == (40, {AC: 0, BD: 0})
    assert out(WIKI, "A", 5, even.ledger).ledger.accounts[AC] == record(45)


# -- (b) svoyak, eggs, debts -------------------------------------------------------------------------------------------


def test_M_8_a_fish_won_with_few_points_gives_the_right() -> None:
    won = fish(BLOG, "A", 10, 30)
    assert won.charges.winner == AC
    assert won.points == {AC: 30, BD: 0}
    assert won.ledger.hundred == AC
    assert "fish.written_off" in rules_of(won)


def test_M_8_the_right_comes_even_without_a_record() -> None:
    won = fish(BLOG, "A", 10, 20)
    assert won.ledger.accounts[AC] == NOTHING
    assert won.ledger.hundred == AC
    assert "fish.written_off" not in rules_of(won)


def test_M_8_a_debt_is_cleared_by_the_second_of_three_rounds() -> None:
    lost = fish(BLOG, "A", 33, 20)
    assert lost.points == {AC: 0, BD: 0}
    assert lost.ledger.debt == FishDebt(AC, 33, 3)
    first = out(BLOG, "B", 10, lost.ledger)
    assert first.ledger.debt == FishDebt(AC, 33, 2)
    second = out(BLOG, "A", 10, first.ledger)
    assert second.ledger.debt is None
    assert rules_of(second)[-1] == "debt.cleared"
    assert second.ledger.accounts == {AC: NOTHING, BD: NOTHING}


def test_a_debt_that_is_not_won_back_goes_to_the_others_with_the_right() -> None:
    ledger = fish(BLOG, "A", 33, 20).ledger
    for _ in range(2):
        ledger = out(BLOG, "B", 10, ledger).ledger
    third = out(BLOG, "D", 10, ledger)
    assert third.ledger.accounts == {AC: NOTHING, BD: record(33)}
    assert (third.ledger.debt, third.ledger.hundred) == (None, BD)
    assert rules_of(third)[-2:] == ["debt.paid", "hundred.granted"]


def test_a_debt_that_falls_due_may_wipe_the_board() -> None:
    ledger = board(record(40), debt=FishDebt(AC, 33, 1))
    paid = out(BLOG, "B", 10, ledger)
    assert paid.ledger.accounts == {AC: NOTHING, BD: NOTHING}
    assert paid.ledger.hundred == BD  # the right stays


def test_another_lost_fish_adds_to_the_debt_but_not_to_its_time() -> None:
    assert fish(BLOG, "C", 26, 20, board(debt=FishDebt(AC, 33, 3))).ledger.debt == FishDebt(AC, 59, 2)


def test_the_others_lost_fish_clears_a_debt_and_makes_one() -> None:
    assert fish(BLOG, "B", 26, 20, board(debt=FishDebt(AC, 33, 3))).ledger.debt == FishDebt(BD, 26, 3)


def test_among_three_a_second_debt_finds_no_room() -> None:
    held: dict[str, int | str] = {"A": 30, "B": 27, "C": 20}
    end = round_end(BLOG, "fish", held, fisher="B")
    waiting = settled(BLOG, end, debt=FishDebt("A", 33, 3))
    assert waiting.ledger.debt == FishDebt("A", 33, 2)
    assert waiting.points == {"A": 0, "B": 0, "C": 57}
    assert settled(BLOG, end, debt=FishDebt("A", 33, 1)).ledger.debt == FishDebt("B", 27, 3)


@pytest.mark.parametrize(("ours", "debt"), [(25, FishDebt(AC, 25, 3)), (24, None)])
def test_a_lost_fish_is_a_debt_from_25_on(ours: int, debt: FishDebt | None) -> None:
    assert fish(BLOG, "A", ours, 20).ledger.debt == debt


def test_svoyak() -> None:
    before = board(record(60), hundred=AC)
    lost = after(BLOG, before, "out", {"A": 15, "B": 0, "C": 10, "D": 4}, winner="B", **SIX_LEAD)
    assert lost.over is not None
    assert (lost.over.losers, lost.over.winners, lost.over.titles) == ((AC,), (BD,), (Title(AC, "svoyak"),))
    wiped = after(BLOG, before, "out", {"A": 15, "B": 0, "C": 9, "D": 4}, winner="B", **SIX_LEAD)
    assert wiped.over is None
    assert wiped.ledger.accounts == {AC: NOTHING, BD: NOTHING}


def test_the_hundred_may_be_won_by_a_fish_and_an_even_one_decides_nothing() -> None:
    before = board(record(60), hundred=AC)
    won = fish(BLOG, "B", 20, 10, before, **SIX_LEAD)
    assert won.over is not None and won.over.winners == (AC,)
    even = fish(BLOG, "B", 20, 20, before, **SIX_LEAD)
    assert even.over is None
    assert even.ledger.accounts == before.accounts
    assert "hundred.undecided" in rules_of(even)


def test_bald_kozel() -> None:
    over = out(BLOG, "B", 3, last=BLANK).over
    assert over is not None
    assert over.winners == (BD,)
    assert over.titles == (Title(BD, "bald_kozel"), Title(AC, "sea_kozel"))


def test_out_on_six_wins_from_25_on_else_it_gives_the_right() -> None:
    over = out(BLOG, "A", 25, last=SIX).over
    assert over is not None and over.winners == (AC,)
    lighter = out(BLOG, "A", 24, last=SIX)
    assert lighter.over is None
    assert lighter.ledger.hundred == AC


def test_eggs_are_replayed_and_go_bad_at_the_third() -> None:
    ledger = board(record(60))
    for weight in (20, 30):
        even = fish(BLOG, "A", weight, weight, ledger)
        assert even.opening  # 1-1 leads again
        assert even.ledger.accounts == ledger.accounts
        ledger = even.ledger
    assert ledger.eggs == (20, 30)
    third = fish(BLOG, "A", 7, 7, ledger)
    assert (third.ledger.eggs, third.ledger.accounts) == ((), ledger.accounts)
    assert rules_of(third)[-1] == "eggs.rotten"
    assert out(BLOG, "A", 5, ledger).ledger.eggs == ()  # a round that is decided ends the count


# -- (c) generals and officers -----------------------------------------------------------------------------------------


def test_M_4_both_doubles_make_a_general() -> None:
    held = {"A": "", "B": "3-0 5-3", "C": "6-0 2-0", "D": "5-5 5-2"}
    end = round_end(SALTYKOV, "out", held, winner="A", leader="A", last=BOTH)
    assert [hand_value(hand, SALTYKOV) for hand in end.hands.values()] == [0, 11, 8, 17]
    over = settled(SALTYKOV, end).over
    assert over is not None
    assert (over.losers, over.winners, over.titles) == ((BD,), (AC,), (Title(BD, "general"),))


def test_M_5_out_on_six_is_a_hundred() -> None:
    after_six = out(SALTYKOV, "A", 40, last=SIX)
    assert after_six.points == {AC: 0, BD: 100}
    assert after_six.ledger.accounts[BD] == record(100)
    assert after_six.over is None


def test_M_5_out_on_blank_makes_officers() -> None:
    over = out(SALTYKOV, "A", 3, last=BLANK).over
    assert over is not None
    assert over.titles == (Title(BD, "officer"),)


def test_M_6_eggs_decorate_the_title() -> None:
    """Twice 40:40, then an officer: an officer with double eggs that weigh 80."""
    first = fish(SALTYKOV, "A", 40, 40)
    assert (first.points, first.ledger.eggs) == ({AC: 0, BD: 0}, (40,))
    second = fish(SALTYKOV, "B", 40, 40, first.ledger)
    over = out(SALTYKOV, "A", 3, second.ledger, last=BLANK).over
    assert over is not None
    assert over.titles == (Title(BD, "officer", eggs=2, weight=80),)


def test_M_7_opening_and_the_end() -> None:
    assert out(SALTYKOV, "A", 24).ledger.accounts[BD] == NOTHING
    assert out(SALTYKOV, "A", 25).ledger.accounts[BD] == record(25)
    over = out(SALTYKOV, "A", 65, board(bd=record(60)))
    assert over.ledger.accounts[BD] == record(125)
    assert over.over is not None
    assert over.over.titles == (Title(BD, "worker_kozel"),)


@pytest.mark.parametrize(
    ("hand", "value"), [("0-0", 25), ("0-0 1-0", 1), ("6-6", 50), ("6-6 1-0", 13), ("6-6 0-0", 12)]
)
def test_hands_of_saltykov(hand: str, value: int) -> None:
    assert hand_value(tiles(hand), SALTYKOV) == value


def test_both_specials_alone_in_the_two_hands_are_75() -> None:
    end = round_end(SALTYKOV, "fish", {"A": 9, "B": "0-0", "C": 9, "D": "6-6"}, fisher="A")
    assert settled(SALTYKOV, end).points == {AC: 0, BD: 75}


def test_a_fish_counts_only_where_it_can_be_written() -> None:
    assert fish(SALTYKOV, "A", 10, 24).ledger.accounts == {AC: NOTHING, BD: NOTHING}
    assert fish(SALTYKOV, "A", 10, 25).ledger.accounts == {AC: NOTHING, BD: record(25)}
    assert fish(SALTYKOV, "A", 10, 24, board(bd=record(30))).ledger.accounts[BD] == record(54)
    assert fish(parse("sea.saltykov fish_sum=all"), "A", 10, 25).ledger.accounts[BD] == record(35)
    light = fish(SALTYKOV, "A", 24, 24)
    assert (light.ledger.eggs, rules_of(light)[-1]) == ((), "eggs.too_light")
    assert fish(SALTYKOV, "A", 24, 24, board(record(30))).ledger.eggs == (24,)


def test_for_the_goat() -> None:
    before = board(record(30), record(90), hundred=AC)
    won = out(SALTYKOV, "C", 10, before, **SIX_LEAD)
    assert won.over is not None
    assert won.over.titles == (Title(BD, "worker_kozel"),)
    lost = out(SALTYKOV, "B", 10, before, **SIX_LEAD)
    assert lost.over is None
    assert lost.ledger.accounts == {AC: record(40), BD: NOTHING}
    assert (lost.opening, lost.ledger.hundred) == (True, None)  # 1-1 leads again


def test_after_a_wipe_the_holder_of_six_leads_where_others_wait() -> None:
    rules = parse("sea.saltykov knockout=yes")
    lost = out(rules, "B", 10, board(record(30), record(90), hundred=AC), **SIX_LEAD)
    assert (lost.opening, lost.ledger.hundred) == (True, HOLDER_OF_SIX)
    won = out(rules, "D", 10, lost.ledger, leader="B", lead=SIX)  # whoever held it played for the match
    assert won.over is not None
    assert (won.over.winners, won.over.titles) == ((BD,), (Title(AC, "worker_kozel"),))


def test_a_fish_too_small_to_be_written_does_not_decide_the_goat() -> None:
    before = board(record(30), hundred=AC)
    light = fish(SALTYKOV, "A", 10, 24, before, **SIX_LEAD)
    assert light.over is None
    assert "hundred.undecided" in rules_of(light)


def leader_after(settlement: Settlement, ending: Any, **facts: Any) -> str | None:
    end = round_end(SALTYKOV, ending, dict.fromkeys("ABCD", 9), **facts)
    return next_leader(SALTYKOV, end, settlement.charges, settlement.ledger)


def test_next_lead_of_saltykov() -> None:
    assert leader_after(out(SALTYKOV, "C", 24), "out", winner="C", leader="A") is None  # no record: 1-1 again
    assert leader_after(out(SALTYKOV, "C", 25), "out", winner="C", leader="A") == "C"
    assert leader_after(out(SALTYKOV, "C", 9, board(record(30))), "out", winner="C", leader="A") == "C"
    assert leader_after(fish(SALTYKOV, "B", 30, 9), "fish", fisher="B", leader="A") == "B"  # even if they pay
    assert leader_after(fish(SALTYKOV, "B", 40, 40), "fish", fisher="B", leader="A") == "B"  # an egg counts
    assert leader_after(fish(SALTYKOV, "B", 9, 9), "fish", fisher="B", leader="A") is None
