"""Events told in both languages."""

import pytest

from device.narration import Narrator
from engine import events as ev
from engine import rulesets
from engine.solitaire.events import PairTaken
from engine.tiles import Tile

SEATS = (ev.Seat("A", "Masha", "Маша"), ev.Seat("B", "Alex", "Алекс"))
LAID = (ev.LaidTile(Tile(6, 4)),)
ROWS = (ev.SideScore("A", 4, 4, 4, 0, False), ev.SideScore("B", 15, 15, 0, 15, True))


@pytest.mark.parametrize(
    ("event", "en", "ru"),
    [
        (ev.Played(3, 1.0, "A", LAID, 6, 0, True), "Masha plays 6-4.", "Маша ставит 6-4."),
        (ev.Played(3, 1.0, None, LAID, 6, 0, True), "6-4 is laid.", "Поставлена кость 6-4."),
        (ev.Passed(3, 1.0, "B", (6, 4)), "Alex passes.", "Алекс стучит: пас."),
        (ev.Drew(3, 1.0, "B", 2), "Alex draws 2 tiles.", "Алекс берёт с базара 2 кости."),
        (ev.Fish(3, 1.0, "A", (6,), False), "Fish on 6! Masha is the fisher.", "Рыба на 6! Рыбак — Маша."),
        (ev.Fish(3, 1.0, None, (1, 2), False), "Fish on 1 and 2!", "Рыба на 1 и 2!"),
        (ev.Revealed(3, 1.0, "A", (Tile(2, 2),), 4, 4), "Masha shows 2-2: 4.", "Маша открывает 2-2: 4."),
        (ev.Revealed(3, 1.0, "A", (), 0, 0), "Masha has no tile left.", "Маша: костей не осталось."),
        (
            ev.Scored(3, 1.0, 1, "fish", "on_all", None, 0, "A", ROWS),
            "Round 1: Masha +4, Alex 15.",
            "Кон 1: Маша +4, Алекс 15.",
        ),
        (ev.MatchOver(3, 1.0, ("B",), ()), "The match is over; the goat is Alex.", "Партия окончена; козёл — Алекс."),
        (ev.Undone(5, 1.0, 3), "A play is taken back, with what followed.", "Ход взят назад, и всё после него тоже."),
        (ev.Fixed(5, 1.0, 3, tile=Tile(5, 4)), "Correction of an earlier play: 5-4.", "Поправка к прежнему ходу: 5-4."),
    ],
)
def test_sentences(event: ev.Event, en: str, ru: str) -> None:
    assert Narrator(SEATS, rulesets.get("kozel.solo")).text(event) == {"en": en, "ru": ru}


def test_a_game_of_good_points_has_a_winner_and_no_goat() -> None:
    event = ev.MatchOver(9, 1.0, losers=("B",), winners=("A",))
    told = Narrator(SEATS, rulesets.get("classic")).text(event)
    assert told == {"en": "The match is over; Masha wins.", "ru": "Партия окончена; победа: Маша."}


@pytest.mark.parametrize("kind", ev.VOCABULARY.values(), ids=ev.VOCABULARY.keys())
def test_every_kind_of_event_has_its_sentence(kind: type[ev.Event]) -> None:
    from device.narration import _TELLERS

    assert kind in _TELLERS


def test_an_illegal_play_comes_with_its_rule() -> None:
    narrator = Narrator(SEATS, rulesets.get("kozel.solo"))
    event = ev.Illegal(4, 1.0, "A", 3, Tile(6, 4), "mismatch")
    told, reason = narrator.text(event), narrator.reason(event)
    assert told is not None and reason is not None
    for lang in ("en", "ru"):
        assert "6-4" in told[lang] and told[lang].endswith(reason[lang])
    assert narrator.sentence(ev.Illegal(4, 1.0, None, 3, Tile(6, 4), "mismatch"), "en") == (
        f"6-4 breaks the rules. {reason['en']}"
    )


def test_a_solitaire_is_told_from_the_board() -> None:
    narrator = Narrator(SEATS[:1], rulesets.get("solitaire.pyramid"))
    taken = PairTaken(3, 1.0, "A", (Tile(6, 6), Tile(0, 0)))
    assert narrator.text(taken) == {"en": "Masha takes 6-6 and 0-0.", "ru": "Маша забирает 6-6 и 0-0."}
    assert narrator.text(ev.MatchOver(5, 1.0, losers=("A",), winners=())) is None
    won = narrator.text(ev.MatchOver(5, 1.0, losers=(), winners=("A",)))
    assert won == {"en": "The match is over; Masha wins.", "ru": "Партия окончена; победа: Маша."}
