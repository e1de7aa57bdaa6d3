// The round as the public sees it now, or one board of it.

import { Feed } from '/feed.js';

const path_of = board => (board ? `/live?board=${board}` : '/live');

export class Live extends Feed {
  /// By board number, each as daemon/broadcast/public_json.hpp says, with all its moves.
  games = new Map();
  /// The numbers of all that there are, also where only one is followed.
  boards = [];
  /// How late the hall is shown, how the operator wants the wall (daemon/server/wall.hpp), and of which halls nothing was heard,
  /// as [{ hall, since }], since in ms of UTC. Event "hall": they changed.
  delay_ms = 0;
  wall = {};
  silent = [];

  /// `board`: the only one that is followed, if one is.
  constructor(board = null) {
    super(path_of(board));
    this.#board = board;
  }
  #board;

  /// Of the two that a page of one board may show: its own, or that at which its game goes on.
  follow(board) {
    if (board === this.#board) return;
    this.#board = board;
    this.go_to(path_of(board));
  }

  take(message) {
    if (message.type === 'round') this.#set_round(message);
    if (message.type === 'game' && message.seq > this.seq) this.#change(message);
  }

  heard({ delay_ms = 0, wall = {}, silent = [] }) {
    const is_as_before = delay_ms === this.delay_ms && [[wall, this.wall], [silent, this.silent]].every(pair => JSON.stringify(pair[0]) === JSON.stringify(pair[1]));
    if (is_as_before) return;
    this.delay_ms = delay_ms;
    this.wall = wall;
    this.silent = silent;
    this.dispatchEvent(new Event('hall'));
  }

  #set_round({ epoch, seq, games, boards = games.map(({ board }) => board) }) {
    this.epoch = epoch;
    this.seq = seq;
    this.games = new Map(games.map(game => [game.board, game]));
    this.boards = boards;
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
