// A WebSocket that comes back by itself after a lost connection, and goes on where it was.

const silence_ms = 25_000; // the server speaks every 10 s
const longest_wait_ms = 15_000;

/// A subclass keeps what comes: its take(message) gets every message but the time, and sets `epoch` and `seq`; its
/// heard(message) gets those, which come every ten seconds.
/// Event "connection": `connected` has changed, or one more try has failed.
export class Feed extends EventTarget {
  connected = false;
  epoch = '';
  seq = 0;
  refused = false; // the server did not take what was said last, and ended the connection
  #path;
  #protocols;
  #offset_ms = null; // server's UTC clock minus ours
  #wait_ms = 500;
  #stopped_at = Date.now();
  #socket = null;
  #timer = null;
  #ended = new AbortController();

  constructor(path, protocols = []) {
    super();
    this.#path = path;
    this.#protocols = protocols;
    addEventListener('online', () => this.#retry_now(), { signal: this.#ended.signal });
    document.addEventListener('visibilitychange', () => document.hidden || this.#retry_now(), { signal: this.#ended.signal });
    this.#connect();
  }

  heard() {}

  /// UTC in ms by the server's clock. Stands still while the connection is lost: what a clock shows then is not known.
  now() {
    return (this.connected ? Date.now() : this.#stopped_at) + (this.#offset_ms ?? 0);
  }

  /// Nothing while the connection is lost.
  say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /// For good.
  end() {
    this.#ended.abort();
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}${this.#path.includes('?') ? '&' : '?'}epoch=${this.epoch}&seq=${this.seq}`, this.#protocols);
    this.#socket = socket;
    this.#watch();
    socket.onopen = () => (this.#offset_ms = null);
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#watch();
      this.#take(JSON.parse(data));
    };
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code === 1003);
  }

  #watch() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lost(false), silence_ms);
  }

  /// Another address from now on.
  go_to(path) {
    this.#path = path;
    this.epoch = '';
    const socket = this.#socket;
    this.#connect();
    socket?.close(); // heard by nobody
  }

  #lost(refused) {
    this.refused = refused;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.connected) this.#stopped_at = Date.now();
    this.connected = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#wait_ms * (0.5 + Math.random()));
    this.#wait_ms = Math.min(this.#wait_ms * 2, longest_wait_ms);
    this.dispatchEvent(new Event('connection'));
  }

  #retry_now() {
    if (!this.#socket) this.#connect();
  }

  #take(message) {
    if (message.type === 'now') this.#set_time(message);
    else this.take(message);
    if (this.connected) return;
    this.connected = true;
    this.#wait_ms = 500;
    this.dispatchEvent(new Event('connection'));
  }

  // The way here only makes a message late: the largest difference seen is the nearest to the truth.
  #set_time(message) {
    this.#offset_ms = Math.max(this.#offset_ms ?? -Infinity, message.now - Date.now());
    this.heard(message);
  }
}
