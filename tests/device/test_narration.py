"""Events told in both languages."""

import io
from collections.abc import Sequence

import pytest

from device.narration import Narrator
from device.recorded_match import demo_recording
from device.telling import Teller
from device.titles import title_of
from device.writings import load_truth
from engine import events as ev
from engine import rulesets
from engine.ledger import Title
from engine.solitaire.events import PairTaken
from engine.tiles import Tile

SEATS = (ev.Seat("A", "Masha", "Маша"), ev.Seat("B", "Alex", "Алекс"))
FOUR = (*SEATS, ev.Seat("C", "Olya", "Оля"), ev.Seat("D", "Serg", "Серж"))
LAID = (ev.LaidTile(Tile(6, 4)),)
ROWS = (ev.SideScore("A", 4, 4, 4, 0, False), ev.SideScore("B", 15, 15, 0, 15, True))


@pytest.mark.parametrize(
    ("event", "en", "ru"),
    [
        (ev.Played(3, 1.0, "A", LAID, 6, 0, True), "Masha plays 6-4.", "Маша ставит 6-4."),
        (ev.Played(3, 1.0, None, LAID, 6, 0, True), "6-4 is laid.", "Поставлена кость 6-4."),
        (ev.Played(3, 1.0, "A", LAID, 10, 1, True), "Masha plays 6-4: 1 point.", "Маша ставит 6-4: 1 очко."),
        (ev.Played(3, 1.0, "A", LAID, 15, 3, True), "Masha plays 6-4: 3 points.", "Маша ставит 6-4: 3 очка."),
        (ev.Played(3, 1.0, None, LAID, 25, 5, True), "6-4 is laid: 5 points.", "Поставлена кость 6-4: 5 очков."),
        (ev.Passed(3, 1.0, "B", (6, 4)), "Alex passes.", "Алекс стучит: пас."),
        (
            ev.Passed(3, 1.0, "B", (6, 4), points=10),
            "Alex passes, which brings 10 points.",
            "Алекс стучит: за этот пас 10 очков.",
        ),
        (ev.Drew(3, 1.0, "B", 2), "Alex draws 2 tiles.", "Алекс берёт с базара 2 кости."),
        (ev.Fish(3, 1.0, "A", (6,), False), "Fish on 6! Masha is the fisher.", "Рыба на 6! Рыбак — Маша."),
        (ev.Fish(3, 1.0, None, (1, 2), False), "Fish on 1 and 2!", "Рыба на 1 и 2!"),
        (ev.Revealed(3, 1.0, "A", (Tile(2, 2),), 4, 4), "Masha shows 2-2: 4.", "Маша открывает 2-2: 4."),
        (ev.Revealed(3, 1.0, "A", (), 0, 0), "Masha has no tile left.", "Маша: костей не осталось."),
        (
            ev.Scored(3, 1.0, 1, "fish", "on_all", None, 0, "A", ROWS),
            "Round 1. Masha: +4, Alex: 15.",
            "Кон 1. Маша: +4, Алекс: 15.",
        ),
        (
            ev.Rescored(5, 1.0, 3, ev.Scored(3, 1.0, 1, "fish", "on_all", None, 9, "A", ROWS)),
            "Round 1, scored anew. Masha: +4, Alex: 15. 9 carried over.",
            "Кон 1, пересчитан. Маша: +4, Алекс: 15. Переносится: 9.",
        ),
        (
            ev.MatchOver(3, 1.0, ("B",), (), (Title("B", "kozel"),)),
            "The match is over. Goat: Alex.",
            "Партия окончена. Козёл: Алекс.",
        ),
        (ev.MatchOver(3, 1.0, ("B",), ("A",)), "The match is over. Lost: Alex.", "Партия окончена. Проигрыш: Алекс."),
        (ev.MatchOver(3, 1.0, (), ("A",)), "The match is over. Won: Masha.", "Партия окончена. Победа: Маша."),
        (ev.MatchOver(3, 1.0, (), ()), "The match is over: a draw.", "Партия окончена: ничья."),
        (
            ev.Voided(3, 1.0, "by_hand"),
            "The round does not count; it is dealt again.",
            "Кон не засчитан, сдают заново.",
        ),
        (
            ev.Voided(3, 1.0, "wrong_pass"),
            "The round does not count, for a pass was wrong; it is dealt again.",
            "Кон не засчитан: пас был неверный. Сдают заново.",
        ),
        (ev.Adjusted(3, 1.0, "A", 22), "Masha: 22 points added by hand.", "Маша: 22 очка добавлено вручную."),
        (ev.Adjusted(3, 1.0, "B", -1), "Alex: 1 point taken off by hand.", "Алекс: 1 очко снято вручную."),
        (ev.Bought(3, 1.0, "A", "B"), "Masha buys 6-6 from Alex.", "Маша покупает 6-6, продаёт Алекс."),
        (ev.TimeUp(3, 1.0), "Time is up.", "Время вышло."),
        (ev.Left(3, 1.0, "B"), "Alex leaves before the end.", "Алекс не доигрывает партию."),
    ],
)
def test_sentences(event: ev.Event, en: str, ru: str) -> None:
    assert Narrator(SEATS, rulesets.get("kozel.solo")).text(event) == {"en": en, "ru": ru}


def test_a_game_of_good_points_has_a_winner_and_no_goat() -> None:
    event = ev.MatchOver(9, 1.0, losers=("B",), winners=("A",))
    told = Narrator(SEATS, rulesets.get("classic")).text(event)
    assert told == {"en": "The match is over. Won: Masha.", "ru": "Партия окончена. Победа: Маша."}


@pytest.mark.parametrize(
    ("title", "en", "ru"),
    [
        (Title("A", "kozel"), "goat", "козёл"),
        (Title("A", "osel"), "donkey", "осёл"),
        (Title("A", "sea_kozel"), "sea goat", "морской козёл"),
        (Title("A", "bald_kozel"), "bald goat", "лысый козёл"),
        (Title("A", "svoyak"), "svoyak", "свояк"),
        (Title("A", "general"), "GENERAL", "ГЕНЕРАЛ"),
        (Title("A", "officer", 1, 40), "OFFICER WITH EGGS WEIGHING 40", "ОФИЦЕР С ЯЙЦАМИ ВЕСОМ 40"),
        # rules.md M-6: 40:40 twice, then an officer.
        (Title("A", "officer", 2, 80), "OFFICER WITH DOUBLE EGGS WEIGHING 80", "ОФИЦЕР С ДВОЙНЫМИ ЯЙЦАМИ ВЕСОМ 80"),
        (Title("A", "general", 3, 120), "GENERAL WITH TRIPLE EGGS WEIGHING 120", "ГЕНЕРАЛ С ТРОЙНЫМИ ЯЙЦАМИ ВЕСОМ 120"),
        (
            Title("A", "worker_kozel", 4, 90),
            "workers' goat with quadruple eggs weighing 90",
            "трудовой козёл с четверными яйцами весом 90",
        ),
        (Title("A", "kozel", 5, 1), "goat with quintuple eggs weighing 1", "козёл с пятерными яйцами весом 1"),
        (Title("A", "kozel", 7, 9), "goat with 7-fold eggs weighing 9", "козёл с 7-кратными яйцами весом 9"),
    ],
)
def test_titles(title: Title, en: str, ru: str) -> None:
    assert (title_of(title, "en"), title_of(title, "ru")) == (en, ru)


def test_a_pair_is_told_by_both_names() -> None:
    narrator = Narrator(FOUR, rulesets.get("kozel.pair"))
    event = ev.MatchOver(9, 1.0, ("B+D",), ("A+C",), (Title("B+D", "officer", 2, 80),))
    assert narrator.text(event) == {
        "en": "The match is over. OFFICER WITH DOUBLE EGGS WEIGHING 80: Alex and Serg.",
        "ru": "Партия окончена. ОФИЦЕР С ДВОЙНЫМИ ЯЙЦАМИ ВЕСОМ 80: Алекс и Серж.",
    }
    assert narrator.text(ev.Adjusted(3, 1.0, "A+C", -5)) == {
        "en": "Masha and Olya: 5 points taken off by hand.",
        "ru": "Маша и Оля: 5 очков снято вручную.",
    }


def test_a_winner_may_have_a_title_too() -> None:
    narrator = Narrator(FOUR, rulesets.get("sport.fdr"))
    event = ev.MatchOver(9, 1.0, ("B+D",), ("A+C",), (Title("A+C", "bald_kozel"),))
    assert narrator.sentence(event, "en") == "The match is over. Won: Masha and Olya. Bald goat: Masha and Olya."


PLAY = ev.Played(3, 1.0, "A", LAID, 6, 0, True)
NEXT = ev.Played(5, 2.0, "C", (ev.LaidTile(Tile(4, 2)),), 8, 0, True)
PASS = ev.Passed(4, 2.0, "B", (6, 4), inferred=True)
NOBODY = ev.Played(3, 1.0, None, LAID, 6, 0, True)


@pytest.mark.parametrize(
    ("log", "event", "en", "ru"),
    [
        (
            [PLAY],
            ev.Fixed(6, 3.0, 3, tile=Tile(5, 4)),
            "Correction: Masha's 6-4 is 5-4.",
            "Поправка: 6-4 (Маша) — на самом деле 5-4.",
        ),
        ([NOBODY], ev.Fixed(6, 3.0, 3, seat="A"), "Correction: 6-4 is by Masha.", "Поправка: 6-4 — это Маша."),
        (
            [PASS],
            ev.Fixed(6, 3.0, 4, seat="A"),
            "Correction: Alex's pass is by Masha.",
            "Поправка: пас (Алекс) — это Маша.",
        ),
        (
            [PLAY],
            ev.Fixed(6, 3.0, 3, end="R"),
            "Correction: Masha's 6-4 lies at the end R.",
            "Поправка: 6-4 (Маша) — на конце R.",
        ),
        (
            [PLAY, ev.Fixed(4, 2.0, 3, tile=Tile(5, 4))],
            ev.Fixed(6, 3.0, 3, seat="B"),
            "Correction: Masha's 5-4 is by Alex.",
            "Поправка: 5-4 (Маша) — это Алекс.",
        ),
        ([PLAY], ev.Undone(6, 3.0, 3), "Masha's 6-4 is taken back.", "Взято назад: 6-4 (Маша)."),
        ([PLAY, PASS, NEXT], ev.Undone(6, 3.0, 4), "Olya's 4-2 is taken back.", "Взято назад: 4-2 (Оля)."),
        ([PLAY, PASS], ev.Undone(6, 3.0, 4), "Alex's pass is taken back.", "Взято назад: пас (Алекс)."),
        (
            [PLAY, PASS, NEXT],
            ev.Undone(6, 3.0, 3),
            "Masha's 6-4 is taken back, with all that followed.",
            "Взято назад: 6-4 (Маша) и всё после.",
        ),
        (
            [PLAY, ev.Adjusted(5, 1.0, "A+C", 5)],
            ev.Undone(6, 3.0, 5),
            "What was noted last is taken back.",
            "Последняя запись отменена.",
        ),
        (
            [],
            ev.Fixed(6, 3.0, 3, tile=Tile(5, 4)),
            "Correction: an earlier entry is 5-4.",
            "Поправка: прежняя запись — на самом деле 5-4.",
        ),
    ],
)  # fmt: skip
def test_a_correction_names_what_it_corrects(log: Sequence[ev.Event], event: ev.Event, en: str, ru: str) -> None:
    assert Narrator(FOUR, rulesets.get("kozel.pair"), log).text(event) == {"en": en, "ru": ru}


def test_a_correction_long_after_reaches_back_to_its_round() -> None:
    """The same corrections made again and again in a long match are still told at once."""
    log: list[ev.Event] = [ev.Dealt(1, 0.0, 1, 7, 0), ev.Dealt(2, 0.0, 2, 7, 0), PLAY, ev.Dealt(4, 2.0, 3, 7, 0)]
    log += [ev.Fixed(seq, 3.0, 3, seat="ABCD"[seq % 4]) for seq in range(5, 2000)]
    told = Narrator(FOUR, rulesets.get("kozel.solo"), log)
    assert told.sentence(ev.Fixed(8, 3.0, 3, seat="B"), "en") == "Correction: Serg's 6-4 is by Alex."
    assert told.sentence(ev.Fixed(2000, 3.0, 3, tile=Tile(5, 5)), "en") == "Correction: Serg's 6-4 is 5-5."
    assert told.sentence(ev.Fixed(2000, 3.0, 2500, tile=Tile(5, 5)), "en") == "Correction: an earlier entry is 5-5."


def test_who_tells_events_remembers_them() -> None:
    out = io.StringIO()
    teller = Teller(FOUR, rulesets.get("kozel.pair"), "en", False, out, out)
    teller.tell([PLAY])
    teller.tell([ev.Undone(6, 63.0, 3)])
    assert out.getvalue().splitlines() == [" 0:01  Masha plays 6-4.", " 1:03  Masha's 6-4 is taken back."]


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
    taken = PairTaken(3, 1.0, "A", (Tile(6, 6), Tile(0, 0)))
    narrator = Narrator(SEATS[:1], rulesets.get("solitaire.pyramid"), [taken])
    assert narrator.text(taken) == {"en": "Masha takes 6-6 and 0-0.", "ru": "Маша забирает 6-6 и 0-0."}
    back = narrator.text(ev.Undone(4, 2.0, 3))
    assert back == {"en": "Masha's 6-6 and 0-0 is taken back.", "ru": "Взято назад: 6-6 и 0-0 (Маша)."}
    assert narrator.text(ev.MatchOver(5, 1.0, losers=("A",), winners=())) is None
    won = narrator.text(ev.MatchOver(5, 1.0, losers=(), winners=("A",)))
    assert won == {"en": "The match is over. Won: Masha.", "ru": "Партия окончена. Победа: Маша."}


def test_a_score_is_told_with_its_reason() -> None:
    game, out = load_truth(demo_recording()), io.StringIO()
    Teller(game.seats, game.rules, "en", False, out, out, with_times=False).tell(game.events)
    score = next(event for event in game.events if isinstance(event, ev.Scored))
    narrator = Narrator(game.seats, game.rules)
    reason, sentence = narrator.reason(score), narrator.sentence(score, "en")
    assert reason is not None and sentence is not None
    told = out.getvalue()
    below = told[told.index(sentence) + len(sentence) :]
    assert " ".join(below.split()) == reason["en"]
    assert all(line.startswith("  ") and len(line) <= 88 for line in below.strip("\n").splitlines())


def test_who_went_out_is_not_told_to_have_no_tile_left() -> None:
    shown = ev.Revealed(9, 1.0, "A", (), 0, 0)
    dealt, out, again = ev.Dealt(2, 0.0, 1, 7, 0), ev.Out(8, 1.0, "A"), ev.Dealt(8, 1.0, 2, 7, 0)
    rules = rulesets.get("kozel.solo")
    assert Narrator(FOUR, rules, [dealt, out, shown]).text(shown) is None
    assert Narrator(FOUR, rules, [dealt, ev.Out(7, 1.0, "A"), again, shown]).text(shown) is not None
    assert Narrator(FOUR, rules, [dealt, ev.Out(8, 1.0, "B"), shown]).text(shown) is not None


def test_a_round_of_counted_hands_that_nobody_is_out_of_is_no_fish() -> None:
    event = ev.Fish(3, 1.0, None, (), False, "hands")
    narrator = Narrator(SEATS, rulesets.get("count"))
    assert narrator.text(event) == {"en": "Nobody is out.", "ru": "Никто не вышел."}
    assert narrator.reason(event) is None
