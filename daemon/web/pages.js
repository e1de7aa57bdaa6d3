// Cards that do not fit on the wall come in pages, which turn by themselves, but not while somebody is at work here.

import { set } from '/dom.js';
import { number_text, say, words } from '/language.js';

const quiet_ms = 20_000, idle_ms = 4000; // after the last touch
const by_id = id => document.getElementById(id);

/// Event "turn": `page` has changed.
export class Pages extends EventTarget {
  page = 0;
  #count = 1;
  #turn_s = 0;
  #stopped = false;
  #turned_at = Date.now();
  #touched_at = -Infinity;

  constructor() {
    super();
    by_id('previous').addEventListener('click', () => this.#turn(-1));
    by_id('next').addEventListener('click', () => this.#turn(1));
    by_id('turning').addEventListener('click', () => this.#show((this.#stopped = !this.#stopped)));
    for (const touch of ['pointerdown', 'pointermove', 'keydown', 'wheel']) addEventListener(touch, () => this.#touch(), { passive: true });
    addEventListener('keydown', ({ key, target }) => {
      if (target.matches('input, select')) return;
      if (key === 'PageDown' || key === 'ArrowRight') this.#turn(1);
      if (key === 'PageUp' || key === 'ArrowLeft') this.#turn(-1);
    });
    setInterval(() => this.#look(), 200);
  }

  /// `turn_s`: 0 where pages do not turn by themselves.
  set(count, turn_s) {
    this.#count = Math.max(1, count);
    this.#turn_s = turn_s;
    this.page = Math.min(this.page, this.#count - 1);
    this.#show();
  }

  #touch() {
    this.#touched_at = Date.now();
    document.body.classList.remove('idle');
  }

  #turn(by) {
    this.page = (this.page + by + this.#count) % this.#count;
    this.#turned_at = Date.now();
    this.#show();
    if (this.#count > 1) this.dispatchEvent(new Event('turn'));
  }

  #look() {
    const now = Date.now();
    document.body.classList.toggle('idle', now - this.#touched_at > idle_ms);
    const turns = this.#count > 1 && this.#turn_s > 0 && !this.#stopped && !document.hidden;
    if (turns && now >= Math.max(this.#turned_at + 1000 * this.#turn_s, this.#touched_at + quiet_ms)) this.#turn(1);
  }

  #show() {
    by_id('pages').hidden = this.#count === 1;
    set(by_id('page'), `${number_text(this.page + 1)} / ${number_text(this.#count)}`);
    const turning = by_id('turning');
    turning.hidden = !this.#turn_s;
    turning.textContent = this.#stopped ? '▶' : '❚❚';
    turning.title = words[this.#stopped ? 'turn' : 'stop'];
    turning.setAttribute('aria-label', turning.title);
    by_id('page').setAttribute('aria-label', say('page', { n: number_text(this.page + 1), count: number_text(this.#count) }));
  }
}
