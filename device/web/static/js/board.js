/** The live board: the tiles of the snapshot's table as dominoes, the open ends, and a view that follows the line. */

import { byId, html, listOf, numberOr, svg } from "./dom.js";
import { endMark, fitView, halfCenter, intoTile, isSamePlace, placeOf, TILE_LENGTH, TILE_WIDTH, transformOf } from "./geometry.js";
import { localized, say } from "./texts.js";
import { drawTile } from "./tile.js";

const VIEW = { margin: 0.55, least: 6 };
const LEAST_MARK_REM = 0.5;
const LEAVE_MS = 400;
const THICKNESS = { x: 0.012, y: 0.03 };
const SHADOW = { x: 0.03, y: 0.075 };

/** The board in the page's #stage section. */
export class Board {
  constructor() {
    this.picture = byId("board");
    this.tiles = svg("g", { class: "tiles" });
    this.marks = svg("g", { class: "marks" });
    this.camera = svg("g", { class: "camera" }, this.tiles, this.marks);
    this.picture.append(gradients(), this.camera);
    /** @type {Map<string | number, {group: SVGElement, place: object, look: string}>} by the id that a tile keeps */
    this.shown = new Map();
    this.inView = [];
    this.scale = 1;
    this.ends = [];
    this.marked = "";
    new ResizeObserver(() => this.look()).observe(this.picture);
  }

  /** Shows a snapshot. @param {object} state @param {import("./texts.js").Lang} lang */
  update(state, lang) {
    const table = state.table ?? {};
    // Hands that the players' cards show need no room on the table: the line gets it.
    const isRevealed = listOf(state.seats).some((seat) => Array.isArray(seat.hand));
    const tiles = readTiles(table, state.status).filter((tile) => !(tile.inHand && isRevealed));
    this.drawTiles(tiles);
    this.inView = whatMatters(tiles).map((tile) => tile.place);
    byId("empty").hidden = tiles.length > 0;
    byId("empty").replaceChildren(...emptyState(lang));
    showCount("sum", table.pips, lang);
    showCount("carry", state.carry, lang);
    byId("carry").title = say("board.carry.hint", lang);
    this.picture.setAttribute("aria-label", describe(table, tiles, lang));
    showEdges(state, lang);
    this.look();
    this.drawMarks(table, tiles);
  }

  drawTiles(tiles) {
    const gone = new Set(this.shown.keys());
    for (const tile of tiles) {
      gone.delete(tile.id);
      const old = this.shown.get(tile.id);
      const look = JSON.stringify([tile.halves, tile.isNew, tile.problem, tile.inLine]);
      const place = old && isSamePlace(old.place, tile.place) ? old.place : tile.place;
      tile.place = place;
      const group = old?.group ?? svg("g");
      if (!old || old.look !== look || old.place !== place) paintTile(group, tile, !old);
      if (!old) this.tiles.append(group);
      this.shown.set(tile.id, { group, place, look });
    }
    this.stack(tiles);
    for (const id of gone) {
      const { group } = this.shown.get(id);
      this.shown.delete(id);
      group.classList.add("leaving");
      setTimeout(() => group.remove(), LEAVE_MS);
    }
  }

  /** Tiles nearer to the viewer cover the rims of those behind them, and marked tiles lie on top. */
  stack(tiles) {
    const height = (tile) => tile.place.center.y + (tile.isNew || tile.problem ? 1e6 : 0);
    let next = null;
    for (const tile of [...tiles].sort((one, other) => height(other) - height(one))) {
      const { group } = this.shown.get(tile.id);
      if (group.nextSibling !== next) this.tiles.insertBefore(group, next);
      next = group;
    }
  }

  drawMarks(table, tiles) {
    const key = JSON.stringify([table.junctions, table.open_ends, tiles.map((tile) => [tile.id, tile.halves, tile.place])]);
    if (key === this.marked) return; // drawing them anew would let them flicker
    this.marked = key;
    const byNumber = new Map(tiles.map((tile) => [tile.id, tile]));
    const neighbours = new Map(tiles.map((tile) => [tile.id, []]));
    const wrong = [];
    for (const junction of listOf(table.junctions)) {
      const [one, other] = listOf(junction.tiles).map((id) => byNumber.get(id));
      if (!one || !other) continue;
      neighbours.get(one.id).push(other.place);
      neighbours.get(other.id).push(one.place);
      if (junction.legal === false) wrong.push(wrongMark(one.place, other.place));
    }
    const ends = [];
    for (const end of listOf(table.open_ends)) {
      const tile = byNumber.get(end.tile);
      if (!tile) continue;
      const isDouble = Boolean(tile.halves) && tile.halves[0] === tile.halves[1];
      const around = neighbours.get(tile.id);
      const radius = 0.2 * tile.place.length;
      const spot = endMark(tile.place, end.half, isDouble, around, 1.25 * radius);
      around.push({ center: spot });
      ends.push({ group: openEnd(end.pips), spot, center: tile.place.center, radius });
    }
    this.ends = ends;
    this.sizeMarks();
    this.marks.replaceChildren(...ends.map((end) => end.group), ...wrong);
  }

  /** However small the tiles are, the number of an open end stays readable. */
  sizeMarks() {
    const least = LEAST_MARK_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
    for (const { group, spot, center, radius } of this.ends) {
      const grown = Math.max(radius, least / this.scale);
      const out = (grown - radius) / Math.hypot(spot.x - center.x, spot.y - center.y);
      const [x, y] = [spot.x + out * (spot.x - center.x), spot.y + out * (spot.y - center.y)];
      group.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${(grown / 50).toFixed(4)})`;
    }
  }

  /** Moves the view to all that matters. */
  look() {
    const size = { width: this.picture.clientWidth, height: this.picture.clientHeight };
    if (!this.inView.length || !size.width || !size.height) return;
    const { scale, x, y } = fitView(this.inView, size, VIEW, coveredEdges(size.height));
    this.camera.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(5)})`;
    this.scale = scale;
    this.sizeMarks();
  }
}

/** The tiles of the table that can be drawn. */
function readTiles(table, status) {
  const all = listOf(table.tiles);
  const newest = new Set(all.filter((tile) => tile.new === true).map((tile) => tile.id));
  const wrong = listOf(table.junctions).filter((junction) => junction.legal === false).map((junction) => listOf(junction.tiles));
  const unlawful = new Set(wrong.flat());
  // Of two tiles that do not match, the one that was laid last is to blame.
  const innocent = new Set(wrong.filter((pair) => pair.some((id) => newest.has(id))).flat().filter((id) => !newest.has(id)));
  const tiles = [];
  for (const [index, tile] of all.entries()) {
    const place = placeOf(tile.corners);
    if (!place) continue;
    const halves = tile.face === "down" || !Array.isArray(tile.halves) ? null : tile.halves.map(Number);
    const name = halves && typeof tile.tile === "string" ? tile.tile : null;
    const isNew = tile.new === true;
    const problem = (Boolean(tile.problem) && !innocent.has(tile.id)) || (isNew && (status === "ILLEGAL" || unlawful.has(tile.id)));
    const part = tile.part ?? "line";
    const where = { place, inLine: part === "line", inHand: part === "hand" };
    tiles.push({ id: tile.id ?? index, name, halves, isNew, problem, ...where });
  }
  return tiles;
}

/** The tiles that the view has to show: the line, what is new or wrong, and hands that lie open. */
function whatMatters(tiles) {
  const chosen = tiles.filter((tile) => tile.inLine || tile.problem || tile.isNew || tile.inHand);
  return chosen.length ? chosen : tiles;
}

function paintTile(group, tile, arrives) {
  group.style.transform = transformOf(tile.place);
  const classes = ["tile", tile.inLine ? "" : "beside", tile.isNew ? "new" : "", tile.problem ? "problem" : ""];
  group.setAttribute("class", classes.filter(Boolean).join(" "));
  group.setAttribute("data-tile", tile.name ?? "down");
  const under = (name, shift) => {
    const { x, y } = intoTile(tile.place, { x: shift.x * tile.place.length, y: shift.y * tile.place.length });
    return svg("rect", { class: name, x: x.toFixed(2), y: y.toFixed(2), width: TILE_LENGTH, height: TILE_WIDTH, rx: 14 });
  };
  const marked = tile.isNew || tile.problem;
  const halo = marked ? [outline("halo", 9), outline("ring", 5)] : [];
  const parts = [under("shadow", SHADOW), under(tile.halves ? "rim" : "rim rim-back", THICKNESS), ...halo, ...drawTile(tile.halves)];
  const body = svg("g", { class: arrives ? "arriving" : null }, ...parts);
  // Restacking would start the animation again.
  body.addEventListener("animationend", (event) => event.target === body && body.removeAttribute("class"));
  group.replaceChildren(body);
}

function outline(name, by) {
  return svg("rect", { class: name, x: -by, y: -by, width: TILE_LENGTH + 2 * by, height: TILE_WIDTH + 2 * by, rx: 13 + by });
}

function openEnd(pips) {
  const group = svg("g", { class: "open-end", "data-pips": pips });
  group.append(svg("circle", { r: 50 }), svg("text", {}, String(pips)));
  return group;
}

/** A cross where two tiles touch that must not: between their nearest halves. */
function wrongMark(one, other) {
  const pairs = [0, 1].flatMap((half) => [0, 1].map((otherHalf) => [halfCenter(one, half), halfCenter(other, otherHalf)]));
  const [[p, q]] = pairs.sort(([a, b], [c, d]) => Math.hypot(a.x - b.x, a.y - b.y) - Math.hypot(c.x - d.x, c.y - d.y));
  const group = svg("g", { class: "wrong" }, svg("circle", { r: 50 }), svg("path", { d: "M-20-20L20 20M20-20L-20 20" }));
  group.style.transform = `translate(${(p.x + q.x) / 2}px, ${(p.y + q.y) / 2}px) scale(${(0.13 * one.length) / 50})`;
  return group;
}

/** A number in a corner of the table with what it counts; nothing while it is 0. */
function showCount(id, value, lang) {
  const count = numberOr(value, 0);
  byId(id).hidden = !(count > 0);
  byId(id).replaceChildren(html("b", {}, String(count)), html("span", {}, say(`board.${id}`, lang)));
}

function describe(table, tiles, lang) {
  const ends = listOf(table.open_ends).map((end) => end.pips).join(", ");
  const count = tiles.filter((tile) => tile.inLine).length;
  return say("board.label", lang, { tiles: count }) + (ends ? say("board.ends", lang, { ends }) : "");
}

function emptyState(lang) {
  const ghost = svg(
    "svg",
    { viewBox: "0 0 200 100", class: "ghost", "aria-hidden": "true" },
    svg("rect", { x: 3, y: 3, width: 194, height: 94, rx: 14 }),
    svg("path", { d: "M100 14V86" }),
  );
  return [ghost, html("strong", {}, say("empty.title", lang)), html("span", {}, say("empty.hint", lang))];
}

/** The players' names at the edges of the table where they sit. */
function showEdges(state, lang) {
  const sides = ["N", "E", "S", "W"];
  const labels = listOf(state.seats)
    .filter((seat) => sides.includes(seat.edge))
    .map((seat) =>
      html("span", { class: `edge edge-${seat.edge}${seat.id === state.turn ? " turn" : ""}` }, localized(seat.name, lang)),
    );
  byId("edges").replaceChildren(...labels);
}

/** How much of the board is covered by names and the banner, in pixels from each edge. */
function coveredEdges(height) {
  const covered = { left: 8, right: 8, top: 8, bottom: 8 };
  for (const edge of byId("edges").children) {
    if (edge.classList.contains("edge-N")) covered.top = 8 + edge.offsetHeight;
    if (edge.classList.contains("edge-S")) covered.bottom = 8 + edge.offsetHeight;
    if (edge.classList.contains("edge-W")) covered.left = 14 + edge.offsetWidth;
    if (edge.classList.contains("edge-E")) covered.right = 14 + edge.offsetWidth;
  }
  const banner = byId("banner"); // over the board on a wide screen, below it on a phone
  if (!banner.hidden && getComputedStyle(banner).position === "absolute") covered.bottom = Math.min(height - banner.offsetTop, 0.6 * height);
  return covered;
}

function gradients() {
  const stops = (...colours) => colours.map(([offset, name]) => svg("stop", { offset, class: name }));
  return svg(
    "defs",
    {},
    svg("linearGradient", { id: "ivory", x1: 0, y1: 0, x2: 1, y2: 1 }, ...stops([0, "ivory-light"], [1, "ivory-deep"])),
    svg("radialGradient", { id: "pip", cx: 0.4, cy: 0.35, r: 0.75 }, ...stops([0, "pip-light"], [1, "pip-deep"])),
    svg("radialGradient", { id: "brass", cx: 0.4, cy: 0.35, r: 0.8 }, ...stops([0, "brass-light"], [1, "brass-deep"])),
    svg("linearGradient", { id: "back", x1: 0, y1: 0, x2: 1, y2: 1 }, ...stops([0, "back-light"], [1, "back-deep"])),
  );
}
