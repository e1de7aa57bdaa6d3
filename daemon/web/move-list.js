// The list of moves: a row is a number and one or two moves, each a button. Only what changed is written anew.

import { button, element } from '/dom.js';
import { move_text } from '/game-words.js';

export class MoveList {
  #root;
  #listed = [];
  #look;

  /// `look(ply)`: a move was chosen.
  constructor(root, look) {
    this.#root = root;
    this.#look = look;
    new ResizeObserver(() => this.#scroll()).observe(root);
  }

  show({ start, moves }) {
    const black_begins = start.split(' ')[1] === 'b' ? 1 : 0, first_number = Number(start.split(' ')[5]);
    const sans = moves.map(([san]) => san);
    let same = 0;
    while (same < sans.length && same < this.#listed.length && sans[same] === this.#listed[same]) ++same;
    this.#root.querySelectorAll('button').forEach(node => Number(node.dataset.ply) > same && node.remove());
    for (const row of [...this.#root.children]) row.querySelector('button') || row.remove();
    for (let ply = same; ply < sans.length; ++ply) {
      const half = ply + black_begins, row = this.#root.children[half >> 1] ?? element('li', this.#root);
      if (!row.firstChild) element('span', row, `${first_number + (half >> 1)}.${half % 2 ? '..' : ''}`);
      button(row, move_text(sans[ply]), () => this.#look(ply + 1), { 'data-ply': ply + 1 });
    }
    this.#listed = sans;
  }

  mark(ply) {
    this.#root.querySelector('[aria-current]')?.removeAttribute('aria-current');
    this.#root.querySelector(`[data-ply="${ply}"]`)?.setAttribute('aria-current', 'true');
    this.#scroll();
  }

  #scroll() {
    const current = this.#root.querySelector('[aria-current]');
    this.#root.scrollTop = current ? current.offsetTop - this.#root.clientHeight / 2 : 0;
  }
}
