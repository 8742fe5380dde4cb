"""Which options of a rule set contradict each other, each with a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.rulesets import RuleSet
from engine.sides import PAIRS_NEED
from engine.text import Text


def contradictions(rules: RuleSet) -> Iterator[Text]:
    """A sentence for each pair of options that cannot both hold."""
    if rules.line == "free":
        return
    yield from _board_contradictions(rules)
    if rules.draw == "none":
        nobody = Text("nobody takes from the boneyard", "с базара никто не берёт")
        if rules.bazaar_keep:
            yield _no_meaning("bazaar_keep", "draw=none", nobody)
        if rules.voluntary_draw:
            yield _no_meaning("voluntary_draw", "draw=none", nobody)
    yield from _account_contradictions(rules)
    yield from _fish_contradictions(rules)
    yield from _lead_contradictions(rules)
    yield from _match_contradictions(rules)
    yield from _pair_contradictions(rules)
    yield from _bonus_contradictions(rules)
    yield from _turn_contradictions(rules)
    yield from _score_contradictions(rules)
    if rules.counts_hands and rules.turns:
        yield Text(
            "option line=none is for games of which only the hands are counted",
            "параметр line=none — для игр, где только считают очки на руках",
        )
    if rules.scores and not rules.limit and not rules.rounds and not rules.minutes:
        yield Text(
            "options limit=0, rounds=0 and minutes=0 leave the match without an end; give one, such as limit=101",
            "с параметрами limit=0, rounds=0 и minutes=0 партия не кончится; задайте один, например limit=101",
        )
    for seats, each in rules.deal:
        if seats * each > len(rules.set) * rules.copies:
            yield Text(
                f"option set={rules.set} has too few tiles for {seats} players with {each} each",
                f"при set={rules.set} не хватит костей: игроков {seats}, каждому по {each}",
            )


def _account_contradictions(rules: RuleSet) -> Iterator[Text]:
    if not rules.open_at:
        at_once = Text("points are written at once", "очки пишут сразу")
        if rules.open_by != "round":
            yield _no_meaning("open_by", "open_at=0", at_once)
        if rules.below != "remember":
            yield _no_meaning("below", "open_at=0", at_once)
        if not rules.carry_opens:
            yield _no_meaning("carry_opens", "open_at=0", at_once)
    yield from _row_contradictions(rules)


def _row_contradictions(rules: RuleSet) -> Iterator[Text]:
    if rules.row:
        for name, other in (("draw", "none"), ("lead_order", "any"), ("lead_with", "any"), ("multi_doubles", 1)):
            if getattr(rules, name) != other:
                yield _contradict(f"{name}={getattr(rules, name)}", "row=yes")
        if rules.after_bone:
            yield _contradict("after_bone=yes", "row=yes")
    if rules.cut_lines:
        if rules.line != "chain":
            yield _contradict("cut_lines=yes", f"line={rules.line}")
        if rules.close_doubles:
            yield _contradict("close_doubles=yes", "cut_lines=yes")
        if rules.multi_doubles > 1:
            yield _contradict(f"multi_doubles={rules.multi_doubles}", "cut_lines=yes")
        if rules.after_bone:
            yield _contradict("after_bone=yes", "cut_lines=yes")


def _board_contradictions(rules: RuleSet) -> Iterator[Text]:
    if (rules.line == "pairs") != (rules.pair_board != "none"):
        yield _contradict(f"pair_board={rules.pair_board}", f"line={rules.line}")
    elif rules.pair_board != "pyramid" and rules.pyramid_unblock != "both_below":
        no_pyramid = Text("no pyramid is laid out", "пирамиду не выкладывают")
        yield _no_meaning("pyramid_unblock", f"pair_board={rules.pair_board}", no_pyramid)


def _no_meaning(name: str, other: str, because: Text) -> Text:
    return Text(
        f"option {name} has no meaning with {other}: {because.en}",
        f"параметр {name} не имеет смысла при {other}: {because.ru}",
    )


def _contradict(one: str, other: str) -> Text:
    return Text(f"option {one} contradicts {other}", f"параметр {one} противоречит {other}")


PENALTIES = ("each_pays_own", "generals", "on_all", "on_one", "higher_pays", "more_pays", "fishers_risk")
GAINS = (
    "winner_takes_all", "diff", "lower_takes", "fifths_up", "fives_up", "leftovers_off", "nearest_five", "one_point",
)  # fmt: skip
MEANT_FOR = {
    "fish_diff": ("diff", "nearest_five"),
    "fish_winner": ("diff", "lower_takes", "nearest_five"),
    "fish_sum": ("more_pays", "lower_takes"),
    "fish_even": ("more_pays", "fishers_risk", "lower_takes"),
}
"""Options that only some ways to score a fish know."""


def _fish_contradictions(rules: RuleSet) -> Iterator[Text]:
    scoring = f"fish_scoring={rules.fish_scoring}"
    for name in ("fish_scoring", "out_scoring"):
        value = getattr(rules, name)
        if value in (GAINS if rules.ledger == "penalty" else PENALTIES):
            yield _contradict(f"{name}={value}", f"ledger={rules.ledger}")
    for name, scorings in MEANT_FOR.items():
        if getattr(rules, name) != getattr(RuleSet, name) and rules.fish_scoring not in scorings:
            yield _no_meaning(name, scoring, Text("a fish is not scored so", "рыбу считают иначе"))
    if rules.fish_winner == "fisher" and rules.fish_diff == "pairwise":
        yield _contradict("fish_diff=pairwise", "fish_winner=fisher")
    if rules.fish_winner == "fisher_or_next" and rules.fish_scoring != "lower_takes":
        yield _contradict("fish_winner=fisher_or_next", scoring)
    if rules.lead_next != "winner" and rules.fish_tie != "forced_again":
        otherwise = Text("it is not the winner who leads", "заходит не победитель")
        yield _no_meaning("fish_tie", f"lead_next={rules.lead_next}", otherwise)
    if rules.fish_scoring != "on_one" and rules.fish_even != "carry" and not rules.carry_opens:
        yield _no_meaning("carry_opens", scoring, Text("no points wait for a payer", "очки никого не ждут"))


def _pair_contradictions(rules: RuleSet) -> Iterator[Text]:
    alone = Text("nobody has a partner", "партнёров нет")
    if rules.count == "all" and rules.teams == "none":
        yield _no_meaning("count", "teams=none", alone)
    elif rules.count == "all" and rules.out_scoring != "winner_takes_all":
        scored = Text("going out is not scored so", "выход считают иначе")
        yield _no_meaning("count", f"out_scoring={rules.out_scoring}", scored)
    if rules.teams == "pairs" and rules.deal and PAIRS_NEED not in rules.seats:
        four = Text("four cannot play", "вчетвером не играют")
        yield _no_meaning("teams", "/".join(map(str, rules.seats)), four)
    if rules.lead_by == "side" and rules.teams == "none":
        yield _no_meaning("lead_by", "teams=none", alone)
    if rules.three_without_blank and 3 not in rules.seats:
        seats = Text("three cannot play", "втроём не играют")
        yield _no_meaning("three_without_blank", "/".join(map(str, rules.seats)), seats)


PASS_POINTS = ("opening_pass", "opening_pass_on_double", "run_of_passes", "each_pass")
FOR_THE_WINNER = ("finisher", "bonus_cap", "exact", "capicu", "chuchazo", "first_hands", "win_wipes", *PASS_POINTS)
"""Options that only mean something where points are good."""


def _bonus_contradictions(rules: RuleSet) -> Iterator[Text]:
    for name in FOR_THE_WINNER:
        if getattr(rules, name) and rules.ledger == "penalty":
            yield _contradict(name, "ledger=penalty")
    for name in PASS_POINTS:
        if getattr(rules, name) and (rules.exact or rules.get_in):
            yield _contradict(name, "exact" if rules.exact else "get_in")


OF_THE_HOUSE = ("house_is", "cross_opens", "house_count", "fourth_side")
OF_THE_SUM = ("house_count", "fourth_side", "lead_scores", "get_in")
"""Options that only mean something where there is a house, and where the sum of the ends brings points."""


def _turn_contradictions(rules: RuleSet) -> Iterator[Text]:
    if rules.line != "house":
        for name in _set(rules, OF_THE_HOUSE):
            yield _no_meaning(name, f"line={rules.line}", Text("there is no house", "дома нет"))
    if rules.house_is == "first_covered" and rules.cross_opens == "at_once":
        yield _contradict("cross_opens=at_once", "house_is=first_covered")
    if rules.ends_pay == "none":
        no_sum = Text("the sum of the ends brings nothing", "за сумму на концах не пишут")
        for name in _set(rules, OF_THE_SUM):
            yield _no_meaning(name, "ends_pay=none", no_sum)
        if rules.end_check == "move" and not rules.passes_pay:
            yield _no_meaning("end_check", "ends_pay=none", no_sum)
    elif rules.ledger == "penalty":
        yield _contradict(f"ends_pay={rules.ends_pay}", "ledger=penalty")


def _score_contradictions(rules: RuleSet) -> Iterator[Text]:
    if rules.clamp_zero and "leftovers_off" not in (rules.out_scoring, rules.fish_scoring):
        taken_off = Text("nothing is taken off a score", "со счёта ничего не списывают")
        yield _no_meaning("clamp_zero", f"out_scoring={rules.out_scoring}", taken_off)
    if rules.get_in and rules.open_at:
        yield _contradict("get_in", "open_at")
    if not rules.limit:
        no_limit = Text("no score ends the match", "партию играют не до счёта")
        for name in _set(rules, ("exact", "all_over", "end_check")):
            yield _no_meaning(name, "limit=0", no_limit)
    elif rules.exact:
        yield from _never_hit(rules)
    for name in ("limit", "rounds"):
        if getattr(rules, name) and not rules.scores:
            yield _no_meaning(name, "out_scoring=nothing", Text("nothing is scored", "очков не пишут"))


IN_FIVES = ("nothing", "fives_up", "leftovers_off", "nearest_five")
"""Ways to score a round that bring nothing but fives."""


def _never_hit(rules: RuleSet) -> Iterator[Text]:
    """A limit that must be hit exactly, and cannot be."""
    if rules.get_in > rules.limit:
        yield _contradict(f"get_in={rules.get_in}", f"limit={rules.limit}")
    bonuses = (rules.finisher, rules.capicu, rules.chuchazo, *rules.first_hands)
    bonuses += (rules.lead_bonus.six, rules.lead_bonus.blank, rules.finish_bonus.six, rules.finish_bonus.blank)
    fives = rules.ends_pay == "sum" and {rules.out_scoring, rules.fish_scoring} <= set(IN_FIVES)
    if fives and rules.limit % 5 and not any(bonus % 5 for bonus in bonuses):
        yield Text(
            f"option limit={rules.limit} is never hit exactly, for all points are fives",
            f"limit={rules.limit} ровно не набрать: все очки делятся на пять",
        )


def _set(rules: RuleSet, names: Iterable[str]) -> list[str]:
    """Those of the options that have not the value that they have by themselves."""
    return [name for name in names if getattr(rules, name) != getattr(RuleSet, name)]


EVEN_FISH = ("on_one", "more_pays", "fishers_risk", "lower_takes")
"""Ways to score a fish that even hands leave undecided."""


def _match_contradictions(rules: RuleSet) -> Iterator[Text]:
    """Wipes, eggs, debts, the hundred: each rests on others."""
    whole = rules.rounds and rules.teams == "pairs" and rules.lead_next == "next_seat"
    if whole and rules.rounds % 4:
        yield Text(
            f"option rounds={rules.rounds} must be a multiple of 4, so that all four lead equally often",
            f"параметр rounds={rules.rounds} должен делиться на 4, чтобы все четверо заходили поровну",
        )
    if rules.wipe_at and (rules.ledger == "penalty" or not rules.open_at):
        nobody = Text("nobody has a record of his own", "своей записи ни у кого нет")
        yield _no_meaning("wipe_at", "ledger=penalty" if rules.open_at else "open_at=0", nobody)
    yield from _hundred_contradictions(rules)
    if rules.out_on_six == "hundred_points" and rules.ledger == "win":
        yield _contradict("out_on_six=hundred_points", "ledger=win")
    if rules.fish_debt and rules.fish_scoring != "lower_takes":
        yield _no_meaning(
            "fish_debt", f"fish_scoring={rules.fish_scoring}", Text("a fish is not lost", "рыбу не проигрывают")
        )
    if rules.eggs != "none" and rules.fish_even == "carry":
        yield _contradict(f"eggs={rules.eggs}", "fish_even=carry")
    if rules.eggs != "none" and rules.fish_scoring not in EVEN_FISH:
        settled = Text("even hands are settled otherwise", "равные очки считают иначе")
        yield _no_meaning("eggs", f"fish_scoring={rules.fish_scoring}", settled)


def _hundred_contradictions(rules: RuleSet) -> Iterator[Text]:
    if rules.hundred in ("wipe_all", "svoyak") and rules.ledger == "penalty":
        yield _contradict(f"hundred={rules.hundred}", "ledger=penalty")
    if rules.hundred == "wipe_opponents" and rules.ledger == "win":
        yield _contradict("hundred=wipe_opponents", "ledger=win")
    if rules.hundred != "none" and not rules.open_at:
        yield _no_meaning("hundred", "open_at=0", Text("there is no record to open", "запись не открывают"))
    if rules.hundred in ("wipe_all", "wipe_opponents") and rules.lead_next == "forced_again":
        nobody_leads = Text("nobody leads by right", "права захода ни у кого нет")
        yield _no_meaning("hundred", "lead_next=forced_again", nobody_leads)
    if rules.hundred != "wipe_opponents":
        not_led = Text("nobody loses a lead that wipes the others", "списания соперников нет")
        if rules.knockout:
            yield _no_meaning("knockout", f"hundred={rules.hundred}", not_led)
        if rules.buy_six and rules.hundred == "none":
            no_right = Text("nobody has the right to lead with it", "права захода с неё нет")
            yield _no_meaning("buy_six", "hundred=none", no_right)


def _lead_contradictions(rules: RuleSet) -> Iterator[Text]:
    if rules.lead_next == "record" and not rules.open_at:
        yield _contradict("lead_next=record", "open_at=0")
    if rules.lead_next == "partner_or_fisher" and rules.teams == "none":
        yield _contradict("lead_next=partner_or_fisher", "teams=none")
    if rules.lead_order == "any":
        any_tile = Text("any tile may lead", "заходят с любой кости")
        for name in _set(rules, ("lead_forced", "no_double_lead")):
            yield _no_meaning(name, "lead_order=any", any_tile)
        if rules.lead_scores == "free_only":
            yield _no_meaning("lead_scores=free_only", "lead_order=any", any_tile)
    if rules.general_on != "any" and rules.out_scoring != "generals":
        no_general = Text("generals are not counted", "генералов не считают")
        yield _no_meaning("general_on", f"out_scoring={rules.out_scoring}", no_general)
