// A chess position as SVG, with the drawings of pieces.svg. Squares are 40 units wide; White is at the bottom
// until the board is turned.

const svg_namespace = 'http://www.w3.org/2000/svg';
const files = 'abcdefgh';

const element = (name, attributes, parent) => {
  const made = document.createElementNS(svg_namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
};

/// Square to FEN letter, from the first field of a FEN.
export function placement(fen) {
  const pieces = new Map();
  fen.split(' ')[0].split('/').forEach((rank, row) => {
    let file = 0;
    for (const letter of rank)
      if (/\d/.test(letter)) file += Number(letter);
      else pieces.set(files[file++] + (8 - row), letter);
  });
  return pieces;
}

export class Board {
  #pieces = new Map(); // square to { letter, node }
  #marks;
  #layer;
  #names = null;
  #marked = [];
  #turned = false;

  constructor(parent, with_names = false) {
    this.svg = element('svg', { viewBox: '0 0 320 320', class: 'board', role: 'img' }, parent);
    element('rect', { width: 320, height: 320, class: 'light' }, this.svg);
    const dark = [...Array(32).keys()].map(n => `M${((n % 4) * 2 + (1 - ((n >> 2) & 1))) * 40} ${(n >> 2) * 40}h40v40h-40z`);
    element('path', { d: dark.join(''), class: 'dark' }, this.svg);
    this.#marks = element('g', { class: 'marks' }, this.svg);
    if (with_names) this.#names = element('g', {}, this.svg);
    this.#name_squares();
    this.#layer = element('g', { class: 'pieces' }, this.svg);
  }

  #name_squares() {
    this.#names?.replaceChildren();
    for (let n = 0; this.#names && n < 8; ++n) {
      const nth = this.#turned ? 7 - n : n;
      element('text', { x: n * 40 + 39.3, y: 318.3, 'text-anchor': 'end', class: n % 2 ? 'on-light' : 'on-dark' }, this.#names).textContent = files[nth];
      element('text', { x: 1, y: n * 40 + 7, class: n % 2 ? 'on-dark' : 'on-light' }, this.#names).textContent = 8 - nth;
    }
  }

  #place(square) {
    const x = files.indexOf(square[0]) * 40, y = (8 - Number(square[1])) * 40;
    return this.#turned ? { x: 280 - x, y: 280 - y } : { x, y };
  }

  /// Whether Black is at the bottom.
  turn(turned) {
    if (turned === this.#turned) return;
    this.#turned = turned;
    this.#name_squares();
    this.#mark();
    for (const [square, { node }] of this.#pieces) this.#move(node, square);
  }

  #mark() {
    this.#marks.replaceChildren();
    for (const square of this.#marked) element('rect', { ...this.#place(square), width: 40, height: 40 }, this.#marks);
  }

  #move(node, square) {
    const { x, y } = this.#place(square);
    node.style.transform = `translate(${x}px, ${y}px)`;
  }

  /// `pieces` as placement() gives them, `marked` the squares of the last move. Pieces that moved glide there.
  show(pieces, marked = []) {
    this.#marked = marked;
    this.#mark();
    const homeless = [...this.#pieces].filter(([square, { letter }]) => pieces.get(square) !== letter);
    for (const [square] of homeless) this.#pieces.delete(square);
    for (const [square, letter] of pieces)
      if (!this.#pieces.has(square)) this.#put(square, letter, homeless);
    for (const [, { node }] of homeless) node.remove();
  }

  #put(square, letter, homeless) {
    const at = homeless.findIndex(([, piece]) => piece.letter === letter);
    const piece = at >= 0 ? homeless.splice(at, 1)[0][1] : { letter, node: this.#draw(letter) };
    this.#move(piece.node, square);
    this.#pieces.set(square, piece);
  }

  #draw(letter) {
    const name = (letter === letter.toUpperCase() ? 'w' : 'b') + letter.toLowerCase();
    return element('use', { href: `/pieces.svg#${name}` }, this.#layer);
  }
}
