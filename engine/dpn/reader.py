"""Reads DPN: the text of a game into its model (docs/notation.md has the grammar)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

from engine.dpn.lookalikes import with_known_seats
from engine.dpn.model import SHORT_REASONS, Bone, End, Entry, Game, Item, Laid, Reveal, Round, Score, Tag, Turn
from engine.dpn.notes import confidence, note, round_notes
from engine.dpn.scanner import BLANKS, Scanner
from engine.dpn.tags import ids_of
from engine.line import Reason
from engine.tiles import PIPS_OF_LARGEST_SET, NotationError

MOST_SIGNS = 100_000
"""More than a day of dominoes; a text with more signs than this is refused."""

MARKS = (*get_args(Reason), *SHORT_REASONS, "pass")
"""What may stand after ! in a turn."""

_KEY = re.compile(r"[A-Za-z][\w.]*")
_ROUND = re.compile(r"Round[ \t]+(\d{1,5})(?!\w)")
_BOARD = re.compile(r'([SM]):[ \t]*(?=(?:[\w+]++|"(?:[^"\\\n]++|\\[^\n])*+")[ \t]*=)')
_END = re.compile(r"#([OFCV])")
_BONE = re.compile(r"(\d{1,2})-(\d{1,2})(?!\d)|\?-\?")
_ARM = re.compile(r"@([LRUDЛП]|T\d{1,3})(?!\d)")
_RUSSIAN_ARMS = {"Л": "L", "П": "R"}
_DREW = re.compile(r"\*(\d{1,3})(?!\d)")
_SUM = re.compile(r"=(\d{1,4})(?!\d)")
_POINTS = re.compile(r"/(-?\d{1,5})(?!\d)")
_REASON = re.compile(r"!([a-z_]{1,20})(?![\w])")
_NUMBERS = re.compile(r"(\d{1,2}(?:,\d{1,2})*)(?!\d)")
_FISHER = re.compile(r'[ \t]+(\?|\w++|"(?:[^"\\\n]++|\\[^\n])*+")(?=[\s{]|$)')
_SIDE = re.compile(r"\w+(?:\+\w+)*")
_VALUE = re.compile(r"[+-]?\d{1,9}(?!\w)|[^\W\d]\w*")
_BREAK = re.compile(r"[\s{]|$")
_BONE_BREAK = re.compile(r"[\s\]]")
_TO_TITLE = re.compile(r'[ \t]*(?=")')
_SPACES = re.compile(r"[ \t]*")
_COMMA = re.compile(r"[ \t]*,[ \t\r\n]*")


def read(text: str) -> Game:
    """The game that a text tells.

    Raises:
        NotationError: the text is malformed; the sentence says in which line and column.
    """
    scan = Scanner(text.removeprefix("\ufeff"))
    tags = _tags(scan)
    rounds: list[Round] = []
    items: list[Item] = []
    head, signs = Round(), 0
    while True:
        scan.skip()
        if scan.done:
            break
        signs += 1
        if signs > MOST_SIGNS:
            raise scan.fail(f"more than {MOST_SIGNS} signs", f"больше {MOST_SIGNS} знаков")
        place, found = scan.place(), scan.take(_ROUND)
        if found:
            if items or head.number is not None:
                rounds.append(_closed(head, items))
            t, lead = round_notes(scan)
            head, items = Round(int(found.group(1)), t, lead, place=place), []
        else:
            items.append(_item(scan))
    if items or head.number is not None:
        rounds.append(_closed(head, items))
    game = Game(tags, tuple(rounds))
    return game if game.is_log else with_known_seats(game, ids_of(game.tag("Seats")))


def _closed(head: Round, items: list[Item]) -> Round:
    return Round(head.number, head.t, head.lead, tuple(items), place=head.place)


def _tags(scan: Scanner) -> tuple[Tag, ...]:
    tags: dict[str, Tag] = {}
    while True:
        scan.skip()
        start, place = scan.at, scan.place()
        if not scan.takes("["):
            return tuple(tags.values())
        scan.skip()
        key = scan.take(_KEY)
        scan.skip()
        text = scan.string() if key else None
        scan.skip()
        if key is None or text is None or not scan.takes("]"):
            raise scan.fail('a tag is written like [Rules "kozel.solo"]', 'тег пишут так: [Rules "kozel.solo"]')
        if key.group() in tags:
            raise scan.fail(f"the tag {key.group()} is given twice", f"тег {key.group()} дан дважды", start)
        tags[key.group()] = Tag(key.group(), text, place=place)


def _item(scan: Scanner) -> Item:
    if scan.sees(_BOARD):
        return _board(scan)
    if scan.text.startswith("#", scan.at):
        return _end(scan)
    if scan.text.startswith("{", scan.at):
        return note(scan)
    return _of_seat(scan)


def _of_seat(scan: Scanner) -> Item:
    """A turn or a hand that is shown: both begin with a seat."""
    start, place = scan.at, scan.place()
    seat = None if scan.takes("?") else scan.name()
    if seat is not None and scan.takes("="):
        return Reveal(seat, _hand(scan), place=place)
    if start == scan.at or not scan.takes(":"):
        sign = scan.next_sign() if start == scan.at else scan.text[start : start + 12].split()[0]
        raise scan.fail(
            f"{sign!r} is no turn, end, hand, score or comment",
            f"{sign!r} — не ход, не конец, не рука, не счёт и не примечание",
            start,
        )
    scan.take(_SPACES)
    turn = _turn(scan, seat)
    if not scan.sees(_BREAK):
        raise _unexpected(scan)
    return replace(turn, confidence=confidence(scan, len(turn.laid)), place=place)


def _unexpected(scan: Scanner) -> NotationError:
    if scan.done:
        return scan.fail("the text ends too early", "запись обрывается")
    sign = scan.next_sign()
    return scan.fail(f"{sign!r} is not expected here", f"{sign!r} здесь быть не может")


def _turn(scan: Scanner, seat: str | None) -> Turn:
    drew, passed = 0, False
    laid: list[Laid] = []
    found = scan.take(_DREW)
    if found:
        drew = int(found.group(1))
        if not drew:
            raise scan.fail("nobody draws 0 tiles", "0 костей не берут")
    if not found or scan.takes(","):
        passed = not scan.sees(_BONE) and scan.takes("-")
        if not passed:
            laid = _plays(scan)
    total, points = scan.take(_SUM), scan.take(_POINTS)
    reason = _mark(scan)
    return Turn(
        seat, drew, tuple(laid), passed, int(total.group(1)) if total else None,
        int(points.group(1)) if points else None, reason, scan.takes("?"),
    )  # fmt: skip


def _mark(scan: Scanner) -> str | None:
    start, found = scan.at, scan.take(_REASON)
    if found and found.group(1) not in MARKS:
        known = ", ".join(MARKS)
        raise scan.fail(f"a mistake is one of {known}", f"ошибка хода — одно из {known}", start)
    return found.group(1) if found else None


def _plays(scan: Scanner) -> list[Laid]:
    laid = [_laid(scan)]
    while scan.takes("+"):
        laid.append(_laid(scan))
    return laid


def _laid(scan: Scanner) -> Laid:
    bone = _bone(scan)
    arm = scan.take(_ARM)
    if not arm and scan.text.startswith("@", scan.at):
        raise scan.fail("an end is written like @L, @R, @U, @D or @T3", "конец пишут так: @L, @R, @U, @D или @T3")
    name = arm.group(1) if arm else None
    return Laid(bone, name if name is None else _RUSSIAN_ARMS.get(name, name), scan.takes("x"))


def _bone(scan: Scanner) -> Bone:
    start, found = scan.at, scan.take(_BONE)
    if not found and scan.done:
        raise _unexpected(scan)
    if not found:
        sign = scan.next_sign()
        raise scan.fail(f"{sign!r} is no tile; write it like 6-4", f"{sign!r} — не кость; пишите её так: 6-4")
    if found.group(1) is None:
        return Bone()
    halves = int(found.group(1)), int(found.group(2))
    if max(halves) > PIPS_OF_LARGEST_SET:
        raise scan.fail(
            f"a half shows 0 to {PIPS_OF_LARGEST_SET} pips, not {max(halves)}",
            f"на половинке от 0 до {PIPS_OF_LARGEST_SET} очков, а не {max(halves)}",
            start,
        )
    return Bone(*halves)


def _hand(scan: Scanner) -> tuple[Bone, ...]:
    hand: list[Bone] = []
    start = scan.at
    if not scan.takes("["):
        raise scan.fail("a hand is written like A=[6-4 0-0]", "руку пишут так: A=[6-4 0-0]")
    while not scan.takes("]"):
        scan.take(BLANKS)
        if scan.done:
            raise scan.fail("the hand is not closed by ]", "рука не закрыта знаком ]", start)
        if not scan.text.startswith("]", scan.at):
            hand.append(_bone(scan))
            if not scan.done and not scan.sees(_BONE_BREAK):
                raise _unexpected(scan)
    return tuple(hand)


def _end(scan: Scanner) -> End:
    place, found = scan.place(), scan.take(_END)
    if not found:
        raise scan.fail(
            "an end is written #OA (out), #F6 A (fish), #CA (closed) or #V (void)",
            "конец кона пишут так: #OA (вышел), #F6 A (рыба), #CA (закрыто) или #V (не в счёт)",
        )
    kind = found.group(1)
    numbers: tuple[int, ...] = ()
    if kind == "F":
        given = scan.take(_NUMBERS)
        if not given:
            raise scan.fail("a fish needs its number, like #F6 A", "у рыбы должно быть число: #F6 A")
        numbers = tuple(int(number) for number in given.group(1).split(","))
    seat = _ended_by(scan, kind)
    if not scan.sees(_BREAK):
        raise _unexpected(scan)
    if kind == "O" and seat is None:
        raise scan.fail("who went out is missing, like #OA", "не сказано, кто вышел; пишите так: #OA")
    ends = {"O": End("O", seat, place=place), "C": End("C", seat, place=place), "V": End("V", place=place)}
    return ends.get(kind, End("F", seat, numbers, place=place))


def _ended_by(scan: Scanner, kind: str) -> str | None:
    """Who ended the round; after a blank only a name that begins neither a turn nor a hand."""
    if kind == "V":
        return None
    if kind != "F" and not scan.sees(_BREAK):
        return None if scan.takes("?") else scan.name()
    found = scan.sees(_FISHER)
    if not found or found.group(1) == "Round":
        return None
    scan.take(_SPACES)
    return None if scan.takes("?") else scan.name()


def _board(scan: Scanner) -> Score:
    place, found = scan.place(), scan.take(_BOARD)
    assert found is not None  # the caller has seen it
    entries = [_entry(scan)]
    while scan.take(_COMMA):
        entries.append(_entry(scan))
    if not scan.sees(_BREAK):
        raise _unexpected(scan)
    return Score("S" if found.group(1) == "S" else "M", tuple(entries), place=place)


def _entry(scan: Scanner) -> Entry:
    found = scan.take(_SIDE)
    side = found.group() if found else scan.string()
    scan.take(_SPACES)
    if side is None or not scan.takes("="):
        raise scan.fail("a score is written like A=58", "счёт пишут так: A=58")
    scan.take(_SPACES)
    value = scan.take(_VALUE)
    if value:
        scan.take(_TO_TITLE)
    title = scan.string()
    if value is None and title is None:
        raise scan.fail(
            'after = stands a number, won, lost or a "title"', "после = стоит число, won, lost или «звание» в кавычках"
        )
    return Entry(side, value.group() if value else None, title)
