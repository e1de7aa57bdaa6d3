// The round as the public sees it now.

import { Feed } from '/feed.js';

export class Live extends Feed {
  /// By board number, each as daemon/broadcast/public_json.hpp says, with all its moves.
  games = new Map();
  /// How late the hall is shown, and how the operator wants the wall (daemon/server/wall.hpp). Event "hall": they changed.
  delay_ms = 0;
  wall = {};

  constructor() {
    super('/live');
  }

  take(message) {
    if (message.type === 'round') this.#set_round(message);
    if (message.type === 'game' && message.seq > this.seq) this.#change(message);
  }

  heard({ delay_ms = 0, wall = {} }) {
    if (delay_ms === this.delay_ms && JSON.stringify(wall) === JSON.stringify(this.wall)) return;
    this.delay_ms = delay_ms;
    this.wall = wall;
    this.dispatchEvent(new Event('hall'));
  }

  #set_round({ epoch, seq, games }) {
    this.epoch = epoch;
    this.seq = seq;
    this.games = new Map(games.map(game => [game.board, game]));
    this.dispatchEvent(new Event('round'));
  }

  #change({ seq, game }) {
    this.seq = seq;
    for (const [board, other] of this.games)
      if (other.id === game.id && board !== game.board) this.games.delete(board); // it goes on on another board
    const before = this.games.get(game.board);
    this.games.set(game.board, changed_game(before, game));
    const is_new = before?.id !== game.id;
    this.dispatchEvent(is_new ? new Event('round') : new CustomEvent('game', { detail: game.board }));
  }
}

/// The game after `change`, whose moves follow those that it keeps.
export function changed_game(before, change) {
  const same = before?.id === change.id ? before : { moves: [] };
  return { ...same, ...change, moves: [...same.moves.slice(0, change.keep), ...change.moves] };
}
