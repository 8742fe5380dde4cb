"""A sentence for each rule that was applied to a round (`engine.ledger.Ruling`)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.explain.names import Names
from engine.ledger import Ruling
from engine.rulesets import RuleSet
from engine.text import Text

ORDINALS = ("first", "second", "third", "fourth")

RULINGS: Mapping[str, Text] = {
    "out.each_pays_own": Text(
        "{side} is out: everybody else is charged what is left in the own hand.",
        "{side}: выход, остальные пишут то, что осталось на руках.",
    ),
    "out.each_pays_own/pairs": Text(
        "{side} are out: the other pair is charged both of its hands.",
        "{side}: выход, соперники пишут то, что осталось у обоих.",
    ),
    "out.winner_takes_all": Text(
        "{side}: out, and {points} for what is left in the hands.",
        "{side}: выход, и {points} за то, что осталось на руках.",
    ),
    "fish.on_all/counted": Text(
        "Nobody is out: everybody is charged the own hand.", "Никто не вышел: каждый пишет свои очки."
    ),
    "fish.on_all": Text("Fish on all: everybody is charged the own hand.", "Рыба на всех: каждый пишет свои очки."),
    "fish.on_one": Text(
        "Fish on one: {side} with {first} has the most, so all {points} go there.",
        "Рыба на одного: больше всех — {side}, {first}, поэтому все {points} туда.",
    ),
    "fish.diff_total": Text(
        "Fish: {side} has the fewest: the others' {first} less its own {second} make {points}.",
        "Рыба: меньше всех — {side}: {first} у остальных минус {second} своих, итого {points}.",
    ),
    "fish.diff_pairwise": Text(
        "Fish: {side} has the fewest, {second}, and gets from each what this one has more: {points}.",
        "Рыба: меньше всех — {side}, {second}; от каждого то, что у него сверх этого: {points}.",
    ),
    "fish.diff_to_the_fisher": Text(
        "Fish: it goes to the fisher, {side}: the others' {first} less the own {second} make {points}.",
        "Рыба: её выигрывает рыбак — {side}: {first} у остальных минус {second} своих, итого {points}.",
    ),
    "fish.higher_pays": Text(
        "Fish: {side} has more and is charged the difference: {first} − {second} = {points}.",
        "Рыба: больше — {side}, пишут разницу: {first} − {second} = {points}.",
    ),
    "fish.more_pays_all": Text(
        "Fish: {side} with {first} has more, and is charged both sums: {first} + {second} = {points}.",
        "Рыба: больше — {side}, {first}; пишут обе суммы: {first} + {second} = {points}.",
    ),
    "fish.more_pays_own": Text(
        "Fish: {side} with {first} against {second} has more, and is charged its own {points}.",
        "Рыба: больше — {side}, {first} против {second}; пишут свои {points}.",
    ),
    "fish.fishers_risk_all": Text(
        "Fish: the fishers {side} have more and are charged all hands: {first} + {second} = {points}.",
        "Рыба: у рыбаков ({side}) больше, им пишут все руки: {first} + {second} = {points}.",
    ),
    "fish.fishers_risk_own": Text(
        "Fish: the fishers have less, {second} against {first}: {side} are charged their own {points}.",
        "Рыба: у рыбаков меньше, {second} против {first}: {side} пишут свои {points}.",
    ),
    "fish.carried": Text(
        "Fish: there is a tie, and {points} wait for the next round.",
        "Рыба: поровну, {points} ждут следующего кона.",
    ),
    "fish.even": Text("Fish: there is a tie, and nobody scores.", "Рыба: поровну, никто ничего не пишет."),
    "carry.written": Text(
        "{points} that waited from an earlier fish go to {side}.", "{points} с прошлой рыбы: {side}."
    ),
    "account.not_in": Text(
        "{side}: {points} are not written, for the first points must be {first} or more.",
        "{side}: {points} не пишут, начинают с {first}.",
    ),
    "account.stops_at_zero": Text(
        "{side}: {points} at {first}, but no score falls below 0.",
        "{side}: {points} при счёте {first}, но ниже нуля счёт не опускается.",
    ),
    "account.past_limit": Text(
        "{side}: {points} would go past {second} and do not count; the score stays {first}.",
        "{side}: с {points} вышел бы перебор (партия до {second}), счёт остаётся {first}.",
    ),
    "bonus.lead": Text(
        "The round was led with 6-6 or 0-0: {points} more for {side}.",
        "Кон начали с 6-6 или 0-0: ещё {points} — {side}.",
    ),
    "bonus.finish": Text(
        "The round was finished with 6-6 or 0-0: {points} more for {side}.",
        "Кон закончили с 6-6 или 0-0: ещё {points} — {side}.",
    ),
    "closed.on_all": Text(
        "No end is open: everybody is charged the own hand.", "Открытых концов нет: каждый пишет свои очки."
    ),
    "fish.lower_takes_all": Text(
        "Fish: {side} with {first} against {second} has less, and gets all hands: {points}.",
        "Рыба: меньше — {side}, {first} против {second}; пишут очки всех рук: {points}.",
    ),
    "fish.lower_takes_loser": Text(
        "Fish: {side} with {first} has less, and gets what the others hold: {points}.",
        "Рыба: меньше — {side}, {first}; пишут очки соперников: {points}.",
    ),
    "fish.winner_takes_all": Text(
        "Fish, won by {side}: all hands, {first} + {second} = {points}.",
        "Рыба, выигрыш — {side}: очки всех рук, {first} + {second} = {points}.",
    ),
    "fish.winner_takes_loser": Text(
        "Fish, won by {side}: what the others hold, {points}.",
        "Рыба, выигрыш — {side}: очки соперников, {points}.",
    ),
    "fish.fisher_or_next": Text(
        "The fisher's {first} against the next player's {second}: {seat} wins the fish.",
        "У рыбака {first}, у следующего за ним {second}: рыбу выигрывает {seat}.",
    ),
    "fish.fifths_up": Text(
        "Fish: {side} has the fewest; a fifth of the others' {first}, rounded up, is {points}.",
        "Рыба: меньше всех — {side}; пятая часть от {first} у остальных, с округлением вверх, — {points}.",
    ),
    "out.fifths_up": Text(
        "{side}: out, and a fifth of the others' {first}, rounded up: {points}.",
        "{side}: выход, и пятая часть от {first} у остальных, с округлением вверх: {points}.",
    ),
    "fish.fives_up": Text(
        "Fish: {side} has the fewest; the others' {first}, rounded up to fives, make {points}.",
        "Рыба: меньше всех — {side}; {first} у остальных, с округлением вверх до пятёрок, — {points}.",
    ),
    "out.fives_up": Text(
        "{side}: out, and the others' {first}, rounded up to fives: {points}.",
        "{side}: выход, и {first} у остальных, с округлением вверх до пятёрок: {points}.",
    ),
    "out.leftovers_off": Text(
        "{side}: out; the others have their hands taken off.", "{side}: выход; у остальных их очки списывают."
    ),
    "fish.leftovers_off": Text(
        "Fish: everybody's hand is taken off the score.", "Рыба: у каждого списывают то, что на руках."
    ),
    "leftovers.off": Text(
        "{seat} holds {first}, in whole fives {points}.", "{seat}: на руках {first}, целыми пятёрками {points}."
    ),
    "out.nearest_five": Text(
        "{side}: out, and the others' {first}, to the nearest five: {points}.",
        "{side}: выход, и {first} у остальных, до ближайшей пятёрки: {points}.",
    ),
    "fish.nearest_five": Text(
        "Fish: {side} has the fewest: the others' {first} less its own {second} make {third}, to the nearest five "
        "{points}.",
        "Рыба: меньше всех — {side}: {first} у остальных минус {second} своих — {third}, до ближайшей пятёрки "
        "{points}.",
    ),
    "fish.nearest_five_to_the_fisher": Text(
        "Fish: it goes to the fisher, {side}: the others' {first} less the own {second} make {third}, to the nearest "
        "five {points}.",
        "Рыба: её выигрывает рыбак — {side}: {first} у остальных минус {second} своих — {third}, до ближайшей пятёрки "
        "{points}.",
    ),
    "out.one_point": Text("{side}: out, one point.", "{side}: выход, одно очко."),
    "fish.one_point": Text(
        "Fish: {side} with the lowest hand, {first}: one point.",
        "Рыба: {side}, меньше всех на руках, {first}: одно очко.",
    ),
    "out.hundred_points": Text(
        "{side} went out on 6-6: the others are charged {points}, and their hands do not count.",
        "{side}: выход с 6-6, соперникам пишут {points}, их руки не считают.",
    ),
    "bonus.finisher": Text("{seat}: {points} more for going out.", "{seat}: ещё {points} за выход."),
    "bonus.capicu": Text(
        "Capicú: the last tile fitted both ends, {points} more.",
        "Капику: последняя кость подходила к обоим концам, ещё {points}.",
    ),
    "bonus.chuchazo": Text(
        "Chuchazo: {seat} went out on 0-0, {points} more.", "Чучасо: {seat}, выход с 0-0, ещё {points}."
    ),
    "bonus.first_hands": Text(
        "{side}: {points} more for one of the first rounds.", "{side}: ещё {points} за один из первых конов."
    ),
    "bonus.capped": Text(
        "{side}: only turns lift a score above {second}, so {points} of {first} are written.",
        "{side}: выше {second} счёт поднимают только ходы, поэтому из {first} пишут {points}.",
    ),
    "general.named": Text("{seat} is the General.", "{seat} — генерал."),
    "general.none": Text("This way of going out makes no General.", "Такой выход генерала не даёт."),
    "wipe.second_record": Text(
        "{side} made {points} while another side had the record: all scores are wiped.",
        "{side}: {points}, а запись была у другой стороны: всё списывают.",
    ),
    "wipe.by_win": Text(
        "{side} lost the round, and with it {points} that stood on the board.",
        "{side}: кон проигран, {points} со счёта списывают.",
    ),
    "record.only_one": Text(
        "Only one side may keep a record, so {side}'s {points} are not written.",
        "Запись ведёт только одна сторона: {points} не пишут ({side}).",
    ),
    "win.on_both": Text(
        "{side} went out with 6-6 and 0-0 together: that wins the match.",
        "{side}: выход сразу с 6-6 и 0-0, партия выиграна.",
    ),
    "win.on_blank": Text("{side} went out on 0-0: that wins the match.", "{side}: выход с 0-0, партия выиграна."),
    "win.on_six": Text("{side} went out on 6-6: that wins the match.", "{side}: выход с 6-6, партия выиграна."),
    "hundred.granted": Text(
        "{side} may lead the next round with 6-6, for the match.", "{side}: право зайти в следующем кону с 6-6."
    ),
    "hundred.won": Text(
        "{side} led with 6-6 for the match and won the round: the match is won.",
        "{side}: заход с 6-6 и выигранный кон, партия выиграна.",
    ),
    "hundred.lost": Text(
        "{side} led with 6-6 for the match and did not win: all scores are wiped.",
        "{side}: заход с 6-6 не удался, всё списывают.",
    ),
    "hundred.svoyak": Text(
        "{side} led with 6-6 for the match and lost with {points} in hand: that is the svoyak, and the match is lost.",
        "{side}: заход с 6-6 не удался, на руках {points}: «свояк», партия проиграна.",
    ),
    "hundred.opponents_wiped": Text(
        "{side} led with 6-6 for the match and lost the round: the others' {points} are wiped.",
        "{side}: заход с 6-6 не удался, соперникам списывают {points}.",
    ),
    "hundred.undecided": Text(
        "{side} led with 6-6 for the match, and nobody won the round: nothing is decided.",
        "{side}: заход с 6-6, но кон никто не выиграл: ничего не решено.",
    ),
    "hundred.six_must_lead": Text(
        "Others wait for a place: whoever holds 6-6 leads the next round with it.",
        "Места за столом ждут: следующий кон начинает с 6-6 тот, у кого она.",
    ),
    "debt.made": Text(
        "{side} made the fish with {points} against {first}: {second} are owed for {third} rounds.",
        "{side}: рыба с {points} против {first}; долг {second}, конов на списание: {third}.",
    ),
    "debt.waits": Text(
        "{side} still owes {points} for the fish; rounds left: {first}.",
        "{side}: за рыбу всё ещё долг {points}, осталось конов: {first}.",
    ),
    "debt.cleared": Text(
        "{side} won a round in time: the fish with its {points} is written off.",
        "{side}: кон выигран вовремя, рыба на {points} списана.",
    ),
    "debt.paid": Text(
        "The fish was not won back: {side} get its {points}.", "Рыбу не списали: её {points} получают {side}."
    ),
    "fish.written_off": Text(
        "{side} won the fish; the others held {points}, and it is written off.",
        "{side}: рыба выиграна, у соперников {points}; рыба списана.",
    ),
    "eggs.laid": Text(
        "Even fish: eggs of {points}; there are {first} now, {second} in weight.",
        "Рыба поровну: яйца по {points}; всего их {first}, вес {second}.",
    ),
    "eggs.too_light": Text(
        "Even fish, but {points} are too few to be written (from {first}): no eggs.",
        "Рыба поровну, но {points} — мало для записи (от {first}): яиц нет.",
    ),
    "eggs.replayed": Text(
        "Even fish: eggs, the round is played again from 1-1.", "Рыба поровну: яйца, кон переигрывают с 1-1."
    ),
    "eggs.rotten": Text(
        "Even fish for the {first}rd time in a row: the eggs have gone bad and are forgotten.",
        "Рыба поровну {first}-й раз подряд: яйца протухли.",
    ),
    "fish.void": Text("Fish: the round does not count.", "Рыба: кон не считается."),
}
"""By the ruling's name; "name/pairs" where pairs are told otherwise. `{first}`, `{second}` ... are its terms."""


def tell(ruling: Ruling, rules: RuleSet, names: Names) -> Text:
    """The ruling as a sentence.

    Raises:
        KeyError: there is no sentence for such a ruling.
    """
    kind = "counted" if rules.counts_hands else rules.teams
    text = RULINGS.get(f"{ruling.rule}/{kind}") or RULINGS[ruling.rule]
    values = dict(zip(ORDINALS, ruling.terms, strict=False))
    return text.filled(
        side=names.side(ruling.side), seat=names.seat(ruling.seat), points=ruling.points, **values
    ).as_sentence()
