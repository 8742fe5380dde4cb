"""A turn: the line, doubles, the boneyard, and points that a turn brings at once (rules.md 1.3 to 1.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.book.words import Words, chosen, numbered
from engine.rulesets import RuleSet
from engine.text import Text

CHOICES: Words = {
    "line": {
        "chain": Text(
            "You join one tile to either end of the line, equal numbers together.",
            "Вы приставляете одну кость к любому концу расклада, одинаковыми числами друг к другу.",
        ),
        "house": Text(
            "You join one tile to an open end of the line, equal numbers together; one double, the house, can have "
            "four arms.",
            "Вы приставляете одну кость к открытому концу расклада, одинаковыми числами друг к другу; у одного дубля, "
            "дома, может быть четыре ветви.",
        ),
        "free": Text(
            "Any tile may join any open end, equal numbers together, and every double may branch. Nobody's turn is "
            "watched.",
            "К любому открытому концу можно приставить любую кость, одинаковыми числами друг к другу; каждый дубль "
            "может ветвиться. За очередью никто не следит.",
        ),
        "none": Text(
            "Play as you like; when a round is over, lay the hands that are left open before the camera.",
            "Играйте как хотите; когда кон окончен, откройте перед камерой то, что осталось на руках.",
        ),
    },
    "pair_board": {
        "pyramid": Text(
            "Lay seven rows, one tile in the first and seven in the last, which lies face up. Take away two open tiles "
            "whose pips make twelve together.",
            "Выложите семь рядов, от одной кости до семи; последний ряд открыт. Снимайте по две открытые кости, "
            "у которых вместе двенадцать очков.",
        ),
        "spider": Text(
            "Lay four tiles as a square and three rings of eight around it, the outer ring face up. Take away two "
            "open tiles whose pips make twelve together. A tile opens when the next one outwards is gone, one of the "
            "square when all three that touch it are. When you are stuck, shuffle the rest into a smaller spider.",
            "Выложите квадрат из четырёх костей и вокруг него три кольца по восемь; внешнее кольцо открыто. Снимайте "
            "по две открытые кости, у которых вместе двенадцать очков. Кость открывается, когда снята соседняя "
            "снаружи, а кость квадрата — когда сняты все три, что её касаются. Если ходов нет, перемешайте остаток "
            "и выложите паука поменьше.",
        ),
        "travolator": Text(
            "Lay two rows of fourteen, face up. Take away a column whose two tiles have twelve pips together, and "
            "close the gap; without one, the rows move round by one place. A full round without a column loses.",
            "Выложите открыто два ряда по четырнадцать. Снимайте столбик, в котором вместе двенадцать очков, "
            "и сдвигайте ряды; если такого нет, оба ряда проезжают по кругу на одно место. Полный круг без столбика — "
            "проигрыш.",
        ),
        "memory": Text(
            "Pick twenty tiles: four with six pips, two each with two to five and with seven to ten. Lay them face "
            "down, four by five. Turn over two: with equal sums they are yours and you go on; else turn them back, and "
            "it is the next player's turn.",
            "Отберите двадцать костей: четыре, на которых шесть очков, и по две на каждую сумму от двух до пяти и от "
            "семи до десяти. Разложите их лицом вниз, четыре на пять. Откройте две: если очков на них поровну, "
            "забирайте их и ходите ещё; если нет, переверните обратно, и ходит следующий.",
        ),
    },
    "pyramid_unblock": {
        "both_below": Text(
            "A tile opens when both tiles below it are gone.", "Кость открывается, когда сняты обе кости под ней."
        ),
        "one_above": Text(
            "A tile opens when both tiles below it are gone, or one above it; so the topmost tile is face up from the "
            "start.",
            "Кость открывается, когда сняты обе кости под ней или одна над ней; поэтому верхняя открыта с самого "
            "начала.",
        ),
    },
    "house_is": {
        "first_placed": Text("The house is the first double that is played.", "Дом — первый поставленный дубль."),
        "first_covered": Text(
            "The house is the first double with tiles at both of its sides.",
            "Дом — первый дубль, к которому приставили кости с обеих сторон.",
        ),
    },
    "cross_opens": {
        "both_sides": Text(
            "Its two short ends open once both of its sides are taken.",
            "Его торцы открываются, когда заняты обе его стороны.",
        ),
        "at_once": Text("All four of its sides are open at once.", "Все четыре его стороны открыты сразу."),
    },
    "after_bone": {
        "yes": Text(
            "Doubles may also follow an ordinary tile in the same turn.",
            "Дубли можно поставить и вслед за обычной костью, тем же ходом.",
        )
    },
    "close_doubles": {
        "yes": Text(
            "You may close a double: lay it face down where it fits. Nothing joins there any more. The house stays "
            "open.",
            "Дубль можно закрыть: положить лицом вниз там, где он подходит. Туда больше не ходят. Дом не закрывают.",
        )
    },
    "row": {
        "yes": Text(
            "You turn over the last tile at the right of your row. If it fits, it is laid; if not, it goes to the left "
            "end of the row.",
            "Вы открываете крайнюю правую кость своего ряда. Подходит — ставите, нет — кладёте её в ряд слева.",
        )
    },
    "cut_lines": {
        "yes": Text(
            "While both arms are equally long you may lay a fitting tile across: it cuts the arm, and nothing joins "
            "there any more.",
            "Пока обе ветви одной длины, подходящую кость можно положить поперёк: она отрезает ветвь, и туда больше "
            "не ходят.",
        )
    },
    "draw": {
        "until": Text(
            "If nothing fits, you take tiles from the boneyard until one does; when it is empty, you pass.",
            "Если ходить нечем, берут с базара, пока не попадётся подходящая кость; когда базар пуст, пасуют.",
        ),
        "one": Text(
            "If nothing fits, you take one tile from the boneyard; if that does not fit either, you pass.",
            "Если ходить нечем, берут с базара одну кость; если не подходит и она, пасуют.",
        ),
        "none": Text("If nothing fits, you pass.", "Если ходить нечем, пасуют."),
    },
    "voluntary_draw": {
        "yes": Text(
            "You may also take a tile when you could play.", "Брать с базара можно и тогда, когда есть чем ходить."
        ),
        "no": Text("Whoever can play, must.", "Кто может ходить, обязан ходить."),
    },
    "ends_pay": {
        "sum": Text(
            "After each turn the pips of all open ends are added up; a sum that divides by five is written to whoever "
            "made it.",
            "После каждого хода складывают очки на всех открытых концах; сумму, которая делится на пять, пишут тому, "
            "кто её сделал.",
        ),
        "fifths": Text(
            "After each turn the pips of all open ends are added up; if the sum divides by five, a fifth of it is "
            "written to whoever made it.",
            "После каждого хода складывают очки на всех открытых концах; если сумма делится на пять, тому, кто её "
            "сделал, пишут её пятую часть.",
        ),
        "fives_threes": Text(
            "After each turn the pips of both ends are added up: a point for every five and for every three in the "
            "sum, where they go in evenly. Fifteen brings 3 + 5 = 8.",
            "После каждого хода складывают очки на обоих концах: по очку за каждую пятёрку и за каждую тройку в сумме, "
            "если она на них делится. Пятнадцать приносят 3 + 5 = 8.",
        ),
    },
    "house_count": {
        "until_covered": Text(
            "A double at an end counts both halves. The house does so until both of its sides are taken, then not at "
            "all.",
            "Дубль на конце считают обеими половинками. Дом — тоже, пока не заняты обе его стороны, а потом не считают "
            "вовсе.",
        ),
        "once": Text("A double at an end counts as one half.", "Дубль на конце считают одной половинкой."),
    },
    "fourth_side": {
        "yes": Text(
            "The free side of a house with three arms counts, too.",
            "Свободная сторона дома с тремя ветвями тоже в счёт.",
        )
    },
    "lead_scores": {
        "free_only": Text(
            "A lead that was free to choose counts, too; one that was prescribed does not.",
            "Заход со своей кости тоже приносит очки, обязательный — нет.",
        ),
        "no": Text("The lead itself brings nothing.", "Сам заход очков не приносит."),
    },
}

NUMBERS: Mapping[str, Text] = {
    "bazaar_keep": Text(
        "The last {n} {n:tile|tiles} of the boneyard stay there.", "Последние кости на базаре не трогают: {n}."
    ),
    "get_in": Text(
        "The first points must be {n} or more; fewer are not written until then.",
        "Первый раз надо набрать сразу {n} или больше; до этого меньшее не пишут.",
    ),
    "opening_pass_on_double": Text(
        "Whoever leads a double that the next player passes on gets {n} points.",
        "Если на заход дублем следующий пасует, зашедшему пишут {n} {n:очко|очка|очков}.",
    ),
    "opening_pass": Text(
        "Whoever leads another tile that the next player passes on gets {n} points.",
        "Если на заход обычной костью следующий пасует, зашедшему пишут {n} {n:очко|очка|очков}.",
    ),
    "run_of_passes": Text(
        "Whoever makes all the others pass one after the other gets {n} points.",
        "Тому, после чьего хода спасовали все подряд, пишут {n} {n:очко|очка|очков}.",
    ),
    "each_pass": Text(
        "Each pass of an opponent brings {n} points.", "Каждый пас соперника приносит {n} {n:очко|очка|очков}."
    ),
}
MULTI = Text(
    "You may play up to {n} doubles in one turn, each at an end of its own.",
    "За один ход можно поставить до {n} дублей, каждый к своему концу.",
)


def tell(rules: RuleSet) -> Iterator[Text]:
    """How tiles are laid and taken."""
    yield from chosen(CHOICES, rules, "line", "pair_board")
    if rules.pair_board == "pyramid":
        yield from chosen(CHOICES, rules, "pyramid_unblock")
    if rules.line in ("free", "none", "pairs"):
        return
    if rules.line == "house":
        yield from chosen(CHOICES, rules, "house_is", "cross_opens")
    if rules.multi_doubles > 1:
        yield MULTI.filled(n=rules.multi_doubles)
    yield from chosen(CHOICES, rules, "after_bone", "close_doubles", "row", "cut_lines")
    if rules.row:
        return
    yield from chosen(CHOICES, rules, "draw")
    yield from numbered(NUMBERS, rules, "bazaar_keep")
    yield from chosen(CHOICES, rules, "voluntary_draw")


def tell_points(rules: RuleSet) -> Iterator[Text]:
    """What a single turn brings."""
    if rules.ends_pay != "none":
        yield from chosen(CHOICES, rules, "ends_pay")
        if rules.line == "house":
            yield from chosen(CHOICES, rules, "house_count", "fourth_side")
        yield from chosen(CHOICES, rules, "lead_scores")
    yield from numbered(
        NUMBERS, rules, "get_in", "opening_pass_on_double", "opening_pass", "run_of_passes", "each_pass"
    )
