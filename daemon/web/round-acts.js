// The rounds as a whole: each started, closed or opened again, after a question that says what speaks against it.

import { button, element } from '/dom.js';
import { words } from '/organiser-words.js';

/// What can be done with a round as it is, what comes next first.
const acts_of = ({ started, closed }) => (closed ? ['reopen'] : started ? ['close', 'unstart'] : ['start', 'close']);

export class RoundActs {
  #root;
  #acts;
  #shown = '';

  /// `acts`: `ask(path, said)`, `send(line)`, which resolves to whether it was done, `sure(question)`, `tell(text)`, and `done(verb, round)`.
  constructor(root, acts) {
    this.#root = root;
    this.#acts = acts;
    this.show([]);
  }

  /// `rounds` of /api/status.
  show(rounds) {
    const text = JSON.stringify(rounds);
    if (text === this.#shown) return;
    this.#shown = text;
    const list = this.#root.querySelector('ul');
    list.replaceChildren();
    this.#root.querySelector('.nothing').hidden = rounds.length > 0;
    for (const one of rounds) {
      const item = element('li', list, '', { 'data-round': one.round });
      element('h3', item, words.rounds.head(one.round, one.tables));
      element('p', item, words.rounds.state(one), { class: 'state' });
      const buttons = element('p', item, '', { class: 'buttons' });
      for (const [at, what] of acts_of(one).entries())
        button(buttons, words.rounds.act[what], () => this.#do(what, one), at || what === 'reopen' ? {} : { class: 'advised' });
    }
  }

  /// To the round as it was shown when this was chosen.
  async #do(what, { round, started, closed }) {
    const of = { unstart: started, reopen: closed }[what]?.at, verb = of ? 'reopen' : what, said = of ? { round, of } : { round };
    let doubts;
    try {
      const { answer } = await this.#acts.ask('/api/command', { [verb]: { ...said, ask: 'doubts' } });
      doubts = answer ? answer.split('\n') : [];
    } catch (error) {
      return this.#acts.tell(words.sent.refused(error.status ? error.message : words.connection.lost));
    }
    if (!(await this.#acts.sure(words.rounds.sure(what, round, doubts)))) return;
    if (await this.#acts.send({ [verb]: said })) this.#acts.done(verb, round);
  }
}
