// Positions as the page sees them: who is to move, and a piece or nothing on each square.

/** The names of squares that a word of a FEN means: "21-32" is all of these. */
function namesIn(word) {
  const range = /^(\d{1,2})-(\d{1,2})$/.exec(word);
  if (!range) return [word];
  const [first, last] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => String(first + i));
}

/** { toMove: "W" | "B", pieces: Map from square (0 = top left) to "W", "WK", "B", "BK" }
    What cannot be read is left out, so that the editor writes what can be. */
export function parseFen(game, fen) {
  const [first, ...sides] = fen.replace(/\.$/, "").split(":");
  const toMove = /^\s*b/i.test(first) ? "B" : "W";
  const pieces = new Map();
  for (const side of sides.map((text) => text.trim())) {
    const color = side.charAt(0).toUpperCase();
    if (color !== "W" && color !== "B") continue;  // moves counted, as ":H5:F9", and moves of kings
    for (const word of side.slice(1).split(",").map((text) => text.trim()).filter(Boolean)) {
      const king = word.startsWith("K");
      for (const name of namesIn(king ? word.slice(1) : word)) {
        const square = game.names.indexOf(name);
        if (square >= 0) pieces.set(square, color + (king ? "K" : ""));
      }
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
