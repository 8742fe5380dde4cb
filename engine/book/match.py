"""How a match ends, and what its losers are called (rules.md 1.6, D-13, D-28, D-38, D-42)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.book.words import Words, chosen
from engine.rulesets import RuleSet
from engine.text import Text

LIMIT = {
    "penalty": Text(
        "Points are bad: the match ends when a side has {n} or more, and that side has lost.",
        "Очки — штрафные: партия кончается, когда у кого-то {n} или больше, и он проиграл.",
    ),
    "win": Text(
        "Points are good: the match ends when a side has {n} or more, and the side with most has won.",
        "Очки — победные: партия кончается, когда у кого-то {n} или больше, и выигрывает тот, у кого больше всех.",
    ),
}
EXACTLY = Text(
    "Points are good: the match is won by the side that first has exactly {n}.",
    "Очки — победные: партию выигрывает тот, кто первым наберёт ровно {n}.",
)
ROUNDS = Text("The match ends after {n} {n:round|rounds}.", "В партии {n} {n:кон|кона|конов}.")
LEAST_WINS = Text(
    "Points are bad: whoever has fewest at the end has won.",
    "Очки — штрафные: в конце выигрывает тот, у кого их меньше.",
)
MOST_WINS = Text(
    "Points are good: whoever has most at the end has won.",
    "Очки — победные: в конце выигрывает тот, у кого их больше.",
)
MINUTES = Text(
    "The match lasts {n} minutes; a round that was begun is finished.",
    "Партия длится {n} {n:минуту|минуты|минут}; начатый кон доигрывают.",
)
NONE = Text("Whoever has the most pairs has won.", "Выигрывает тот, у кого больше пар.")
SOLVED = Text("You have won when no tile is left.", "Вы выиграли, если костей не осталось.")

CHOICES: Words = {
    "end_check": {
        "move": Text(
            "It ends as soon as the limit is reached, within the round.", "Она кончается сразу, посреди кона."
        ),
    },
    "all_over": {
        "draw": Text("If all sides are there, it is a draw.", "Если до предела дошли все, это ничья."),
    },
    "level": {
        "another_round": Text(
            "If the best are level, another round is played.", "Если у лучших поровну, играют ещё кон."
        ),
    },
    "out_on_both": {
        "win": Text(
            "Whoever goes out with 6-6 and 0-0 together wins the match.",
            "Кто вышел сразу с 6-6 и 0-0, выиграл партию.",
        ),
    },
    "out_on_blank": {
        "win": Text("Whoever goes out on 0-0 wins the match.", "Кто вышел с 0-0, выиграл партию."),
    },
    "out_on_six": {
        "win": Text("Whoever goes out on 6-6 wins the match.", "Кто вышел с 6-6, выиграл партию."),
        "win_at_25": Text(
            "Whoever goes out on 6-6 wins the match if the losers hold 25 or more; otherwise he leads the next round "
            "with 6-6 for the match.",
            "Кто вышел с 6-6, выиграл партию, если у проигравших 25 или больше; иначе он заходит в следующем кону "
            "с 6-6 «на сто».",
        ),
        "hundred_points": Text(
            "Whoever goes out on 6-6 charges the others 100; their hands do not count then.",
            "Кто вышел с 6-6, пишет соперникам 100; их руки тогда не считают.",
        ),
    },
    "hundred": {
        "wipe_all": Text(
            "A side with an account may lead a round with 6-6, “for the hundred”: if it goes out first it wins the "
            "match; if another side does, all scores are wiped.",
            "У кого есть запись, тот вправе зайти с 6-6, «на сто»: вышел первым — выиграл партию, вышел другой — всё "
            "списывают.",
        ),
        "svoyak": Text(
            "A side that has the right may lead a round with 6-6, “for the hundred”: if it goes out first it wins the "
            "match; if another side does and it holds 25 or more, it is the svoyak and has lost; with fewer all scores "
            "are wiped.",
            "У кого есть право, тот заходит с 6-6 «на сто»: вышел первым — выиграл партию; вышли соперники, а на руках "
            "25 или больше — он «свояк» и проиграл; меньше — всё списывают.",
        ),
        "wipe_opponents": Text(
            "A pair that has the right may lead a round with 6-6, “for the goat”: if it wins the round it wins the "
            "match; if it loses, the other pair's penalty points are wiped.",
            "У кого есть право, тот заходит с 6-6 «на козла»: выиграл кон — выиграл партию, проиграл — соперникам "
            "списывают их штрафные очки.",
        ),
    },
    "knockout": {
        "yes": Text(
            "Others wait for a place: the losers of the match make room for them. After a lost lead “for the goat”, "
            "whoever holds 6-6 leads the next round with it, for the match.",
            "Игра на вылет: проигравшие партию уступают место тем, кто ждёт. После неудачи «на козла» следующий кон "
            "начинает с 6-6 тот, у кого она, и тоже «на козла».",
        ),
    },
    "eggs": {
        "weight": Text(
            "Even fish are eggs: they bring no points, but go with the losers' title, with their weight.",
            "Рыба поровну — это яйца: очков не пишут, но их число и вес добавляют к званию проигравших.",
        ),
        "three": Text(
            "Even fish are eggs: the round is played again from 1-1; after the third in a row they have gone bad and "
            "are forgotten.",
            "Рыба поровну — это яйца: кон переигрывают с 1-1; после третьих подряд они протухли и не считаются.",
        ),
    },
    "titles": {
        "kozel": Text("Whoever has lost is the goat: kozel.", "Проигравший — козёл."),
        "osel": Text("Whoever has lost is the donkey: osel.", "Проигравший — осёл."),
        "sea": Text("Whoever has lost is a sea goat.", "Проигравший — морской козёл."),
        "bald_kozel": Text(
            "Whoever ends a match on 0-0 is called the bald goat.",
            "Кто закончил партию на 0-0, получает титул «лысый козёл».",
        ),
        "saltykov": Text(
            "The losers are called workers' goats by points, officers after 0-0, generals after 6-6 and 0-0.",
            "Проигравшие по очкам — трудовые козлы, после 0-0 — офицеры, после 6-6 и 0-0 — генералы.",
        ),
        "general": Text(
            "The loser is the side with more generals.", "Проиграла та сторона, у которой больше генералов."
        ),
    },
}


def tell(rules: RuleSet) -> Iterator[Text]:
    """The limit, instant wins, titles."""
    if rules.line == "pairs":
        yield NONE if rules.pair_board == "memory" else SOLVED
        return
    if not rules.scores:
        return
    if rules.limit:
        text = EXACTLY if rules.exact else LIMIT[rules.ledger]
        yield text.filled(n=rules.limit)
    if rules.rounds:
        yield ROUNDS.filled(n=rules.rounds)
    if rules.minutes:
        yield MINUTES.filled(n=rules.minutes)
    if not rules.limit:
        yield LEAST_WINS if rules.ledger == "penalty" else MOST_WINS
    yield from chosen(CHOICES, rules, "end_check", "all_over", "level")
    yield from chosen(
        CHOICES, rules, "out_on_both", "out_on_blank", "out_on_six", "hundred", "knockout", "eggs", "titles"
    )
