/** Where a tile lies. Coordinates are the table picture's pixels, x to the right and y down. */

/** A tile is drawn in its own frame of 200 x 100: half 0 left, half 1 right. */
export const TILE_LENGTH = 200;
export const TILE_WIDTH = 100;

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} Place the tile's frame on the table
 * @property {Point} center
 * @property {Point} along from half 0 to half 1, as long as the tile
 * @property {Point} across the same over the width
 * @property {number} length
 */

/**
 * The place of four corners in the order of the snapshot (half 0 at the edge from corner 3 to corner 0).
 * @param {unknown} corners
 * @returns {Place | null} null when they are no quadrilateral
 */
export function placeOf(corners) {
  if (!Array.isArray(corners) || corners.length !== 4) return null;
  const [a, b, c, d] = corners.map((corner) => ({ x: Number(corner?.[0]), y: Number(corner?.[1]) }));
  if (![a, b, c, d].every((corner) => Number.isFinite(corner.x) && Number.isFinite(corner.y))) return null;
  const along = { x: (b.x + c.x - a.x - d.x) / 2, y: (b.y + c.y - a.y - d.y) / 2 };
  const across = { x: (d.x + c.x - a.x - b.x) / 2, y: (d.y + c.y - a.y - b.y) / 2 };
  if (Math.abs(along.x * across.y - along.y * across.x) < 1) return null;
  const center = { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 };
  return { center, along, across, length: Math.hypot(along.x, along.y) };
}

/** The CSS transform that brings the tile's own frame to its place. @param {Place} place */
export function transformOf({ center, along, across }) {
  const columns = [along.x / TILE_LENGTH, along.y / TILE_LENGTH, across.x / TILE_WIDTH, across.y / TILE_WIDTH];
  const origin = [center.x - along.x / 2 - across.x / 2, center.y - along.y / 2 - across.y / 2];
  return `matrix(${[...columns, ...origin].map((value) => value.toFixed(4)).join(",")})`;
}

/** A shift of the table as a shift in the tile's own frame, so that all shadows fall the same way. */
export function intoTile({ along, across }, shift) {
  const [a, b, c, d] = [along.x / TILE_LENGTH, along.y / TILE_LENGTH, across.x / TILE_WIDTH, across.y / TILE_WIDTH];
  const area = a * d - b * c;
  return { x: (d * shift.x - c * shift.y) / area, y: (a * shift.y - b * shift.x) / area };
}

/** Whether a tile only trembled: readings differ by a little from frame to frame, and the board must lie still. */
export function isSamePlace(one, other) {
  const near = (p, q) => Math.hypot(p.x - q.x, p.y - q.y) < 0.04 * one.length;
  return near(one.center, other.center) && near(one.along, other.along) && near(one.across, other.across);
}

/** The four corners of a place. @returns {Point[]} */
export function cornersOf({ center, along, across }) {
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => ({
    x: center.x + (u * along.x + v * across.x) / 2,
    y: center.y + (u * along.y + v * across.y) / 2,
  }));
}

/** The middle of a half. @param {Place} place @param {number} half 0 or 1 @returns {Point} */
export function halfCenter({ center, along }, half) {
  const sign = half === 0 ? -0.25 : 0.25;
  return { x: center.x + sign * along.x, y: center.y + sign * along.y };
}

/**
 * Where the mark of an open end goes: outside the tile, away from the tiles that it touches.
 * @param {Place} place the tile with the open end
 * @param {number} half
 * @param {boolean} isDouble a double may be open at its ends and at its sides
 * @param {Place[]} others the neighbours, and marks that this tile has already
 * @param {number} gap from the tile's edge to the mark's middle
 * @returns {Point}
 */
export function endMark(place, half, isDouble, others, gap) {
  const { along, across, center } = place;
  const sign = half === 0 ? -1 : 1;
  const spots = [beyond(center, along, sign, gap)];
  if (isDouble) {
    spots.push(beyond(center, along, -sign, gap), beyond(center, across, 1, gap), beyond(center, across, -1, gap));
    if (!others.length) return spots[2];
    const away = (spot) => Math.min(...others.map((other) => Math.hypot(spot.x - other.center.x, spot.y - other.center.y)));
    const opposite = (spot) => others.reduce((sum, other) => sum + cosine(center, spot, other.center), 0);
    if (others.length === 1) spots.sort((p, q) => opposite(p) - opposite(q));
    else if (others.length > 1) spots.sort((p, q) => away(q) - away(p));
  }
  return spots[0];
}

function beyond(center, axis, sign, gap) {
  const length = Math.hypot(axis.x, axis.y);
  const reach = sign * (0.5 + gap / length);
  return { x: center.x + reach * axis.x, y: center.y + reach * axis.y };
}

function cosine(center, p, q) {
  const [ux, uy, vx, vy] = [p.x - center.x, p.y - center.y, q.x - center.x, q.y - center.y];
  return (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
}

/**
 * The view that shows all places with a margin, in a window of the given size.
 * @param {Place[]} places
 * @param {{width: number, height: number}} size of the window, pixels
 * @param {{margin: number, least: number}} options in tile lengths: free room round the tiles; the least side of what is shown
 * @param {{left: number, right: number, top: number, bottom: number}} inset pixels of the window that are covered
 * @returns {{scale: number, x: number, y: number}} screen = scale * table + (x, y)
 */
export function fitView(places, size, { margin, least }, inset) {
  const points = places.flatMap(cornersOf);
  const lengths = places.map((place) => place.length).sort((p, q) => p - q);
  const length = lengths[lengths.length >> 1];
  const [left, right] = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x))];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)), Math.max(...points.map((p) => p.y))];
  const width = Math.max(right - left + 2 * margin * length, least * length);
  const height = Math.max(bottom - top + 2 * margin * length, 0.6 * least * length);
  const [freeWidth, freeHeight] = [size.width - inset.left - inset.right, size.height - inset.top - inset.bottom];
  const scale = Math.max(1e-3, Math.min(freeWidth / width, freeHeight / height));
  return {
    scale,
    x: inset.left + freeWidth / 2 - (scale * (left + right)) / 2,
    y: inset.top + freeHeight / 2 - (scale * (top + bottom)) / 2,
  };
}
