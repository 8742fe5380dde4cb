"""The score as pages show it: the sides with their accounts, the seats, and what else stands on the board."""

from __future__ import annotations

from typing import Any

from device.narration import Narrator
from device.texts import LANGUAGES, Language, say
from device.titles import eggs_of, title_of
from engine.hands import hand_value
from engine.ledger import HOLDER_OF_SIX
from engine.state import MatchState

Words = dict[Language, str]
"""A sentence by language."""

SCORED = ("scored", "over")
ENDED = ("ended", *SCORED)


def sides(state: MatchState, narrator: Narrator) -> list[dict[str, Any]]:
    """The sides in turn order: players, or pairs with one account."""
    return [_side(side, state, narrator) for side in dict.fromkeys(state.sides.values())]


def seats(state: MatchState, narrator: Narrator) -> list[dict[str, Any]]:
    """The seats in turn order, each with what is the player's own."""
    return [_seat(seat, state, narrator) for seat in state.seat_ids]


def marks(state: MatchState) -> list[dict[str, Any]]:
    """What stands on the board besides the accounts, in words: a right to play for the match, a fish owed, eggs.

    `side` is whom a mark concerns, None: the match.
    """
    ledger, found = state.ledger, []
    if ledger.hundred == HOLDER_OF_SIX:
        found.append(_mark("hundred", None, _words("mark.six_leads"), _words("mark.six_leads_hint")))
    elif ledger.hundred is not None:
        word = "mark.goat" if state.rules.hundred == "wipe_opponents" else "mark.hundred"
        found.append(_mark("hundred", ledger.hundred, _words(word), _words("mark.hundred_hint")))
    if (debt := ledger.debt) is not None:
        text, hint = _words("mark.debt", points=debt.points), _words("mark.debt_hint", rounds=debt.rounds)
        found.append(_mark("debt", debt.side, text, hint))
    if ledger.eggs:
        eggs = {lang: eggs_of(len(ledger.eggs), lang) for lang in LANGUAGES}
        found.append(
            _mark("eggs", None, _words("mark.eggs", eggs=eggs, weight=sum(ledger.eggs)), _words("mark.eggs_hint"))
        )
    return found


def _mark(kind: str, side: str | None, text: Words, hint: Words) -> dict[str, Any]:
    return {"kind": kind, "side": side, "text": text, "hint": hint}


def _words(key: str, **values: Words | int) -> Words:
    """A sentence in every language; a value may have a wording for each."""
    return {
        lang: say(
            key, lang, **{name: value[lang] if isinstance(value, dict) else value for name, value in values.items()}
        )
        for lang in LANGUAGES
    }


def _side(side: str, state: MatchState, narrator: Narrator) -> dict[str, Any]:
    account = state.ledger.accounts[side]
    return {
        "id": side,
        "name": {lang: narrator.side(side, lang) for lang in LANGUAGES},
        "members": [seat for seat, own in state.sides.items() if own == side],
        "score": account.score,
        "remembered": account.remembered,
        "open": account.open,
        "result": _result_of_side(side, state),
    }


def _result_of_side(side: str, state: MatchState) -> dict[str, Any] | None:
    """What the last round brought, and who lost or won the match by which title; None while a round goes on."""
    if state.phase not in SCORED:
        return None
    scored = [score for score in state.scores[-1:] if score.round == state.round.number]
    points = {row.side: row.points for score in scored for row in score.sides}
    title = next((title for title in state.titles if title.side == side), None)
    return {
        "points": points.get(side, 0),
        # Where points are good, a match has winners and no loser.
        "loser": side in state.losers and state.rules.ledger == "penalty",
        "winner": side in state.winners,
        "title": {lang: title_of(title, lang) for lang in LANGUAGES} if title is not None else None,
    }


def _seat(seat: str, state: MatchState, narrator: Narrator) -> dict[str, Any]:
    hand = state.round.hands.get(seat)
    return {
        "id": seat,
        "side": state.sides[seat],
        "name": {lang: narrator.name(seat, lang) for lang in LANGUAGES},
        "edge": next(known.edge for known in state.seats if known.id == seat),
        "tiles_left": state.tiles_left(seat) if state.round.each else None,
        "last": state.round.last.get(seat),
        "hand": [str(tile) for tile in hand] if hand is not None else None,
        "value": hand_value(hand, state.rules) if hand is not None else None,
        "result": _result_of_seat(seat, state),
    }


def _result_of_seat(seat: str, state: MatchState) -> dict[str, bool] | None:
    """Whether a seat ended the round; None while it goes on."""
    if state.phase not in ENDED:
        return None
    return {"out": state.round.winner == seat, "fisher": state.round.fisher == seat}
