"""Before the round: the set, the seats, the deal, the boneyard (rules.md 1.1, D-15, D-17)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.book.words import Words, chosen
from engine.rulesets import RuleSet
from engine.text import Text, counts, either

SET = Text(
    "You need a double-{n} set: {tiles} tiles.", "Нужен комплект «дубль-{n}»: {tiles} {tiles:кость|кости|костей}."
)
SETS = Text(
    "You need {copies} double-{n} sets together: {tiles} tiles.",
    "Нужны комплекты «дубль-{n}», {copies} вместе: {tiles} {tiles:кость|кости|костей}.",
)
ALONE = Text("You play it alone.", "Играют в одиночку.")
SEATS = Text("{seats} can play, each for himself.", "Игроков: {seats}, каждый за себя.")
SEATS_IN_TURN = Text(
    "{seats} can play, each for himself; the turn goes {direction}.",
    "Игроков: {seats}, каждый за себя; ход идёт {direction}.",
)
PAIRS = Text(
    "Four play in two pairs, partners face each other; the turn goes {direction}.",
    "Играют вчетвером, пара на пару, партнёры сидят друг против друга; ход идёт {direction}.",
)
ALSO = Text("{seats} can play it too, each for himself.", "Можно и {together}, тогда каждый за себя.")
TOGETHER = {2: "вдвоём", 3: "втроём"}
DIRECTIONS = {
    "cw": Text("clockwise", "по часовой стрелке"),
    "ccw": Text("counter-clockwise", "против часовой стрелки"),
}
DEAL = Text("Everyone takes {n} {n:tile|tiles}.", "Каждый берёт {n} {n:кость|кости|костей}.")
DEAL_BY_SEATS = Text(
    "With {seats} players everyone takes {n} {n:tile|tiles}.",
    "Если игроков {seats}, каждый берёт {n} {n:кость|кости|костей}.",
)
ROW = Text(
    "The tiles lie in a row before their owner, face down; nobody has seen them.",
    "Кости лежат перед хозяином в ряд, лицом вниз; их никто не видел.",
)
WITHOUT_BLANK = Text("When three play, 0-0 is laid aside.", "Втроём играют без 0-0.")
BONEYARD = Text(
    "Tiles that are left over lie face down at the side: the boneyard.",
    "Оставшиеся кости лежат в стороне лицом вниз: это базар.",
)
ASLEEP = Text(
    "Tiles that are left over stay face down and out of play.",
    "Оставшиеся кости спят: они лежат лицом вниз и не играют.",
)
REDEAL = Text(
    "A hand with {doubles} doubles or more may be dealt anew.",
    "Если на руках {doubles} {doubles:дубль|дубля|дублей} или больше, можно потребовать пересдачи.",
)
REDEAL_SAME = Text(
    "A hand with {same} tiles or more that share a number may be dealt anew.",
    "Если на руках {same} {same:кость|кости|костей} или больше с одним числом, можно потребовать пересдачи.",
)
REDEAL_BOTH = Text(
    "A hand with {doubles} doubles or more, or with {same} tiles or more that share a number, may be dealt anew.",
    "Если на руках {doubles} {doubles:дубль|дубля|дублей} или больше либо {same} {same:кость|кости|костей} или больше "
    "с одним числом, можно потребовать пересдачи.",
)
CHOICES: Words = {
    "buy_six": {
        "yes": Text(
            "A pair that may lead 6-6 for the match but does not hold it buys it: before the lead, the partner who "
            "comes next in turn after its holder gives him a tile for it, face down; a tile with a six, if he has one.",
            "Если пара вправе зайти с 6-6 «на козла», а этой кости у неё нет, её покупают: до захода тот из партнёров, "
            "кто сидит следующим за её обладателем, отдаёт ему за неё кость, не показывая; шестёрку, если она есть.",
        )
    },
    "wrong_pass": {
        "ends_round": Text(
            "If somebody passed although he could play, the round is broken off; the judge sets the penalty.",
            "Если кто-то спасовал, хотя мог ходить, кон прекращают; наказание назначает судья.",
        )
    },
    "clock": {
        "yes": Text(
            "A turn may take 5 seconds when one tile can be played, 20 when there is a choice, and 60 when it can end "
            "in a fish.",
            "На ход даётся 5 секунд, если подходит одна кость, 20 — если есть выбор, и 60 — если можно сделать рыбу.",
        )
    },
}


def tell(rules: RuleSet) -> Iterator[Text]:
    """What is needed, who plays, what is dealt."""
    tiles = len(rules.set) * rules.copies
    yield (SET if rules.copies == 1 else SETS).filled(n=rules.set.max_pips, copies=rules.copies, tiles=tiles)
    if not rules.deal:
        return
    yield from _seats(rules)
    yield from _deal(rules)
    yield from _redeal(rules)
    yield from chosen(CHOICES, rules, "buy_six", "wrong_pass", "clock")


def _seats(rules: RuleSet) -> Iterator[Text]:
    seats, direction = rules.seats, DIRECTIONS[rules.dir]
    if seats == (1,):
        yield ALONE
    elif rules.teams == "pairs" and 4 in seats:
        yield PAIRS.filled(direction=direction)
        others = [count for count in seats if count != 4]
        if others:
            together = either(TOGETHER.get(count, count) for count in others)
            yield ALSO.filled(seats=either(others), together=together)
    else:
        yield (SEATS_IN_TURN if rules.turns else SEATS).filled(seats=counts(seats), direction=direction)


def _deal(rules: RuleSet) -> Iterator[Text]:
    sizes = list(dict.fromkeys(tiles for _, tiles in rules.deal if tiles))
    for tiles in sizes:
        seats = [count for count, each in rules.deal if each == tiles]
        yield (DEAL if len(sizes) == 1 else DEAL_BY_SEATS).filled(n=tiles, seats=counts(seats))
    if rules.row:
        yield ROW
    if rules.three_without_blank and 3 in rules.seats:
        yield WITHOUT_BLANK
    if any(rules.bazaar_of(seats) for seats in rules.seats):
        yield ASLEEP if rules.draw == "none" else BONEYARD


def _redeal(rules: RuleSet) -> Iterator[Text]:
    doubles, same = rules.redeal.doubles, rules.redeal.same
    if doubles or same:
        text = REDEAL_BOTH if doubles and same else REDEAL if doubles else REDEAL_SAME
        yield text.filled(doubles=doubles, same=same)
