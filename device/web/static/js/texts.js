/** What the page says, in Russian and English, and the reader's choice between them. */

const STORAGE_KEY = "tilefish.lang";

const TEXTS = {
  en: {
    "status.WAITING": "Waiting for the first tile",
    "status.HAND": "A hand is over the table",
    "status.SETTLING": "The table is settling",
    "status.STILL": "Watching the table",
    "status.ILLEGAL": "Illegal play",
    "status.DESYNC": "Table and game differ",
    "status.FISH": "Fish!",
    "status.ROUND OVER": "Round over",
    "status.CAMERA LOST": "Camera lost",
    "status.CONNECTING": "Connecting…",
    "status.OFFLINE": "Connection lost",
    "banner.ILLEGAL": "This play breaks the rules. Take the tile back, or play another.",
    "banner.DESYNC": "What lies on the table does not follow from the game so far.",
    "banner.FISH": "The round is blocked: nobody can play.",
    "banner.ROUND OVER": "",
    "banner.CAMERA LOST": "No picture from the camera. Check its cable; the game is kept.",
    "banner.OFFLINE": "The page tries again by itself. The scores shown are the last known.",
    "match.over": "The match is over",
    "round": "Round {n}",
    "round.of": "Round {n} of {of}",
    "limit": "to {n}",
    "board.label": "The table: {tiles} tiles in the line",
    "board.ends": "; open ends {ends}",
    "board.section": "Table",
    "board.sum": "pips on the table",
    "board.carry": "points waiting",
    "board.carry.hint": "Points of a tied fish: they wait for the next round.",
    "empty.title": "Waiting for the first tile",
    "empty.hint": "Lay a tile on the table: it appears here.",
    "sides": "Score",
    "side.open": "open account",
    "side.remembered": "remembered",
    "side.score": "points",
    "side.loser": "lost",
    "side.winner": "winner",
    "seat.turn": "to play",
    "seat.left": "tiles left: {n}",
    "seat.hand": "{n} in hand",
    "seat.out": "out",
    "seat.fisher": "fisher",
    "last.pass": "pass",
    "last.draw": "draws",
    "plays": "Last plays",
    "plays.none": "No plays yet.",
    "rules": "The rules of this game",
    "rules.failed": "The rules cannot be fetched now: the connection is lost.",
    "rules.none": "Whatever is laid is followed; nothing is scored.",
    "close": "Close",
    "tile": "tile {name}",
    "tile.down": "face-down tile",
    "languages": "Language",
    "theme.dark": "Dark colours",
    "theme.light": "Light colours",
  },
  ru: {
    "status.WAITING": "Ждём первую кость",
    "status.HAND": "Рука над столом",
    "status.SETTLING": "Кости ещё движутся",
    "status.STILL": "Слежу за столом",
    "status.ILLEGAL": "Ход не по правилам",
    "status.DESYNC": "Стол не сходится с игрой",
    "status.FISH": "Рыба!",
    "status.ROUND OVER": "Кон окончен",
    "status.CAMERA LOST": "Нет камеры",
    "status.CONNECTING": "Соединяюсь…",
    "status.OFFLINE": "Связь потеряна",
    "banner.ILLEGAL": "Так ходить нельзя. Заберите кость или поставьте другую.",
    "banner.DESYNC": "То, что лежит на столе, не следует из хода игры.",
    "banner.FISH": "Ходить больше некому: конец кона.",
    "banner.ROUND OVER": "",
    "banner.CAMERA LOST": "От камеры нет картинки. Проверьте её провод; игра сохранена.",
    "banner.OFFLINE": "Страница сама соединится снова. Показан последний известный счёт.",
    "match.over": "Партия окончена",
    "round": "Кон {n}",
    "round.of": "Кон {n} из {of}",
    "limit": "до {n}",
    "board.label": "Стол: костей в раскладе {tiles}",
    "board.ends": "; концы {ends}",
    "board.section": "Стол",
    "board.sum": "очки на столе",
    "board.carry": "очки ждут",
    "board.carry.hint": "Очки рыбы, где больше всех было у двоих: они ждут следующего кона.",
    "empty.title": "Ждём первую кость",
    "empty.hint": "Положите кость на стол, и она появится здесь.",
    "sides": "Счёт",
    "side.open": "счёт открыт",
    "side.remembered": "в памяти",
    "side.score": "очки",
    "side.loser": "проигрыш",
    "side.winner": "победа",
    "seat.turn": "ходит",
    "seat.left": "осталось костей: {n}",
    "seat.hand": "на руках {n}",
    "seat.out": "вышел",
    "seat.fisher": "рыбак",
    "last.pass": "пас",
    "last.draw": "берёт с базара",
    "plays": "Последние ходы",
    "plays.none": "Ходов ещё не было.",
    "rules": "Правила этой игры",
    "rules.failed": "Правила сейчас не загрузить: связь потеряна.",
    "rules.none": "Слежу за всем, что ставят; счёт не ведётся.",
    "close": "Закрыть",
    "tile": "кость {name}",
    "tile.down": "кость рубашкой вверх",
    "languages": "Язык",
    "theme.dark": "Тёмные цвета",
    "theme.light": "Светлые цвета",
  },
};

/** @typedef {"ru" | "en"} Lang */

/**
 * The first language: what the address asks for, else what was chosen here before, else what the browser prefers.
 * @returns {Lang}
 */
export function firstLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked === "ru" || asked === "en") return asked;
  const stored = readStored(STORAGE_KEY);
  if (stored === "ru" || stored === "en") return stored;
  return (navigator.language || "en").toLowerCase().startsWith("ru") ? "ru" : "en";
}

/** Keeps the choice for the next visit. @param {Lang} lang */
export function rememberLanguage(lang) {
  store(STORAGE_KEY, lang);
}

/**
 * A text of the page; an unknown key gives "".
 * @param {string} key
 * @param {Lang} lang
 * @param {Record<string, string | number>} [values] for the {places} in it
 */
export function say(key, lang, values = {}) {
  const text = TEXTS[lang][key] ?? TEXTS.en[key] ?? "";
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/**
 * A text that came with the snapshot: plain, or one for each language.
 * @param {unknown} value
 * @param {Lang} lang
 * @returns {string}
 */
export function localized(value, lang) {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (!value || typeof value !== "object") return "";
  const text = value[lang] ?? value.en ?? value.ru;
  return typeof text === "string" ? text : "";
}

/** The rule by which an event was judged or scored; "" when the event's own sentence says it already. */
export function reasonOf(event, lang) {
  const why = localized(event?.why, lang);
  return localized(event?.text, lang).includes(why) ? "" : why;
}

/** localStorage, which a browser may refuse. */
export function readStored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores what can be stored. */
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing only forgets the choice.
  }
}
