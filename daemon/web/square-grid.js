// The squares of a board as things to press, with a mouse, a thumb or the keyboard alone. Each says what stands on it.

import { element } from '/dom.js';

const files = 'abcdefgh';
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class SquareGrid {
  #cells = new Map(); // by square
  #at = 'e2'; // where the Tab key leads

  /// Covers the board in `parent`, which has White at the bottom. `acts`: `press(square)`, `leave()` at the Escape key.
  constructor(parent, name, acts) {
    this.root = element('div', parent, '', { class: 'squares', role: 'grid', 'aria-label': name });
    for (let rank = 8; rank > 0; --rank) {
      const row = element('div', this.root, '', { role: 'row' });
      for (const file of files) this.#cells.set(file + rank, element('div', row, '', { role: 'gridcell', tabindex: -1 }));
    }
    for (const [square, cell] of this.#cells)
      cell.onclick = () => {
        this.focus(square);
        acts.press(square);
      };
    this.root.onkeydown = event => this.#key(event, acts);
  }

  /// `said(square)`: what is read out of it; `from`: the one that is chosen, or null; `targets`: where it may go.
  show(said, from, targets) {
    for (const [square, cell] of this.#cells) {
      cell.setAttribute('aria-label', said(square));
      cell.setAttribute('aria-selected', `${square === from}`);
      cell.classList.toggle('reach', targets.includes(square));
      cell.tabIndex = square === this.#at ? 0 : -1;
    }
  }

  focus(square = this.#at) {
    this.#cells.get(this.#at).tabIndex = -1;
    this.#at = square;
    this.#cells.get(square).tabIndex = 0;
    this.#cells.get(square).focus({ preventScroll: true });
  }

  #key(event, acts) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') return acts.leave();
    const step = steps[event.key], press = event.key === 'Enter' || event.key === ' ';
    if (!step && !press) return;
    event.preventDefault();
    if (press) return acts.press(this.#at);
    const file = files[files.indexOf(this.#at[0]) + step[0]], square = `${file}${Number(this.#at[1]) + step[1]}`;
    if (this.#cells.has(square)) this.focus(square);
  }
}
