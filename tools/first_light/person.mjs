// Whoever sits at the bench.

import { createInterface } from 'node:readline/promises';

/// A step that could not be tried, and why.
export class NotTried extends Error {}

export class Person {
  constructor(input = process.stdin, output = process.stdout) {
    this.output = output;
    this.lines = createInterface({ input, output });
    this.lines.on('SIGINT', () => process.emit('SIGINT')); // a terminal gives Ctrl-C to who reads lines
    this.gone = new Promise(resolve => this.lines.once('close', resolve));
  }
  tell(text) {
    this.output.write(`${text}\n`);
  }
  async #answer(text) {
    const answer = await Promise.race([this.gone, this.lines.question(text).catch(() => undefined)]);
    if (answer === undefined) throw new NotTried('nobody answered');
    if (answer.trim() === 'skip') throw new NotTried('skipped by hand');
    return answer.trim();
  }
  /// Until Enter; "skip" gives the step up.
  async ask(text) {
    await this.#answer(`  > ${text} [Enter, or skip] `);
  }
  async number(text, unit) {
    for (;;) {
      const answer = await this.#answer(`  > ${text} [${unit}, or skip] `);
      const value = Number(answer.replace(',', '.'));
      if (answer !== '' && Number.isFinite(value)) return value;
    }
  }
  close() {
    this.lines.close();
  }
}

/// With --no-hands.
export class Nobody {
  tell() {}
  async ask() {
    throw new NotTried('needs a hand');
  }
  number() {
    return this.ask();
  }
  close() {}
}
