"""Who leads, and with what (rules.md D-12, D-19, D-41)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.book.words import Words, chosen
from engine.rulesets import RuleSet
from engine.text import Text

CHOICES: Words = {
    "lead_order": {
        "ones_up": Text(
            "In the first round 1-1 must lead; if nobody has it, 2-2, and so on up to the highest double, then 0-0.",
            "Первый кон обязательно начинают с 1-1; если его ни у кого нет — с 2-2 и так далее до старшего дубля, "
            "потом 0-0.",
        ),
        "ones_up_no_blank": Text(
            "In the first round 1-1 must lead; if nobody has it, 2-2, and so on up to the highest double; 0-0 never "
            "leads.",
            "Первый кон обязательно начинают с 1-1; если его ни у кого нет — с 2-2 и так далее до старшего дубля; "
            "с 0-0 не заходят.",
        ),
        "doubles_up": Text(
            "In the first round the lowest double must lead, 0-0 before 1-1.",
            "Первый кон обязательно начинают с младшего дубля, 0-0 раньше 1-1.",
        ),
        "doubles_down": Text(
            "In the first round the highest double must lead.", "Первый кон обязательно начинают со старшего дубля."
        ),
        "two_three": Text(
            "In the first round 2-3 must lead; if nobody has it, 1-1, 2-2 and so on, then 0-0.",
            "Первый кон обязательно начинают с 2-3; если этой кости ни у кого нет — с 1-1, 2-2 и так далее, потом 0-0.",
        ),
        "any": Text("The first round may be led with any tile.", "Первый кон можно начать с любой кости."),
    },
    "no_double_lead": {
        "heaviest": Text(
            "If nobody has a double, the heaviest tile leads.",
            "Если дублей нет ни у кого, заходят с самой тяжёлой кости.",
        ),
        "lightest": Text(
            "If nobody has a double, the lightest tile leads.",
            "Если дублей нет ни у кого, заходят с самой лёгкой кости.",
        ),
    },
    "lead_next": {
        "out_or_fisher": Text(
            "Later rounds are led by the player who went out, or by the fisher.",
            "Следующие коны начинает тот, кто вышел, или рыбак.",
        ),
        "winner": Text(
            "Later rounds are led by the winner of the round before.",
            "Следующие коны начинает победитель прошлого кона.",
        ),
        "partner_or_fisher": Text(
            "Later rounds are led by the partner of the player who went out; after a fish by the fisher.",
            "Следующие коны начинает партнёр вышедшего, а после рыбы — рыбак.",
        ),
        "next_seat": Text("Later rounds are led by everybody in turn.", "Следующие коны начинают по очереди."),
        "forced_again": Text("Later rounds are led as the first one.", "Следующие коны начинают так же, как первый."),
        "record": Text(
            "While a side's account is open, the next round is led by the winner of the round before, or by the "
            "fisher; otherwise as the first one.",
            "Пока у кого-то есть запись, следующий кон начинает победитель прошлого или рыбак, а без записи — так же, "
            "как первый.",
        ),
    },
    "lead_by": {
        "side": Text("His partner may lead in his place.", "Вместо него может зайти партнёр."),
    },
    "lead_with": {
        "double": Text(
            "The leader starts with a double, if he has one besides 0-0 and 6-6, which he may keep; else any tile.",
            "Заходят с дубля, если он есть; 0-0 и 6-6 можно придержать. Без дубля заходят с любой кости.",
        ),
        "any": Text("Any tile may lead them.", "Заходят с любой кости."),
    },
    "fish_tie": {
        "same_leader": Text(
            "After an even fish the same player leads again.", "После рыбы поровну заходит тот же игрок."
        ),
        "next_seat": Text(
            "After an even fish the next player leads.", "После рыбы поровну заходит следующий по очереди."
        ),
        "forced_again": Text(
            "After an even fish the round is led as the first one.",
            "После рыбы поровну заходят так же, как в первом кону.",
        ),
    },
}
BY_ITS_HOLDER = Text(
    "The first round is led, with any tile, by whoever holds {first}; if nobody does, the next such tile counts.",
    "Первый кон начинает с любой кости тот, у кого {first}; если её ни у кого нет, смотрят следующую по порядку.",
)
FROM_THE_ROW = Text(
    "The leader lays the last tile at the right of his row, whatever it is.",
    "Кто заходит, кладёт на стол крайнюю правую кость своего ряда, какая бы она ни была.",
)


def tell(rules: RuleSet) -> Iterator[Text]:
    """The first lead and the later ones."""
    if not rules.turns or rules.line in ("pairs", "none"):
        return
    if rules.row:
        yield FROM_THE_ROW
        yield from chosen(CHOICES, rules, "lead_next")
        return
    forced = rules.lead_order != "any" and rules.lead_forced
    if forced or rules.lead_order == "any":
        yield from chosen(CHOICES, rules, "lead_order")
    else:
        yield BY_ITS_HOLDER.filled(first=rules.lead_tiles()[0])
    if forced and any(rules.bazaar_of(seats) for seats in rules.seats):
        yield from chosen(CHOICES, rules, "no_double_lead")
    yield from chosen(CHOICES, rules, "lead_next")
    if rules.lead_next != "forced_again":
        yield from chosen(CHOICES, rules, "lead_by", "lead_with")
    if rules.lead_next == "winner" and rules.fish_scoring != "nothing" and rules.fish_winner == "lowest":
        yield from chosen(CHOICES, rules, "fish_tie")
