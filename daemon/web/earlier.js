// Games that are on no board any more, for the search: read from the daemon once they are asked for.

import { element } from '/dom.js';
import { is_found } from '/found.js';
import { name_of, round_text } from '/game-words.js';
import { address, number_text, say } from '/language.js';
import { result_text } from '/round-words.js';

const most = 50;
let read = null;

const games_of_all_rounds = () => (read ??= fetch('/games.json').then(response => response.json()).then(({ games }) => games, () => {
  read = null; // another time
  return [];
}));

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
