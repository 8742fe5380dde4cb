"""Games in writing: DPN texts, event logs, and the truth of a recording."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device.archive import open_archive
from device.errors import UserError
from device.texts import Language
from engine import journal
from engine.dpn import from_events, read, to_events, write
from engine.dpn.model import Clock, Game
from engine.dpn.places import text_of
from engine.dpn.replay import replay
from engine.errors import EngineError
from engine.events import Event, Seat, Setup
from engine.rulesets import RuleSet, get
from engine.text import Text

DPN, JSONL = ".dpn", ".jsonl"
TRUTH = "truth.jsonl"
LARGEST = 64 * 2**20


@dataclass(frozen=True)
class Writing:
    """A game as its file tells it.

    Attributes:
        events: the log; of a text that people wrote, what the referee makes of it.
        notes: what a reader should know: where a text and the referee disagree, a line that was broken off.
        game: the text itself, where the file is DPN.
        timed: whether it says when things happened.
    """

    events: tuple[Event, ...]
    notes: tuple[Text, ...] = ()
    game: Game | None = None
    timed: bool = True

    def remarks(self, path: Path, lang: Language) -> list[str]:
        """The notes as sentences; for a text the last one says how many there are."""
        said = [UserError("writing.note", path=path, note=note).sentence(lang) for note in self.notes]
        if said and self.game is not None:
            said.append(UserError("writing.remarks", path=path, count=len(said)).sentence(lang))
        return said

    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
        return next((event.rules for event in self.events if isinstance(event, Setup)), get("free"))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players."""
        return next((event.seats for event in self.events if isinstance(event, Setup)), ())

    def text(self, form: str) -> str:
        """The game as "dpn" or "jsonl".

        Raises:
            engine.tiles.NotationError: the log makes no sense.
        """
        if form == "jsonl":
            return journal.write(self.events)
        return write(self.game if self.game is not None else from_events(self.events))


def is_writing(path: Path) -> bool:
    """Whether a file is a game in writing, by its name."""
    return path.suffix.lower() in (DPN, JSONL)


def load(path: Path) -> Writing:
    """The game of a .dpn or .jsonl file.

    Raises:
        UserError: there is no game in it, or it makes no sense; then the sentence says in which line and column.
        OSError: it cannot be read.
    """
    if path.stat().st_size > LARGEST:
        raise UserError("writing.too_large", path=path)
    data = path.read_bytes()
    try:
        writing = _of_dpn(data) if path.suffix.lower() == DPN else _of_log(data)
    except EngineError as error:
        raise UserError("writing.bad", path=path, why=error) from error
    if not writing.events:
        raise UserError("writing.empty", path=path)
    return writing


def load_truth(path: Path) -> Writing:
    """The events that a recording brings with it.

    Raises:
        UserError: there is no such recording, it brings none, or they make no sense.
    """
    archive = open_archive(path)
    try:
        if TRUTH not in archive.names():
            raise UserError("writing.no_truth", path=path)
        return _of_log(archive.read(TRUTH, LARGEST))
    except EngineError as error:
        raise UserError("writing.bad", path=path / TRUTH, why=error) from error
    finally:
        archive.close()


def _of_log(data: bytes) -> Writing:
    log = journal.read(data)
    return Writing(log.events, (log.note,) if log.note is not None else ())


def _of_dpn(data: bytes) -> Writing:
    game = read(text_of(data))
    if game.is_log:
        return Writing(tuple(to_events(game)), game=game)
    if game.is_empty:
        return Writing((), game=game)
    played = replay(game)
    timed = any(one.t is not None or any(isinstance(item, Clock) for item in one.items) for one in game.rounds)
    return Writing(played.events, played.differences, game, timed)
