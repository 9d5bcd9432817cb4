// Positions as the page sees them: who is to move, and a piece or nothing on each square.

/** The squares that a word of a FEN means: "21-32" is all of these. Where squares have names with
    letters, numbers count them from the top left. */
function squaresIn(game, word) {
  const named = (name) => {
    const at = game.names.indexOf(name.replace(/^0+/, "").toLowerCase());
    const number = /^\d+$/.test(name) && /^[a-z]/.test(game.names[0]) ? Number(name) : 0;
    return number <= game.names.length ? Math.max(at, number - 1) : at;
  };
  const range = /^(\d{1,3})-(\d{1,3})$/.exec(word);
  if (!range) return [named(word)].filter((at) => at >= 0);
  const [first, last] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => named(String(first + i))).filter((at) => at >= 0);
}

/** { toMove: "W" | "B", pieces: Map from square (0 = top left) to "W", "WK", "B", "BK" }
    What cannot be read is left out, so that the editor writes what can be. */
export function parseFen(game, fen) {
  const plain = fen.replace(/^\s*\[\s*FEN/i, "").replace(/["'[\]\s_]/g, "");
  const [first, ...sides] = plain.replace(/\.$/, "").split(":");
  const toMove = /^b/i.test(first) ? "B" : "W";
  const pieces = new Map();
  for (const side of sides) {
    const color = side.charAt(0).toUpperCase();
    if (color !== "W" && color !== "B") continue;  // moves counted, as ":H5:F9", and moves of kings
    for (const word of side.slice(1).split(",")) {
      const king = /^k/i.test(word);
      for (const square of squaresIn(game, king ? word.slice(1) : word)) pieces.set(square, color + (king ? "K" : ""));
    }
  }
  return { toMove, pieces };
}

export function formatFen(game, { toMove, pieces }) {
  const side = (color) => color + [...pieces].filter(([, piece]) => piece[0] === color)
    .sort(([a], [b]) => a - b)
    .map(([square, piece]) => (piece.endsWith("K") ? "K" : "") + game.names[square]).join(",");
  return `${toMove}:${side("W")}:${side("B")}`;
}

/** The same position with the colours exchanged and the board turned. */
export function swapped(game, { toMove, pieces }) {
  const other = (color) => (color === "W" ? "B" : "W");
  const turned = [...pieces].map(([square, piece]) =>
    [game.cells.length - 1 - square, other(piece[0]) + piece.slice(1)]);
  return { toMove: other(toMove), pieces: new Map(turned) };
}

/** "KMvK": the side to move first, kings before men; nothing if a side has no pieces. */
export function sliceName({ toMove, pieces }) {
  const counts = (mine) => {
    const own = [...pieces.values()].filter((piece) => (piece[0] === toMove) === mine);
    const kings = own.filter((piece) => piece.endsWith("K")).length;
    return "K".repeat(kings) + "M".repeat(own.length - kings);
  };
  return counts(true) && counts(false) ? `${counts(true)}v${counts(false)}` : null;
}
