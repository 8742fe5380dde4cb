/** The last plays, newest first; a tile's name in a sentence shows as a small tile. */

import { byId, html, listOf } from "./dom.js";
import { localized, reasonOf, say } from "./texts.js";
import { withTiles } from "./tile.js";

const SHOWN = 12;
const TONES = {
  illegal: "bad", wrong_pass: "bad",
  check: "warn", desync: "warn", void: "warn", adjust: "warn", leave: "warn",
  fish: "fish",
  match_over: "good", out: "good", score: "good", rescore: "good",
  pass: "quiet",
};
let shown = "";

/** Shows the newest events that have words. */
export function showPlays(state, lang) {
  byId("plays-heading").textContent = say("plays", lang);
  const events = listOf(state.events).filter((event) => localized(event.text, lang)).slice(-SHOWN).reverse();
  const key = JSON.stringify([events, lang]);
  if (key === shown) return;
  shown = key;
  const list = byId("plays");
  if (events.length) list.replaceChildren(...events.map((event) => line(event, lang)));
  else list.replaceChildren(html("li", { class: "none" }, say("plays.none", lang)));
}

function line(event, lang) {
  const sentence = localized(event.text, lang).replace(/\.$/, "");
  const words = withTiles(sentence, (name) => say("tile", lang, { name }));
  const why = reasonOf(event, lang);
  const reason = why ? html("small", { class: "why" }, withTiles(why, (name) => say("tile", lang, { name }))) : null;
  return html("li", { class: TONES[event.ev] ?? "", "data-ev": event.ev }, words, reason);
}
