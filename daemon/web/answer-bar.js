// What became of the last command, at the foot of the page, until it is closed; what was simply done goes by itself.

import { by_id, set } from '/dom.js';
import { isolated } from '/names.js';

const goes_after_ms = 15_000;

export class AnswerBar {
  #timer = null;
  #undo = by_id('undo'); // not on every page

  constructor(words) {
    set(by_id('close'), words.close);
    by_id('close').onclick = () => this.tell('');
    if (this.#undo) set(this.#undo, words.undo);
  }

  /// No `text`: nothing more. `is_done`: nobody has to do anything about it. `undo()` takes it back.
  tell(text, { is_done = false, undo = null } = {}) {
    clearTimeout(this.#timer);
    by_id('answer').hidden = !text;
    set(by_id('said'), isolated(text));
    if (this.#undo) {
      this.#undo.hidden = !undo;
      this.#undo.onclick = () => {
        this.#undo.hidden = true;
        undo();
      };
    }
    if (is_done && !undo) this.#timer = setTimeout(() => this.tell(''), goes_after_ms);
  }
}
