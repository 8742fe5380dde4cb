"""The scoreboard in a real browser, fed with the snapshots of a round."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.feed import Feed
from device.serve import PageServer
from tests.browser.chromium import PHONE, TABLET, TELEVISION
from tests.browser.conftest import OpenPage
from tests.browser.game import K9, PLAY_AFTER_PASS, follow, whole_round

pytestmark = pytest.mark.browser

STATUS_WORDS = {
    "WAITING": ("Waiting for the first tile", "Ждём первую кость"),
    "HAND": ("A hand is over the table", "Рука над столом"),
    "SETTLING": ("The table is settling", "Кости ещё движутся"),
    "STILL": ("Watching the table", "Слежу за столом"),
    "ILLEGAL": ("Illegal play", "Ход не по правилам"),
    "DESYNC": ("Table and game differ", "Стол не сходится с игрой"),
    "FISH": ("Fish!", "Рыба!"),
    "ROUND OVER": ("Round over", "Кон окончен"),
    "CAMERA LOST": ("Camera lost", "Нет камеры"),
}
RED = "rgb(255, 122, 112)"
YELLOW = "rgb(255, 216, 77)"


@pytest.fixture(scope="module")
def round_of_snapshots() -> list[dict[str, Any]]:
    return whole_round()


def tiles_on(page: Page) -> list[str]:
    """The names of the tiles on the board, in alphabetical order."""
    return sorted(page.locator(".tiles .tile:not(.leaving)").evaluate_all("tiles => tiles.map(t => t.dataset.tile)"))


def has_no_sideways_scroll(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", [PHONE, TABLET, TELEVISION], ids=["phone", "tablet", "television"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_board_grows_play_by_play(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]], size: tuple[int, int], lang: str
) -> None:
    feed.publish(round_of_snapshots[0])
    page = open_page(size, f"?lang={lang}")
    expect(page.locator("#empty strong")).to_have_text(STATUS_WORDS["WAITING"][lang == "ru"])
    laid: list[str] = []
    for play, state in zip(K9, round_of_snapshots[1:], strict=False):
        feed.publish(state)
        laid.append("-".join(sorted(play[2:5].split("-"), reverse=True)))
        expect(page.locator(".tiles .tile:not(.leaving)")).to_have_count(len(laid))
        expect(page.locator("#empty")).to_be_hidden()
        assert has_no_sideways_scroll(page)
    assert tiles_on(page) == sorted(laid)
    assert len(laid) == 19
    expect(page.locator(".tile.new")).to_have_attribute("data-tile", "6-4")
    assert page.locator(".open-end").evaluate_all("ends => ends.map(e => e.dataset.pips)") == ["6", "6"]
    board = {"en": "The table: 19 tiles in the line; open ends 6, 6", "ru": "Стол: костей в раскладе 19; концы 6, 6"}
    expect(page.locator("#board")).to_have_attribute("aria-label", board[lang])
    assert every_tile_is_in_view(page)


def every_tile_is_in_view(page: Page) -> bool:
    return bool(
        page.evaluate(
            """() => {
                const board = document.querySelector("#board").getBoundingClientRect();
                return [...document.querySelectorAll(".tiles .face")].every((face) => {
                    const box = face.getBoundingClientRect();
                    return box.left >= board.left && box.right <= board.right && box.top >= board.top
                        && box.bottom <= board.bottom && box.width > 4;
                });
            }"""
        )
    )


def test_pips_are_drawn_where_the_halves_lie(open_page: OpenPage, feed: Feed) -> None:
    # A 6-1 that stands upright, its six at the lower edge: half 0 is at the edge from corner 3 to corner 0.
    corners = [[100, 300], [100, 100], [200, 100], [200, 300]]
    tile = {"id": 0, "tile": "6-1", "halves": [6, 1], "face": "up", "corners": corners, "part": "line"}
    feed.publish({"seq": 1, "status": "STILL", "table": {"size": [400, 400], "tiles": [tile]}})
    page = open_page()
    expect(page.locator(".pip")).to_have_count(7)
    face = page.locator(".face").bounding_box()
    assert face is not None
    assert face["height"] == pytest.approx(2 * face["width"], rel=0.02)
    pips = page.locator(".pip").evaluate_all(
        "pips => pips.map(p => p.getBoundingClientRect()).map(b => [b.x + b.width / 2, b.y + b.height / 2])"
    )
    upper = [pip for pip in pips if pip[1] < face["y"] + face["height"] / 2]
    assert len(upper) == 1
    assert upper[0][0] == pytest.approx(face["x"] + face["width"] / 2, abs=2)
    assert upper[0][1] == pytest.approx(face["y"] + face["height"] / 4, abs=2)
    # The pips of a six stand in two columns along the tile.
    assert len({round(pip[0]) for pip in pips if pip not in upper}) == 2


def test_every_half_shows_as_many_pips(open_page: OpenPage, feed: Feed) -> None:
    page = open_page()
    for pips in range(13):
        corners = [[100, 100], [300, 100], [300, 200], [100, 200]]
        tile = {"id": 0, "tile": f"{pips}-0", "halves": [pips, 0], "face": "up", "corners": corners, "part": "line"}
        feed.publish({"seq": pips, "status": "STILL", "title": f"{pips} pips", "table": {"tiles": [tile]}})
        expect(page.locator("#title")).to_have_text(f"{pips} pips")
        places = page.locator(".tiles .pip").evaluate_all(
            "all => all.map(p => `${p.getAttribute('cx')} ${p.cy.baseVal.value}`)"
        )
        assert len(places) == len(set(places)) == pips


def test_backs_loose_tiles_and_large_numbers_are_drawn(open_page: OpenPage, feed: Feed) -> None:
    def at(x: float) -> list[list[float]]:
        return [[x, 100], [x + 80, 100], [x + 80, 140], [x, 140]]

    tiles = [
        {"id": 0, "tile": "18-15", "halves": [18, 15], "face": "up", "corners": at(0), "part": "line"},
        {"id": 1, "tile": None, "halves": None, "face": "down", "corners": at(100), "part": "loose"},
    ]
    feed.publish({"seq": 1, "status": "STILL", "table": {"tiles": tiles}})
    page = open_page()
    expect(page.locator(".back")).to_have_count(1)
    expect(page.locator(".tile.beside")).to_have_count(1)
    expect(page.locator(".pip-number")).to_have_text(["18", "15"])


def test_remembered_points_are_yellow_with_a_plus_and_an_open_account_is_red(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]]
) -> None:
    feed.publish(round_of_snapshots[-1])
    page = open_page()
    # K-9, fish on all, from zero: A +4, B opens with 15, C +12, D opens with 27.
    expect(page.locator(".points")).to_have_text(["+4", "15", "+12", "27"])
    colours = page.locator(".points").evaluate_all("all => all.map(p => getComputedStyle(p).color)")
    assert colours == [YELLOW, RED, YELLOW, RED]
    expect(page.locator(".caption")).to_have_text(["remembered", "open account", "remembered", "open account"])


def test_a_fish_names_the_fisher_and_shows_the_hands(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]]
) -> None:
    feed.publish(round_of_snapshots[-2])
    page = open_page(query="?lang=ru")
    expect(page.locator("#status")).to_have_text("Рыба!")
    expect(page.locator("#banner strong")).to_have_text("Рыба!")
    expect(page.locator("#banner > span")).to_have_text(
        ["Рыба на 6! Рыбак — Маша.", "Откройте оставшиеся кости и положите их перед собой."]
    )
    expect(page.locator("[data-seat=A] .title")).to_have_text(["рыбак"])
    expect(page.locator(".title.fisher")).to_have_count(1)
    expect(page.locator("#banner .why")).to_have_text(
        "Все простые кости с числом 6 на столе: по этим правилам это рыба, даже если дубль на руках. "
        "Рыбак — Маша: последняя кость, не считая дублей."
    )
    # The hands lie on the table; they are the players' once they were seen often enough.
    expect(page.locator(".tiles .tile.beside")).to_have_count(9)
    assert every_tile_is_in_view(page)
    feed.publish(round_of_snapshots[-1])
    expect(page.locator("#status")).to_have_text("Кон окончен")
    hand = page.locator("[data-seat=D] .hand .small-tile").evaluate_all("tiles => tiles.map(t => t.title)")
    assert hand == ["6-6", "5-5", "5-0"]
    expect(page.locator("[data-seat=D] .hand-sum")).to_have_text("на руках 27")
    expect(page.locator(".tiles .tile.beside")).to_have_count(0)
    assert every_tile_is_in_view(page)


def test_a_round_shows_turn_pass_tiles_left_and_last_plays(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]]
) -> None:
    feed.publish(round_of_snapshots[PLAY_AFTER_PASS])
    page = open_page(query="?lang=ru")
    expect(page.locator("#title")).to_have_text("Вечерняя партия")
    expect(page.locator("#subtitle")).to_have_text("Кон 1\u00a0· Козёл, каждый за себя\u00a0· до 101")
    expect(page.locator(".card .name")).to_have_text(["Маша", "Алекс", "Оля", "Серж"])
    expect(page.locator(".card.turn .name")).to_have_text("Алекс")
    expect(page.locator(".edge.turn")).to_have_text("Алекс")
    expect(page.locator("[data-seat=D] .last")).to_have_text("пас")
    # Fifteen tiles lie: A has laid 4 of 7, B 4, C 4, D 3.
    expect(page.locator(".backs b")).to_have_text(["3", "3", "3", "4"])
    expect(page.locator("#plays li").first).to_have_text("Маша ставит")
    expect(page.locator("#plays li").first.get_by_role("img")).to_have_attribute("aria-label", "кость 4-2")
    expect(page.locator("#plays li").nth(1)).to_have_text("Серж стучит: пас")
    expect(page.locator("#plays li").nth(2)).to_have_text("Оля ставит")


def test_status_is_told_in_words_with_a_sign_of_its_own(open_page: OpenPage, feed: Feed) -> None:
    page = open_page(PHONE)
    signs = set()
    for number, (status, (english, russian)) in enumerate(STATUS_WORDS.items()):
        feed.publish({"seq": number, "status": status, "seats": [], "table": None, "events": []})
        page.get_by_role("button", name="English").click()
        expect(page.get_by_role("status").first).to_have_text(english)
        page.get_by_role("button", name="Русский").click()
        expect(page.get_by_role("status").first).to_have_text(russian)
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        signs.add(page.locator("#status path").get_attribute("d"))
        assert has_no_sideways_scroll(page)
    assert len(signs) == len(STATUS_WORDS)


def test_the_banner_tells_how_this_round_ended_and_not_an_older_one(open_page: OpenPage, feed: Feed) -> None:
    told = [
        {"seq": 1, "ev": "score", "text": {"en": "Round 1. Masha: +4."}},
        {"seq": 2, "ev": "out", "text": {"en": "Olya goes out."}},
    ]
    feed.publish({"seq": 2, "status": "ROUND OVER", "events": told, "message": {"en": "Lay the tiles open."}})
    page = open_page(PHONE)
    expect(page.locator("#banner strong")).to_have_text("Round over")
    expect(page.locator("#banner > span")).to_have_text(["Olya goes out.", "Lay the tiles open."])
    told.append({"seq": 3, "ev": "match_over", "text": {"en": "The match is over. Goat: Serg."}})
    feed.publish({"seq": 3, "status": "ROUND OVER", "events": told})
    expect(page.locator("#banner strong")).to_have_text("The match is over")
    expect(page.locator("#banner > span")).to_have_text(["Goat: Serg."])


def test_the_score_of_a_round_comes_with_the_rule_it_follows(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]]
) -> None:
    feed.publish(round_of_snapshots[-1])
    page = open_page(PHONE)
    told = page.locator("#plays li[data-ev=score]")
    expect(told.locator("> span")).to_have_text("Round 1. Masha: +4, Alex: 15, Olya: +12, Serg: 27")
    expect(told.locator(".why")).to_contain_text("Fish on all: everybody is charged the own hand.")
    expect(page.locator("#carry")).to_be_hidden()
    assert page.locator("#plays li[data-ev=play] .why").count() == 0
    assert has_no_sideways_scroll(page)


def test_points_of_a_tied_fish_wait_on_the_page(open_page: OpenPage, feed: Feed) -> None:
    # Fish on one, and B and D both have the most: 18 of the 58 pips that are left (A 6, C 16).
    hands = {"A": "0-0 3-3", "B": "5-5 4-4", "C": "6-6 2-2", "D": "0-5 4-5 0-4"}
    feed.publish(follow(K9, hands, "kozel.solo fish_scoring=on_one")[-1])
    page = open_page(PHONE)
    expect(page.locator("#carry")).to_have_text("58points waiting")


def test_language_comes_from_the_browser_the_choice_and_the_address(open_page: OpenPage, feed: Feed) -> None:
    feed.publish({"seq": 1, "status": "STILL"})
    page = open_page(locale="ru-RU")
    expect(page.locator("#status")).to_have_text("Слежу за столом")
    page.get_by_role("button", name="English").click()
    page.reload()
    expect(page.locator("#status")).to_have_text("Watching the table")
    expect(page.get_by_role("button", name="English")).to_have_attribute("aria-pressed", "true")
    page.goto(page.url + "?lang=ru")
    expect(page.locator("#status")).to_have_text("Слежу за столом")


def test_names_are_text_and_never_markup(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]]
) -> None:
    evil = '<img src=x onerror="document.title=1"><b>Masha</b>'
    state = copy.deepcopy(round_of_snapshots[3])
    state["sides"][0]["name"] = evil
    state["seats"][0]["name"] = evil
    state["title"] = evil
    state["message"] = {"en": evil}
    state["seats"][1]["last"] = evil
    state["events"].append({"seq": 9, "ev": evil, "text": {"en": f"{evil} plays 6-4"}})
    state["table"]["tiles"][0]["tile"] = evil
    feed.publish(state)
    page = open_page(PHONE)
    expect(page.locator("[data-seat=A] .name")).to_have_text(evil)
    expect(page.locator("#title")).to_have_text(evil)
    expect(page.locator("#banner")).to_have_text(evil)
    expect(page.locator("#plays li").first).to_contain_text(evil)
    assert page.locator("img, body b:has-text('Masha')").count() == 0
    assert page.title() == f"{evil} · Tilefish"
    assert has_no_sideways_scroll(page)


def test_an_illegal_play_is_marked_red_with_a_cross_and_its_rule_is_told_once(open_page: OpenPage, feed: Feed) -> None:
    # After B's 1-1 and C's 1-3 the left end shows 3, and a 5 is laid to it.
    feed.publish(follow(["B:1-1", "C:1-3L", "D:1-5R", "A:5-4L"])[-1])
    page = open_page()
    expect(page.locator(".tile.problem")).to_have_count(1)
    expect(page.locator(".tile.problem")).to_have_attribute("data-tile", "5-4")
    expect(page.locator(".wrong")).to_have_count(1)
    expect(page.locator("#banner strong")).to_have_text("Illegal play")
    expect(page.locator("#banner")).to_contain_text("halves that touch must show the same number")
    assert page.locator("#banner").inner_text().count("same number") == 1
    assert page.locator("#plays li").first.inner_text().count("same number") == 1
    ring = page.locator(".problem .ring").evaluate("ring => getComputedStyle(ring).stroke")
    assert ring == "rgb(255, 81, 71)"


ODD_STATES: list[dict[str, Any]] = [
    {},
    {"seq": 1},
    {"sides": [{}], "seats": [{}], "marks": [{}], "table": {"tiles": [{}]}, "events": [{}], "rules": {}},
    {
        "sides": None,
        "seats": None,
        "marks": None,
        "table": None,
        "events": None,
        "rules": None,
        "message": None,
        "status": None,
    },
    {
        "sides": [None, 3, {"id": "A", "members": [1, None]}],
        "seats": [None, 3],
        "marks": [2],
        "table": {"tiles": [None, {"corners": [[1, 2]]}, {"corners": [[0, 0]] * 4}]},
    },
    {"status": "NEW WORD", "turn": 7, "round": "x", "title": 5, "table": {"junctions": [{}], "open_ends": [{}]}},
]


def test_missing_fields_leave_a_page_that_still_lives(open_page: OpenPage, feed: Feed) -> None:
    page = open_page()
    for state in ODD_STATES:
        feed.publish(state)
        expect(page.locator("#status")).to_have_text("Waiting for the first tile")
        feed.publish({"seq": 2, "status": "STILL", "sides": [{"id": "A", "name": "Olya", "members": ["A"]}]})
        expect(page.locator("#status")).to_have_text("Watching the table")
        expect(page.locator(".card .name")).to_have_text("Olya")


def test_the_page_finds_back_after_a_restart_that_counts_from_the_start(
    open_page: OpenPage, feed: Feed, server: PageServer, round_of_snapshots: list[dict[str, Any]]
) -> None:
    feed.publish(round_of_snapshots[12])
    page = open_page()
    expect(page.locator(".tiles .tile")).to_have_count(12)
    server.stop()
    expect(page.locator("#status")).to_have_text("Connection lost")
    expect(page.locator("#banner")).to_contain_text("tries again by itself")
    expect(page.locator(".card .name").first).to_have_text("Masha")
    fresh = Feed()
    fresh.publish(round_of_snapshots[2])
    with PageServer(fresh, port=server.port):
        expect(page.locator("#status")).to_have_text("Watching the table")
        expect(page.locator(".tiles .tile:not(.leaving)")).to_have_count(2)
        expect(page.locator("#banner")).to_be_hidden()


def test_a_tile_that_trembles_lies_still_and_one_that_moves_moves(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]]
) -> None:
    state = copy.deepcopy(round_of_snapshots[5])
    feed.publish(state)
    page = open_page()
    first = page.locator("[data-tile='1-1']")
    before = first.evaluate("tile => tile.style.transform")
    for shift, moves in ((1.0, False), (30.0, True)):
        moved = copy.deepcopy(state)
        moved["seq"] += 1
        moved["title"] = f"shift {shift}"
        for corner in moved["table"]["tiles"][0]["corners"]:
            corner[0] += shift
        feed.publish(moved)
        expect(page.locator("#title")).to_have_text(f"shift {shift}")
        assert (first.evaluate("tile => tile.style.transform") != before) == moves


def test_motion_is_left_out_for_those_who_ask(
    open_page: OpenPage, feed: Feed, round_of_snapshots: list[dict[str, Any]]
) -> None:
    feed.publish(round_of_snapshots[5])
    durations = []
    for calm in (True, False):
        page = open_page(calm=calm)
        expect(page.locator(".tiles .tile")).to_have_count(5)
        durations.append(page.locator(".camera").evaluate("camera => getComputedStyle(camera).transitionDuration"))
    assert durations == ["0s", "0.9s"]


def test_light_colours_are_kept(open_page: OpenPage, feed: Feed) -> None:
    feed.publish({"seq": 1, "status": "STILL"})
    page = open_page()
    page.get_by_role("button", name="Light colours").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.get_by_role("button", name="Dark colours")).to_be_visible()
