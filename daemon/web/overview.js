// The page of all boards: a wall in the hall, a list on a phone.

import { Card } from '/card.js';
import { by_id, set } from '/dom.js';
import { earlier_games, list_games } from '/earlier.js';
import { is_found } from '/found.js';
import { name_of, round_text, spoken_result, state_of } from '/game-words.js';
import { best_grid, gap, of_page, on_page, smallest_side, turn_after_s } from '/grid.js';
import { number_text, say, words } from '/language.js';
import { every_moment, full_screen, live } from '/page.js';
import { Pages } from '/pages.js';
import { known, round_of } from '/round-words.js';
import { wall_settings } from '/wall-settings.js';

const main = by_id('boards'), asked = by_id('asked');
const list = matchMedia('(max-width: 640px)');
const cards = new Map(); // by board number
const pages = new Pages();

const card_of = number => {
  if (!cards.has(number)) cards.set(number, new Card(number));
  return cards.get(number);
};

/// The games to show: the featured, which are on every page, and the others in the order of their boards.
function chosen() {
  const settings = wall_settings(location.search, live.wall), text = asked.value.trim();
  const games = [...live.games.values()].sort((a, b) => a.board - b.board);
  const shown = games.filter(game => (text ? is_found(game, text) : settings.shows(game.board)));
  const featured = text ? [] : settings.featured.map(number => shown.find(({ board }) => board === number)).filter(Boolean);
  const others = shown.filter(game => !featured.includes(game));
  return others.length ? { ...settings, featured, others } : { ...settings, featured: [], others: featured };
}

/// The room for cards between header and footer.
function room() {
  const rest = ['header', 'footer'].reduce((sum, name) => sum + document.querySelector(name).offsetHeight, 0);
  return [main.clientWidth - 2 * gap, innerHeight - rest - gap];
}

function lay_out() {
  const { featured, others, page, turn_s } = chosen();
  if (!others.length) return show_cards([], []);
  const [width, height] = room();
  const count = list.matches ? others.length : on_page(others.length, featured.length, width, height, smallest_side(innerWidth, innerHeight), page);
  const last = Math.max(1, Math.ceil(others.length / count));
  pages.set(last, turn_s ?? turn_after_s(last));
  const { columns, card, shape } = best_grid(list.matches ? 1 : count, featured.length, width, height);
  main.style.setProperty('--columns', columns);
  main.style.setProperty('--card-width', `${card}px`);
  main.dataset.shape = shape;
  show_cards(featured, of_page(others, pages.page, last));
}

function show_cards(featured, others) {
  const roots = [...featured, ...others].map(({ board }) => card_of(board).root);
  roots.forEach((root, at) => root.classList.toggle('featured', at < featured.length));
  const same = roots.length === main.children.length && roots.every((root, at) => root === main.children[at]);
  if (!same) main.replaceChildren(...roots);
  for (const { board } of [...featured, ...others]) card_of(board).fit_names();
}

async function show_search() {
  const text = asked.value.trim();
  const ids = new Set([...live.games.values()].map(({ id }) => id));
  const earlier = text ? await earlier_games(text, ids) : [];
  if (text !== asked.value.trim()) return; // typed on
  list_games(by_id('earlier').querySelector('ul'), earlier);
  by_id('earlier').hidden = earlier.length === 0;
  const here = [...live.games.values()].filter(game => is_found(game, text)).length;
  const none = here + earlier.length === 0;
  by_id('empty').hidden = text ? !none : live.games.size > 0;
  set(by_id('empty'), text ? say('not_found', { text }) : words.no_games);
  if (text) set(by_id('news'), none ? say('not_found', { text }) : say('found', { n: number_text(here + earlier.length) }));
}

function show_round() {
  for (const board of cards.keys()) if (!live.games.has(board)) cards.delete(board);
  for (const game of live.games.values()) card_of(game.board).show(game, live.now());
  const tags = [...live.games.values()].sort((a, b) => a.board - b.board)[0]?.tags ?? {};
  const title = known(tags.Event) || words.boards;
  set(by_id('event'), title);
  set(by_id('round'), round_text(tags));
  by_id('rounds').hidden = !(round_of(tags) > 1);
  document.title = [round_text(tags), title].filter(Boolean).join(' · ');
  show_search();
  lay_out();
}

const over = new Set(); // ids
function show_game(board) {
  const game = live.games.get(board);
  card_of(board).show(game, live.now());
  card_of(board).fit_names();
  if (state_of(game) !== 'over') over.delete(game.id);
  else if (!over.has(game.id)) {
    over.add(game.id);
    const who = `${name_of(game, 'w')} – ${name_of(game, 'b')}`;
    set(by_id('news'), `${say('moved', { name: say('board', { n: number_text(board) }), move: who })}. ${spoken_result(game)}`);
  }
}

live.addEventListener('round', () => {
  for (const game of live.games.values()) if (state_of(game) === 'over') over.add(game.id);
  show_round();
});
live.addEventListener('game', ({ detail }) => show_game(detail));
live.addEventListener('hall', () => {
  by_id('standings').hidden = !live.wall.standings;
  lay_out();
});
pages.addEventListener('turn', lay_out);
addEventListener('resize', lay_out);
every_moment(() => cards.forEach((card, board) => card.root.isConnected && card.tick(live.games.get(board), live.now())));
full_screen('fill');

asked.placeholder = words.search_hint;
asked.addEventListener('input', () => {
  pages.page = 0;
  lay_out();
  show_search();
});
by_id('search').addEventListener('submit', event => {
  event.preventDefault();
  document.querySelector('.card, #earlier a')?.click();
});
addEventListener('keydown', event => {
  if (event.key === '/' && event.target !== asked) {
    event.preventDefault();
    asked.focus();
  }
  if (event.key === 'Escape') {
    asked.value = '';
    asked.blur();
    asked.dispatchEvent(new Event('input'));
  }
});
