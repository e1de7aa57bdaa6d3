// One player's line: title, name, rating, score, and the clock that runs by itself.

import { clock_text, time_left } from '/clock.js';

const words = { w: 'White', b: 'Black' };
const scores = { w: { '1-0': '1', '0-1': '0', '1/2-1/2': '½' }, b: { '1-0': '0', '0-1': '1', '1/2-1/2': '½' } };

const span = (name, parent) => {
  const made = document.createElement('span');
  made.className = name;
  parent.append(made);
  return made;
};
const set = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
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
    for (const name of ['title', 'name', 'rating']) this.#nodes[name] = span(name, who);
    for (const name of ['score', 'clock']) this.#nodes[name] = span(name, root);
  }

  show(game, now_ms) {
    const word = words[this.#side];
    const tag = name => (game.tags[word + name] ?? '').replace(/^[?-]$/, '');
    set(this.#nodes.title, tag('Title'));
    set(this.#nodes.name, tag('') || word);
    this.#nodes.name.title = this.#nodes.name.textContent; // where it is cut
    set(this.#nodes.rating, tag('Elo'));
    set(this.#nodes.score, scores[this.#side][game.result] ?? '');
    this.tick(game, now_ms);
  }

  tick(game, now_ms) {
    set(this.#nodes.clock, clock_text(time_left(game, this.#side, now_ms)));
    const runs = game.result === '*' && game.clocks?.running === this.#side;
    this.#root.classList.toggle('running', runs);
  }
}
