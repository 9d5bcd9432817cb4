// The page. Its state is in the address, so that back, forward and links work.
import { Board, svg } from "./board.js";
import { button, choice, element, folded, row } from "./controls.js";
import { formatFen, parseFen, sliceName, swapped } from "./position.js";
import { words as allWords } from "./words.js";

const language = document.documentElement.lang === "it" ? "it" : "en";
const words = allWords[language];
const pieceKinds = [["W", words.whiteMan], ["WK", words.whiteKing], ["B", words.blackMan],
  ["BK", words.blackKing], ["", words.erase]];
const page = {};   // elements
// `counted` is a number, or the text of one that cannot be read: the server says what is wrong.
const state = { game: null, fen: "", counted: 0, count: null, answer: null, chosen: null,
  path: null, editing: false, brush: "W", playing: null, unknown: null };
let games = [];
let asked = 0;     // requests so far: a late answer to an earlier one is not shown
let oldest = 0;    // the first step that the browser has not forgotten: long histories lose some

const board = new Board(element("div", { id: "board" }), { onSquare: chooseSquare, onDrag: dragPiece,
  onLeave: () => { state.chosen = null; draw(); } });

// --- the address ---

/** A query for the position, in addition to `others`. */
function asking(others) {
  const query = new URLSearchParams(others);
  if (state.counted) query.set("counted", state.counted);
  if (state.count) query.set("count", state.count);
  return query;
}

function address(inLanguage) {
  const query = asking({ variant: state.game.name, fen: state.fen });
  const named = new URLSearchParams(location.search).has("lang") ? language : null;
  const lang = inLanguage ?? named;
  if (lang) query.set("lang", lang);
  return `/?${query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",")}`;
}

const asNumber = (text) => (/^\d*(\.5)?$/.test(text ?? "") ? Number(text) : text);

function readAddress() {
  const query = new URLSearchParams(location.search);
  const name = query.get("variant") ?? "italian";
  const named = games.find((game) => [game.name, String(game.number), ...game.other_names]
    .includes(name.toLowerCase()));
  state.unknown = named ? null : name;
  state.game = named ?? games[0];
  state.fen = query.get("fen") ?? state.game.examples[0]?.fen ?? state.game.initial;
  state.counted = asNumber(query.get("counted"));
  state.count = query.get("count");
}

/** Shows another position, and makes it a step of the history. Whatever plays on by itself ends,
    unless it is what comes here: all its moves together are one step. */
function go(changes, playing = null) {
  const { step = 0 } = history.state ?? {};
  const same = playing !== null && playing === state.playing && playing.moved;
  if (playing) playing.moved = true;
  Object.assign(state, { chosen: null, path: null, unknown: null, playing }, changes);
  page.written = page.fen.value;  // what was typed there is over
  const to = address();
  if (same || to === location.pathname + location.search) {
    history.replaceState({ step }, "", to);
  } else {
    history.pushState({ step: step + 1 }, "", to);
  }
  return show();
}

// --- asking the server ---

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error(words.away);
  }
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new Error(words.away);  // a proxy answers in place of the server
  }
  if (response.ok) return answer;
  const refusal = new Error(words.refused(answer.error));
  refusal.fen = answer.fen;
  if (!answer.table) throw refusal;
  const pieces = parseFen(state.game, answer.fen ?? state.fen).pieces.size;
  const { max_pieces: most } = state.game;
  refusal.message = pieces > most ? words.missing(pieces, most) : words.noTable(answer.table);
  throw refusal;
}

async function show() {
  const number = ++asked;
  const inFocus = keyboardFocus();
  state.answer = null;
  say(state.unknown === null ? words.loading : words.noGame(state.unknown), state.unknown !== null);
  draw();
  if (state.unknown !== null) return;
  try {
    const answer = await ask(`/${state.game.name}?${asking({ fen: state.fen, lang: language })}`);
    if (number !== asked) return;
    state.answer = answer;
    state.fen = answer.fen;
    state.counted = answer.count ? answer.count.plies_played / 2 : 0;
    say(valueText(answer));
  } catch (error) {
    if (number !== asked) return;
    state.fen = error.fen ?? state.fen;
    say(error.message, true);
  }
  draw();
  giveBack(inFocus);
  if (page.stats.open) showStats();
}

/** What the keyboard is at, and will have lost after a move: a button that waits, or the list. */
function keyboardFocus() {
  const element = document.activeElement;
  if (!element?.matches(":focus-visible")) return null;
  return page.moves.contains(element) ? page.moves : element;
}

function giveBack(element) {
  if (!element || document.activeElement !== document.body) return;
  const at = element === page.moves || element.disabled ? page.moves.querySelector("button") : element;
  at?.focus();
}

// --- values in words ---

/** What a value is to the opponent of who it is told of. */
const opposite = { win: "loss", loss: "win", draw: "draw" };
const grade = (wdl) => (wdl === 2 ? "win" : wdl === -2 ? "loss" : "draw");
const moveGrade = (move) => opposite[grade(move.wdl)];

function distanceText(value, more) {
  if (value.wdl === 0) return "";
  const parts = [];
  if (value.dtc !== null) parts.push(words.conversion(words.plies(Math.abs(value.dtc) + more(value))));
  if (value.dtw !== null) parts.push(words.end(words.plies(Math.abs(value.dtw) + more(value))));
  return parts.join(", ");
}

function valueText(answer) {
  const side = words[answer.fen[0]];
  const verb = { 2: words.win, 1: words.cursed, 0: words.draw, "-1": words.blessed, "-2": words.loss };
  if (!answer.moves.length) return `${words.over}: ${side} ${verb[answer.wdl]}.`;
  const distance = distanceText(answer, () => 0);
  return `${side} ${words.toMove}: ${verb[answer.wdl]}${distance ? ` (${distance})` : ""}.`;
}

/** Of a move, counted from before it: a conversion is a distance to conversion of 1. */
function moveDistance(move) {
  const sum = distanceText(move.conversion && move.dtc !== null ? { ...move, dtc: 0 } : move, () => 1);
  return sum + (Math.abs(move.wdl) === 1 ? ` (${words.count})` : "");
}

function say(text, wrong = false) {
  page.value.textContent = text;
  page.value.className = wrong ? "error" : "";
  note("");
}

/** Says something that is not about the value. */
function note(text) {
  page.note.textContent = text;
}

// --- drawing ---

const square = (uci, place) => state.game.places.get(Number(uci.slice(2 * place, 2 * place + 2)));
const from = (move) => square(move.uci, 0);
const to = (move) => square(move.uci, move.uci.length / 2 - 1);
const path = (move) => Array.from({ length: move.uci.length / 2 }, (_, i) => square(move.uci, i));

function draw() {
  const moves = state.editing ? [] : state.answer?.moves ?? [];
  const ranks = { win: 2, draw: 1, loss: 0 };
  const dots = new Map();
  for (const move of moves.filter((m) => from(m) === state.chosen)) {
    const known = dots.get(to(move));
    if (!known || ranks[known] < ranks[moveGrade(move)]) dots.set(to(move), moveGrade(move));
  }
  board.draw({ game: state.game, position: parseFen(state.game, state.fen), words, dots,
    movable: new Set(moves.map(from)), chosen: state.chosen, path: state.path, editing: state.editing });
  drawMoves(moves);
  // What is being typed stays.
  if (page.fen.value === page.written) page.fen.value = page.written = state.fen;
  document.title = state.unknown === null ? `${state.fen} (${state.game.name}) - Damiera` : "Damiera";
  page.examples.value = state.game.examples.some((e) => e.fen === state.fen) ? state.fen : "";
  page.game.value = state.unknown === null ? state.game.name : "";
  page.counted.value = state.counted;
  page.count.value = state.count ?? state.game.count;
  // Without tables of the count, nothing is known of it; another count may have tables.
  const count = Number(state.count ?? state.game.count);
  page.counting.hidden = !state.game.count || (state.answer !== null && !state.answer.count &&
    state.game.counts.every((n) => n === count));
  page.editor.hidden = !state.editing;
  page.edit.textContent = state.editing ? words.done : words.edit;
  page.out.textContent = state.playing ? words.stop : words.out;
  const step = history.state?.step ?? 0;
  oldest = Math.max(oldest, step + 1 - history.length);
  page.undo.disabled = step <= oldest;  // before the first step there is another page
  page.best.disabled = moves.length === 0;
  page.out.disabled = !state.playing && (moves.length === 0 || state.answer.wdl === 0);
  for (const link of page.languages) link.href = address(link.hreflang);
}

function drawMoves(moves) {
  page.moves.replaceChildren(...moves.map((move) => {
    const trace = (shown) => { state.path = shown ? path(move) : null; drawPath(); };
    const kind = moveGrade(move);
    return element("li", {}, element("button", { type: "button", onclick: () => play(move),
      onmouseenter: () => trace(true), onmouseleave: () => trace(false),
      onfocus: () => trace(true), onblur: () => trace(false) },
    element("span", { className: `letter ${kind}`, textContent: words.letters[kind], title: words[kind] }),
    element("span", { className: "san", textContent: move.san }),
    element("span", { className: "distance", textContent: moveDistance(move) })));
  }));
}

function drawPath() {
  const drawn = board.root.querySelector("svg");
  drawn?.querySelector(".path")?.remove();
  if (state.path) drawn?.append(svg("polyline", { class: "path",
    points: state.path.map((at) => board.center(at).join(",")).join(" ") }));
}

// --- playing ---

/** Moves are counted on where there are tables of the count: without them it says nothing. */
function play(move, playing = null) {
  const { count } = state.answer;
  const counted = count && !move.conversion ? Math.min(state.counted + .5, count.moves) : 0;
  return go({ fen: move.fen, counted }, playing);
}

function chooseSquare(at) {
  if (state.editing) return paint(at);
  const moves = state.answer?.moves ?? [];
  const made = moves.filter((m) => from(m) === state.chosen && to(m) === at);
  if (made.length === 1) return play(made[0]);
  if (made.length > 1) return note(words.ambiguous);
  state.chosen = moves.some((m) => from(m) === at) && state.chosen !== at ? at : null;
  note("");
  draw();
}

async function playOut() {
  if (state.playing) return stopPlaying();
  const playing = state.playing = {};
  while (state.playing === playing && state.answer?.moves.length && state.answer.wdl !== 0) {
    await play(state.answer.moves[0], playing);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  if (state.playing === playing) stopPlaying();
}

function stopPlaying() {
  state.playing = null;
  draw();
}

// --- the editor ---

function edited(change) {
  const position = parseFen(state.game, state.fen);
  return go({ fen: formatFen(state.game, change(position) ?? position), counted: 0 });
}

function paint(at) {
  return edited(({ pieces }) => {
    const same = !state.brush || pieces.get(at) === state.brush;
    if (same) pieces.delete(at);
    else pieces.set(at, state.brush);
  });
}

function dragPiece(from, to) {
  return edited(({ pieces }) => {
    const piece = pieces.get(from);
    if (!piece) return;
    pieces.delete(from);
    pieces.set(to, piece);
  });
}

function editorRow() {
  const brushes = pieceKinds.map(([kind, name]) => button(name, () => {
    state.brush = kind;
    brushes.forEach((b, i) => b.setAttribute("aria-pressed", pieceKinds[i][0] === kind));
  }, { "aria-pressed": String(kind === state.brush) }));
  return element("div", { id: "editor", hidden: true }, row(...brushes), row(
    button(words.clear, () => edited((p) => { p.pieces.clear(); })),
    button(words.swap, () => edited((p) => swapped(state.game, p))),
    button(words.side, () => edited((p) => { p.toMove = p.toMove === "W" ? "B" : "W"; }))));
}

// --- statistics and claims ---

async function showStats() {
  const number = asked;
  const position = parseFen(state.game, state.fen);
  const name = sliceName(position);
  if (!name) return page.statsText.replaceChildren("-");
  if (/K{16}|M{16}/.test(name))  // no name of a slice has so many of a kind
    return page.statsText.replaceChildren(words.missing(position.pieces.size, state.game.max_pieces));
  const path = `/stats/${state.game.name}/${name}.json`;
  if (page.shownStats !== path) page.statsText.replaceChildren(words.loading);
  page.shownStats = path;
  try {
    const slice = await ask(path);
    if (number !== asked) return;
    page.statsText.replaceChildren(element("p", { textContent: name }), bars(slice),
      ...histogram(slice.histogram), longestOf(slice));
  } catch (error) {
    if (number === asked) page.statsText.replaceChildren(error.message);
  }
}

const percent = (part) => (100 * part).toLocaleString(language,
  { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function bars(slice) {
  const rows = [["win", "wins"], ["draw", "draws"], ["loss", "losses"]];
  const drawn = svg("svg", { class: "bars", viewBox: "0 0 160 24", role: "img",
    "aria-label": rows.map(([, key]) => `${words[key]} ${slice[key]}`).join(", ") });
  rows.forEach(([kind, key], i) => drawn.append(
    svg("rect", { class: kind, x: 0, y: 8 * i, height: 6, width: Math.max(.3, 80 * slice[key] / slice.positions) }),
    svg("text", { x: 84, y: 8 * i + 4.6 },
      `${words[key]} ${slice[key].toLocaleString(language)} (${percent(slice[key] / slice.positions)} %)`)));
  return drawn;
}

/** Positions by distance, of the side to move: wins upwards, losses downwards, on a logarithmic scale. */
function histogram(counted) {
  if (!counted) return [];
  const { win_hist: wins, loss_hist: losses } = counted.w;
  const last = Math.max(wins.length, losses.length, 2) - 1;
  const height = (n) => 2 + 20 * Math.log10(n) / Math.log10(Math.max(...wins, ...losses, 10));
  const title = words.histogram(words[counted.metric]);
  const farthest = (kind, counts) => `${words[kind]}: ${counts.length ? words.plies(counts.length - 1) : "-"}`;
  const drawn = svg("svg", { class: "histogram", viewBox: "0 0 160 52", role: "img",
    "aria-label": `${title}. ${words.longest}: ${farthest("wins", wins)}, ${farthest("losses", losses)}` });
  const step = 158 / (last + 1);
  const bar = (kind, plies, n, top) => {
    if (n === 0) return;
    const rect = svg("rect", { class: kind, x: 1 + step * plies, y: top, width: .85 * step, height: height(n) });
    rect.append(svg("title", {},
      `${words[kind === "win" ? "wins" : "losses"]}, ${words.plies(plies)}: ${n.toLocaleString(language)}`));
    drawn.append(rect);
  };
  wins.forEach((n, plies) => bar("win", plies, n, 23 - height(n)));
  losses.forEach((n, plies) => bar("loss", plies, n, 28));
  for (let plies = 0; plies <= last; plies += Math.ceil(last / 8))
    drawn.append(svg("text", { x: 1 + step * (plies + .425), y: 27 }, String(plies)));
  return [element("p", { textContent: title }), drawn];
}

/** The longest distances, of either metric, each with a button that shows its position. */
function longestOf(slice) {
  const told = [["dtc", "conversion"], ["dtw", "end"]].filter(([metric]) => slice.longest[metric]);
  if (!told.length) return "";
  return element("p", {}, `${words.longest}: `, ...told.map(([metric, distance]) => {
    const { plies, fen } = slice.longest[metric];
    return button(`${words[distance](words.plies(plies))}, ${fen}`, () => go({ fen, counted: 0 }));
  }));
}

async function judge() {
  page.verdict.textContent = words.loading;
  try {
    const { games: judged } = await ask(`/${state.game.name}/claim?lang=${language}`,
      { method: "POST", body: page.pdn.value });
    page.verdict.textContent = judged.map((game) => game.error ?? game.text).join("\n");
  } catch (error) {
    page.verdict.textContent = error.message;
  }
}

// --- the page ---

/** What stands in the field of the position, perhaps not looked up yet. */
const typed = () => page.fen.value.trim();

function build() {
  page.languages = document.querySelectorAll("#languages a");
  page.value = element("p", { id: "value", role: "status", "aria-live": "polite" });
  page.note = element("p", { id: "note", role: "status", "aria-live": "polite" });
  page.moves = element("ol", { id: "moves" });
  page.fen = element("input", { id: "fen", spellcheck: false, "aria-label": words.position });
  page.written = "";
  page.counted = element("input", { id: "counted", type: "number", min: 0, step: .5,
    "aria-label": words.counted, onchange: () => go({ fen: typed(), counted: asNumber(page.counted.value) }) });
  page.count = element("select", { id: "count", "aria-label": words.ofMoves,
    onchange: () => go({ fen: typed(), count: page.count.value, counted: 0 }) });
  page.counting = element("span", {}, element("label", {}, `${words.count}: `, page.counted), " / ", page.count);
  const game = choice(words.game, games.map((g) => [g.name, g.name]), state.game.name, changeGame);
  page.game = game.querySelector("select");
  page.edit = button(words.edit, () => { state.editing = !state.editing; stopPlaying(); }, { id: "edit" });
  page.undo = button(words.undo, () => history.back(), { id: "undo" });
  page.best = button(words.best, () => play(state.answer.moves[0]), { id: "best" });
  page.out = button(words.out, playOut, { id: "out" });
  page.editor = editorRow();
  page.statsText = element("div");
  page.stats = folded("stats", words.stats, showStats, page.statsText);
  page.pdn = element("textarea", { id: "pdn", rows: 6, "aria-label": words.claimHelp, placeholder: words.claimHelp });
  page.verdict = element("pre", { id: "verdict", role: "status" });
  page.examples = element("select", { id: "examples", "aria-label": words.examplesTitle,
    onchange: () => page.examples.value && go({ fen: page.examples.value, counted: 0 }) });
  const left = element("section", {}, row(game, page.examples), board.root, page.editor, row(
    page.undo, page.best, page.out, page.edit,
    button(words.flip, () => { board.turned = !board.turned; draw(); }, { id: "flip" }),
    button(words.link, copyLink)), page.note);
  const look = (event) => {
    event.preventDefault();
    go({ fen: typed(), counted: typed() === state.fen ? state.counted : 0 });
  };
  const right = element("section", {}, page.value, element("form", { className: "row", onsubmit: look },
    page.fen, button(words.look, look)), row(page.counting), element("h2", { textContent: words.moves }),
  page.moves, page.stats, folded("claim", words.claim, () => {}, page.pdn,
    row(button(words.judge, judge, { id: "judge" })), page.verdict));
  document.getElementById("app").replaceChildren(left, right);
  document.getElementById("app").classList.add("live");
  fillChoices();
}

/** What depends on the game: its draw counts and its examples. */
function fillChoices() {
  const counts = new Set([state.game.count, ...state.game.counts, Number(state.count)].filter(Boolean));
  page.count.replaceChildren(...[...counts].sort((a, b) => a - b).map((n) =>
    element("option", { value: n, textContent: String(n) })));
  page.examples.replaceChildren(element("option", { value: "", textContent: `${words.examples} ...` }),
    ...state.game.examples.map((e) => element("option",
      { value: e.fen, textContent: `${e.slice}: ${words.plies(e.plies)}` })));
}

function changeGame(name) {
  state.game = games.find((game) => game.name === name);
  state.count = null;
  fillChoices();
  const example = state.game.examples[0]?.fen ?? state.game.initial;
  return go({ fen: typed() === state.fen ? example : typed(), counted: 0 });
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    note(words.copied);
  } catch {
    note(copiedInTheOldWay(location.href) ? words.copied : location.href);
  }
}

/** The one way that browsers have without https. */
function copiedInTheOldWay(text) {
  const inFocus = document.activeElement;
  const field = element("textarea", { className: "copied", value: text, readOnly: true });
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  inFocus.focus();
  return copied;
}

async function begin() {
  try {
    games = await ask("/games.json");
  } catch (error) {
    document.getElementById("app").prepend(element("p", { className: "error", textContent: error.message }));
    return;
  }
  for (const game of games) {
    game.names = game.cells.map(([, , name]) => name);
    game.places = new Map(game.cells.map(([, , , number], at) => [number, at]));
  }
  readAddress();
  build();
  window.addEventListener("popstate", () => {
    state.chosen = state.path = state.playing = null;
    page.written = page.fen.value;
    readAddress();
    fillChoices();
    show();
  });
  await show();
}

begin();
