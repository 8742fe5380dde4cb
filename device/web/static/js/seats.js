/** The players: names, scores as the game's scoreboard shows them, whose turn it is, and what is left in the hands. */

import { byId, html, listOf, numberOr } from "./dom.js";
import { localized, say } from "./texts.js";
import { halvesOf, smallTile } from "./tile.js";

const TITLES = ["out", "fisher", "winner"];
let shown = "";
const lastScores = new Map();

/** Shows the seats in turn order. */
export function showSeats(state, lang) {
  byId("seats-heading").textContent = say("seats", lang);
  const key = JSON.stringify([state.seats, state.turn, state.rules, lang]);
  if (key === shown) return;
  shown = key;
  const limit = numberOr(state.rules?.limit, 0);
  byId("seats").replaceChildren(...listOf(state.seats).map((seat) => seatCard(seat, state, limit, lang)));
}

function seatCard(seat, state, limit, lang) {
  const isTurn = seat.id !== undefined && seat.id === state.turn;
  const hand = listOf(seat.hand);
  const name = html("span", { class: "name" }, localized(seat.name, lang) || String(seat.id ?? ""));
  const heading = html("div", { class: "who" }, name, isTurn ? html("span", { class: "to-play" }, say("seat.turn", lang)) : null);
  const below = html("div", { class: "below" }, ...titles(seat, state, lang), ...(hand.length ? [] : [lastAction(seat, lang), backs(seat, lang)]));
  return html(
    "li",
    { class: `seat${isTurn ? " turn" : ""}`, "data-seat": seat.id, "aria-current": isTurn ? "true" : null },
    html("div", { class: "seat-text" }, heading, below),
    score(seat, lang),
    hand.length ? revealed(hand, lang) : null,
    progress(seat, limit),
  );
}

/** An open account red "n", remembered points yellow "+n", everything else plain. */
function score(seat, lang) {
  const points = numberOr(seat.score, 0);
  const remembered = numberOr(seat.remembered, 0);
  const kind = seat.open === true ? "open" : remembered > 0 ? "remembered" : "plain";
  const text = kind === "remembered" ? `+${remembered}` : String(points);
  const caption = say(kind === "plain" ? "seat.score" : `seat.${kind}`, lang);
  const before = lastScores.get(seat.id);
  lastScores.set(seat.id, text);
  const changed = before !== undefined && before !== text ? " changed" : "";
  return html(
    "div",
    { class: `score ${kind}${changed}` },
    html("span", { class: "points" }, text),
    html("span", { class: "caption" }, caption),
  );
}

/** What a round or match brought a seat. The loser is the goat only where points are written against who takes them. */
function titles(seat, state, lang) {
  const result = seat.result;
  const loses = state.rules?.ledger === "penalty" ? "goat" : "loser";
  const found = TITLES.filter((title) => result?.[title] === true);
  if (result?.loser === true) found.push(loses);
  const labels = found.map((title) => html("span", { class: `title ${title}` }, say(`seat.${title}`, lang)));
  const points = numberOr(result?.points, 0);
  if (points > 0) labels.push(html("span", { class: "title gained" }, `+${points}`));
  return labels;
}

function lastAction(seat, lang) {
  const last = localized(seat.last, lang);
  if (!last) return null;
  const tile = /(\d{1,2}-\d{1,2})/.exec(last)?.[1];
  if (tile && halvesOf(tile)) return smallTile(tile, say("tile", lang, { name: tile }));
  return html("span", { class: `last last-${last === "pass" ? "pass" : "other"}` }, say(`last.${last}`, lang) || last);
}

function backs(seat, lang) {
  const count = numberOr(seat.tiles_left, -1);
  if (count < 0) return null;
  const bones = Array.from({ length: Math.min(count, 7) }, () => html("i"));
  return html("span", { class: "backs", role: "img", "aria-label": say("seat.left", lang, { n: count }) }, ...bones, html("b", {}, String(count)));
}

function revealed(hand, lang) {
  const tiles = hand.map((name) => smallTile(String(name), say("tile", lang, { name })));
  const pips = hand.reduce((sum, name) => sum + (halvesOf(name) ?? [0, 0]).reduce((a, b) => a + b), 0);
  return html("div", { class: "hand" }, ...tiles, html("span", { class: "hand-sum" }, say("seat.hand", lang, { n: pips })));
}

function progress(seat, limit) {
  if (!(limit > 0)) return null;
  const bar = html("div", { class: "progress", "aria-hidden": "true" }, html("i"));
  const share = Math.max(0, Math.min(1, numberOr(seat.score, 0) / limit));
  bar.firstElementChild.style.transform = `scaleX(${share})`;
  return bar;
}
