// The program adoube_page_fixture (page_fixture.cpp): a display server whose games the test plays.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export class Fixture {
  has_games = false;

  /// `tls_folder`: over TLS, with a certificate that is made there.
  static async start(program, tls_folder) {
    const process = spawn(program, tls_folder ? [tls_folder] : [], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
    const fixture = new Fixture();
    fixture.#process = process;
    fixture.#lines = lines;
    fixture.url = `${tls_folder ? 'https' : 'http'}://127.0.0.1:${(await fixture.#answer()).port}`;
    return fixture;
  }

  /// Resolves when the fixture has done it; the page may still be on its way.
  async do(what, more = {}) {
    this.has_games ||= what === 'game';
    this.#process.stdin.write(`${JSON.stringify({ do: what, ...more })}\n`);
    const { error } = await this.#answer();
    if (error) throw new Error(`${what}: ${error}`);
  }

  end() {
    this.#process.stdin.end();
  }

  async #answer() {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('adoube_page_fixture has ended');
    return JSON.parse(value);
  }

  #process;
  #lines;
}
