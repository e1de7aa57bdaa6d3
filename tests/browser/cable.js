// What is between a browser and the daemon, as a cable that can be pulled.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class Cable {
  #server;
  #ends = new Set();
  #pulled = false;

  /// From an address of its own to that of the daemon.
  static async to(address) {
    const cable = new Cable(), { hostname, port } = new URL(address);
    cable.#server = createServer(socket => cable.#join(socket, connect(Number(port), hostname))).listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    return cable;
  }
  get address() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /// Nothing passes, and nobody is told.
  pull() {
    this.#pulled = true;
    for (const end of this.#ends) end.pause();
  }
  /// What was on its way arrives.
  mend() {
    this.#pulled = false;
    for (const end of this.#ends) end.resume();
  }
  end() {
    for (const end of this.#ends) end.destroy();
    this.#server.close();
  }

  #join(...both) {
    both.forEach((end, at) => {
      const other = both[1 - at];
      this.#ends.add(end);
      end.on('data', bytes => other.write(bytes));
      end.on('error', () => {});
      end.on('close', () => {
        this.#ends.delete(end);
        other.destroy();
      });
      if (this.#pulled) end.pause();
    });
  }
}
