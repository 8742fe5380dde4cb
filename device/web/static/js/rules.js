/** The rules of the game that is played, told in the page's language, over the page. */

import { byId, html, listOf } from "./dom.js";
import { localized, say } from "./texts.js";
import { withTiles } from "./tile.js";

/** @type {{text: string, book: object | null, failed: boolean}} the book of the rules with this text */
let known = { text: "", book: null, failed: false };
let wanted = "";
let lang = "en";

/** Keeps the view in step with the game and the language. */
export function showRules(state, newLang) {
  wanted = typeof state.rules?.text === "string" ? state.rules.text : "";
  lang = newLang;
  byId("subtitle").disabled = !wanted;
  byId("subtitle").title = wanted ? say("rules", lang) : "";
  if (byId("rules").open) open();
}

function open() {
  if (known.text !== wanted || known.failed) {
    known = { text: wanted, book: null, failed: false };
    load(wanted);
  }
  draw();
  if (!byId("rules").open) byId("rules").showModal();
}

async function load(text) {
  let book = null;
  try {
    const answer = await fetch(`/rules.json?rules=${encodeURIComponent(text)}`);
    book = answer.ok ? await answer.json() : null;
  } catch {
    book = null; // the line is down
  }
  if (known.text !== text) return;
  known = { text, book, failed: book === null };
  draw();
}

function draw() {
  const { book, failed } = known;
  byId("rules-heading").textContent = localized(book?.name, lang) || say("rules", lang);
  byId("rules-close").textContent = say("close", lang);
  const chapters = listOf(book?.chapters).flatMap((chapter) => [
    html("h3", {}, localized(chapter.heading, lang)),
    html("ul", {}, ...listOf(chapter.sentences).map((sentence) => html("li", {}, words(localized(sentence, lang))))),
  ]);
  if (!chapters.length) chapters.push(html("p", {}, failed ? say("rules.failed", lang) : book ? say("rules.none", lang) : "…"));
  byId("rules-text").replaceChildren(...chapters);
}

function words(sentence) {
  return withTiles(sentence, (name) => say("tile", lang, { name }));
}

byId("subtitle").addEventListener("click", open);
byId("rules-close").addEventListener("click", () => byId("rules").close());
byId("rules").addEventListener("click", (event) => {
  if (event.target === byId("rules")) byId("rules").close(); // beside the text
});
