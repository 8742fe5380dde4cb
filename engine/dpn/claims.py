"""What a text claims, compared with what the referee found: a clause in both languages for each disagreement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.dpn.from_events import board_text, end_sign
from engine.dpn.model import End, Entry, Score, Turn
from engine.dpn.titles import is_called, title_text
from engine.dpn.to_events import reason_of
from engine.dpn.writer import sign
from engine.events import Event, Illegal, MatchOver, Passed, Played, Scored, WrongPass
from engine.explain.names import Names
from engine.sides import members
from engine.state import MatchState
from engine.text import AND, Text, joined
from engine.tiles import Tile

VERDICTS: Mapping[str, Text] = {
    "mismatch": Text("the numbers do not match", "числа не сходятся"),
    "duplicate": Text("that tile lies there already", "такая кость уже лежит"),
    "not_in_set": Text("the set has no such tile", "такой кости в комплекте нет"),
    "closed_end": Text("that end is not open", "этот конец не открыт"),
    "detached": Text("the tile touches nothing", "кость ничего не касается"),
    "not_a_double": Text("only doubles are laid closed", "закрывают только дубли"),
    "not_closable": Text("nothing may be laid closed", "закрывать нельзя"),
    "wrong_lead": Text("another tile had to lead", "заходить надо было с другой кости"),
    "out_of_turn": Text("it was somebody else's turn", "ход был не его"),
    "two_at_once": Text("two tiles were laid in one turn", "за один ход поставлены две кости"),
    "exposed_first": Text("the open tile had to be laid first", "сначала надо было ставить открытую кость"),
    "round_over": Text("the round was over", "кон уже был окончен"),
    "pass": Text("the pass was wrong", "пас был неверен"),
}
"""What a verdict says, as a clause."""


def of_lead(claimed: str, leader: str | None) -> Text | None:
    """Who leads the round, where the referee knows it."""
    if leader is None or claimed == leader:
        return None
    return Text(
        f"the text lets {claimed} lead, the referee {leader}", f"по записи заходит {claimed}, по правилам {leader}"
    )


def of_turn(turn: Turn, events: Sequence[Event]) -> Iterator[Text]:
    """The sum of the ends, the points and the verdict on a turn."""
    plays = [event for event in events if isinstance(event, Played)]
    if plays and turn.sum is not None and turn.sum != plays[-1].sum:
        found = plays[-1].sum
        yield Text(f"the text says {turn.sum}, the ends sum to {found}", f"в записи {turn.sum}, а концы дают {found}")
    paying = [event for event in events if isinstance(event, Played | Passed)]
    if paying and turn.points is not None and turn.points != paying[-1].points:
        found = paying[-1].points
        yield Text(
            f"the text gives {turn.points} points, the referee {found}",
            f"по записи очков {turn.points}, по правилам {found}",
        )
    if turn.passed and turn.reason in (None, "pass"):
        return
    claimed = None if turn.reason is None else reason_of(turn.reason)
    verdict = next((event.reason for event in events if isinstance(event, Illegal)), None)
    if verdict != claimed:
        yield _of_verdict(claimed, verdict)


def _of_verdict(claimed: str | None, found: str | None) -> Text:
    said, judged = (
        None if reason is None else VERDICTS.get(reason, Text(reason, reason)) for reason in (claimed, found)
    )
    if said is None:
        assert judged is not None  # they differ
        return Text(f"the text marks no mistake, but {judged.en}", f"в записи ход верен, а по правилам {judged.ru}")
    if judged is None:
        return Text(
            f"the text marks a mistake ({said.en}), but by the rules there is none",
            f"в записи отмечена ошибка ({said.ru}), а по правилам её нет",
        )
    return Text(
        f"the text marks another mistake ({said.en}), but {judged.en}",
        f"в записи отмечена другая ошибка ({said.ru}), а по правилам {judged.ru}",
    )


def of_end(end: End, events: Sequence[Event]) -> Text | None:
    """How the round ended."""
    found = next((one for one in map(end_sign, reversed(events)) if one is not None), None)
    claimed = sign(end)
    if found is None:
        return Text(
            f"the text ends the round with {claimed}, for the referee it is not over",
            f"в записи кон окончен ({claimed}), а по правилам ещё нет",
        )
    same_seat = end.seat is None or end.seat == found.seat
    if end.kind == found.kind and same_seat and set(end.numbers) == set(found.numbers):
        return None
    return Text(
        f"the text ends the round with {claimed}, the referee with {sign(found)}",
        f"в записи кон окончен знаком {claimed}, а по правилам — {sign(found)}",
    )


def of_passes(
    turns: Mapping[int, Sequence[Event]], marked: Iterable[int], events: Iterable[Event], names: Names
) -> Iterator[tuple[int, Text]]:
    """Wrong passes: those that the text marks, and those that later tiles prove."""
    proved = {event.passed: event.tile for event in events if isinstance(event, WrongPass)}
    for turn, made in turns.items():
        for event in made:
            if isinstance(event, Passed) and event.inferred and event.seq in proved:
                yield turn, _skipped(names.seat(event.seat), proved[event.seq])
        passes = [event.seq for event in made if isinstance(event, Passed) and not event.inferred]
        tile = next((proved[seq] for seq in passes if seq in proved), None)
        if tile is not None and turn not in marked:
            yield (
                turn,
                Text(
                    f"the text marks no mistake, but {tile} would have fitted",
                    f"в записи пас верен, но подошла бы {tile}",
                ),
            )
        elif tile is None and turn in marked:
            yield (
                turn,
                Text(
                    "the text marks a wrong pass, which nothing proves",
                    "в записи отмечен неверный пас, но это не доказано",
                ),
            )


def _skipped(name: Text, tile: Tile) -> Text:
    return Text(
        f"{name.en} is skipped, but {tile} would have fitted; are the turns in order?",
        f"очередь пропущена ({name.ru}), а подошла бы {tile}; по порядку ли записаны ходы?",
    )


def of_unwritten(
    events: Sequence[Event], before: Sequence[Event], seats: int, names: Names, *, written: bool
) -> Text | None:
    """Passes that nobody wrote: a whole lap of them, or any at all in a text that writes the others.

    So are several that bring back a player whom the turn before left out: two turns may have changed places.
    """
    passed = _inferred_passes(events)
    player = next((event.seat for event in events if isinstance(event, Played)), None)
    if len(passed) == seats - 1 > 1:
        name = names.seat(player)
        return Text(
            f"no passes are written between two turns of {name.en}",
            f"между двумя ходами подряд ({name.ru}) пасы не записаны",
        )
    if len(passed) > 1 and player in [event.seat for event in _inferred_passes(before)]:
        name = names.seat(player)
        return Text(
            f"{name.en} plays only after being skipped; are the turns in order?",
            f"очередь была пропущена ({name.ru}), а ход стоит только здесь; по порядку ли записаны ходы?",
        )
    if not passed or not written:
        return None
    those = joined([names.seat(event.seat) for event in passed], by=AND)
    return Text(f"a pass is not written ({those.en})", f"не записан пас ({those.ru})")


def _inferred_passes(events: Sequence[Event]) -> list[Passed]:
    return [event for event in events if isinstance(event, Passed) and event.inferred]


def of_number(number: int, before: int, *, ended: bool) -> Text | None:
    """Whether a round's number follows that of the round before it, which has to be dealt again unless it ended."""
    if number == before + 1 or (number == before and not ended):
        return None
    return Text(f"round {before} comes before it", f"перед ним стоит кон {before}")


def of_board(score: Score, state: MatchState, events: Sequence[Event]) -> Iterator[Text]:
    """The board after a round: accounts, and the titles that end a match."""
    if not any(isinstance(event, Scored) for event in events):
        yield Text("the text gives a score, the referee has none", "в записи есть счёт, а по правилам кон не сосчитан")
        return
    for entry in score.entries:
        side = _side(entry.side, state)
        if side is None:
            yield _no_side(entry, state)
            continue
        yield from _of_title(entry, side, state)
        account = state.ledger.accounts[side]
        board = board_text(account.score, account.remembered, account.open)
        if entry.value is not None and entry.value != board:
            yield Text(
                f"the text gives {entry.side} {entry.value}, the referee {board}",
                f"в записи у {entry.side} стоит {entry.value}, а по правилам {board}",
            )


def of_result(score: Score, state: MatchState, events: Sequence[Event]) -> Iterator[Text]:
    """Who won and who lost the match."""
    if not any(isinstance(event, MatchOver) for event in events):
        yield Text("the text ends the match, the referee does not", "в записи партия окончена, а по правилам ещё нет")
        return
    for entry in score.entries:
        side = _side(entry.side, state)
        if side is None:
            yield _no_side(entry, state)
            continue
        yield from _of_title(entry, side, state)
        found = "won" if side in state.winners else "lost" if side in state.losers else "neither"
        if entry.value in ("won", "lost") and entry.value != found:
            words = {"won": "победа", "lost": "проигрыш", "neither": "ни то ни другое"}
            yield Text(
                f"the text says {entry.side} {entry.value}, the referee {found}",
                f"в записи у {entry.side} {words[entry.value]}, а по правилам {words[found]}",
            )


def _of_title(entry: Entry, side: str, state: MatchState) -> Iterator[Text]:
    found = [title for title in state.titles if title.side == side]
    if entry.title is None or any(is_called(entry.title, title) for title in found):
        return
    names = ", ".join(title_text(title) for title in found)
    yield Text(
        f"the text calls {entry.side} {entry.title}, the referee {names or 'nothing'}",
        f"в записи {entry.side} — {entry.title}, а по правилам {names or 'звания нет'}",
    )


def _side(name: str, state: MatchState) -> str | None:
    """The side of that name: "A+C", also as AC or, for a pair, by one of its seats."""
    for side in state.ledger.accounts:
        if name in (side, side.replace("+", ""), *members(side)):
            return side
    return None


def _no_side(entry: Entry, state: MatchState) -> Text:
    known = ", ".join(state.ledger.accounts)
    return Text(f"there is no side {entry.side}; the sides are {known}", f"стороны {entry.side} нет; есть {known}")
