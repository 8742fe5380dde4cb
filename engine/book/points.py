"""What a fish and a round bring, and how it is written (rules.md 1.2 to 1.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.book.words import Words, chosen, numbered
from engine.rulesets import RuleSet
from engine.text import Text, joined

OUT = Text(
    "The round ends when a player is out of tiles, or when it is blocked.",
    "Кон кончается, когда кто-то вышел, то есть остался без костей, или когда получилась рыба.",
)
NO_ENDS = Text("It also ends when no end is open any more.", "Кончается он и тогда, когда открытых концов не осталось.")
NO_SCORE = Text("No points are counted.", "Очки не считают.")

CHOICES: Words = {
    "fish_when": {
        "strict": Text(
            "The round is blocked when nobody can play any more.", "Рыба — когда никто больше не может ходить."
        ),
        "early": Text(
            "The round is blocked when nobody can play any more, and already when both ends show the same number and "
            "only the double of it is not on the table.",
            "Рыба — когда никто больше не может ходить, а также когда на обоих концах одно и то же число и на столе "
            "нет только его дубля.",
        ),
    },
    "fisher": {
        "last_simple": Text(
            "The fisher is whoever played the last tile that is no double.",
            "Рыбак — тот, кто поставил последнюю кость, не считая дублей.",
        ),
        "last_tile": Text("The fisher is whoever played the last tile.", "Рыбак — тот, кто поставил последнюю кость."),
    },
    "fish_scoring": {
        "on_all": Text(
            "Fish on all: everybody is charged the pips left in his own hand.",
            "Рыба на всех: каждому записывают очки, оставшиеся у него на руках.",
        ),
        "on_one": Text(
            "Fish on one: the player with the most pips is charged the pips of all hands, the others nothing. If "
            "several have the most, these points wait for the loser of the next round.",
            "Рыба на одного: тому, у кого больше всех, записывают очки всех рук, остальным ничего. Если таких "
            "несколько, эти очки ждут проигравшего в следующем кону.",
        ),
        "higher_pays": Text(
            "The hand with more pips is charged the difference.", "Тому, у кого на руках больше, записывают разницу."
        ),
        "fishers_risk": Text(
            "If the fishers' side has fewer points, the others are charged their own hands; if it has more, it is "
            "charged all hands.",
            "Если у рыбаков очков меньше, соперникам пишут только их собственные; если больше — рыбакам пишут очки "
            "всех рук.",
        ),
        "fifths_up": Text(
            "The side with the fewest pips gets a fifth of what the others hold, rounded up; on a tie nobody gets "
            "anything.",
            "У кого меньше всех, тому пишут пятую часть очков остальных, с округлением вверх; при равенстве — никому.",
        ),
        "fives_up": Text(
            "The side with the fewest pips gets what the others hold, rounded up to a multiple of five; on a tie "
            "nobody gets anything.",
            "У кого меньше всех, тому пишут очки остальных, с округлением вверх до пятёрки; при равенстве — никому.",
        ),
        "leftovers_off": Text(
            "From everybody's score the pips left in his hand are taken off, rounded down to fives.",
            "У каждого списывают очки, оставшиеся на руках, с округлением вниз до пятёрок.",
        ),
        "one_point": Text(
            "The player with the fewest pips wins the round: one point.",
            "Кон выигрывает тот, у кого меньше всех: одно очко.",
        ),
        "nothing": Text("A blocked round gives no points.", "За рыбу очков нет."),
    },
    "fish_winner": {
        "lowest": Text(
            "The winner is the side with the fewest pips.", "Побеждает тот, у кого осталось меньше всех очков."
        ),
        "fisher": Text("The winner is the fisher.", "Побеждает рыбак."),
        "fisher_or_next": Text(
            "The fisher's hand is compared with that of the next player: the one with fewer pips wins the fish, and on "
            "a tie the fisher.",
            "Сравнивают руки рыбака и следующего за ним: выигрывает тот, у кого меньше, а при равенстве — рыбак.",
        ),
    },
    "out_scoring": {
        "each_pays_own": Text(
            "When somebody is out, everybody else is charged the pips left in his own hand.",
            "Когда кто-то вышел, каждому из остальных записывают очки, оставшиеся у него на руках.",
        ),
        "each_pays_own/pairs": Text(
            "When somebody is out, the other pair is charged the pips left in both of its hands; his partner's hand "
            "does not count.",
            "Когда кто-то вышел, другой паре записывают очки, оставшиеся у обоих; рука партнёра вышедшего не в счёт.",
        ),
        "fifths_up": Text(
            "Whoever is out gets a fifth of the pips that all the others have left, rounded up.",
            "Вышедшему пишут пятую часть очков, оставшихся у остальных, с округлением вверх.",
        ),
        "fives_up": Text(
            "Whoever is out gets the pips that all the others have left, rounded up to a multiple of five.",
            "Вышедшему пишут очки, оставшиеся у остальных, с округлением вверх до пятёрки.",
        ),
        "leftovers_off": Text(
            "Whoever has tiles left has their pips taken off the score, rounded down to fives, hand by hand.",
            "У кого остались кости, у того их очки списывают, с каждой руки с округлением вниз до пятёрок.",
        ),
        "nearest_five": Text(
            "Whoever is out gets the pips that the others have left, rounded to the nearest five.",
            "Вышедшему пишут очки, оставшиеся у остальных, с округлением до ближайшей пятёрки.",
        ),
        "one_point": Text("Whoever is out wins the round: one point.", "Кто вышел, выиграл кон: одно очко."),
        "generals": Text(
            "When somebody is out, the player next in turn becomes the General: one point for his pair.",
            "Когда кто-то вышел, генералом становится следующий по очереди: это одно очко его паре.",
        ),
        "nothing": Text("Going out gives no points.", "За выход очков нет."),
    },
    "general_on": {
        "doubles": Text(
            "But only if the last tile was 6-6 or 0-0.", "Но только если последней костью был 6-6 или 0-0."
        ),
        "blank_only": Text("But only if the last tile was 0-0.", "Но только если последней костью был 0-0."),
    },
}

DIFFERENCE = {
    "total": Text(
        "The winner of the fish gets the pips of all the others, less his own.",
        "Победитель рыбы получает очки всех остальных за вычетом своих.",
    ),
    "pairwise": Text(
        "The winner of the fish gets from each of the others the pips that this one has more than he.",
        "Победитель рыбы получает от каждого столько, на сколько у того больше очков, чем у него.",
    ),
}
ROUNDED = Text("What he gets is rounded to the nearest five.", "Сумму округляют до ближайшей пятёрки.")
MORE_PAYS = {
    "loser": Text("The side with more points is charged its own.", "Сторона, у которой больше, пишет свои очки."),
    "all": Text(
        "The side with more points is charged its own and the other side's.",
        "Сторона, у которой больше, пишет очки обеих сторон.",
    ),
}
LOWER_TAKES = {
    "loser": Text(
        "The winner of the fish gets the points of the other side.", "Победитель рыбы пишет себе очки соперников."
    ),
    "all": Text("The winner of the fish gets the points of all hands.", "Победитель рыбы пишет себе очки всех рук."),
}
EVEN = {
    "nothing": Text("On a tie nobody scores.", "При равенстве никто ничего не пишет."),
    "carry": Text(
        "On a tie the points wait, and are written with those of the next round.",
        "При равенстве очки ждут, и их пишут вместе с очками следующего кона.",
    ),
}
TAKES = {
    "losers": Text(
        "Whoever is out gets the pips that all the others have left.",
        "Кто вышел, получает очки, оставшиеся у всех остальных.",
    ),
    "losers/pairs": Text(
        "The pair of whoever is out gets the pips that the other pair has left.",
        "Пара вышедшего получает очки, оставшиеся у другой пары.",
    ),
    "all/pairs": Text(
        "The pair of whoever is out gets the pips left in all hands, the partner's too.",
        "Пара вышедшего получает очки всех рук, и партнёра тоже.",
    ),
}
NUMBERS: Mapping[str, Text] = {
    "bonus_cap": Text(
        "What the end of a round brings lifts no score above {n}; from there on only turns do.",
        "Очки за конец кона поднимают счёт не выше {n}; дальше в счёт идут только ходы.",
    ),
    "finisher": Text("Going out itself brings {n}.", "За сам выход пишут {n} {n:очко|очка|очков}."),
    "blank_value": Text("0-0 counts {n} in any hand.", "0-0 на руках стоит {n} {n:очко|очка|очков}."),
    "blank_alone": Text(
        "0-0 as the only tile left in a hand counts {n}.",
        "0-0, если это единственная кость на руках, стоит {n} {n:очко|очка|очков}.",
    ),
    "six_alone": Text(
        "6-6 as the only tile left in a hand counts {n}.",
        "6-6, если это единственная кость на руках, стоит {n} {n:очко|очка|очков}.",
    ),
    "both_alone": Text(
        "Just 0-0 and 6-6 left in a hand count {n} together.",
        "Если на руках остались только 0-0 и 6-6, это {n} {n:очко|очка|очков}.",
    ),
    "capicu": Text(
        "A last tile, no double, that fits both ends brings {n} more.",
        "Последняя кость, не дубль, которая подходит к обоим концам, приносит ещё {n}.",
    ),
    "chuchazo": Text("Going out on 0-0 brings {n} more.", "Выход с 0-0 приносит ещё {n}."),
}
BONUS = {
    "lead_bonus": Text(
        "A round that was led with 6-6 costs its losers {six} more, one led with 0-0 {blank} more.",
        "Если кон начали с 6-6, проигравшим пишут ещё {six}, если с 0-0 — ещё {blank}.",
    ),
    "finish_bonus": Text(
        "A round that was finished with 6-6 costs its losers {six} more, one finished with 0-0 {blank} more.",
        "Если кон закончили костью 6-6, проигравшим пишут ещё {six}, если костью 0-0 — ещё {blank}.",
    ),
}
FIRST_HANDS = Text(
    "The winners of the first rounds get more: {points}.", "За первые коны победителям пишут ещё: {points}."
)
OPENS = {
    "round/remember": Text(
        "An account opens when a single round brings {n} points or more. Fewer are remembered (a yellow +) and are "
        "added when it opens; a round that brings nothing wipes them out.",
        "Счёт открывается, когда за один кон набралось {n} {n:очко|очка|очков} или больше. Меньшее запоминается "
        "(жёлтый +) и прибавляется при открытии; кон, за который ничего не записали, его стирает.",
    ),
    "total/remember": Text(
        "An account opens once the points together reach {n}. Until then they are remembered (a yellow +).",
        "Счёт открывается, когда вместе набралось {n} {n:очко|очка|очков}. До этого они запоминаются (жёлтый +).",
    ),
    "round/discard": Text(
        "An account opens when a single round brings {n} points or more. Until then, fewer do not count.",
        "Счёт открывается, когда за один кон набралось {n} {n:очко|очка|очков} или больше. До этого меньшее "
        "не записывают.",
    ),
    "total/discard": Text(
        "An account opens once its points reach {n}; fewer do not count.",
        "Счёт открывается, когда набралось {n} {n:очко|очка|очков}; меньшее не записывают.",
    ),
}
CARRY_APART = Text(
    "Points that waited do not count towards it.", "Очки, которые ждали с прошлого кона, для открытия не в счёт."
)
WIPE = Text(
    "Only one side may have an account: if another one makes {n} points or more in a round, all scores are wiped.",
    "Запись ведёт только одна сторона: если другая набрала за кон {n} {n:очко|очка|очков} или больше, всё списывают.",
)
WIN_WIPES = Text("A round that you win wipes the others' score.", "Выигранный кон списывает счёт соперников.")
DEBT = Text(
    "A fisher who has more points, and at least 25, owes them: his side has {n} rounds to win one; otherwise the "
    "others get them, and may lead 6-6 for the match.",
    "Рыбак, у которого очков больше и не меньше 25, остаётся должен: у него {n} {n:кон|кона|конов}, чтобы выиграть "
    "и списать рыбу; иначе очки достаются соперникам вместе с правом зайти «на сто».",
)
FISHER_LEADS = Text(
    "A fisher who wins the fish with fewer than 25 left in his side's hands may lead 6-6 for the match.",
    "Рыбак, который выиграл рыбу, имея меньше 25, вправе зайти в следующем кону с 6-6 «на сто».",
)
CLAMP = Text("A score never falls below 0.", "Счёт не опускается ниже нуля.")
EXACT = Text("Points that would go past the limit do not count.", "Очки, с которыми вышел бы перебор, не считают.")


def tell_fish(rules: RuleSet) -> Iterator[Text]:
    """When a round is blocked, and what that brings."""
    if not rules.turns or rules.line in ("none", "pairs"):
        return
    yield OUT
    if rules.close_doubles or rules.cut_lines:
        yield NO_ENDS
    yield from chosen(CHOICES, rules, "fish_when", "fisher")
    scoring = rules.fish_scoring
    if scoring in ("diff", "nearest_five"):
        yield DIFFERENCE[rules.fish_diff]
        if scoring == "nearest_five":
            yield ROUNDED
        yield from chosen(CHOICES, rules, "fish_winner")
    elif scoring == "lower_takes":
        yield LOWER_TAKES[rules.fish_sum]
        yield from chosen(CHOICES, rules, "fish_winner")
    elif scoring == "more_pays":
        yield MORE_PAYS[rules.fish_sum]
    else:
        yield from chosen(CHOICES, rules, "fish_scoring")
    even_is_told = rules.fish_winner != "lowest" or rules.eggs != "none"
    if scoring in ("diff", "nearest_five", "lower_takes", "more_pays", "fishers_risk") and not even_is_told:
        yield EVEN[rules.fish_even]
    if rules.hundred == "svoyak":
        yield FISHER_LEADS
    if rules.fish_debt:
        yield DEBT.filled(n=rules.fish_debt)


def tell(rules: RuleSet) -> Iterator[Text]:
    """What a round brings when somebody is out, and what hands are worth."""
    if not rules.scores:
        if rules.line != "pairs":
            yield NO_SCORE
        return
    if rules.out_scoring == "winner_takes_all":
        yield TAKES.get(f"{rules.count}/{rules.teams}", TAKES["losers"])
    elif rules.out_scoring != "nothing" or not rules.finisher:
        yield from chosen(CHOICES, rules, "out_scoring")
    if rules.out_scoring == "generals":
        yield from chosen(CHOICES, rules, "general_on")
    if rules.first_hands:
        yield FIRST_HANDS.filled(points=", ".join(map(str, rules.first_hands)))
    yield from numbered(NUMBERS, rules, "finisher", "capicu", "chuchazo", "blank_value", "blank_alone")
    if rules.six_alone != 12:
        yield NUMBERS["six_alone"].filled(n=rules.six_alone)
    yield from numbered(NUMBERS, rules, "both_alone")
    for name, text in BONUS.items():
        bonus = getattr(rules, name)
        if bonus.six or bonus.blank:
            yield text.filled(six=bonus.six, blank=bonus.blank)


def tell_account(rules: RuleSet) -> Iterator[Text]:
    """How points are written to the account."""
    if rules.open_at:
        opens = OPENS[f"{rules.open_by}/{rules.below}"].filled(n=rules.open_at)
        yield opens if rules.carry_opens else joined([opens, CARRY_APART])
    if rules.wipe_at:
        yield WIPE.filled(n=rules.wipe_at)
    if rules.win_wipes:
        yield WIN_WIPES
    yield from numbered(NUMBERS, rules, "bonus_cap")
    if rules.clamp_zero:
        yield CLAMP
    if rules.exact:
        yield EXACT
