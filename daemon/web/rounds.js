// The page of a round's games, as far as they are known here, those of other daemons too: their results, and the way to
// each. ?round=2; without, the round before the one on the boards.

import { by_id, element, set } from '/dom.js';
import { games_of_all_rounds, of_round } from '/earlier.js';
import { name_of, round_text } from '/game-words.js';
import { address, number_text, words } from '/language.js';
import { put_name } from '/names.js';
import { live } from '/page.js';
import { known, result_text, round_of } from '/round-words.js';

const asked = new URLSearchParams(location.search).get('round');
let listed = []; // of all rounds
let is_old = false; // it could not be read again
let shown = '';

/// Those of the event that is on the boards, as they are now.
function games_of_event() {
  const now = new Map([...live.games.values()].map(game => [game.id, game]));
  const games = listed.map(game => now.get(game.id) ?? game);
  const event = ([...live.games.values()][0] ?? games.at(-1))?.tags.Event;
  return games.filter(({ tags }) => tags.Event === event);
}

const round_on_boards = () => [...live.games.values()].map(({ tags }) => round_of(tags)).at(0);

function show_rounds(rounds, here) {
  by_id('rounds').replaceChildren(...rounds.map(round => {
    const text = /^\d+$/.test(round) ? number_text(Number(round)) : round;
    const current = round === here ? { 'aria-current': 'page' } : {};
    return element('a', null, text, { href: address('/rounds', { round }), 'aria-label': round_text({ Round: round }) || round, ...current });
  }));
}

function player(link, game, side) {
  const name = element('span', link, '', { class: 'name' });
  const title = game.tags[side === 'w' ? 'WhiteTitle' : 'BlackTitle'];
  if (known(title)) element('small', name, `${title} `);
  put_name(name, name_of(game, side));
}

function show_games(games) {
  by_id('games').replaceChildren(...games.map(game => {
    const item = element('li', null), link = element('a', item, '', { href: address(`/board/${game.board}`, { game: game.id }) });
    element('span', link, number_text(game.board), { class: 'number' });
    player(link, game, 'w');
    element('span', link, result_text(game), { class: 'result' });
    player(link, game, 'b');
    return item;
  }));
}

function show() {
  const games = games_of_event();
  const rounds = [...new Set(games.map(({ tags }) => round_of(tags)))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const before = rounds[rounds.indexOf(round_on_boards()) - 1];
  const here = asked ?? before ?? rounds.at(-1), chosen = of_round(games, here);
  const now = JSON.stringify([is_old, rounds, here, chosen.map(({ id, board, tags, result }) => [id, board, tags, result])]);
  if (now === shown) return;
  shown = now;
  const title = known(games[0]?.tags.Event) || words.rounds, round = round_text({ Round: here ?? '' });
  set(by_id('event'), title);
  set(by_id('round'), round);
  document.title = [round, title].filter(Boolean).join(' · ');
  show_rounds(rounds, here);
  show_games(chosen);
  by_id('empty').hidden = chosen.length > 0 || is_old;
}

async function read() {
  ({ games: listed, is_old } = await games_of_all_rounds());
  by_id('old').hidden = !is_old;
  show();
}

live.addEventListener('round', read);
setInterval(() => !document.hidden && (is_old || listed.some(({ elsewhere }) => elsewhere)) && read(), 5_000); // no feed tells of them
live.addEventListener('game', show);
