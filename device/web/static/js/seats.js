/** What is a player's own: the turn, the last tile or pass, the tiles left, the hand that was shown. */

import { html, listOf, numberOr } from "./dom.js";
import { localized, say } from "./texts.js";
import { halvesOf, smallTile } from "./tile.js";

const TITLES = ["out", "fisher"];

/** A sign beside the name of the player whose turn it is. */
export function turnSign(isTurn, lang) {
  return isTurn ? html("span", { class: "to-play" }, say("seat.turn", lang)) : null;
}

/** How a player ended the round. */
export function titlesOfSeat(seat, lang) {
  const found = TITLES.filter((title) => seat.result?.[title] === true);
  return found.map((title) => html("span", { class: `title ${title}` }, say(`seat.${title}`, lang)));
}

/** The last tile or pass and the tiles left, while the hand is hidden. */
export function hidden(seat, lang) {
  return listOf(seat.hand).length ? [] : [lastAction(seat, lang), backs(seat, lang)];
}

/** The hand that was shown, and what it counts by the rules; null while it is hidden. */
export function shownHand(seat, lang) {
  const hand = listOf(seat.hand);
  if (!hand.length) return null;
  const tiles = hand.map((name) => smallTile(String(name), say("tile", lang, { name })));
  const value = numberOr(seat.value, null);
  const sum = value === null ? null : html("span", { class: "hand-sum" }, say("seat.hand", lang, { n: value }));
  return html("div", { class: "hand" }, ...tiles, sum);
}

function lastAction(seat, lang) {
  const last = localized(seat.last, lang);
  if (!last) return null;
  const tiles = last.split("+");
  if (tiles.every(halvesOf)) return html("span", { class: "last" }, ...tiles.map((name) => smallTile(name, say("tile", lang, { name }))));
  return html("span", { class: `last last-${last === "pass" ? "pass" : "other"}` }, say(`last.${last}`, lang) || last);
}

function backs(seat, lang) {
  const count = numberOr(seat.tiles_left, -1);
  if (count < 0) return null;
  const bones = Array.from({ length: Math.min(count, 7) }, () => html("i"));
  return html("span", { class: "backs", role: "img", "aria-label": say("seat.left", lang, { n: count }) }, ...bones, html("b", {}, String(count)));
}
