/** A domino, drawn in its own frame of 200 x 100 (see geometry.js). */

import { html, svg } from "./dom.js";
import { TILE_LENGTH, TILE_WIDTH } from "./geometry.js";

const ROUND = 13;
const DRAWN_PIPS = 12;
const LARGEST = 18;

/** Pip places of a half as (column, row) from -1 to 1; the columns run along the tile. */
const SIX = [[-1, -1], [0, -1], [1, -1], [-1, 1], [0, 1], [1, 1]];
const FOUR_IN_ROW = [-1, -1 / 3, 1 / 3, 1];
const row = (columns, y) => columns.map((x) => [x, y]);
const PIPS = [
  [],
  [[0, 0]],
  [[-1, 1], [1, -1]],
  [[-1, 1], [0, 0], [1, -1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  SIX,
  [...SIX, [0, 0]],
  [...SIX, [-1, 0], [1, 0]],
  [...SIX, [-1, 0], [0, 0], [1, 0]],
  [...row(FOUR_IN_ROW, -1), ...row([-1 / 3, 1 / 3], 0), ...row(FOUR_IN_ROW, 1)],
  [...row(FOUR_IN_ROW, -1), ...row([-2 / 3, 0, 2 / 3], 0), ...row(FOUR_IN_ROW, 1)],
  [...row(FOUR_IN_ROW, -1), ...row(FOUR_IN_ROW, 0), ...row(FOUR_IN_ROW, 1)],
];

/**
 * The drawing of one tile.
 * @param {[number, number] | null} halves the pips of half 0 and half 1; null draws the back
 * @returns {SVGElement[]}
 */
export function drawTile(halves) {
  const body = svg("rect", { class: halves ? "face" : "back", width: TILE_LENGTH, height: TILE_WIDTH, rx: ROUND });
  if (!halves) {
    const frame = svg("rect", { class: "back-frame", x: 12, y: 12, width: 176, height: 76, rx: 8 });
    const fish = svg("path", { class: "back-fish", d: "M62 50q28-30 64-4l18-14v36l-18-14q-36 26-64-4z" });
    return [body, frame, fish];
  }
  const shine = svg("rect", { class: "shine", x: 3, y: 3, width: TILE_LENGTH - 6, height: TILE_WIDTH - 6, rx: ROUND - 2 });
  const bar = svg("path", { class: "bar", d: "M100 12V88" });
  const pin = svg("circle", { class: "pin", cx: 100, cy: 50, r: 5.5 });
  return [body, shine, bar, pin, ...drawHalf(halves[0], 50), ...drawHalf(halves[1], 150)];
}

function drawHalf(pips, middle) {
  if (!(pips >= 0 && pips <= DRAWN_PIPS)) {
    return pips > DRAWN_PIPS ? [svg("text", { class: "pip-number", x: middle, y: 50 }, String(pips))] : [];
  }
  const [reach, radius] = pips > 9 ? [29, 7.2] : [26, 9];
  return PIPS[pips].map(([x, y]) =>
    svg("circle", { class: "pip", cx: (middle + reach * x).toFixed(1), cy: (50 + reach * y).toFixed(1), r: radius }),
  );
}

/**
 * A small tile for lists, which reads as its name.
 * @param {string} name like "6-4"
 * @param {string} label what it is, in words
 * @returns {HTMLElement}
 */
export function smallTile(name, label) {
  const halves = halvesOf(name);
  if (!halves) return html("span", {}, name);
  const picture = svg("svg", { viewBox: "-4 -4 208 110", "aria-hidden": "true" }, ...drawTile(halves));
  return html("span", { class: "small-tile", role: "img", "aria-label": label, title: name }, picture);
}

/**
 * A sentence whose tile names show as small tiles.
 * @param {string} sentence
 * @param {(name: string) => string} labelOf what a tile is, in words
 * @returns {HTMLElement}
 */
export function withTiles(sentence, labelOf) {
  const parts = sentence.split(/(\b\d{1,2}-\d{1,2}\b)/);
  return html("span", {}, ...parts.map((part) => (halvesOf(part) ? smallTile(part, labelOf(part)) : document.createTextNode(part))));
}

/** The halves of a name like "6-4"; null when it is none. @returns {[number, number] | null} */
export function halvesOf(name) {
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(String(name).trim());
  const halves = match ? [Number(match[1]), Number(match[2])] : null;
  return halves && Math.max(...halves) <= LARGEST ? halves : null;
}
