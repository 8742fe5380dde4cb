/** Small helpers for building the page. Text goes in as text nodes only: a name can never become markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] null, undefined and false leave it out
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element; arguments as for html().
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * The element with an id that index.html is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page lacks #${id}`);
  return element;
}

/** A list, whatever came: missing fields of a snapshot read as empty. */
export function listOf(value) {
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [];
}

/** A finite number, or the other value. */
export function numberOr(value, other) {
  return typeof value === "number" && Number.isFinite(value) ? value : other;
}
