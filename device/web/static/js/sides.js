/** The sides, players or pairs: a card with the score as the game's scoreboard shows it, and each player's own things. */

import { byId, html, listOf, numberOr } from "./dom.js";
import { hidden, shownHand, titlesOfSeat, turnSign } from "./seats.js";
import { localized, say } from "./texts.js";

let shown = "";
const lastScores = new Map();

/** Shows the sides in turn order, and what else stands on the board. */
export function showSides(state, lang) {
  byId("sides-heading").textContent = say("sides", lang);
  const key = JSON.stringify([state.sides, state.seats, state.marks, state.turn, state.rules, lang]);
  if (key === shown) return;
  shown = key;
  const ofMatch = marksOf(state, null, lang);
  byId("marks").hidden = !ofMatch.length;
  byId("marks").replaceChildren(...ofMatch.map((mark) => html("li", {}, mark)));
  byId("sides").replaceChildren(...listOf(state.sides).map((side) => card(side, state, lang)));
}

function card(side, state, lang) {
  const members = listOf(side.members).map((id) => listOf(state.seats).find((seat) => seat.id === id) ?? { id });
  const isPair = members.length > 1;
  const alone = isPair ? null : (members[0] ?? {});
  const isTurn = members.some((seat) => isToPlay(seat, state));
  const name = html("span", { class: "name" }, localized(side.name, lang) || String(side.id ?? ""));
  const own = isPair ? [] : titlesOfSeat(alone, lang);
  const labels = [...own, ...titlesOfSide(side, lang), ...marksOf(state, side.id, lang), ...(isPair ? [] : hidden(alone, lang))];
  return html(
    "li",
    {
      class: ["card", isPair ? "pair" : "", isTurn ? "turn" : ""].filter(Boolean).join(" "),
      "data-side": side.id,
      "data-seat": alone?.id,
      "aria-current": isTurn && !isPair ? "true" : null,
    },
    html(
      "div",
      { class: "card-text" },
      html("div", { class: "who" }, name, isPair ? null : turnSign(isTurn, lang)),
      html("div", { class: "below" }, ...labels),
    ),
    score(side, lang),
    isPair ? html("ul", { class: "members" }, ...members.map((seat) => member(seat, state, lang))) : shownHand(alone, lang),
    progress(side, numberOr(state.rules?.limit, 0)),
  );
}

function member(seat, state, lang) {
  const isTurn = isToPlay(seat, state);
  return html(
    "li",
    { class: `member${isTurn ? " turn" : ""}`, "data-seat": seat.id, "aria-current": isTurn ? "true" : null },
    html("span", { class: "member-name" }, localized(seat.name, lang) || String(seat.id ?? "")),
    turnSign(isTurn, lang),
    ...titlesOfSeat(seat, lang),
    ...hidden(seat, lang),
    shownHand(seat, lang),
  );
}

function isToPlay(seat, state) {
  return seat.id !== undefined && seat.id === state.turn;
}

/** An open account red "n", remembered points yellow "+n", everything else plain. */
function score(side, lang) {
  const points = numberOr(side.score, 0);
  const remembered = numberOr(side.remembered, 0);
  const kind = side.open === true ? "open" : remembered > 0 ? "remembered" : "plain";
  const text = kind === "remembered" ? `+${remembered}` : String(points);
  const caption = say(kind === "plain" ? "side.score" : `side.${kind}`, lang);
  const before = lastScores.get(side.id);
  lastScores.set(side.id, text);
  const changed = before !== undefined && before !== text ? " changed" : "";
  return html(
    "div",
    { class: `score ${kind}${changed}` },
    html("span", { class: "points" }, text),
    html("span", { class: "caption" }, caption),
  );
}

/** What a round or match brought a side; a title says more than that it lost. */
function titlesOfSide(side, lang) {
  const result = side.result;
  const labels = [];
  const label = (kind, text) => labels.push(html("span", { class: `title ${kind}` }, text));
  const title = localized(result?.title, lang);
  if (result?.winner === true) label("winner", say("side.winner", lang));
  if (title) label(result.winner === true ? "winner" : "goat", title);
  else if (result?.loser === true) label("loser", say("side.loser", lang));
  const points = numberOr(result?.points, 0);
  if (points) label("gained", points > 0 ? `+${points}` : `\u2212${-points}`);
  return labels;
}

/** Badges in words: what a side may still do or owes; with null, those of the whole match. */
function marksOf(state, side, lang) {
  const marks = listOf(state.marks).filter((mark) => (mark.side ?? null) === (side ?? null));
  return marks.map((mark) => html("span", { class: `mark ${mark.kind}`, title: localized(mark.hint, lang) }, localized(mark.text, lang)));
}

function progress(side, limit) {
  if (!(limit > 0)) return null;
  const bar = html("div", { class: "progress", "aria-hidden": "true" }, html("i"));
  const share = Math.max(0, Math.min(1, numberOr(side.score, 0) / limit));
  bar.firstElementChild.style.transform = `scaleX(${share})`;
  return bar;
}
