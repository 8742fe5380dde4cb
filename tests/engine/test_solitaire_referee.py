"""What the referee of a board of pairs says to what a camera saw."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.errors import LogError
from engine.events import Event, MatchOver, Seat, from_line
from engine.fold import fold
from engine.rulesets import get
from engine.solitaire.board import Board
from engine.solitaire.events import BoardEnded, LaidOut, Missed, PairTaken, Rotated
from engine.solitaire.explain import told, why
from engine.solitaire.pairs import Fault
from engine.solitaire.referee import PairsReferee
from engine.text import Text
from engine.tiles import Tile
from tests.engine.support import ALEX, MASHA, kinds, one, tiles

NAMES = {"A": Text("Masha", "Маша"), "B": Text("Alex", "Алекс")}
LAST_ROW = tiles("6-6 0-0 5-5 1-1 4-4 2-2 6-4")


def pyramid() -> PairsReferee:
    """The last row free: three pairs of twelve side by side, and 6-4; the point is 3-3."""
    referee = PairsReferee(get("solitaire.pyramid"), [MASHA])
    referee.lay_out([Tile(3, 3), *[None] * 20, *LAST_ROW], 0.0)
    return referee


def memory(*seats: Seat) -> PairsReferee:
    referee = PairsReferee(get("memory"), seats or (MASHA, ALEX))
    referee.lay_out([None] * 20, 0.0)
    return referee


def take(
    referee: PairsReferee, pair: str, t: float, *, seat: str | None = None, places: tuple[int, ...] = ()
) -> list[Event]:
    first, second = tiles(pair)
    return referee.take(first, second, t, seat=seat, places=places)


def said(events: Iterable[Event], rules_id: str, kind: type[Event] = PairTaken) -> Text:
    text = why(one(events, kind), get(rules_id), NAMES)
    assert text is not None
    return text


def test_a_pair_is_taken_and_the_tile_above_shows() -> None:
    referee = pyramid()
    events = take(referee, "6-6 0-0", 1.0)
    assert one(events, PairTaken).legal
    board = referee.state.board
    assert board is not None
    assert isinstance(board.position, Board)
    assert 15 in board.position.free
    assert kinds(referee.show(15, Tile(6, 0), 1.5)) == ["show"]
    assert one(take(referee, "6-0 3-3", 2.0), PairTaken).legal


def test_a_wrong_sum_is_named_and_counts_as_put_back() -> None:
    referee = pyramid()
    before = referee.state.board
    assert before is not None
    events = take(referee, "6-6 6-4", 1.0)
    assert one(events, PairTaken).reason == "sum"
    assert said(events, "solitaire.pyramid") == Text(
        "6-6 and 6-4 make 22: a pair makes 12. Put them back.",
        "6-6 и 6-4 дают 22, а в паре должно быть 12. Верните их на место.",
    )
    after = referee.state.board
    assert after is not None
    assert after.position == before.position
    assert after.fault == Fault("sum")
    take(referee, "6-6 0-0", 2.0)
    assert referee.state.board is not None
    assert referee.state.board.fault is None


def test_a_tile_that_others_hold_is_named() -> None:
    events = take(pyramid(), "6-6 0-1", 1.0, places=(21, 8))
    assert one(events, PairTaken).tile == Tile(0, 1)
    assert said(events, "solitaire.pyramid").ru.startswith("1-0 ещё занята")


def test_a_tile_that_is_gone_is_named() -> None:
    referee = pyramid()
    take(referee, "6-6 0-0", 1.0)
    events = take(referee, "6-6 5-5", 2.0)
    assert one(events, PairTaken).reason == "not_there"
    assert said(events, "solitaire.pyramid").en == "6-6 is not on the board: it was taken, or does not belong there."
    assert one(take(referee, "5-5 5-5", 3.0), PairTaken).reason == "same_tile"


def test_a_pyramid_without_a_pair_is_lost() -> None:
    referee = PairsReferee(get("solitaire.pyramid"), [MASHA])
    # the point and the last row: sums 1, 2, 2, 3, 3, 4, 4, 4
    free = tiles("1-0 1-1 2-0 2-1 3-0 2-2 3-1 4-0")
    events = referee.lay_out([free[0], *[None] * 20, *free[1:]], 0.0)
    assert one(events, BoardEnded).result == "stuck"
    assert one(events, MatchOver).losers == ("A",)
    assert referee.state.phase == "over"
    assert said(events, "solitaire.pyramid", BoardEnded).ru.endswith("пасьянс не сошёлся.")
    assert take(referee, "1-0 1-1", 1.0) == []


def test_a_misread_tile_that_is_read_anew_opens_the_game_again() -> None:
    referee = PairsReferee(get("solitaire.pyramid"), [MASHA])
    free = tiles("1-0 1-1 2-0 2-1 3-0 2-2 3-1 4-0")
    referee.lay_out([free[0], *[None] * 20, *free[1:]], 0.0)
    assert kinds(referee.show(21, Tile(6, 5), 1.0)) == ["undo", "show"]  # it was no 1-1
    assert referee.state.phase == "playing"
    assert one(take(referee, "6-5 1-0", 2.0), PairTaken).legal


def test_a_spider_that_is_stuck_is_laid_anew() -> None:
    referee = PairsReferee(get("solitaire.spider"), [MASHA])
    ring = tiles("0-0 0-1 1-1 0-2 1-2 0-3 2-2 1-3")
    referee.lay_out([*[None] * 20, *ring], 0.0)
    board = referee.state.board
    assert board is not None
    assert board.must_lay_anew
    anew = tiles("0-0 6-6 1-1 0-2 1-2 0-3 2-2 1-3")
    again = one(referee.lay_out([*[None] * 20, *anew], 1.0), LaidOut)
    assert (again.again, again.overlooked) == (True, ())
    assert one(take(referee, "6-6 0-0", 2.0), PairTaken).legal
    with pytest.raises(LogError, match="26 tiles must lie on the board, not 28"):
        referee.lay_out([None] * 28, 3.0)
    with pytest.raises(LogError, match="6-6 does not belong"):
        referee.lay_out([*[None] * 25, Tile(6, 6)], 3.0)


def test_a_spider_laid_anew_too_early_is_told_the_pair() -> None:
    referee = PairsReferee(get("solitaire.spider"), [MASHA])
    ring = tiles("0-0 6-6 1-1 0-2 1-2 0-3 2-2 1-3")
    referee.lay_out([*[None] * 20, *ring], 0.0)
    events = referee.lay_out([*[None] * 20, *ring], 1.0)
    assert one(events, LaidOut).overlooked == tuple(tiles("0-0 6-6"))
    assert said(events, "solitaire.spider", LaidOut).ru == "Ещё можно было забрать 0-0 и 6-6."


def test_travolator_moves_and_tells_an_overlooked_pair() -> None:
    referee = PairsReferee(get("solitaire.travolator"), [MASHA])
    rest = [tile for text in range(7) for tile in tiles(" ".join(f"{text}-{low}" for low in range(text + 1)))]
    rest = [tile for tile in rest if tile not in tiles("6-6 0-0")]
    referee.lay_out([Tile(6, 6), *rest[:13], Tile(0, 0), *rest[13:]], 0.0)
    events = referee.rotate(1.0)
    assert one(events, Rotated).overlooked == tuple(tiles("6-6 0-0"))
    assert said(events, "solitaire.travolator", Rotated).en == "6-6 and 0-0 could still have been taken."
    events = take(referee, "6-6 1-0", 2.0)
    assert one(events, PairTaken).reason == "apart"
    with pytest.raises(LogError, match="laid anew"):
        referee.lay_out([Tile(0, 0)], 3.0)
    with pytest.raises(LogError, match="Travolator"):
        pyramid().rotate(1.0)


def test_memory_a_miss_passes_the_turn() -> None:
    referee = memory()
    assert one(take(referee, "1-1 0-2", 1.0, places=(0, 1)), PairTaken).seat == "A"
    assert referee.state.turn == "A"
    events = take(referee, "1-2 2-2", 2.0, places=(2, 3))
    assert one(events, Missed).seat == "A"
    assert referee.state.turn == "B"
    assert said(events, "memory", Missed) == Text(
        "2-1 has 3 pips and 2-2 has 4: not equal, so they are turned back and the turn passes.",
        "2-1 — это 3, 2-2 — 4: не поровну. Кости переворачивают обратно, ход переходит.",
    )


def test_memory_only_the_seat_to_move_turns_tiles_over() -> None:
    referee = memory()
    events = take(referee, "1-1 0-2", 1.0, seat="B")
    assert one(events, PairTaken).reason == "out_of_turn"
    assert said(events, "memory") == Text(
        "It is not Alex's turn. Put them back.", "Сейчас ходит не Алекс. Верните их на место."
    )
    assert referee.state.turn == "A"
    with pytest.raises(LogError, match="no seat 'X'"):
        take(referee, "1-1 0-2", 1.0, seat="X")
    assert one(take(referee, "6-6 6-6", 1.0), PairTaken).reason == "same_tile"
    assert one(take(referee, "6-6 5-5", 1.0), PairTaken).reason == "not_there"  # 12 is no sum of Memory


def all_of_memory(referee: PairsReferee) -> list[Event]:
    deck = tiles("1-1 0-2 1-2 0-3 2-2 1-3 3-2 4-1 3-3 4-2 5-1 6-0 5-2 4-3 5-3 4-4 6-3 5-4 6-4 5-5")
    events: list[Event] = []
    for number in range(0, 20, 2):
        events += referee.take(deck[number], deck[number + 1], float(number), places=(number, number + 1))
    return events


def test_memory_most_pairs_win_and_a_corrected_seat_decides_anew() -> None:
    referee = memory()
    events = all_of_memory(referee)
    assert one(events, BoardEnded).pairs == (10, 0)
    assert one(events, MatchOver).winners == ("A",)
    assert said(events, "memory", BoardEnded).ru == "Все пары найдены: у кого больше, тот выиграл (10 : 0)."
    pairs = [event.seq for event in events if isinstance(event, PairTaken)]
    for seq in pairs[:6]:
        fixed = referee.fix(seq, 99.0, seat="B")
    assert kinds(fixed) == ["undo", "fix", "board_end", "match_over"]
    assert one(fixed, BoardEnded).pairs == (4, 6)
    assert referee.state.winners == ("B",)
    assert fold(referee.events) == referee.state
    with pytest.raises(LogError, match="no pair"):
        referee.fix(1, 99.0, seat="B")


def test_memory_alone_counts_misses() -> None:
    referee = memory(MASHA)
    take(referee, "1-1 2-2", 1.0)
    assert referee.state.board is not None
    assert referee.state.board.misses == 1
    assert referee.state.turn == "A"


def test_undo_puts_the_last_pair_back() -> None:
    referee = pyramid()
    before = referee.state.board
    take(referee, "6-6 0-0", 1.0)
    referee.show(15, Tile(6, 0), 1.5)
    assert kinds(referee.undo(2.0)) == ["undo"]
    assert referee.state.board == before
    assert referee.undo(3.0) == []


def test_a_log_goes_on_where_it_ended() -> None:
    referee = memory()
    take(referee, "1-1 0-2", 1.0, places=(0, 1))
    resumed = PairsReferee.resume(from_line(event.to_line()) for event in referee.events)
    assert resumed.state == referee.state
    take(resumed, "1-2 2-2", 2.0, places=(2, 3))
    assert resumed.state.turn == "B"


def test_nothing_is_taken_before_the_board_lies() -> None:
    with pytest.raises(LogError, match="not laid out yet"):
        take(PairsReferee(get("memory"), [MASHA]), "1-1 0-2", 1.0)


def test_what_happened_is_told_in_both_languages() -> None:
    referee = pyramid()
    log = [*referee.events[1:], *take(referee, "6-6 0-0", 1.0), *take(referee, "5-5 4-4", 2.0)]
    log += referee.show(15, Tile(6, 0), 3.0)
    assert [told(event, get("solitaire.pyramid"), NAMES) for event in log] == [
        Text("The board is laid out.", "Поле выложено."),
        Text("Masha takes 6-6 and 0-0.", "Маша забирает 6-6 и 0-0."),
        Text(
            "5-5 and 4-4 may not be taken. 5-5 and 4-4 make 18: a pair makes 12. Put them back.",
            "5-5 и 4-4 забрать нельзя. 5-5 и 4-4 дают 18, а в паре должно быть 12. Верните их на место.",
        ),
        Text("6-0 lies face up now.", "6-0 теперь открыта."),
    ]
    missed = take(memory(), "1-1 2-2", 1.0)
    assert told(missed[0], get("memory"), NAMES) == Text(
        "Masha turns over 1-1 and 2-2. 1-1 has 2 pips and 2-2 has 4: not equal, so they are turned back and the turn "
        "passes.",
        "Маша открывает 1-1 и 2-2. 1-1 — это 2, 2-2 — 4: не поровну. Кости переворачивают обратно, ход переходит.",
    )
    assert told(referee.events[0], get("memory")) is None
