// The round as it is now: keeps itself up to date over the WebSocket, comes back by itself after a lost connection.

const silence_ms = 25_000; // the server speaks every 10 s
const longest_wait_ms = 15_000;

export class Live extends EventTarget {
  /// By board number, each as daemon/broadcast/public_json.hpp says, with all its moves.
  games = new Map();
  connected = false;
  #epoch = '';
  #seq = 0;
  #offset_ms = null; // server's UTC clock minus ours
  #wait_ms = 500;
  #stopped_at = Date.now();
  #socket = null;
  #timer = null;

  constructor() {
    super();
    addEventListener('online', () => this.#retry_now());
    document.addEventListener('visibilitychange', () => document.hidden || this.#retry_now());
    this.#connect();
  }

  /// UTC in ms by the server's clock. Stands still while the connection is lost: what a clock shows then is not known.
  now() {
    return (this.connected ? Date.now() : this.#stopped_at) + (this.#offset_ms ?? 0);
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/live?epoch=${this.#epoch}&seq=${this.#seq}`);
    this.#socket = socket;
    this.#offset_ms = null;
    this.#watch();
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#watch();
      this.#take(JSON.parse(data));
    };
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  #watch() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lost(), silence_ms);
  }

  #lost() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.connected) this.#stopped_at = Date.now();
    this.connected = false;
    this.dispatchEvent(new Event('connection'));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#wait_ms * (0.5 + Math.random()));
    this.#wait_ms = Math.min(this.#wait_ms * 2, longest_wait_ms);
  }

  #retry_now() {
    if (!this.#socket) this.#connect();
  }

  #take(message) {
    if (message.type === 'now') this.#set_time(message.now);
    if (message.type === 'round') this.#set_round(message);
    if (message.type === 'game' && message.seq > this.#seq) this.#change(message);
    if (this.connected) return;
    this.connected = true;
    this.#wait_ms = 500;
    this.dispatchEvent(new Event('connection'));
  }

  // The way here only makes a message late: the largest difference seen is the nearest to the truth.
  #set_time(now_ms) {
    this.#offset_ms = Math.max(this.#offset_ms ?? -Infinity, now_ms - Date.now());
  }

  #set_round({ epoch, seq, games }) {
    this.#epoch = epoch;
    this.#seq = seq;
    this.games = new Map(games.map(game => [game.board, game]));
    this.dispatchEvent(new Event('round'));
  }

  #change({ seq, game }) {
    this.#seq = seq;
    for (const [board, other] of this.games)
      if (other.id === game.id && board !== game.board) this.games.delete(board); // it goes on on another board
    const before = this.games.get(game.board);
    const same = before?.id === game.id ? before : { moves: [] };
    const moves = [...same.moves.slice(0, game.keep), ...game.moves];
    this.games.set(game.board, { ...same, ...game, moves });
    const is_new = before?.id !== game.id;
    this.dispatchEvent(is_new ? new Event('round') : new CustomEvent('game', { detail: game.board }));
  }
}
