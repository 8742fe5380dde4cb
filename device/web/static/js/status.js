/** The status that is always visible, in words, with a sign and a colour, and the banner for what needs a look. */

import { byId, html, listOf, svg } from "./dom.js";
import { localized, reasonOf, say } from "./texts.js";
import { withTiles } from "./tile.js";

const SIGNS = {
  WAITING: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.4l3 2",
  HAND: "M8 12V6.5a1.4 1.4 0 0 1 2.8 0V11V5a1.4 1.4 0 0 1 2.8 0v6V6.2a1.4 1.4 0 0 1 2.8 0V14c0 4-2.4 6.5-5.6 6.5-3 0-4.3-1.6-5.4-3.8L4 13.4c-.6-1.4 1-2.4 2-1.2l2 2.4",
  SETTLING: "M7 4h10M7 20h10M8 4c0 4 4 5 4 8s-4 4-4 8M16 4c0 4-4 5-4 8s4 4 4 8",
  STILL: "M3 12s3.4-6 9-6 9 6 9 6-3.4 6-9 6-9-6-9-6zM12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2",
  ILLEGAL: "M12 4L2.8 20h18.4zM12 10v5M12 17.6v.4",
  DESYNC: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M9.6 9.6a2.5 2.5 0 1 1 3.4 2.6c-.7.3-1 .8-1 1.6M12 16.6v.4",
  FISH: "M3 12c3-5 10-6.5 14-1l4-3v8l-4-3c-4 5.5-11 4-14-1zM7.5 11.2v.4",
  "ROUND OVER": "M5 21V4M5 5h13l-2.6 4L18 13H5",
  "CAMERA LOST": "M4 8h4l1.5-2h5L16 8h4v10H4zM3 3l18 18M12 10.4a2.6 2.6 0 1 0 0 5.2",
  CONNECTING: "M12 4a8 8 0 1 0 8 8",
  OFFLINE: "M4 10a12 12 0 0 1 16 0M7.5 13.6a7 7 0 0 1 9 0M12 17.6v.4M3 3l18 18",
};
const BANNER_TONES = {
  ILLEGAL: "bad",
  DESYNC: "warn",
  "CAMERA LOST": "bad",
  OFFLINE: "warn",
  FISH: "fish",
  "ROUND OVER": "good",
};

/** The events that tell what happened; the newest counts, as an older round's are still in the list. */
const TOLD_BY = {
  ILLEGAL: ["illegal"],
  DESYNC: ["desync"],
  FISH: ["fish"],
  "ROUND OVER": ["out", "close", "fish", "score", "rescore", "match_over"],
};

/** The status to show: without a line to the server, or before it said anything, the page's own. */
export function statusOf(state, line) {
  if (line === "down") return "OFFLINE";
  if (line === "connecting") return "CONNECTING";
  return typeof state.status === "string" && state.status in SIGNS ? state.status : "WAITING";
}

/** Shows the status and the banner. @param {"up" | "down" | "connecting"} line */
export function showStatus(state, line, lang) {
  const status = statusOf(state, line);
  const pill = byId("status");
  if (pill.dataset.status !== status || pill.lang !== lang) {
    pill.dataset.status = status;
    pill.lang = lang;
    const sign = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[status] }));
    pill.replaceChildren(sign, html("span", {}, say(`status.${status}`, lang)));
  }
  document.body.dataset.status = status;
  showBanner(state, status, lang);
}

function newestEvent(state, kinds) {
  return listOf(state.events).reverse().find((event) => kinds.includes(event.ev));
}

function showBanner(state, status, lang) {
  const event = newestEvent(state, TOLD_BY[status] ?? []);
  const message = status === "OFFLINE" ? "" : localized(state.message, lang);
  const heading = event?.ev === "match_over" ? say("match.over", lang) : say(`status.${status}`, lang);
  const told = localized(event?.text, lang);
  const said = told.startsWith(`${heading}. `) ? told.slice(heading.length + 2) : told; // the heading says it already
  const sentences = [said, told.includes(message) ? "" : message].filter(Boolean);
  if (!sentences.length) sentences.push(say(`banner.${status}`, lang));
  const tone = BANNER_TONES[status] ?? "note";
  const banner = byId("banner");
  const why = event?.ev.endsWith("score") ? "" : reasonOf(event, lang); // the list has room for that one
  const key = JSON.stringify([tone, heading, sentences, why]);
  if (banner.dataset.key === key) return;
  banner.dataset.key = key;
  banner.dataset.tone = tone;
  banner.hidden = tone === "note" && !message;
  const body = [...sentences, why].filter(Boolean).map((words) => withTiles(words, (name) => say("tile", lang, { name })));
  if (why) body.splice(told ? 1 : 0, 0, html("small", { class: "why" }, body.pop()));
  const title = tone === "note" ? null : html("strong", {}, heading);
  banner.replaceChildren(...(banner.hidden ? [] : [title, ...body]).filter(Boolean));
}
