// The games that are known here, of all rounds: read from the daemon once they are asked for, and again after a while.

import { element } from '/dom.js';
import { is_found } from '/found.js';
import { name_of, round_text } from '/game-words.js';
import { address, number_text, say } from '/language.js';
import { result_text, round_of } from '/round-words.js';

const most = 50, lasts_ms = 10_000;
let read = null, read_at = 0;

/// As daemon/server/router.hpp lists them at /games.json: oldest first, then those on the boards.
export function games_of_all_rounds() {
  if (read && Date.now() - read_at < lasts_ms) return read;
  read_at = Date.now();
  read = fetch('/games.json', { cache: 'no-cache' }).then(response => response.json()).then(({ games }) => games, () => {
    read = null; // another time
    return [];
  });
  return read;
}

/// Those of `games` of one round, by board.
export const of_round = (games, round) => games.filter(({ tags }) => round_of(tags) === round).sort((a, b) => a.board - b.board);

/// Those that `asked` finds, without those of the ids `on_boards`: the newest first.
export async function earlier_games(asked, on_boards) {
  const games = await games_of_all_rounds();
  return games.filter(game => !on_boards.has(game.id) && is_found(game, asked)).reverse().slice(0, most);
}

export function list_games(list, games) {
  list.replaceChildren(...games.map(game => {
    const where = [round_text(game.tags), say('board', { n: number_text(game.board) }), result_text(game)].filter(Boolean).join(' · ');
    const link = element('a', element('li'), '', { href: address(`/board/${game.board}`, { game: game.id }) });
    element('span', link, `${name_of(game, 'w')} – ${name_of(game, 'b')}`, { dir: 'auto' });
    element('small', link, where);
    return link.parentNode;
  }));
}
