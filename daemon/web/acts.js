// What arbiters did with a game, as a list.

import { element } from '/dom.js';
import { time_in_game } from '/hall-time.js';
import { words } from '/words.js';

/// `acts` as daemon/server/arbiters_round.hpp has them.
export function show_acts(list, acts, started) {
  const from = JSON.stringify([started, acts]);
  if (list.drawn === from) return;
  list.drawn = from;
  list.replaceChildren();
  for (const act of acts) element('li', list, words.act(time_in_game(started, act.t), act));
  list.hidden = acts.length === 0;
}
