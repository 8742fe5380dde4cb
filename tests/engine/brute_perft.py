"""Counts the ways to play three deals without the engine, by the shortest code that knows the rules of rules.md 1.

It imports nothing of the engine and shares no idea with it: tiles are pairs of numbers, the table is the list of the
numbers that are open, every position is a copy. Run it to get the numbers that test_perft.py holds:

    python tests/engine/brute_perft.py
"""

from __future__ import annotations

Bone = tuple[int, int]
Hands = tuple[tuple[Bone, ...], ...]

# The four hands of a block round; two hands and the boneyard, drawn from its end; two hands of a round with a house.
BLOCK = (
    "6-6 6-4 5-3 5-0 3-3 2-1 1-0", "6-5 5-5 4-3 4-1 3-0 2-2 2-0",
    "6-3 6-1 5-4 4-4 3-2 1-1 0-0", "6-2 6-0 5-2 5-1 4-2 4-0 3-1",
)  # fmt: skip
DRAW = ("6-6 5-3 4-2 1-0 6-4 3-3 2-1", "6-1 5-5 3-2 4-0 4-4 5-0 6-2")
DRAW_BONEYARD = "2-2 6-3 0-0 5-1 6-5 6-0 5-4 5-2 4-3 4-1 3-1 3-0 2-0 1-1"
HOUSE = ("5-5 5-1 6-2 3-0 4-4 6-1 2-0 3-3", "5-2 5-0 6-6 2-1 4-0 5-4 6-3 1-1")


def bones(text: str) -> tuple[Bone, ...]:
    return tuple((int(word[0]), int(word[2])) for word in text.split())


def without(hand: tuple[Bone, ...], bone: Bone) -> tuple[Bone, ...]:
    return tuple(other for other in hand if other != bone)


def chain(
    hands: Hands, boneyard: tuple[Bone, ...], ends: tuple[int, ...], alone: bool, seat: int, passes: int, depth: int
) -> int:
    """Ways to go on at a chain; a double that lies alone has two equal sides, which count once."""
    if depth == 0:
        return 1
    if ends and not hands[seat - 1]:
        return 0  # who has just played is out
    if passes == len(hands):
        return 0  # nobody could go on
    ways = played = 0
    for bone in hands[seat]:
        after = tuple(without(hand, bone) if i == seat else hand for i, hand in enumerate(hands))
        following = (seat + 1) % len(hands)
        if not ends:
            played += 1
            ways += chain(after, boneyard, bone, bone[0] == bone[1], following, 0, depth - 1)
            continue
        for side in (0,) if alone else (0, 1):
            if ends[side] in bone:
                played += 1
                new = list(ends)
                new[side] = bone[1] if bone[0] == ends[side] else bone[0]
                ways += chain(after, boneyard, tuple(new), False, following, 0, depth - 1)
    if played:
        return ways
    if not any(set(bone) & set(ends) for hand in (*hands, boneyard) for bone in hand):
        return 0  # every tile that could be joined lies: a fish
    if boneyard:
        after = tuple((*hand, boneyard[-1]) if i == seat else hand for i, hand in enumerate(hands))
        return chain(after, boneyard[:-1], ends, alone, seat, 0, depth - 1)
    return chain(hands, boneyard, ends, alone, (seat + 1) % len(hands), passes + 1, depth - 1)


Arms = dict[str, int]


def house(hands: Hands, root: Bone, arms: Arms, seat: int, passes: int, depth: int) -> int:
    """Ways to go on where the first tile is the house: left and right at once, up and down once both are taken.

    Sides of the house that are still free are one place.
    """
    if depth == 0:
        return 1
    if not hands[seat - 1] or passes == len(hands):
        return 0
    names = "LRUD" if "L" in arms and "R" in arms else "LR"
    places = [name for name in names if name in arms]
    free = [name for name in names if name not in arms]
    ways = played = 0
    following = (seat + 1) % len(hands)
    for bone in hands[seat]:
        after = tuple(without(hand, bone) if i == seat else hand for i, hand in enumerate(hands))
        for name in places + free[:1]:
            end = arms.get(name, root[0])
            if end in bone:
                played += 1
                new = bone[1] if bone[0] == end else bone[0]
                ways += house(after, root, {**arms, name: new}, following, 0, depth - 1)
    if played:
        return ways
    return house(hands, root, arms, following, passes + 1, depth - 1)


def block_counts(depths: range) -> list[int]:
    return [chain(tuple(map(bones, BLOCK)), (), (), False, 0, 0, depth) for depth in depths]


def draw_counts(depths: range) -> list[int]:
    return [chain(tuple(map(bones, DRAW)), bones(DRAW_BONEYARD), (), False, 0, 0, depth) for depth in depths]


def house_counts(depths: range) -> list[int]:
    """The house is led, and counts as the first move."""
    first, second = map(bones, HOUSE)
    return [house((without(first, (5, 5)), second), (5, 5), {}, 1, 0, depth - 1) for depth in depths]


if __name__ == "__main__":
    print("block", block_counts(range(1, 11)))
    print("draw", draw_counts(range(1, 19)))
    print("house", house_counts(range(1, 11)))
