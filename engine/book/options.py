"""What each option of a rule set means, and which of them a game's players may want to change (rules.md 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import RulesError
from engine.options import Option, options_of
from engine.rulesets import RuleSet
from engine.text import Text


@dataclass(frozen=True)
class Meaning:
    """An option in words; `register` is its entry in the register of decisions, where it has one."""

    text: Text
    register: str = ""


def _means(en: str, ru: str, register: str = "") -> Meaning:
    return Meaning(Text(en, ru), register)


MEANINGS: Mapping[str, Meaning] = {
    "set": _means("the set of tiles", "комплект костей"),
    "copies": _means("how many such sets are mixed", "сколько комплектов смешано"),
    "three_without_blank": _means("three play without 0-0", "втроём играют без 0-0"),
    "teams": _means("each for himself, or in pairs when four play", "каждый за себя или, вчетвером, парами"),
    "dir": _means("the direction of the turn", "направление хода"),
    "redeal": _means(
        "doubles / tiles with one number that allow a new deal", "дублей / костей с одним числом для пересдачи", "D-17"
    ),
    "lead_order": _means("what leads the first round", "с чего начинают первый кон", "D-12, D-32"),
    "no_double_lead": _means(
        "what leads when nobody has a double", "с чего заходят, если дублей ни у кого нет", "D-12"
    ),
    "lead_next": _means("who leads the later rounds", "кто начинает следующие коны", "D-19, D-41"),
    "lead_by": _means("whether the leader's partner may lead instead", "может ли зайти партнёр вместо заходчика"),
    "lead_with": _means("whether later leads must be doubles", "обязательно ли заходить с дубля"),
    "lead_forced": _means("whether the first lead is prescribed", "обязателен ли первый заход"),
    "line": _means("a chain, or a line with a house", "цепочка или расклад с домом"),
    "house_is": _means("which double becomes the house", "какой дубль становится домом", "D-23"),
    "cross_opens": _means("when the short ends of the house open", "когда открываются торцы дома", "D-22"),
    "house_count": _means("how a double at an end counts", "как считают дубль на конце", "D-20"),
    "fourth_side": _means(
        "whether the free side of a house with three arms counts",
        "считают ли свободную сторону дома с тремя ветвями",
        "D-21",
    ),
    "multi_doubles": _means("how many doubles may be laid in one turn", "сколько дублей можно поставить за ход"),
    "after_bone": _means(
        "whether doubles may follow another tile in one turn",
        "можно ли поставить дубли вслед за обычной костью",
        "D-29",
    ),
    "close_doubles": _means("whether doubles may be closed", "можно ли закрывать дубли"),
    "row": _means(
        "tiles lie hidden in a row and are turned over one by one", "кости лежат рядом втёмную и открываются по одной"
    ),
    "cut_lines": _means("whether a tile laid across cuts an arm", "отрезает ли ветвь кость, положенная поперёк"),
    "pair_board": _means("how the tiles of a solitaire are laid out", "как выкладывают пасьянс"),
    "pyramid_unblock": _means("when a tile of the pyramid opens", "когда открывается кость пирамиды"),
    "draw": _means("how many tiles are taken when nothing fits", "сколько берут с базара, если ходить нечем", "D-16"),
    "bazaar_keep": _means("tiles that stay in the boneyard", "сколько костей оставляют на базаре", "D-15"),
    "voluntary_draw": _means("whether one may draw while one could play", "можно ли брать с базара, имея ход", "D-14"),
    "buy_six": _means("whether 6-6 may be bought", "покупают ли 6-6"),
    "fish_when": _means(
        "whether it is a fish while the last double is still in a hand",
        "рыба ли это, пока последний дубль на руках",
        "D-01",
    ),
    "fisher": _means("who made the fish when a double came last", "кто рыбак, если последним был дубль", "D-02"),
    "fish_winner": _means("who wins a fish", "кто выигрывает рыбу", "D-03"),
    "fish_scoring": _means("how a fish is scored", "как считают рыбу"),
    "fish_sum": _means("whose points a fish brings", "чьи очки пишут за рыбу", "D-37"),
    "fish_diff": _means("the difference to all, or to each", "разница со всеми вместе или с каждым", "D-10"),
    "fish_tie": _means("who leads after an even fish", "кто заходит после рыбы поровну", "D-11"),
    "fish_even": _means("what becomes of an even fish", "что с очками рыбы поровну"),
    "fish_debt": _means("rounds in which a lost fish may be won back", "за сколько конов можно списать рыбу", "D-34"),
    "eggs": _means("what even fish are kept for", "что делают с яйцами, то есть рыбой поровну", "D-38"),
    "out_scoring": _means("how a round is scored when somebody is out", "как считают кон, когда кто-то вышел"),
    "count": _means("whether the partner's tiles count, too", "считают ли кости партнёра", "D-40"),
    "finisher": _means("points for going out", "очки за выход"),
    "general_on": _means("which way of going out makes a General", "какой выход делает генерала", "D-39"),
    "blank_alone": _means(
        "what 0-0 is worth as the only tile in a hand", "сколько стоит 0-0, если это единственная кость", "D-18"
    ),
    "six_alone": _means(
        "what 6-6 is worth as the only tile in a hand", "сколько стоит 6-6, если это единственная кость", "D-18"
    ),
    "both_alone": _means(
        "what 0-0 and 6-6 alone are worth together; 0: 12", "сколько стоят 0-0 и 6-6, если других нет; 0: 12", "D-18"
    ),
    "blank_value": _means("what 0-0 is worth in any hand", "сколько стоит 0-0 в любой руке"),
    "lead_bonus": _means("points for a round led with 6-6 / 0-0", "очки за заход с 6-6 / 0-0"),
    "finish_bonus": _means("points for a round finished with 6-6 / 0-0", "очки за выход с 6-6 / 0-0"),
    "capicu": _means(
        "points for a last tile that fits both ends", "очки за последнюю кость, подходящую к обоим концам"
    ),
    "chuchazo": _means("points for going out on 0-0", "очки за выход с 0-0"),
    "first_hands": _means(
        "points for winning the first, second ... round", "очки за выигрыш первого, второго ... кона"
    ),
    "ends_pay": _means("what the sum of the open ends brings", "что приносит сумма на концах"),
    "lead_scores": _means("whether the lead brings points", "приносит ли очки заход", "D-24"),
    "get_in": _means("the least with which one may begin to score", "с какой суммы начинают писать"),
    "opening_pass": _means(
        "points when the second player passes on another lead", "очки, если на простой заход спасовали"
    ),
    "opening_pass_on_double": _means(
        "points when the second player passes on a double", "очки, если на заход дублем спасовали"
    ),
    "run_of_passes": _means("points when all the others pass", "очки, если спасовали все остальные"),
    "each_pass": _means("points for each pass of an opponent", "очки за каждый пас соперника"),
    "ledger": _means("whether points are good or bad", "победные очки или штрафные", "D-33"),
    "open_at": _means(
        "points that open an account; 0: none are needed", "с каких очков открывают счёт; 0: сразу", "D-04"
    ),
    "open_by": _means("whether one round or the total opens it", "открывает один кон или сумма", "D-05"),
    "below": _means("what becomes of fewer points", "что с меньшими очками", "D-06"),
    "carry_opens": _means(
        "whether points that waited help to open it", "помогают ли открыть счёт перенесённые очки", "D-08"
    ),
    "clamp_zero": _means("whether a score stops at 0", "останавливается ли счёт на нуле", "D-26"),
    "bonus_cap": _means(
        "the score above which the end of a round brings nothing; 0: none",
        "счёт, выше которого за конец кона не пишут; 0: нет",
    ),
    "exact": _means("whether the limit must be hit exactly", "надо ли набрать предел точно"),
    "wipe_at": _means(
        "points in a round with which a second side wipes all; 0: none",
        "с каких очков за кон вторая сторона всё списывает; 0: нет",
        "D-35",
    ),
    "win_wipes": _means(
        "whether a round that is won wipes the others' score", "списывает ли выигранный кон счёт соперников"
    ),
    "out_on_six": _means("what going out on 6-6 brings", "что даёт выход с 6-6"),
    "out_on_blank": _means("what going out on 0-0 brings", "что даёт выход с 0-0"),
    "out_on_both": _means("what going out with 6-6 and 0-0 together brings", "что даёт выход сразу с 6-6 и 0-0"),
    "hundred": _means(
        "what a lost lead of 6-6 for the match costs", "чего стоит проигранный заход «на сто» или «на козла»", "D-34"
    ),
    "knockout": _means("whether pairs wait for the place of the losers", "играют ли на вылет"),
    "titles": _means("what the losers are called", "как зовут проигравших"),
    "limit": _means("points at which the match ends; 0: none", "до скольких очков партия; 0: без предела", "D-13"),
    "rounds": _means("rounds of the match; 0: until the limit", "сколько конов в партии; 0: до предела", "D-13"),
    "minutes": _means("minutes of the match; 0: no time", "сколько минут идёт партия; 0: без времени"),
    "end_check": _means("whether the match may end within a round", "кончается ли партия посреди кона", "D-28"),
    "all_over": _means("what holds when all sides reach the limit", "что, если предела достигли все", "D-28, D-42"),
    "level": _means("what holds when the best are level", "что, если у лучших поровну", "D-28"),
    "wrong_pass": _means("whether a proved wrong pass ends the round", "прекращает ли кон доказанный ложный пас"),
    "clock": _means("whether turns have a time", "ограничено ли время хода"),
    "bonuses": _means(
        "convention: 50 for 6-6 and 25 for 0-0, alone, led or finished with",
        "конвенция: 50 за 6-6 и 25 за 0-0, последних на руках, в заходе и в выходе",
    ),
    "rule13": _means("convention: an account opens at 13", "конвенция: счёт открывают от 13"),
    "full_fish": _means(
        "convention: the side with more pays a fish for both",
        "конвенция: за рыбу платит тот, у кого больше, и за обе стороны",
    ),
    "first_move_double": _means("convention: rounds are led with doubles", "конвенция: первый ход — в дубль"),
    "two_doubles": _means(
        "convention: two doubles in one turn, at both ends", "конвенция: дубль с двух сторон за один ход"
    ),
}
"""Every option but a game's id, name and deal, and every convention."""

COMMON = (
    "set", "teams", "redeal", "lead_order", "lead_next", "draw", "fish_when", "fisher", "fish_scoring", "multi_doubles",
    "blank_alone", "six_alone", "open_at", "open_by", "below", "limit", "rounds",
)  # fmt: skip
"""What houses disagree about most: shown even where it is off."""


EXAMPLES = (("limit", "51"), ("rounds", "7"), ("set", "D9"))
"""Changes that show how one is written, where the game has such an option."""


def shown(rules: RuleSet) -> tuple[Option, ...]:
    """The options that this game uses, that houses often change, or that the register of decisions leaves open to it.

    The others are off and can still be set.
    """
    in_turn = rules.turns and rules.line in ("chain", "house")
    common = COMMON if in_turn else ("set",)
    return tuple(
        option
        for option in options_of(rules)
        if option.name in (*common, *rules.conventions)
        or getattr(rules, option.name) != getattr(RuleSet, option.name)
        or (in_turn and MEANINGS[option.name].register and _may_be_otherwise(option, rules))
    )


def example(rules: RuleSet) -> str | None:
    """A change that this game allows, as one writes it: "limit=51"; None where nothing can be changed."""
    options = {option.name: option for option in shown(rules)}
    tried = [(name, value) for name, value in EXAMPLES if name in options and getattr(rules, name)]
    tried += [(option.name, choice) for option in options.values() for choice in option.choices]
    changes = (f"{name}={value}" for name, value in tried if value != options[name].value)
    return next((change for change in changes if _is_allowed(rules, *change.split("="))), None)


def _may_be_otherwise(option: Option, rules: RuleSet) -> bool:
    return any(_is_allowed(rules, option.name, choice) for choice in option.choices if choice != option.value)


def _is_allowed(rules: RuleSet, name: str, value: str) -> bool:
    try:
        rules.with_options(**{name: value})
    except RulesError:
        return False
    return True
