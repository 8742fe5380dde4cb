"""Plays whole rounds with random legal moves: test material, and the games that recordings are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.errors import RulesError
from engine.events import Event, Seat
from engine.game import Draw, Outcome, Pass, Play, Round
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import RuleSet
from engine.solitaire.selfplay import play_board
from engine.tiles import Tile


def deal(rules: RuleSet, seats: Sequence[Seat], rng: Random) -> tuple[dict[str, list[Tile]], list[Tile]]:
    """Shuffles and deals: the hands by seat, and the boneyard.

    Raises:
        engine.errors.RulesError: that many cannot play, or the rules deal no tiles.
    """
    each = rules.dealt_each(len(seats))
    if not each:
        raise RulesError(f"{rules.id} deals no tiles", f"в {rules.id} костей не сдают")
    tiles = list(rules.tiles(len(seats)))
    rng.shuffle(tiles)
    hands = {seat.id: tiles[i * each : (i + 1) * each] for i, seat in enumerate(seats)}
    return hands, tiles[len(seats) * each :]


def play_round(rules: RuleSet, seats: Sequence[Seat], rng: Random) -> list[Event]:
    """The full log of one random round: set-up, deal, plays, passes, its end, reveal and score.

    Times count the turns, in seconds. Passes that the next play implies are left for the referee to infer, as it must
    when it watches a table.

    Raises:
        engine.errors.RulesError: that many cannot play.
    """
    referee = Referee(rules, seats, draws_seen=True)
    referee.start()
    continue_match(referee, rng, t=1.0)
    return list(referee.events)


def play_match(rules: RuleSet, seats: Sequence[Seat], rng: Random, most_rounds: int = 300) -> list[Event]:
    """The full log of a random match, up to its end or to `most_rounds` deals.

    Raises:
        engine.errors.RulesError: that many cannot play.
    """
    if rules.line == "pairs":
        return play_board(rules, seats, rng)
    referee = Referee(rules, seats, draws_seen=True)
    referee.start()
    for _ in range(most_rounds):
        if referee.state.phase == "over":
            break
        continue_match(referee, rng, referee.events[-1].t + 1.0)
    return list(referee.events)


def continue_match(referee: Referee, rng: Random, t: float = 0.0) -> Outcome | None:
    """Plays one more round into a referee's log; it deals if the last round is scored.

    None: a play ended the match, and with it the round.
    """
    if referee.state.phase != "playing":
        referee.deal(t)
    if referee.rules.counts_hands:
        return _count_hands(referee, rng, t)
    hands, bazaar = deal(referee.rules, referee.state.seats, rng)
    game = Round(referee.rules, hands, bazaar, referee.state.round.leader, referee.state.ledger)
    silent: list[str] = []
    while (outcome := game.outcome()) is None:
        move = rng.choice(list(game.legal_moves()))
        seat = game.turn
        if isinstance(move, Play):
            if referee.rules.multi_doubles > 1 and len(silent) == len(game.seats) - 1:
                _announce_passes(referee, silent, t)  # or its doubles would seem to go on its last turn
            _announce_play(referee, game, move, t)
            silent.clear()
            if referee.state.phase == "over":
                return None
        elif isinstance(move, Draw):
            _announce_passes(referee, silent, t)
            referee.draw(seat, t)
        elif isinstance(move, Pass):
            silent.append(seat)
            if game.drawn or referee.rules.row:
                _announce_passes(referee, silent, t)
        game.push(move)
        t += 1.0
    _announce_passes(referee, silent, t)
    referee.reveal({seat: sorted(hand, reverse=True) for seat, hand in game.hands.items()}, t)
    return outcome


def _count_hands(referee: Referee, rng: Random, t: float) -> Outcome:
    """A round of which only the hands are seen: somebody went out, or nobody could go on."""
    tiles, seats = list(referee.rules.tiles()), referee.state.seat_ids
    rng.shuffle(tiles)
    most = min(7, len(tiles) // len(seats))
    hands = {seat: [tiles.pop() for _ in range(rng.randint(1, most))] for seat in seats}
    winner = rng.choice([None, *seats])
    if winner is not None:
        hands[winner] = []
    referee.reveal(hands, t)
    return Outcome("out", winner=winner) if winner is not None else Outcome("fish")


def _announce_passes(referee: Referee, silent: list[str], t: float) -> None:
    for seat in silent:
        referee.passes(seat, t)
    silent.clear()


def _announce_play(referee: Referee, game: Round, play: Play, t: float) -> None:
    for placement in play.placements:
        node = game.line.node(placement)
        joints = []
        if node.parent is not None and node.touch is not None and node.at is not None:
            joints = [Joint(game.line.tiles[node.parent], node.at, node.touch)]
        referee.play(placement.tile, joints, t, seat_hint=game.turn, closed=placement.closed)
