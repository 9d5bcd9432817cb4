// The board in SVG. Every dark square is a button: for the mouse, for fingers and for the keyboard.
const svgSpace = document.querySelector("svg")?.namespaceURI ??
  new DOMParser().parseFromString("<svg/>", "text/html").querySelector("svg").namespaceURI;
const size = 10;  // of a square

export function svg(name, attributes = {}, text) {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function crown(x, y) {
  const points = [[-2.6, 1.6], [-2.8, -1.4], [-1.2, .2], [0, -2.2], [1.2, .2], [2.8, -1.4], [2.6, 1.6]];
  return svg("polygon", { class: "crown", points: points.map(([a, b]) => `${x + a},${y + b}`).join(" ") });
}

export class Board {
  /** onSquare(square) is called for each square that is chosen, onDrag(from, to) in the editor for a
      piece that is dragged, and onLeave() for Escape. */
  constructor(root, { onSquare, onDrag, onLeave }) {
    this.root = root;
    Object.assign(this, { onSquare, onDrag, onLeave });
    this.turned = false;
    this.focused = 0;
    this.pressedAt = -Infinity;
    // When a piece is released, on the board or outside it, it is no longer held.
    for (const ends of ["pointerup", "pointercancel"])
      document.addEventListener(ends, () => { this.from = undefined; });
    // Programs that help people, such as screen readers, click without a pointer.
    root.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-square]");
      if (cell && event.detail === 0 && event.timeStamp - this.pressedAt > 500) this.choose(Number(cell.dataset.square));
    });
  }

  choose(square) {
    this.focused = square;
    this.onSquare(square);
  }

  /** view: { game, position, words, dots: Map(square -> grade), movable: Set, chosen, path, editing } */
  draw(view) {
    this.view = view;
    const hadFocus = this.root.contains(document.activeElement);
    if (this.focused >= view.game.cells.length) this.focused = 0;  // of a larger board
    const total = view.game.width * size;
    const board = svg("svg", { class: `board${view.editing ? " editing" : ""}`, viewBox: `0 0 ${total} ${total}`, role: "group",
      "aria-label": view.words.board });
    board.append(svg("rect", { class: "light", width: total, height: total }));
    this.cells = view.game.cells.map((cell, square) => this.drawCell(square));
    board.append(...this.cells);
    if (view.path) board.append(svg("polyline", { class: "path",
      points: view.path.map((square) => this.center(square).join(",")).join(" ") }));
    for (const [square, grade] of view.dots) board.append(...this.drawDot(square, grade));
    this.root.replaceChildren(board);
    if (hadFocus) this.cells[this.focused]?.focus();
  }

  place(square) {
    const [row, column] = this.view.game.cells[square];
    const last = this.view.game.width - 1;
    return this.turned ? [last - row, last - column] : [row, column];
  }

  center(square) {
    const [row, column] = this.place(square);
    return [column * size + size / 2, row * size + size / 2];
  }

  drawCell(square) {
    const { game, position, words, movable, chosen, dots } = this.view;
    const [x, y] = this.center(square);
    const piece = position.pieces.get(square);
    const kind = { W: words.whiteMan, WK: words.whiteKing, B: words.blackMan, BK: words.blackKing };
    const cell = svg("g", { role: "button", tabindex: square === this.focused ? 0 : -1,
      class: `cell${movable.has(square) ? " movable" : ""}${chosen === square ? " chosen" : ""}`,
      "data-square": square, "aria-pressed": chosen === square,
      "aria-label": [game.names[square], kind[piece] ?? words.empty, words[dots.get(square)]].filter(Boolean).join(", ") });
    cell.append(svg("rect", { class: "dark", x: x - size / 2, y: y - size / 2, width: size, height: size }));
    cell.append(svg("text", { class: "name", x: x - size / 2 + .5, y: y - size / 2 + 2.6 }, game.names[square]));
    if (piece) cell.append(svg("circle",
      { class: `piece ${piece[0] === "W" ? "white" : "black"}`, cx: x, cy: y, r: 3.9 }));
    if (piece?.endsWith("K")) cell.append(crown(x, y));
    this.listen(cell, square);
    return cell;
  }

  drawDot(square, grade) {
    const [x, y] = this.center(square);
    return [svg("circle", { class: `dot ${grade}`, cx: x, cy: y, r: 2.6 }),
      svg("text", { class: "dot-text", x, y: y + 1.15 }, this.view.words.letters[grade])];
  }

  listen(cell, square) {
    cell.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.target.releasePointerCapture?.(event.pointerId);
      this.pressedAt = event.timeStamp;
      this.focused = square;
      this.from = square;
      // A chosen piece, and any piece in the editor, may be dragged: nothing happens until it is
      // released.
      this.waits = square === this.view.chosen || this.view.editing;
      if (!this.waits) this.onSquare(square);
    });
    cell.addEventListener("pointerup", (event) => {
      if (event.button !== 0 || this.from === undefined) return;
      if (this.from !== square && this.view.editing) this.onDrag(this.from, square);
      else if (this.from !== square || this.waits) this.onSquare(square);
    });
    cell.addEventListener("focus", () => { this.focused = square; });
    cell.addEventListener("keydown", (event) => this.onKey(event, square));
  }

  onKey(event, square) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -2], ArrowRight: [0, 2] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;  // keys of the browser
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(square);
    } else if (event.key === "Escape") {
      this.onLeave();
    } else if (steps[event.key]) {
      event.preventDefault();
      this.focus(this.neighbour(square, steps[event.key]));
    }
  }

  /** The square that a step leads to. Up and down go to and fro between two columns, so that one
      undoes the other. */
  neighbour(square, [down, right]) {
    const [row, column] = this.place(square);
    const wanted = down === 0 ? column + right : column ^ 1;
    const found = this.view.game.cells.findIndex((cell, at) => {
      const [r, c] = this.place(at);
      return r === row + down && c === wanted;
    });
    return found < 0 ? square : found;
  }

  focus(square) {
    this.cells[this.focused].setAttribute("tabindex", -1);
    this.focused = square;
    this.cells[square].setAttribute("tabindex", 0);
    this.cells[square].focus();
  }
}
