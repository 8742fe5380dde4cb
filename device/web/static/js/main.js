/** Starts the page: the newest snapshot, the line to the server and the language decide all that is shown. */

import { Board } from "./board.js";
import { byId, numberOr } from "./dom.js";
import { showPlays } from "./plays.js";
import { showRules } from "./rules.js";
import { showSides } from "./sides.js";
import { showStatus } from "./status.js";
import { listen } from "./stream.js";
import { firstLanguage, localized, readStored, rememberLanguage, say, store } from "./texts.js";

const THEME_KEY = "tilefish.theme";

const board = new Board();
let state = {};
/** @type {"up" | "down" | "connecting"} */
let line = "connecting";
let lang = firstLanguage();
let theme = readStored(THEME_KEY) === "light" ? "light" : "dark";

function show() {
  showFrame();
  showStatus(state, line, lang);
  showSides(state, lang);
  showRules(state, lang);
  showPlays(state, lang);
  board.update(state, lang);
}

/** Titles, switches and the names of the page's parts. */
function showFrame() {
  document.documentElement.lang = lang;
  const title = localized(state.title, lang) || "Tilefish";
  document.title = title === "Tilefish" ? title : `${title} · Tilefish`;
  byId("title").textContent = title;
  const round = numberOr(state.round, 0);
  const limit = numberOr(state.rules?.limit, 0);
  const rounds = numberOr(state.rules?.rounds, 0);
  const parts = [
    round > 0 ? say(rounds > 0 ? "round.of" : "round", lang, { n: round, of: rounds }) : "",
    localized(state.rules?.name, lang),
    limit > 0 ? say("limit", lang, { n: limit }) : "",
  ];
  byId("subtitle").textContent = parts.filter(Boolean).join("\u00a0· ");
  byId("stage").setAttribute("aria-label", say("board.section", lang));
  const languages = byId("languages");
  languages.setAttribute("aria-label", say("languages", lang));
  for (const button of languages.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.lang === lang));
  }
  const other = theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-label", say(`theme.${other}`, lang));
  byId("theme").title = say(`theme.${other}`, lang);
}

byId("languages").addEventListener("click", (event) => {
  const chosen = event.target instanceof Element ? event.target.closest("button")?.dataset.lang : undefined;
  if (chosen !== "ru" && chosen !== "en") return;
  lang = chosen;
  rememberLanguage(lang);
  show();
});

byId("theme").addEventListener("click", () => {
  theme = theme === "dark" ? "light" : "dark";
  store(THEME_KEY, theme);
  show();
});

show();
listen(
  (newest) => {
    state = newest;
    show();
  },
  (isUp) => {
    const now = isUp ? "up" : "down";
    if (now === line) return;
    line = now;
    show();
  },
);
