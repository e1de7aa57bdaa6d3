// What is entered faster than it is sent: one after another, each once the one before it is done. Pure; sending is given.

export class InOrder {
  #waiting = [];
  #acts;

  /// `acts`: `send(entry)` resolves to whether it was done; `changed()` is told that more wait, or fewer; `given_up(entries)` of one
  /// that was not done, and of those that wait: they were meant to follow it.
  constructor(acts) {
    this.#acts = acts;
  }

  /// The one under way first.
  get waiting() {
    return this.#waiting.map(({ entry }) => entry);
  }

  /// Resolves to whether it was done.
  put(entry) {
    return new Promise(resolve => {
      this.#waiting.push({ entry, resolve });
      this.#acts.changed();
      if (this.#waiting.length === 1) this.#go();
    });
  }

  async #go() {
    while (this.#waiting.length) {
      const done = await this.#acts.send(this.#waiting[0].entry);
      const settled = this.#waiting.splice(0, done ? 1 : this.#waiting.length);
      this.#acts.changed();
      if (!done) this.#acts.given_up(settled.map(({ entry }) => entry));
      for (const { resolve } of settled) resolve(done);
    }
  }
}
