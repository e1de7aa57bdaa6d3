// The games that are known here, of all rounds: read from the daemon once they are asked for, and again after a while.

import { element } from '/dom.js';
import { is_found } from '/found.js';
import { name_of, round_text } from '/game-words.js';
import { address, number_text, say } from '/language.js';
import { set_names } from '/names.js';
import { result_text, round_of } from '/round-words.js';

const most = 50, lasts_ms = 10_000;
let read = null, read_at = 0, last = [];

/// `{ games, is_old }`. `games`: as daemon/server/router.hpp lists them at /games.json, oldest first, then those on the
/// boards; where they cannot be read now, as they were read last, and `is_old`.
export function games_of_all_rounds() {
  if (read && Date.now() - read_at < lasts_ms) return read;
  read_at = Date.now();
  return read = read_games();
}

async function read_games() {
  try {
    const response = await fetch('/games.json', { cache: 'no-cache' }), { games } = await response.json();
    if (!response.ok || !Array.isArray(games)) throw new Error(`${response.status}`);
    last = games;
    return { games, is_old: false };
  } catch {
    read = null; // another time
    return { games: last, is_old: true };
  }
}

/// Those of `games` of one round, by board.
export const of_round = (games, round) => games.filter(({ tags }) => round_of(tags) === round).sort((a, b) => a.board - b.board);

/// Those that `asked` finds, without those of the ids `on_boards`: the newest first.
export async function earlier_games(asked, on_boards) {
  const { games } = await games_of_all_rounds();
  return games.filter(game => !on_boards.has(game.id) && is_found(game, asked)).reverse().slice(0, most);
}

export function list_games(list, games) {
  list.replaceChildren(...games.map(game => {
    const where = [round_text(game.tags), say('board', { n: number_text(game.board) }), result_text(game)].filter(Boolean).join(' · ');
    const link = element('a', element('li'), '', { href: address(`/board/${game.board}`, { game: game.id }) });
    set_names(element('span', link), ['w', 'b'].map(side => name_of(game, side)));
    element('small', link, where);
    return link.parentNode;
  }));
}
