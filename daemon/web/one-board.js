// The page of one board: as it is now, or, after a click on a move, as it was.

import { Board, placement } from '/board.js';
import { position_after } from '/moves.js';
import { every_moment, live } from '/page.js';
import { known, numbered, round_text, state_text } from '/round-words.js';
import { Player } from '/player.js';

const number = Number(location.pathname.split('/').at(-1));
const by_id = id => document.getElementById(id);
const board = new Board(by_id('board'), true);
const black = new Player(by_id('black'), 'b'), white = new Player(by_id('white'), 'w');
const list = by_id('moves');
let listed = []; // what stands in the list of moves
let game = null;
let looking_at = null; // a number of moves, or null: the game as it is

const button = (text, ply) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.dataset.ply = ply;
  return made;
};

// A row is a number and one or two moves; only what changed is written anew.
function list_moves() {
  const black_begins = game.start.split(' ')[1] === 'b' ? 1 : 0;
  const first_number = Number(game.start.split(' ')[5]);
  const sans = game.moves.map(([san]) => san);
  let same = 0;
  while (same < sans.length && same < listed.length && sans[same] === listed[same]) ++same;
  list.querySelectorAll('button').forEach(node => Number(node.dataset.ply) > same && node.remove());
  for (const row of [...list.children]) row.querySelector('button') || row.remove();
  for (let ply = same; ply < sans.length; ++ply) {
    const half = ply + black_begins;
    let row = list.children[half >> 1];
    if (!row) {
      row = list.appendChild(document.createElement('li'));
      const count = row.appendChild(document.createElement('span'));
      count.textContent = `${first_number + (half >> 1)}.${half % 2 ? '..' : ''}`;
    }
    row.append(button(sans[ply], ply + 1));
  }
  listed = sans;
}

function show_position() {
  const shown = looking_at ?? game.moves.length;
  const ucis = game.moves.map(([, uci]) => uci);
  const { pieces, marked } = position_after(placement(game.start), ucis, shown);
  board.show(looking_at === null ? placement(game.fen) : pieces, marked);
  const words = shown ? `Position after ${numbered(game, shown - 1)}` : 'Start position';
  board.svg.setAttribute('aria-label', words);
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  list.querySelector(`[data-ply="${shown}"]`)?.setAttribute('aria-current', 'true');
  scroll_to_current();
  by_id('live').disabled = looking_at === null;
  by_id('first').disabled = by_id('back').disabled = shown === 0;
  by_id('forward').disabled = looking_at === null;
}

function scroll_to_current() {
  const current = list.querySelector('[aria-current]');
  list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
}

function look(ply) {
  looking_at = ply >= game.moves.length ? null : Math.max(0, ply);
  show_position();
}

function show_neighbours() {
  const boards = [...live.games.keys()].sort((a, b) => a - b);
  const link = (node, to) => {
    node.hidden = to === undefined;
    if (to !== undefined) node.href = `/board/${to}`;
  };
  link(by_id('previous'), boards.filter(n => n < number).at(-1));
  link(by_id('next'), boards.find(n => n > number));
}

function show_game() {
  const now_here = live.games.get(number) ?? null;
  by_id('game').hidden = !now_here;
  by_id('empty').hidden = Boolean(now_here);
  if (!now_here) return;
  if (game?.id !== now_here.id) looking_at = null;
  game = now_here;
  black.show(game, live.now());
  white.show(game, live.now());
  list_moves();
  by_id('result').textContent = state_text(game);
  show_position();
  by_id('pgn').href = `/games/${game.id}.pgn`;
  by_id('sheet').href = `/games/${game.id}.html`;
  by_id('round').textContent = [known(game.tags.Event), round_text(game.tags)].filter(Boolean).join(' · ');
  document.title = `${known(game.tags.White) || 'White'} – ${known(game.tags.Black) || 'Black'}`;
}

by_id('board-name').textContent = `Board ${number}`;
live.addEventListener('round', () => {
  show_neighbours();
  show_game();
});
live.addEventListener('game', ({ detail }) => detail === number && show_game());
every_moment(() => {
  if (!game) return;
  black.tick(game, live.now());
  white.tick(game, live.now());
});

new ResizeObserver(scroll_to_current).observe(list);
list.addEventListener('click', ({ target }) => target.dataset.ply && look(Number(target.dataset.ply)));
const step = count => game && look((looking_at ?? game.moves.length) + count);
by_id('first').addEventListener('click', () => look(0));
by_id('back').addEventListener('click', () => step(-1));
by_id('forward').addEventListener('click', () => step(1));
by_id('live').addEventListener('click', () => look(Infinity));
addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') step(-1);
  if (key === 'ArrowRight') step(1);
});
