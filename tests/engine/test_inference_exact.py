"""Who played: the search against trying out every order of seats, and whole random rounds of four."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import comb, factorial, isclose, log
from random import Random
from statistics import median
from time import process_time

import pytest

from engine.game import Play, Round
from engine.inference.evidence import Evidence
from engine.inference.hands import KnownHands
from engine.inference.infer import infer
from engine.inference.model import Inference, Odds, Table, Turn
from engine.inference.search import Search
from engine.rulesets import parse
from engine.tiles import Tile, TileSet


def found(where: Table, what: Sequence[Turn]) -> Inference:
    """What is found; there is an answer."""
    inference = infer(where, what)
    assert inference is not None
    return inference


# -- everything tried out ----------------------------------------------------------------------------------------------


def deals_of(pool: list[Tile], sizes: list[int], lacks: list[set[int]]) -> int:
    """In how many ways hands can be dealt from the pool, one hand after the other."""
    if not sizes:
        return 1
    allowed = [tile for tile in pool if not any(tile.has(pips) for pips in lacks[0])]
    if len(sizes) == 1:
        return comb(len(allowed), sizes[0])
    return sum(
        deals_of([tile for tile in pool if tile not in hand], sizes[1:], lacks[1:])
        for hand in combinations(allowed, sizes[0])
    )


def readings(where: Table, order: tuple[str, ...]) -> Iterator[tuple[list[tuple[int, str]], float]]:
    """For one order of seats all ways to explain it: (turn, seat) that passed before it, and the odds of the rest."""
    ids = where.seats
    ways: list[list[tuple[list[tuple[int, str]], float]]] = []
    for turn, seat in enumerate(order):
        due = where.leader if turn == 0 else ids[(ids.index(order[turn - 1]) + 1) % len(ids)]
        if due is None or due == seat:
            ways.append([([], 1.0)])
            continue
        jump: tuple[list[tuple[int, str]], float] = ([], Odds().out_of_turn)
        skipped = [ids[(ids.index(due) + k) % len(ids)] for k in range((ids.index(seat) - ids.index(due)) % len(ids))]
        ways.append([jump] if turn == 0 else [jump, ([(turn, one) for one in skipped], 1.0)])
    for chosen in product(*ways):
        odds = 1.0
        for _, factor in chosen:
            odds *= factor
        yield [one for passes, _ in chosen for one in passes], odds


def weight(where: Table, what: Sequence[Turn], order: tuple[str, ...]) -> float:
    """The probability of one order of seats, by its best reading, from the definition alone."""
    laid = {seat: [(k, turn.tiles[0]) for k, turn in enumerate(what) if order[k] == seat] for seat in where.seats}
    due = {seat: where.each - len(where.revealed[seat]) for seat in where.revealed}
    missed = sum(abs(len(laid[seat]) - due[seat]) for seat in due)
    missed += sum(max(0, len(laid[seat]) - where.each) for seat in where.seats if seat not in due)
    likelihood: float = Odds().hand_size ** missed
    for turn, seat in zip(what, order, strict=True):
        likelihood *= 1.0 if turn.seats is None else turn.seats.get(seat, 0.0)
    ends = [own[where.each - 1][0] for own in laid.values() if len(own) >= where.each]
    likelihood *= Odds().round_over ** (len(what) - 1 - min(ends, default=len(what) - 1))
    used = [turn.tiles[0] for turn in what] + [tile for hand in where.revealed.values() for tile in hand]
    pool = [tile for tile in where.set if tile not in used]
    unseen = [seat for seat in where.seats if seat not in where.revealed]
    best = 0.0
    for passes, odds in readings(where, order):
        lacks: dict[str, set[int]] = {seat: set() for seat in where.seats}
        for place, seat in passes:
            later = [tile for k, tile in laid[seat] if k >= place] + list(where.revealed.get(seat, ()))
            if any(tile.has(pips) for tile in later for pips in what[place].numbers):
                odds *= Odds().wrong_pass
            else:
                lacks[seat] |= set(what[place].numbers)
        sizes = [where.each - len(laid[seat]) for seat in unseen]
        deals = 1 if missed else deals_of(pool, sizes, [lacks[seat] for seat in unseen])
        best = max(best, odds * deals)
    seats, each = len(where.seats), where.each
    deals_at_all = factorial(28) // (factorial(each) ** seats * factorial(28 - each * seats))
    return likelihood * best / float(deals_at_all)


def small_round(rng: Random) -> tuple[Table, list[Turn]]:
    """A short round of two or three seats, with a random part of the evidence, some of it wrong."""
    ids = "ABC"[: rng.choice((2, 3))]
    each = rng.choice((2, 3)) if len(ids) == 2 else 2
    stock = [tile for tile in TileSet() if tile.high <= rng.choice((3, 4, 6))] if rng.random() < 0.5 else []
    stock = stock if len(stock) > each * len(ids) else list(TileSet())
    rng.shuffle(stock)
    dealt = {seat: stock[k * each : (k + 1) * each] for k, seat in enumerate(ids)}
    game = Round(parse("kozel.solo"), dealt, (), rng.choice(ids))
    leader, what = game.turn, []
    while game.outcome() is None:
        move = rng.choice(list(game.legal_moves()))
        if isinstance(move, Play):
            numbers = tuple(dict.fromkeys(end.pips for end in game.line.open_ends))
            seats = None
            if rng.random() < 0.4:
                seats = {seat: rng.choice((0.02, 0.2, 1.0)) for seat in ids}
            what.append(Turn((move.placements[0].tile,), numbers, seats))
        game.push(move)
    shown = {seat: tuple(game.hands[seat]) for seat in ids if rng.random() < 0.6}
    if rng.random() < 0.3:  # a tile that nobody holds is read in a hand
        spare = [tile for tile in TileSet() if tile not in game.line.tiles]
        shown = {
            seat: tuple(rng.sample(spare, len(hand))) if k == 0 else hand
            for k, (seat, hand) in enumerate(shown.items())
        }
    if len({tile for hand in shown.values() for tile in hand}) < sum(map(len, shown.values())):
        shown = {}
    return Table(tuple(ids), each, leader if rng.random() < 0.7 else None, shown), what


@pytest.mark.parametrize("seed", range(150))
def test_the_search_finds_what_trying_everything_finds(seed):
    where, what = small_round(Random(seed))
    everything = {order: weight(where, what, order) for order in product(where.seats, repeat=len(what))}
    ranked = sorted(everything.values(), reverse=True)
    result = Search(Evidence(where, what, Odds())).run()
    assert isclose(result[0].log_probability, log(ranked[0]), abs_tol=1e-6)
    names = tuple(where.seats[seat] for seat in result[0].seats)
    assert isclose(everything[names], ranked[0])
    second = ranked[1] / ranked[0] if len(ranked) > 1 else 0.0
    if second > 0.0101:
        assert isclose(result[1].log_probability, log(ranked[1]), abs_tol=1e-6)
        assert result[1].seats != result[0].seats
    elif second < 0.0099:
        assert len(result) == 1


def choices(where: Table, what: Sequence[Turn], order: tuple[str, ...]) -> float:
    """How probable the choices of a fully known round are, if each tile that fits is laid equally often."""
    probability = 1.0
    for turn, seat in enumerate(order):
        held = [one.tiles[0] for k, one in enumerate(what) if k >= turn and order[k] == seat]
        held += where.revealed[seat]
        fitting = [tile for tile in held if any(tile.has(pips) for pips in what[turn].numbers)]
        probability /= max(1, len(fitting))
    return probability


def clean_orders(where: Table, what: Sequence[Turn], leaders: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The orders of a round in which all hands are known and no rule is broken, found from the front."""
    ids = where.seats

    def honest(order: tuple[str, ...]) -> bool:
        held = {seat: list(where.revealed[seat]) for seat in ids}
        for turn in range(len(what) - 1, -1, -1):
            held[order[turn]].append(what[turn].tiles[0])
            if turn and any(
                tile.has(pips)
                for seat in skipped(ids, order[turn - 1], order[turn])
                for tile in held[seat]
                for pips in what[turn].numbers
            ):
                return False
        return all(len(hand) == where.each for hand in held.values())

    for order in product(ids, repeat=len(what)):
        goes_on = all(order[: k + 1].count(order[k]) < where.each for k in range(len(what) - 1))
        if order[0] in leaders and goes_on and honest(order):
            yield order


def skipped(ids: Sequence[str], before: str, after: str) -> list[str]:
    """The seats between two that played one after the other."""
    start = ids.index(before) + 1
    return [ids[(start + k) % len(ids)] for k in range((ids.index(after) - start) % len(ids))]


@pytest.mark.parametrize("seed", range(60))
def test_known_hands_are_weighed_as_trying_everything_weighs_them(seed):
    rng = Random(seed)
    where, what = small_round(rng)
    held = {tile for turn in what for tile in turn.tiles}
    spare = [tile for tile in where.set if tile not in held]
    rng.shuffle(spare)
    laid = [where.seats[k % len(where.seats)] for k in range(len(what))]
    shown = {seat: tuple(spare.pop() for _ in range(where.each - laid.count(seat))) for seat in where.seats}
    where = replace(where, revealed=shown)
    leaders = where.seats if where.leader is None else (where.leader,)
    weights = {}
    for order in clean_orders(where, what, leaders):
        weights[order] = choices(where, what, order)
        for turn, seat in zip(what, order, strict=True):
            weights[order] *= 1.0 if turn.seats is None else turn.seats[seat]
    ranked = sorted(weights.values(), reverse=True)
    known = Evidence(where, what, Odds())
    result = KnownHands(known).best()
    assert len(result) == min(2, sum(one > 0.01 * ranked[0] for one in ranked))
    for one, weight_of in zip(result, ranked, strict=False):
        assert isclose(one.log_probability - known.all_deals, log(weight_of), abs_tol=1e-9)
        assert isclose(weights[tuple(where.seats[seat] for seat in one.seats)], weight_of)


# -- whole rounds ------------------------------------------------------------------------------------------------------


def whole_round(seed: int) -> tuple[Table, list[Turn], tuple[str, ...]]:
    """A random round of four, all hands shown; and who really played."""
    rng = Random(seed)
    stock = list(TileSet())
    rng.shuffle(stock)
    dealt = {seat: stock[7 * k : 7 * k + 7] for k, seat in enumerate("ABCD")}
    game = Round(parse("kozel.solo"), dealt, (), rng.choice("ABCD"))
    leader, what, truth = game.turn, [], []
    while game.outcome() is None:
        move = rng.choice(list(game.legal_moves()))
        if isinstance(move, Play):
            numbers = tuple(dict.fromkeys(end.pips for end in game.line.open_ends))
            what.append(Turn((move.placements[0].tile,), numbers))
            truth.append(game.turn)
        game.push(move)
    shown = {seat: tuple(hand) for seat, hand in game.hands.items()}
    return Table(tuple("ABCD"), 7, leader, shown), what, tuple(truth)


def hinted(what: Sequence[Turn], truth: Sequence[str], rng: Random, share: float) -> list[Turn]:
    """Evidence from the table's edges for a share of the plays: right four times in five, and it says so."""
    turns_seen = []
    for turn, seat in zip(what, truth, strict=True):
        named = seat if rng.random() < 0.8 else rng.choice([other for other in "ABCD" if other != seat])
        likely = {other: 0.8 if other == named else 0.2 / 3 for other in "ABCD"}
        turns_seen.append(replace(turn, seats=likely) if rng.random() < share else turn)
    return turns_seen


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("shown", [0, 2, 4])
def test_what_really_happened_is_never_more_probable(seed, shown):
    where, what, truth = whole_round(seed)
    where = replace(where, revealed=dict(list(where.revealed.items())[:shown]))
    inference = found(where, what)
    assert inference.best.violations == ()
    certain = [replace(turn, seats={seat: 1.0}) for turn, seat in zip(what, truth, strict=True)]
    true = found(where, certain)
    assert true.best.seats == truth
    assert true.best.violations == ()
    assert true.best.log_probability <= inference.best.log_probability + 1e-9
    if truth != inference.best.seats:
        assert true.best.log_probability <= inference.best.log_probability - inference.margin + 1e-9


def test_the_reveal_and_half_of_the_edges_usually_bring_the_seats_back():
    right = 0
    for seed in range(100, 140):
        where, what, truth = whole_round(seed)
        right += found(where, hinted(what, truth, Random(seed), 0.5)).best.seats == truth
    assert right > 30


def test_a_search_that_is_cut_short_says_so_and_still_answers():
    where, what, truth = whole_round(3)
    doubtful = hinted(what, truth, Random(3), 0.5)
    where = replace(where, revealed=dict(list(where.revealed.items())[:2]))
    hasty = infer(where, doubtful, steps=20)
    assert hasty is not None
    assert not hasty.is_exact
    assert len(hasty.best.seats) == len(what)
    exact = found(where, doubtful)
    assert exact.is_exact
    assert hasty.best.log_probability <= exact.best.log_probability + 1e-9


def test_the_reveal_alone_brings_the_seats_back_more_often_than_not():
    rounds = [whole_round(seed) for seed in range(100, 160)]
    right = sum(found(where, what).best.seats == truth for where, what, truth in rounds)
    assert right > len(rounds) / 2


def test_with_every_hand_shown_the_answer_takes_less_than_fifty_milliseconds():
    """Half of the rounds, at least: a busy machine may stumble over one. Half of the plays have doubtful evidence."""
    seconds = []
    for seed in range(21):
        where, what, truth = whole_round(seed)
        doubtful = hinted(what, truth, Random(seed), 0.5)
        begun = process_time()
        infer(where, doubtful)
        seconds.append(process_time() - begun)
    assert median(seconds) < 0.05
