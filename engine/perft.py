"""Perft: how many ways there are to go on for so many moves. Two engines with the same numbers know the same rules."""

from __future__ import annotations

from engine.game import Round


def perft(game: Round, depth: int) -> int:
    """How many sequences of `depth` moves are legal from here on; a draw and a pass are moves as a play is.

    A round that is over earlier has no such sequence. The round is left as it was.
    """
    if depth == 0:
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        game.push(move)
        count += perft(game, depth - 1)
        game.pop()
    return count
