// An arbiter's boards as they are now, undelayed.

import { Feed } from '/feed.js';
import { set_zone } from '/hall-time.js';
import { changed_game } from '/live.js';
import { Settled } from '/settled.js';

const unread_ms = 1_000; // what has just come nobody has read yet

/// Event "boards": something of them has changed.
export class ArbitersFeed extends Feed {
  /// By number, each as daemon/server/arbiters_round.hpp says.
  boards = new Map();
  /// `{ board, case, by, since }` of other arbiters, as daemon/server/lookers.hpp says.
  looking = [];
  settled = new Settled(message => this.say(message));
  #before = new Map(); // by board: `{ acts, until }`, how many of its acts there were before the last came

  constructor(token) {
    super('/api/arbiter/live', ['adoube.arbiter', `bearer.${token}`]);
    this.addEventListener('connection', () => {
      if (this.connected) return;
      this.looking = [];
      this.settled.lost(this.refused);
    });
  }

  take(message) {
    if (message.type === 'boards') {
      this.epoch = message.epoch;
      this.seq = message.seq;
      set_zone(message.time_zone);
      this.boards = new Map(message.boards.map(board => [board.board, board]));
    } else if (message.type === 'board') {
      ++this.seq;
      const before = this.boards.get(message.board);
      if (before && message.acts) this.#before.set(message.board, { acts: before.acts.length, until: Date.now() + unread_ms });
      this.boards.set(message.board, changed_board(before, message));
    } else if (message.type === 'looking') {
      this.looking = message.at;
    } else if (message.type === 'settled') {
      this.settled.hear(message);
    }
    this.dispatchEvent(new Event('boards'));
  }

  /// An arbiter has done with something of a board, or not yet; for all who have it.
  settle(board, key, is_settled) {
    this.settled.mark(board, key, is_settled, this.connected);
    this.dispatchEvent(new Event('boards'));
  }

  /// Somebody was told what has just come on a board.
  has_read(number) {
    this.#before.delete(number);
  }

  /// What a command on a board is to say it knows: `{ game, acts }`, or nothing before there is a record.
  known(number) {
    const { record, acts } = this.boards.get(number) ?? {}, before = this.#before.get(number);
    if (!record) return {};
    return { game: record, acts: before && Date.now() < before.until ? Math.min(before.acts, acts.length) : acts.length };
  }
}

/// New incidents, proposals and acts follow those that were told; another game starts from nothing.
export function changed_board(before, change) {
  const goes_on = before && (!change.game || change.game.id === before.game.id);
  const told = goes_on ? before : { incidents: [], proposals: [], acts: [] };
  return {
    ...told, ...change,
    game: change.game ? changed_game(goes_on ? before.game : undefined, change.game) : told.game,
    incidents: [...told.incidents, ...(change.incidents ?? [])],
    proposals: [...told.proposals, ...(change.proposals ?? [])],
    acts: [...told.acts, ...(change.acts ?? [])],
  };
}
