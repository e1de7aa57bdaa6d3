// One player's line: title, name, rating, team, score, and the clock that runs by itself.

import { clock_text, time_left } from '/clock.js';
import { set } from '/dom.js';
import { name_of } from '/game-words.js';

const scores = { w: { '1-0': '1', '0-1': '0', '1/2-1/2': '½' }, b: { '1-0': '0', '0-1': '1', '1/2-1/2': '½' } };

const span = (name, parent, element = 'span') => {
  const made = document.createElement(element);
  made.className = name;
  parent.append(made);
  return made;
};

export class Player {
  #side;
  #root;
  #nodes = {};

  constructor(root, side) {
    this.#side = side;
    this.#root = root;
    root.classList.add('player', side);
    const who = span('who', root);
    for (const name of ['title', 'name', 'rating', 'team']) this.#nodes[name] = span(name, who, ['name', 'team'].includes(name) ? 'bdi' : 'span');
    for (const name of ['score', 'clock']) this.#nodes[name] = span(name, root);
  }

  show(game, now_ms) {
    const word = this.#side === 'w' ? 'White' : 'Black';
    const tag = name => (game.tags[word + name] ?? '').replace(/^[?-]$/, '');
    set(this.#nodes.title, tag('Title'));
    set(this.#nodes.name, name_of(game, this.#side));
    this.#nodes.name.title = this.#nodes.name.textContent; // where it is cut
    set(this.#nodes.rating, tag('Elo'));
    set(this.#nodes.team, tag('Team'));
    set(this.#nodes.score, scores[this.#side][game.result] ?? '');
    this.#root.classList.toggle('winner', scores[this.#side][game.result] === '1');
    this.tick(game, now_ms);
  }

  /// Where there is no room for "Vachier-Lagrave, Maxime": "Vachier-Lagrave, M." or the family's name alone. The team
  /// stands only where the whole name leaves room for half of it at least.
  fit_name() {
    const { name: node, team } = this.#nodes, whole = node.title;
    set(node, whole);
    team.hidden = false;
    team.hidden = node.scrollWidth > node.clientWidth || team.clientWidth < team.scrollWidth / 2;
    for (const text of [whole, whole.replace(/^([^,]+, \p{L})[^,]*$/u, '$1.'), whole.replace(/,[^,]*$/, '')]) {
      set(node, text);
      if (node.scrollWidth <= node.clientWidth) return;
    }
  }

  tick(game, now_ms) {
    this.show_clock(time_left(game, this.#side, now_ms), game.result === '*' && game.clocks?.running === this.#side);
  }

  /// `ms`: null where it is not known.
  show_clock(ms, runs) {
    set(this.#nodes.clock, clock_text(ms));
    this.#root.classList.toggle('running', runs);
    this.#root.classList.toggle('short', runs && ms !== null && ms < 60_000);
  }
}
