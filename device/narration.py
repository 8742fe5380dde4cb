"""Events told in a sentence, in every language."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from device.texts import LANGUAGES, Language, say
from device.titles import title_of
from engine import events as ev
from engine.corrections import effective
from engine.explain import why
from engine.rulesets import RuleSet
from engine.sides import members
from engine.solitaire.events import BOARD_EVENTS, Missed, PairTaken
from engine.solitaire.explain import told
from engine.text import Text
from engine.tiles import Tile


def name_of(seat: ev.Seat, lang: Language) -> str:
    """What the player of a seat is called."""
    return seat.name_ru or seat.name if lang == "ru" else seat.name


def in_all_languages(key: str, **values: object) -> dict[str, str]:
    """A sentence in every language: {"en": ..., "ru": ...}."""
    return {lang: say(key, lang, **values) for lang in LANGUAGES}


class Narrator:
    """Tells events to people, with the players' names in place of the seats' letters.

    Args:
        log: the events that were there before those to be told, so that a correction can name what it corrects; it may
            grow while this narrator is used.
    """

    def __init__(self, seats: Iterable[ev.Seat], rules: RuleSet, log: Sequence[ev.Event] = ()) -> None:
        self.seats: Mapping[str, ev.Seat] = {seat.id: seat for seat in seats}
        self.rules = rules
        self._log = log

    def sentence(self, event: ev.Event, lang: Language) -> str | None:
        """The event in one sentence; None for one that players need not hear of."""
        teller = _TELLERS.get(type(event))
        return teller(self, event, lang) if teller else None

    def reason(self, event: ev.Event) -> dict[str, str] | None:
        """By which rule a verdict or score was given, in every language; None for what needs no reason."""
        told = event.score if isinstance(event, ev.Rescored) else event
        text = why(told, self.rules, self.seats.values())
        return text.to_json() if text is not None else None

    def text(self, event: ev.Event) -> dict[str, str] | None:
        """The sentence in every language, None when there is none."""
        told = {lang: self.sentence(event, lang) for lang in LANGUAGES}
        return {lang: text for lang, text in told.items() if text is not None} or None

    def name(self, seat: str | None, lang: Language) -> str:
        """A seat's player by name; "somebody" while evidence has not settled who."""
        if seat is None:
            return say("event.somebody", lang)
        return name_of(self.seats[seat], lang) if seat in self.seats else seat

    def side(self, side: str, lang: Language) -> str:
        """A side by the names of its players."""
        return say("event.and", lang).join(self.name(seat, lang) for seat in members(side))

    def sides(self, sides: Iterable[str], lang: Language) -> str:
        """Several sides, one after the other."""
        return ", ".join(self.side(side, lang) for side in sides)

    def before(self, event: ev.Fixed | ev.Undone) -> list[ev.Event]:
        """The events of the target's round, and those after it, that counted just before this correction."""
        end = bisect_left(self._log, event.seq, key=_number)
        target = bisect_left(self._log, event.target, hi=end, key=_number)
        places = range(min(target, end - 1), -1, -1)
        start = next((place for place in places if isinstance(self._log[place], ev.Dealt)), 0)
        return effective(self._log[start:end])

    def went_out(self, event: ev.Revealed) -> bool:
        """Whether the player who shows no tile has gone out in this round."""
        end = bisect_left(self._log, event.seq, key=_number)
        for place in range(end - 1, -1, -1):
            earlier = self._log[place]
            if isinstance(earlier, ev.Dealt):
                break
            if isinstance(earlier, ev.Out) and earlier.seat == event.seat:
                return True
        return False

    def what(self, event: ev.Event | None, lang: Language) -> str | None:
        """A play, pair or pass in a word, with whose it is ("Olya's 6-4"); None for what has no such name."""
        if event is None:
            return None
        seat = getattr(event, "seat", None)
        if isinstance(event, ev.Passed):
            return say("event.what_pass", lang, name=self.name(seat, lang))
        if not isinstance(event, ev.Played | PairTaken | Missed):
            return None
        text = say("event.and", lang).join(map(str, _tiles_of(event)))
        return say("event.what_play", lang, name=self.name(seat, lang), tiles=text) if seat is not None else text


def _setup(narrator: Narrator, event: ev.Setup, lang: Language) -> str:
    players = ", ".join(name_of(seat, lang) for seat in event.seats)
    game = event.rules.name.in_language(lang)
    return say("event.setup" if players else "event.setup_alone", lang, game=game, players=players)


def _deal(narrator: Narrator, event: ev.Dealt, lang: Language) -> str | None:
    return say("event.deal", lang, round=event.round) if event.each else None


def _redeal(narrator: Narrator, event: ev.Redealt, lang: Language) -> str:
    key = "event.redeal" if event.granted else "event.redeal_refused"
    return say(key, lang, name=narrator.name(event.seat, lang))


def _play(narrator: Narrator, event: ev.Played, lang: Language) -> str:
    tiles = say("event.and", lang).join(map(str, _tiles_of(event)))
    key = ("event.laid" if event.seat is None else "event.play") + ("_points" if event.points else "")
    return say(key, lang, name=narrator.name(event.seat, lang), tiles=tiles, points=event.points)


def _draw(narrator: Narrator, event: ev.Drew, lang: Language) -> str:
    return say("event.draw", lang, name=narrator.name(event.seat, lang), count=event.count)


def _pass(narrator: Narrator, event: ev.Passed, lang: Language) -> str:
    key = "event.pass_points" if event.points else "event.pass"
    return say(key, lang, name=narrator.name(event.seat, lang), points=event.points)


def _wrong_pass(narrator: Narrator, event: ev.WrongPass, lang: Language) -> str:
    return say("event.wrong_pass", lang, name=narrator.name(event.seat, lang), tile=event.tile)


def _illegal(narrator: Narrator, event: ev.Illegal, lang: Language) -> str:
    reason = (narrator.reason(event) or {}).get(lang, "")
    key = "event.illegal" if event.seat is not None else "event.illegal_alone"
    return say(key, lang, name=narrator.name(event.seat, lang), tile=event.tile, reason=reason)


def _fish(narrator: Narrator, event: ev.Fish, lang: Language) -> str:
    if not event.numbers:  # hands that are only counted
        return say("event.fish_nobody", lang)
    numbers = say("event.and", lang).join(map(str, event.numbers))
    key = "event.fish" if event.seat is not None else "event.fish_alone"
    return say(key, lang, numbers=numbers, name=narrator.name(event.seat, lang))


def _out(narrator: Narrator, event: ev.Out, lang: Language) -> str:
    return say("event.out", lang, name=narrator.name(event.seat, lang))


def _close(narrator: Narrator, event: ev.Closed, lang: Language) -> str:
    return say("event.close", lang, name=narrator.name(event.seat, lang))


def _reveal(narrator: Narrator, event: ev.Revealed, lang: Language) -> str | None:
    name = narrator.name(event.seat, lang)
    if not event.hand and narrator.went_out(event):
        return None  # that has been told
    if not event.hand:
        return say("event.reveal_none", lang, name=name)
    return say("event.reveal", lang, name=name, hand=_tiles(event.hand), value=event.value)


def _check(narrator: Narrator, event: ev.Checked, lang: Language) -> str:
    parts = [("event.check_missing", event.missing), ("event.check_twice", event.twice)]
    if not event.missing and not event.twice:
        return say("event.check_odd", lang, numbers=", ".join(map(str, event.odd)))
    found = "; ".join(say(key, lang, tiles=_tiles(tiles)) for key, tiles in parts if tiles)
    return say("event.check", lang, pips=event.pips, expected=event.expected, found=found)


def _over_time(narrator: Narrator, event: ev.OverTime, lang: Language) -> str:
    name = narrator.name(event.seat, lang)
    return say("event.over_time", lang, name=name, seconds=round(event.seconds), allowed=event.allowed)


def _rescore(narrator: Narrator, event: ev.Rescored, lang: Language) -> str:
    return _score(narrator, event.score, lang, "event.rescore")


def _score(narrator: Narrator, event: ev.Scored, lang: Language, key: str = "event.score") -> str:
    lines = []
    for row in event.sides:
        remembered = f"+{row.remembered}" if row.remembered and not row.open else ""
        lines.append(f"{narrator.side(row.side, lang)}: {remembered or row.score}")
    text = say(key, lang, round=event.round, scores=", ".join(lines))
    return text + (" " + say("event.carry", lang, carry=event.carry) if event.carry else "")


def _on_board(narrator: Narrator, event: ev.Event, lang: Language) -> str | None:
    names = {seat.id: Text(seat.name, seat.name_ru or seat.name) for seat in narrator.seats.values()}
    text = told(event, narrator.rules, names)
    return text.in_language(lang) if text is not None else None


def _void(narrator: Narrator, event: ev.Voided, lang: Language) -> str:
    return say(f"event.void_{event.reason}", lang)


def _adjust(narrator: Narrator, event: ev.Adjusted, lang: Language) -> str:
    key = "event.adjust_given" if event.points >= 0 else "event.adjust_taken"
    return say(key, lang, name=narrator.side(event.side, lang), points=abs(event.points))


def _buy(narrator: Narrator, event: ev.Bought, lang: Language) -> str:
    return say("event.buy", lang, name=narrator.name(event.seat, lang), seller=narrator.name(event.seller, lang))


def _expose(narrator: Narrator, event: ev.Exposed, lang: Language) -> str:
    return say("event.expose", lang, name=narrator.name(event.seat, lang), tile=event.tile)


def _time_up(narrator: Narrator, event: ev.TimeUp, lang: Language) -> str:
    return say("event.time_up", lang)


def _leave(narrator: Narrator, event: ev.Left, lang: Language) -> str:
    return say("event.leave", lang, name=narrator.name(event.seat, lang))


def _match_over(narrator: Narrator, event: ev.MatchOver, lang: Language) -> str | None:
    if narrator.rules.pair_board != "none" and not event.winners:
        return None  # a solitaire that has not come out: the end of the board has said so
    titled: dict[str, list[str]] = {}
    for title in event.titles:
        titled.setdefault(_capital(title_of(title, lang)), []).append(title.side)
    titles = [
        say("event.match_title", lang, title=title, names=narrator.sides(sides, lang))
        for title, sides in titled.items()
    ]
    won = [say("event.match_won", lang, names=narrator.sides(event.winners, lang))] if event.winners else []
    plain = [side for side in event.losers if side not in {title.side for title in event.titles}]
    lost = [say("event.match_lost", lang, names=narrator.sides(plain, lang))] if plain else []
    # Where points are bad a match has losers, where they are good it has winners.
    parts = (lost + titles or won) if narrator.rules.ledger == "penalty" else (won or lost) + titles
    return say("event.match_over", lang, parts=". ".join(parts)) if parts else say("event.match_drawn", lang)


def _fix(narrator: Narrator, event: ev.Fixed, lang: Language) -> str:
    target = next((earlier for earlier in narrator.before(event) if earlier.seq == event.target), None)
    what = narrator.what(target, lang) or say("event.fix_earlier", lang)
    sentences = []
    if event.tile is not None:
        sentences.append(say("event.fix_tile", lang, what=what, now=event.tile))
    if event.seat is not None:
        sentences.append(say("event.fix_seat", lang, what=what, now=narrator.name(event.seat, lang)))
    if event.end is not None:
        sentences.append(say("event.fix_end", lang, what=what, now=event.end))
    return " ".join(sentences)


def _undo(narrator: Narrator, event: ev.Undone, lang: Language) -> str:
    gone = [earlier for earlier in narrator.before(event) if earlier.seq >= event.target]
    told = [(earlier, what) for earlier in gone if (what := narrator.what(earlier, lang)) is not None]
    moves = [what for earlier, what in told if not isinstance(earlier, ev.Passed)] or [what for _, what in told]
    if not moves:
        return say("event.undo_earlier", lang)
    return _capital(say("event.undo" if len(moves) == 1 else "event.undo_more", lang, what=moves[0]))


def _desync(narrator: Narrator, event: ev.Desynced, lang: Language) -> str:
    return say("event.desync", lang)


def _resync(narrator: Narrator, event: ev.Resynced, lang: Language) -> str:
    return say("event.resync", lang)


def _tiles(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))


def _tiles_of(event: ev.Played | PairTaken | Missed) -> list[Tile]:
    """The tiles that a play laid, or that a pair consists of."""
    return [laid.tile if isinstance(laid, ev.LaidTile) else laid for laid in event.tiles]


def _number(event: ev.Event) -> int:
    return event.seq


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_TELLERS: Mapping[type[ev.Event], Callable[[Narrator, Any, Language], str | None]] = {
    ev.Setup: _setup, ev.Dealt: _deal, ev.Redealt: _redeal, ev.Played: _play, ev.Drew: _draw, ev.Passed: _pass,
    ev.WrongPass: _wrong_pass, ev.Illegal: _illegal, ev.Fish: _fish, ev.Out: _out, ev.Closed: _close,
    ev.Revealed: _reveal, ev.Checked: _check, ev.OverTime: _over_time, ev.Scored: _score,
    ev.Rescored: _rescore, ev.Voided: _void,
    ev.Adjusted: _adjust, ev.Bought: _buy, ev.Exposed: _expose, ev.TimeUp: _time_up, ev.Left: _leave,
    ev.MatchOver: _match_over, ev.Fixed: _fix, ev.Undone: _undo, ev.Desynced: _desync, ev.Resynced: _resync,
    **dict.fromkeys(BOARD_EVENTS, _on_board),
}  # fmt: skip
