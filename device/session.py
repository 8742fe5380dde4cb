"""The loop's body, the same for live games and for recordings: a frame goes in, the events that it proves come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from device.cameras.base import Frame
from device.changes import is_all_new, is_replaced, play_of, same_tiles, tiles_of_turn
from device.hands import (
    completes_set,
    counted_hands,
    hands_that_end,
    is_near_seat,
    open_tiles,
    revealed_hands,
)
from device.snapshot import Shown, Status, build_snapshot, status_of
from engine.events import Event, Seat
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import RuleSet
from engine.state import MatchState
from engine.text import Text
from engine.tiles import Tile, TileSet
from vision.layout import build_layout
from vision.scene import Floats, Scene
from vision.stillness import GateReading, StillnessGate
from vision.table import ObservedPlay, TableState, TableUpdate

READS_AFTER_CHANGE = 3
"""Still frames read one after the other when something has changed: their evidence adds up."""
READS_OF_HANDS, READS_OF_ODD_HANDS = 2, 5
"""How often in a row open hands have to be read the same; the second when not all speaks for them."""
BESIDE_TABLE = 0.04
"""How much of the table's size is searched beyond its outline, so that tiles at the edge are seen whole."""
CLEARED = "cleared"
BETWEEN_ROUNDS = ("scored", "waiting")
MOST_LED = 2
"""More tiles than these at once are no round that is just being led."""
SECONDS_BETWEEN_READS = 2.0
"""How often a table is read on which nothing happens."""


class TileReader(Protocol):
    """What reads tiles in a picture: `vision.pipeline.SceneReader`, or a stand-in that knows the truth."""

    def read(
        self, image: NDArray[np.uint8], tile_set: TileSet, expected: Floats | None = None
    ) -> tuple[Scene, dict[str, float]]:
        """The scene of a BGR picture, and milliseconds by stage.

        `expected` are (n, 4, 2) corners, in pixels of the picture, of tiles that lay there a moment ago.
        """
        ...


@dataclass(frozen=True, eq=False)
class GameSetup:
    """What has to be known before the first frame.

    Attributes:
        title: of the page; empty: it has none of its own.
        seats: in turn order; may be empty where the rules keep no turns.
        outline: (k, 2) corner points of the table in pixels; None: the whole picture is the table.
        stills: each frame is a table at rest, so that there is no movement to watch.
    """

    title: str | Text
    rules: RuleSet
    seats: tuple[Seat, ...] = ()
    tile_set: TileSet = TileSet(6)  # noqa: RUF009 - a frozen value
    copies: int = 1
    outline: Floats | None = None
    stills: bool = False


class GameSession:
    """Follows one match, frame by frame: stillness gate, reader, layout, table state, referee.

    Raises:
        engine.errors.RulesError: the rules are not played by that many.
    """

    def __init__(self, setup: GameSetup, reader: TileReader) -> None:
        self.setup = setup
        self.referee = Referee(setup.rules, setup.seats)
        self.camera_lost = False
        self.timings: list[dict[str, float]] = []
        self._reader = reader
        self._gate = None if setup.stills else StillnessGate()
        self._table = TableState(setup.tile_set, setup.copies, setup.outline)
        self._reading = GateReading("STILL")
        self._t = 0.0
        self._reads_due = 1
        self._last_read = 0.0
        self._side: str | None = None
        self._expected: Floats | None = None
        self._shown: Shown | None = None
        self._hands: Mapping[str, tuple[Tile, ...]] | None = None
        self._hands_seen = 0
        self._is_next_round = False
        self._published = 0

    @property
    def state(self) -> MatchState:
        """The state of the match."""
        return self.referee.state

    @property
    def status(self) -> Status:
        """The status word for the page."""
        return status_of(self.state, self._reading.state, self.camera_lost)

    def start(self) -> list[Event]:
        """The set-up and the first deal; call it once, before the first frame."""
        return self.referee.start()

    def step(self, frame: Frame) -> list[Event]:
        """Takes in one frame; gives the events that follow from it."""
        self._t = frame.t
        was_still = self._reading.state == "STILL"
        self._reading = self._gate.update(frame.image, frame.t) if self._gate else GateReading("STILL")
        if was_still and self._reading.state == "HAND":
            self._side = None
        self._side = self._reading.side or self._side
        if self._reading.state != "STILL":
            self._reads_due = READS_AFTER_CHANGE
            return []
        if self._gate and not self._reads_due and 0 <= frame.t - self._last_read < SECONDS_BETWEEN_READS:
            return []
        update = self._read(frame)
        return self._follow(update, frame.t)

    def snapshot(self) -> dict[str, Any]:
        """The state as the page shows it."""
        self._published += 1
        title, log = self.setup.title, self.referee.events
        return build_snapshot(self._published, self._t, title, self.state, log, self._shown, self.status)

    def void(self) -> list[Event]:
        """The round does not count; when the table was cleared, it is dealt again."""
        return self.referee.void(self._t)

    def adjust(self, side: str, points: int) -> list[Event]:
        """Gives a side points by hand, or takes them.

        Raises:
            engine.errors.LogError: there is no such side.
        """
        return self.referee.adjust(side, points, self._t)

    def buy(self, seat: str, seller: str) -> list[Event]:
        """A seat takes 6-6 from another one before the lead.

        Raises:
            engine.errors.LogError: the rules know no such purchase, or not now, or not between these two.
        """
        return self.referee.buy(seat, seller, self._t)

    def time_is_up(self) -> list[Event]:
        """The time of the match has run out."""
        return self.referee.time_is_up(self._t)

    def leave(self, seat: str) -> list[Event]:
        """A seat leaves before the end of the match.

        Raises:
            engine.errors.LogError: there is no such seat.
        """
        return self.referee.leave(seat, self._t)

    def _read(self, frame: Frame) -> TableUpdate:
        scene, timing = self._look(frame.image)
        self.timings.append(timing)
        update = self._table.update(build_layout(scene, self.setup.tile_set, self.setup.copies))
        self._expected = update.layout.scene.corners[list(update.line)]
        self._last_read = frame.t
        changed = bool(update.plays or update.removed or update.corrected)
        self._reads_due = READS_AFTER_CHANGE if changed else max(0, self._reads_due - 1)
        return update

    def _look(self, image: NDArray[np.uint8]) -> tuple[Scene, dict[str, float]]:
        """What lies on the table; only the part of the picture that holds the table is searched."""
        outline, expected = self.setup.outline, self._expected
        if outline is None:
            return self._reader.read(image, self.setup.tile_set, expected)
        height, width = image.shape[:2]
        margin = BESIDE_TABLE * (outline.max(axis=0) - outline.min(axis=0))
        left, top = np.maximum(outline.min(axis=0) - margin, 0).astype(int).tolist()
        right, bottom = np.ceil(outline.max(axis=0) + margin).astype(int).tolist()
        if left >= min(right, width) or top >= min(bottom, height):
            return Scene.empty((width, height), self.setup.tile_set.max_pips), {"detect": 0.0, "read": 0.0}
        if expected is not None:
            expected = expected - np.array((left, top), np.float32)
        scene, timing = self._reader.read(image[top:bottom, left:right], self.setup.tile_set, expected)
        scene = scene.moved((left, top), (width, height))
        return scene[scene.inside(outline)], timing

    def _follow(self, update: TableUpdate, t: float) -> list[Event]:
        """What the referee makes of the table."""
        self._show(update)
        if not self._has_line:
            return self._count(update, t)
        if self._is_new_round(update):
            # What is gone or reads otherwise belongs to the round before.
            return self.referee.deal(t) + self._lay_all(update, t)
        if self.state.phase in (*BETWEEN_ROUNDS, "over"):
            return []
        if self.state.desync == CLEARED and update.plays:
            return self._after_clearing(update, t)
        events = self._take_back(update, t) + self._correct(update, t)
        if self.state.phase != "ended":
            events += self._lay_all(update, t)
        if self.state.desync and same_tiles(update, self.state):
            events += self.referee.resync(t)
        shown = self._reveal(update, t)
        if shown:
            self._show(update)
        return events + shown

    @property
    def _has_line(self) -> bool:
        return self.setup.rules.line != "none"

    def _count(self, update: TableUpdate, t: float) -> list[Event]:
        """What follows where only the hands count: they lie open and are scored; once they are gone the next round
        begins (with stills also when others lie there)."""
        events: list[Event] = []
        if self.state.phase in BETWEEN_ROUNDS:
            hands = counted_hands(update.layout, self._beside(update), self.state, self.setup.outline)
            others = self.setup.stills and hands is not None and hands != self.state.round.hands
            if others or not self._in_front(update):
                events += self.referee.deal(t)
        shown = self._reveal(update, t)
        if shown:
            self._show(update)
        return events + shown

    def _lay_all(self, update: TableUpdate, t: float) -> list[Event]:
        """The plays of an update; the edge that the hand came from is known until it has brought a play."""
        events: list[Event] = []
        # When more tiles lie there than one turn lays, the hand that was seen has laid the last of them.
        first_of_turn = len(update.plays) - tiles_of_turn(update.plays, self.setup.rules)
        for number, play in enumerate(update.plays):
            hint = self.referee.seat_at(self._side) if number >= first_of_turn else None
            events += self._lay(play, hint, t)
        if update.plays:
            self._side = None
        return events

    def _lay(self, play: ObservedPlay, seat: str | None, t: float) -> list[Event]:
        joints = [Joint(joint.tile, joint.other_pips, joint.pips) for joint in play.joined]
        confidence = round(play.confidence, 4)
        return self.referee.play(play.tile, joints, t, confidence, seat, closed=play.closed)

    def _is_new_round(self, update: TableUpdate) -> bool:
        """Whether the table was cleared after the score (or a round that does not count), so that what is laid now
        belongs to the next round."""
        gone = update.cleared or (update.removed and update.plays) or is_all_new(update)
        if self.state.phase in BETWEEN_ROUNDS and gone:
            self._is_next_round = True
        is_new = self._is_next_round and bool(update.plays)
        self._is_next_round = self._is_next_round and not is_new
        return is_new

    def _after_clearing(self, update: TableUpdate, t: float) -> list[Event]:
        """A line lies there again that was gone before its round was scored: the same one, or that of a new round."""
        if same_tiles(update, self.state):
            return self.referee.resync(t)
        if len(update.line) > MOST_LED:
            return []
        return self.referee.deal(t) + self._lay_all(update, t) + self.referee.resync(t)

    def _take_back(self, update: TableUpdate, t: float) -> list[Event]:
        """Tiles of the line that went away: the last play taken back, a cleared table, or something unexplained."""
        if not self.setup.rules.scores and (update.cleared or is_replaced(update)):
            # Without turns and scores nobody ends a round but who clears the table.
            return self.referee.deal(t)
        if update.cleared:
            return self.referee.desync(CLEARED, t)
        # Tiles of shown hands that touched the line were never played.
        removed = list((Counter(update.removed) & Counter(self.state.line.tiles)).elements())
        plays = self.state.round.play_events
        if len(removed) == 1 and plays and plays[-1].tiles[-1].tile == removed[0]:
            return self.referee.undo(t)
        return self.referee.desync("removed " + ", ".join(map(str, removed)), t) if removed else []

    def _correct(self, update: TableUpdate, t: float) -> list[Event]:
        """Tiles that later frames read otherwise."""
        events: list[Event] = []
        for correction in update.corrected:
            target = play_of(self.state.round.play_events, correction.was)
            if target is not None:
                events += self.referee.fix(target, t, tile=correction.now)
        return events

    def _reveal(self, update: TableUpdate, t: float) -> list[Event]:
        """The hands that lie open at the end of a round, once all tiles are there and were seen the same often enough.

        Hands that do not complete the set are misread or wrongly dealt, so they have to be seen more often; so have
        those that end a round of which the table does not tell that it is over.
        """
        hands = self._hands_shown(update)
        self._hands_seen = self._hands_seen + 1 if hands == self._hands else 1
        self._hands = hands
        if hands is None:
            return []
        is_clear = self.state.phase == "ended" and completes_set(hands, self.state)
        often = READS_OF_HANDS if is_clear else READS_OF_ODD_HANDS
        if self._hands_seen < (1 if self.setup.stills else often):
            self._reads_due = max(self._reads_due, 1)
            return []
        return self.referee.reveal(hands, t)

    def _hands_shown(self, update: TableUpdate) -> Mapping[str, tuple[Tile, ...]] | None:
        """The hands in this update, if they are all there and may be scored."""
        if not self.setup.rules.scores:
            return None
        layout, state, outline = update.layout, self.state, self.setup.outline
        if state.phase == "ended":
            return revealed_hands(layout, open_tiles(layout, state), state, outline)
        if state.phase != "playing":
            return None
        if not self._has_line:
            return counted_hands(layout, self._beside(update), state, outline)
        return hands_that_end(layout, self._beside(update), state, outline) if state.round.bazaar else None

    def _beside(self, update: TableUpdate) -> list[int]:
        """Rows of the face-up tiles that neither lie in the line nor were played."""
        return [row for row in open_tiles(update.layout, self.state) if row not in update.line]

    def _in_front(self, update: TableUpdate) -> list[int]:
        """Rows of the tiles that lie in front of the seats, beside the line."""
        return [row for row in self._beside(update) if is_near_seat(update.layout, row, self.setup.outline)]

    def _show(self, update: TableUpdate) -> None:
        """What pages show of this update; what lies open beside the line after the end of a round are hands."""
        hands: Sequence[int] = ()
        if not self._has_line:
            hands = self._in_front(update)
        elif self.state.phase in ("ended", "scored", "over"):
            hands = open_tiles(update.layout, self.state)
        laid = frozenset(update.names[play.row] for play in update.plays if play.row not in hands)
        gone = self._shown is None or not self._shown.new & set(update.names)
        self._shown = Shown(update, laid if laid or gone or self._shown is None else self._shown.new, frozenset(hands))
