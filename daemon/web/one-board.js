// The page of one board: its game as it is now, or as it was after the move that is looked at; or, where the address names
// a game that is on the board no more, or another daemon's (?game=ID), that one. ?move=N: after so many moves.

import { Board, placement } from '/board.js';
import { captured } from '/captured.js';
import { clocks_after } from '/clock.js';
import { by_id, set } from '/dom.js';
import { games_of_all_rounds, of_round } from '/earlier.js';
import { name_of, numbered_move, round_text, spoken_last, spoken_result, state_text } from '/game-words.js';
import { address, code, number_text, say, words } from '/language.js';
import { MoveList } from '/move-list.js';
import { position_after } from '/moves.js';
import { isolated } from '/names.js';
import { every_moment, full_screen, live } from '/page.js';
import { Player } from '/player.js';
import { known, round_of } from '/round-words.js';
import { Taken } from '/taken.js';

const english_letters = 'KQRBN';
const path = location.pathname, number = Number(path.split('/').at(-1));
const query = new URLSearchParams(location.search);
const board = new Board(by_id('board'), true);
const players = { w: new Player(by_id('white'), 'w'), b: new Player(by_id('black'), 'b') };
const taken = { w: new Taken(by_id('white')), b: new Taken(by_id('black')) };
const list = new MoveList(by_id('moves'), look);
let game = null;
let looking_at = query.has('move') ? Number(query.get('move')) || 0 : null; // a number of moves, or null: the game as it is
let turned = false, opening_of = null; // where no opening is named
let asked_for = query.get('game'), kept = null; // the id in the address, and that game where it is on no board

function show_position() {
  const shown = looking_at ?? game.moves.length;
  const { pieces, marked } = position_after(placement(game.start), game.moves.map(([, uci]) => uci), shown);
  const now = looking_at === null ? placement(game.fen) : pieces;
  board.show(now, marked);
  board.svg.setAttribute('aria-label', shown ? say('position_after', { move: numbered_move(game, shown - 1) }) : words.start_position);
  const gone = captured(placement(game.start), now);
  taken.w.show(gone.w, gone.ahead);
  taken.b.show(gone.b, -gone.ahead);
  list.mark(shown);
  show_opening(shown);
  show_clocks();
  by_id('latest').disabled = by_id('forward').disabled = looking_at === null;
  by_id('first').disabled = by_id('back').disabled = shown === 0;
  by_id('share').href = address(path, looking_at === null ? { game: game.id } : { game: game.id, move: looking_at });
}

function show_opening(shown) {
  const opening = opening_of?.(game, shown);
  by_id('opening').hidden = !opening;
  set(by_id('opening'), opening ? `${opening.code} ${opening.name}` : '');
}

async function name_openings() {
  const named = live.wall.openings && (await import('/openings.js').catch(() => null));
  opening_of = (live.wall.openings && named?.opening_of) || null;
  if (game) show_position();
}

function show_clocks() {
  if (looking_at === null) return Object.values(players).forEach(player => player.tick(game, live.now()));
  const then = clocks_after(game, looking_at);
  for (const [side, player] of Object.entries(players)) player.show_clock(then[side], false);
}

function look(ply) {
  looking_at = ply >= game.moves.length ? null : Math.max(0, ply);
  set(by_id('share'), words.share);
  show_position();
}

function show_way(before, after, href_of) {
  for (const [id, to] of [['previous', before], ['next', after]]) {
    by_id(id).hidden = to === undefined;
    if (to !== undefined) by_id(id).href = href_of(to);
  }
}

function show_neighbours() {
  const boards = [...live.boards].sort((a, b) => a - b);
  show_way(boards.filter(n => n < number).at(-1), boards.find(n => n > number), board => address(`/board/${board}`));
}

/// Of a game that is on no board: the others of its round.
async function show_round_of({ id, tags }) {
  const games = of_round((await games_of_all_rounds()).games.filter(game => game.tags.Event === tags.Event), round_of(tags));
  const at = games.findIndex(game => game.id === id);
  if (at >= 0) show_way(games[at - 1], games[at + 1], ({ board, id }) => address(`/board/${board}`, { game: id }));
  const link = by_id('all').firstElementChild;
  set(link, round_text(tags) || words.rounds);
  link.href = address('/rounds', { round: round_of(tags) });
}

/// The game that was asked for, wherever it is played, else the one on this board.
function game_to_show() {
  if (!asked_for) return live.games.get(number) ?? null;
  return [...live.games.values()].find(({ id }) => id === asked_for) ?? kept;
}

const read_asked_for = () => fetch(`/games/${encodeURIComponent(asked_for)}.json`).catch(() => null);

async function fetch_asked_for() {
  if (!asked_for || game_to_show()) return;
  const response = await read_asked_for();
  if (response?.ok) {
    show_round_of(kept = await response.json());
    if (!kept.elsewhere && kept.result === '*') live.follow(kept.board); // it may be played there
  }
  else if (response?.status === 404) set(by_id('empty'), words.no_such_game);
  show_game();
}

/// A game of another daemon, of which no feed tells.
async function follow() {
  if (document.hidden || game !== kept || !kept?.elsewhere || kept.result !== '*') return;
  const response = await read_asked_for();
  if (!response?.ok) return;
  kept = await response.json();
  show_game();
}

function tell_news(before) {
  if (before?.id !== game.id) return;
  const more = game.moves.length > before.moves.length, ended = before.result !== game.result;
  const told = [more ? spoken_last(game) : '', ended ? spoken_result(game) : ''].filter(Boolean).join('. ');
  if (told) set(by_id('news'), told);
}

function show_game() {
  const before = game, now = game_to_show();
  by_id('game').hidden = !now;
  by_id('empty').hidden = Boolean(now);
  if (!now) return;
  game = now;
  if (before && before.id !== game.id) looking_at = null;
  if (looking_at !== null && looking_at >= game.moves.length) looking_at = null;
  for (const player of Object.values(players)) player.show(game, live.now());
  list.show(game);
  set(by_id('result'), state_text(game));
  show_position();
  tell_news(before);
  by_id('now').hidden = game.id !== asked_for || live.games.get(number)?.id === game.id || !live.boards.includes(number);
  by_id('pgn').href = `/games/${game.id}.pgn`;
  by_id('sheet').href = address(`/games/${game.id}.html`, words.letters === english_letters ? {} : { letters: code });
  set(by_id('round'), [known(game.tags.Event), round_text(game.tags)].filter(Boolean).join(' · '));
  document.title = ['w', 'b'].map(side => isolated(name_of(game, side))).join(' – ');
}

set(by_id('board-name'), say('board', { n: number_text(number) }));
by_id('now').firstElementChild.href = address(path);
live.addEventListener('round', () => {
  show_game();
  if (asked_for && game?.id === asked_for && live.games.get(game.board) === game) live.follow(game.board); // it has gone there
  if (game && game === kept) show_round_of(game);
  else show_neighbours();
  fetch_asked_for();
});
setInterval(follow, 5_000);
live.addEventListener('hall', name_openings);
live.addEventListener('game', ({ detail }) => game_to_show() === live.games.get(detail) && show_game());
every_moment(() => game && looking_at === null && show_clocks());
full_screen('fill');

const step = count => game && look((looking_at ?? game.moves.length) + count);
const flip = () => {
  turned = !turned;
  board.turn(turned);
  by_id('game').classList.toggle('turned', turned);
};
by_id('first').addEventListener('click', () => look(0));
by_id('back').addEventListener('click', () => step(-1));
by_id('forward').addEventListener('click', () => step(1));
by_id('latest').addEventListener('click', () => look(Infinity));
by_id('flip').addEventListener('click', flip);
by_id('share').title = words.share_hint;
by_id('share').addEventListener('click', event => {
  if (!navigator.clipboard) return; // not over plain HTTP: the link leads to its address
  event.preventDefault();
  navigator.clipboard.writeText(event.target.href).then(() => set(event.target, words.copied), () => (location.href = event.target.href));
});
const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => game && look(0), End: () => game && look(Infinity), f: flip };
addEventListener('keydown', event => {
  if (!keys[event.key] || event.target.matches('select') || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  keys[event.key]();
});
