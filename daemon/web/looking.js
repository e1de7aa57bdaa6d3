// What this page tells the other arbiters: which board its own looks at (daemon/server/lookers.hpp).

const again_ms = 60_000; // the daemon forgets it after five minutes

export class Looking {
  #say;
  #at = {};
  #told_ms = -Infinity;

  /// `say(message)`: by the feed.
  constructor(say) {
    this.#say = say;
    const ended = { signal: (this.#ended = new AbortController()).signal };
    document.addEventListener('visibilitychange', () => this.tell(), ended);
    for (const type of ['pointerdown', 'keydown', 'scroll'])
      addEventListener(type, () => this.#at.board && Date.now() - this.#told_ms > again_ms && this.tell(), { ...ended, passive: true });
  }
  #ended;

  /// `{ board, case }`, or `{}` for none.
  look(at) {
    if (JSON.stringify(at) === JSON.stringify(this.#at)) return;
    this.#at = at;
    this.tell();
  }

  /// Also once the connection is there again. In a pocket nothing is looked at.
  tell() {
    this.#told_ms = Date.now();
    this.#say(document.hidden ? {} : this.#at);
  }

  end() {
    this.#ended.abort();
  }
}
