"""Games of every family on the page: pairs, points in a turn, titles, badges, and the rules that are played by."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.feed import Feed
from device.session import GameSession, GameSetup
from engine import book, rulesets
from engine.selfplay import continue_match
from tests.browser.chromium import PHONE, TELEVISION
from tests.browser.conftest import OpenPage
from tests.browser.game import HANDS, K9, PLAY_AFTER_PASS, SEATS, follow
from tests.device.tables import ScriptedReader, scene

pytestmark = pytest.mark.browser

MOST_ROUNDS = 400
PAIRS = "kozel.pair fish_when=early"
SIZES = pytest.mark.parametrize("size", [PHONE, TELEVISION], ids=["phone", "television"])


def random_match(rules: str, rounds: int, seed: int = 1) -> list[dict[str, Any]]:
    """A snapshot after each round of a random match; it ends earlier when the match is over."""
    chosen = rulesets.parse(rules)
    seats = SEATS[: max(chosen.seats)]
    session = GameSession(GameSetup("", chosen, seats, chosen.set), ScriptedReader([scene([])]))
    session.start()
    snapshots: list[dict[str, Any]] = []
    rng = Random(seed)
    while session.state.phase != "over" and len(snapshots) < rounds:
        continue_match(session.referee, rng, 100.0 * len(snapshots))
        snapshots.append(session.snapshot())
    return snapshots


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen, and no card's text runs out of it."""
    return bool(
        page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth
                && [...document.querySelectorAll(".card, .card *")].every((part) => {
                    const card = part.closest(".card").getBoundingClientRect(), box = part.getBoundingClientRect();
                    return !box.width || (box.left >= card.left - 1 && box.right <= card.right + 1);
                })"""
        )
    )


@SIZES
@pytest.mark.parametrize(
    ("rules", "sides"),
    [
        ("kozel.pair", 2),
        ("sport.fdr", 2),
        ("sea.saltykov", 2),
        ("osel", 4),
        ("telephone.72", 4),
        ("telephone.225", 2),
        ("muggins.blog", 4),
        ("puerto_rico.200", 2),
    ],
)
def test_random_rounds_are_shown(
    open_page: OpenPage, feed: Feed, rules: str, sides: int, size: tuple[int, int]
) -> None:
    page = open_page(size, "?lang=ru")
    for snapshot in random_match(rules, rounds=3):
        assert json.loads(json.dumps(snapshot, allow_nan=False)) == snapshot
        feed.publish(snapshot)
        expect(page.locator(".card .name")).to_have_text([side["name"]["ru"] for side in snapshot["sides"]])
        expect(page.locator("#status")).to_have_text("Кон окончен")
        expect(page.locator(".hand")).to_have_count(sum(bool(seat["hand"]) for seat in snapshot["seats"]))
        newest = next(event for event in reversed(snapshot["events"]) if event["ev"] == "score")
        expect(page.locator("#plays li[data-ev=score] .why").first).to_contain_text(newest["why"]["ru"].split()[-1])
        assert fits(page)
    expect(page.locator(".card")).to_have_count(sides)


@pytest.mark.parametrize(
    ("rules", "title"), [("kozel.pair", ("goat", "козёл")), ("osel", ("donkey", "осёл")), ("telephone.72", None)]
)
def test_a_whole_match_ends_with_its_titles(
    open_page: OpenPage, feed: Feed, rules: str, title: tuple[str, str] | None
) -> None:
    last = random_match(rules, MOST_ROUNDS)[-1]
    assert last["events"][-1]["ev"] == "match_over"
    feed.publish(last)
    page = open_page(PHONE, "?lang=ru")
    expect(page.locator("#banner strong")).to_have_text("Партия окончена")
    told = last["events"][-1]["text"]["ru"]
    expect(page.locator("#banner > span").first).to_have_text(told.removeprefix("Партия окончена. "))
    expect(page.locator("#plays li > span").first).to_have_text(told.removesuffix("."))
    if title is None:
        expect(page.locator(".title.winner").first).to_have_text("победа")
        return
    expect(page.locator(".title.goat").first).to_have_text(title[1])
    page.get_by_role("button", name="English").click()
    expect(page.locator(".title.goat").first).to_have_text(title[0])


@pytest.mark.parametrize(
    ("result", "labels"),
    [
        ({"loser": True, "winner": False, "title": {"en": "goat", "ru": "козёл"}}, ["goat"]),
        ({"loser": True, "winner": False, "title": None}, ["lost"]),
        ({"loser": False, "winner": True, "title": None}, ["winner"]),
        ({"loser": False, "winner": True, "title": {"en": "bald goat"}}, ["winner", "bald goat"]),
        ({"loser": False, "winner": False, "points": 7}, ["+7"]),
        ({"loser": False, "winner": False, "points": -7}, ["\u22127"]),
    ],
)
def test_a_title_says_more_than_that_a_side_lost(
    open_page: OpenPage, feed: Feed, result: dict[str, Any], labels: list[str]
) -> None:
    side = {"id": "A", "name": "Masha", "members": ["A"], "score": 101, "result": result}
    feed.publish({"seq": 1, "status": "ROUND OVER", "sides": [side], "seats": [{"id": "A"}]})
    expect(open_page(PHONE).locator(".title")).to_have_text(labels)


@SIZES
def test_a_pair_has_one_score_and_two_players(open_page: OpenPage, feed: Feed, size: tuple[int, int]) -> None:
    feed.publish(follow(K9[:PLAY_AFTER_PASS], None, PAIRS)[-1])
    page = open_page(size)
    expect(page.locator(".card .name")).to_have_text(["Masha and Olya", "Alex and Serg"])
    expect(page.locator(".points")).to_have_text(["0", "0"])
    expect(page.locator(".member-name")).to_have_text(["Masha", "Olya", "Alex", "Serg"])
    expect(page.locator(".member.turn .member-name")).to_have_text("Alex")
    expect(page.locator(".card.turn .name")).to_have_text("Alex and Serg")
    # Fifteen tiles lie: Masha has laid 4 of 7, Olya 4, Alex 4, Serg 3.
    expect(page.locator(".member .backs b")).to_have_text(["3", "3", "3", "4"])
    expect(page.locator("[data-seat=D] .last")).to_have_text("pass")
    page.get_by_role("button", name="Русский").click()
    expect(page.locator(".card .name")).to_have_text(["Маша и Оля", "Алекс и Серж"])
    assert fits(page)


def test_a_pair_pays_together(open_page: OpenPage, feed: Feed) -> None:
    """K-9's hands: Masha 4 and Olya 12 against Alex 15 and Serg 27: with the full fish 58 for who has more."""
    feed.publish(follow(K9, HANDS, PAIRS)[-1])
    page = open_page()
    expect(page.locator(".points")).to_have_text(["0", "58"])
    expect(page.locator("[data-side='B+D'] > .card-text .title")).to_have_text(["+58"])
    expect(page.locator("[data-seat=A] .title")).to_have_text(["fisher"])
    expect(page.locator(".member .hand-sum")).to_have_text(["4 in hand", "12 in hand", "15 in hand", "27 in hand"])


@SIZES
def test_what_stands_on_the_board_is_a_badge(open_page: OpenPage, feed: Feed, size: tuple[int, int]) -> None:
    state = copy.deepcopy(follow(K9, HANDS, PAIRS)[-1])
    hint = {"en": "May lead the next round with 6-6.", "ru": "Может зайти с 6-6."}
    state["marks"] = [
        {"kind": "hundred", "side": "A+C", "text": {"en": "for a hundred", "ru": "на сто"}, "hint": hint},
        {"kind": "debt", "side": "B+D", "text": {"en": "fish owed: 33", "ru": "долг за рыбу: 33"}, "hint": hint},
        {"kind": "eggs", "side": None, "text": {"en": "double eggs, 80", "ru": "двойные яйца, вес 80"}, "hint": hint},
    ]
    title = {"en": "OFFICER WITH DOUBLE EGGS WEIGHING 80", "ru": "ОФИЦЕР С ДВОЙНЫМИ ЯЙЦАМИ ВЕСОМ 80"}
    state["sides"][1]["result"] |= {"loser": True, "title": title}
    feed.publish(state)
    page = open_page(size, "?lang=ru")
    expect(page.locator("#marks .mark")).to_have_text(["двойные яйца, вес 80"])
    expect(page.locator("[data-side='A+C'] .mark")).to_have_text(["на сто"])
    expect(page.locator("[data-side='A+C'] .mark")).to_have_attribute("title", hint["ru"])
    expect(page.locator("[data-side='B+D'] .mark")).to_have_text(["долг за рыбу: 33"])
    expect(page.locator(".title.goat")).to_have_text([title["ru"]])
    assert fits(page)
    feed.publish(follow(K9, HANDS, PAIRS)[-1])
    expect(page.locator(".mark")).to_have_count(0)
    expect(page.locator("#marks")).to_be_hidden()


@SIZES
def test_the_rules_lie_behind_the_name_of_the_game(open_page: OpenPage, feed: Feed, size: tuple[int, int]) -> None:
    feed.publish(follow(K9[:2])[-1])
    page = open_page(size)
    page.get_by_role("button", name="Kozel, each for himself").click()
    rules = page.get_by_role("dialog")
    expect(rules.locator("h2")).to_have_text("Kozel, each for himself")
    chapters = book.tell(rulesets.get("kozel.solo"))
    expect(rules.locator("h3")).to_have_text([chapter.heading.en for chapter in chapters])
    expect(rules.locator("li")).to_have_count(sum(len(chapter.sentences) for chapter in chapters))
    assert rules.evaluate("view => view.scrollWidth <= view.clientWidth")
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_be_hidden()
    page.get_by_role("button", name="Русский").click()
    page.locator("#subtitle").click()
    expect(rules.locator("h3").first).to_have_text(chapters[0].heading.ru)
    # Another match begins, by other rules, while the view is open.
    feed.publish(follow(K9[:2], None, "kozel.pair limit=300")[-1])
    expect(rules.locator("h2")).to_have_text(rulesets.get("kozel.pair").name.ru)
    expect(rules).to_contain_text("300")
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()


def test_rules_that_cannot_be_fetched(open_page: OpenPage, feed: Feed) -> None:
    feed.publish({"seq": 1, "status": "STILL", "rules": {"text": "kozel.solo", "name": "Kozel"}})
    page = open_page(PHONE)
    expect(page.locator("#subtitle")).to_have_text("Kozel")
    page.route("**/rules.json*", lambda route: route.abort())
    page.locator("#subtitle").click()
    expect(page.get_by_role("dialog")).to_contain_text("cannot be fetched")
    page.unroute("**/rules.json*")
    page.get_by_role("button", name="Close").click()
    page.locator("#subtitle").click()
    expect(page.get_by_role("dialog").locator("h3").first).to_be_visible()
