// An arbiter's boards as they are now, undelayed.

import { Feed } from '/feed.js';
import { set_zone } from '/hall-time.js';
import { changed_game } from '/live.js';

/// Event "boards": something of them has changed.
export class ArbitersFeed extends Feed {
  /// By number, each as daemon/server/arbiters_round.hpp says.
  boards = new Map();

  constructor(token) {
    super('/api/arbiter/live', ['adoube.arbiter', `bearer.${token}`]);
  }

  take(message) {
    if (message.type === 'boards') {
      this.epoch = message.epoch;
      this.seq = message.seq;
      set_zone(message.time_zone);
      this.boards = new Map(message.boards.map(board => [board.board, board]));
    } else if (message.type === 'board' && message.seq > this.seq) {
      this.seq = message.seq;
      this.boards.set(message.board, changed_board(this.boards.get(message.board), message));
    }
    this.dispatchEvent(new Event('boards'));
  }
}

/// New incidents and proposals follow those that were told; another game starts from nothing.
export function changed_board(before, change) {
  const goes_on = before && (!change.game || change.game.id === before.game.id);
  const told = goes_on ? before : { incidents: [], proposals: [] };
  return {
    ...told, ...change,
    game: change.game ? changed_game(goes_on ? before.game : undefined, change.game) : told.game,
    incidents: [...told.incidents, ...(change.incidents ?? [])],
    proposals: [...told.proposals, ...(change.proposals ?? [])],
  };
}
