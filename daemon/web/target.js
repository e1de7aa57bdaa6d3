// One target on the page: what it does, what the site says of each game, and where it shows something else than the board.

import { isolated } from '/names.js';

const element = (name, parent, text = '', attributes = {}) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  parent.append(made);
  return made;
};
const set = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/// "14:03:12", with the day if it is another.
function time_of(ms, now_ms) {
  const at = new Date(ms), today = new Date(now_ms).toDateString() === at.toDateString();
  return today ? at.toLocaleTimeString('en-GB') : at.toLocaleString('en-GB');
}
function span(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 120 ? `${seconds} s` : seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}
const sentence = text => text && `${text[0].toUpperCase()}${text.slice(1)}.`;
const name_of = ({ game, board, players }) => (board ? `Board ${board}: ${players.split(' – ').map(isolated).join(' – ')}` : game ?? 'The file of all boards');

/// What the site says of a game.
function answer(game, now_ms) {
  const taken = game.taken === null ? '' : `taken at ${time_of(game.taken, now_ms)}`;
  if (game.refused) return `refused: ${game.refused}`;
  if (game.held) return 'held back: the site shows other moves';
  if (game.behind) return taken ? `changed, not sent yet; ${taken}` : 'not sent yet';
  return taken || 'not sent yet';
}

export class Target {
  #shown = {}; // what the parts were last drawn from

  /// `act(verb, name)` carries out "push" or "reset".
  constructor({ name, kind }, act) {
    const id = `target-${name}`;
    this.root = element('section', document.createDocumentFragment(), '', { class: 'target', 'aria-labelledby': id });
    const head = element('h2', this.root, `${name} `, { id });
    this.state = element('span', head, '', { class: 'state' });
    this.happening = element('p', this.root, '', { class: 'happening' });
    this.to_do = element('p', this.root, '', { class: 'to-do' });
    this.times = element('dl', this.root);
    const buttons = element('p', this.root, '', { class: 'buttons' });
    const button = (verb, text) => {
      const made = element('button', buttons, text, { type: 'button', 'aria-label': `${text}: ${name}`, 'data-verb': verb });
      made.addEventListener('click', () => act(verb, name));
      return made;
    };
    this.buttons = [button('push', 'Push again')];
    if (kind === 'lichess') this.buttons.push(button('reset', 'Reset and push again…'));
    this.differences = element('div', this.root);
    const all = element('details', this.root);
    this.summary = element('summary', all);
    const table = element('table', all);
    element('caption', table, `What ${name} says of each game`, { class: 'unseen' });
    const titles = element('tr', element('thead', table));
    for (const title of [kind === 'lichess' ? 'Game' : 'File', 'Its answer']) element('th', titles, title, { scope: 'col' });
    this.games = element('tbody', table);
  }

  show(target, now_ms) {
    this.root.dataset.state = target.state;
    set(this.state, target.state);
    set(this.happening, sentence(target.happening));
    set(this.to_do, target.to_do ? `To do: ${target.to_do}.` : '');
    this.to_do.hidden = !target.to_do;
    for (const button of this.buttons) button.classList.toggle('advised', button.dataset.verb === target.command);
    this.#show_times(target, now_ms);
    this.#draw('differences', target.games.filter(game => game.differs), games => this.#show_differences(games));
    const refused = target.games.filter(game => game.refused).length;
    const things = target.kind === 'lichess' ? 'game' : 'file';
    set(this.summary, `${target.games.length} ${things}${target.games.length === 1 ? '' : 's'}${refused ? `, ${refused} refused` : ''}`);
    const rows = target.games.map(game => [name_of(game), answer(game, now_ms), Boolean(game.refused || game.held)]);
    this.#draw('games', rows, () => this.#show_games(rows));
  }

  /// Draws a part anew only where it has changed, so that what is open, selected or focused stays so.
  #draw(part, from, draw) {
    const text = JSON.stringify(from);
    if (this.#shown[part] === text) return;
    this.#shown[part] = text;
    draw(from);
  }

  #show_times({ since, next, last_success, state }, now_ms) {
    const rows = [];
    if (since !== null) rows.push([`${sentence(state).slice(0, -1)} since`, `${time_of(since, now_ms)}, for ${span(now_ms - since)}`]);
    if (next !== null) rows.push(['Next try', next <= now_ms ? 'now' : `in ${span(next - now_ms)}`]);
    rows.push(['Last success', last_success === null ? 'none since the daemon’s start'
      : `${time_of(last_success, now_ms)}, ${span(now_ms - last_success)} ago`]);
    while (this.times.children.length > rows.length) this.times.lastChild.remove();
    rows.forEach(([title, text], at) => {
      const row = this.times.children[at] ?? element('div', this.times);
      if (!row.firstChild) ['dt', 'dd'].forEach(name => element(name, row));
      set(row.firstChild, title);
      set(row.lastChild, text);
    });
  }

  #show_differences(games) {
    this.differences.replaceChildren();
    for (const game of games) {
      const part = element('section', this.differences, '', { class: 'difference' });
      element('h3', part, name_of(game));
      element('p', part, sentence(game.differs) + (game.held ? ' Nothing more of this game is sent.' : ''));
      if (game.moves.length) this.#show_moves(part, game);
    }
  }

  #show_moves(part, { moves, board }) {
    const table = element('table', part, '', { class: 'moves' });
    element('caption', table, `Board ${board}, move by move`, { class: 'unseen' });
    const titles = element('tr', element('thead', table));
    for (const title of ['Move', 'The site shows', 'The board']) element('th', titles, title, { scope: 'col' });
    const rows = element('tbody', table);
    for (const move of moves) {
      const row = element('tr', rows, '', move.site === move.board ? {} : { class: 'other' });
      element('th', row, move.number, { scope: 'row' });
      for (const side of ['site', 'board']) element('td', row, move[side] ?? '—');
    }
  }

  #show_games(rows) {
    this.games.replaceChildren();
    for (const [name, said, is_trouble] of rows) {
      const row = element('tr', this.games, '', is_trouble ? { class: 'other' } : {});
      element('th', row, name, { scope: 'row' });
      element('td', row, said);
    }
  }
}
