// The board, its cable, and a guest whose daemon records the game.

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Echo } from './echo_device.mjs';
import { EmulatedBoard } from './emulated_board.mjs';
import { Guest } from './guest.mjs';
import { UsbIpServer } from './usbip_server.mjs';

const nobody = 65534;
const rules = fileURLToPath(new URL('../../../firmware/60-adoube.rules', import.meta.url));
const busid = { board: '1-1', another: '1-2' };

export class WholeWay {
  #bin;
  #begun = Date.now();
  #lines = [];
  #server = new UsbIpServer();
  #server_port;
  #fail;

  /// In the guest: journal and PGN.
  hall = '/run/hall';
  board = new EmulatedBoard();
  /// Rejects when the emulator meets the unknown.
  failed = new Promise((_, reject) => (this.#fail = reject));

  constructor(bin) {
    this.#bin = bin;
  }

  log = line => this.#lines.push(`${((Date.now() - this.#begun) / 1000).toFixed(2).padStart(7)} ${line}`);
  get story() {
    return this.#lines.join('\n');
  }

  /// Until the end, or a failure of the emulated board. Prints the log after failures, or with
  /// ADOUBE_STORY=1.
  async go(go) {
    try {
      await Promise.race([this.failed, go(this)]);
      this.log(`the emulator was ${(this.board.lost_us / 1e6).toFixed(1)} s too slow`);
      if (process.env.ADOUBE_STORY) console.log(this.story);
    } catch (error) {
      console.log(this.story);
      throw error;
    } finally {
      this.end();
    }
  }
  async begin(kernel, { systemd = false } = {}) {
    this.#server_port = await this.#server.listen();
    this.power_on();
    this.guest = await Guest.boot({ kernel, systemd, log: this.log });
    const udev = systemd ? 'udevadm control --reload' : '/lib/systemd/systemd-udevd --daemon';
    await this.guest.run(`mkdir -p /run/udev/rules.d && cp ${rules} /run/udev/rules.d/ && ${udev}`);
    // Copies: users of the guest may not read all folders of this machine.
    await this.guest.run(`mkdir /run/bin && cp ${this.#bin}/adoubed ${this.#bin}/adoube_journal_inputs /run/bin/`);
    if (!systemd) await this.guest.run(`install -d -o ${nobody} ${this.hall}`);
  }
  end() {
    this.guest?.power_off();
    this.#server.close();
    this.board.power_off();
  }

  // --- the board
  /// For the daemon, with the kernel's serial driver.
  get serial_port() {
    return `serial:/dev/serial/by-id/usb-Adoube_Adoube_pico-matrix_${this.board.serial}-if00`;
  }
  power_on() {
    this.board.power_on(error => this.#fail(error));
  }
  /// Waits for the guest's kernel; returns its name for the device (bus and port), such as "1-1".
  async cable_in() {
    await this.#plug(busid.board, this.board.usb);
    return this.#appeared(this.board.serial);
  }
  cable_out() {
    this.#server.unplug(busid.board);
  }
  /// Plugs in the loader, then the board again.
  async cable_follows_loader() {
    while (!this.board.in_loader) await sleep(20);
    this.cable_out();
    let restarted;
    const runs = new Promise(resolve => (restarted = resolve));
    await this.#plug(busid.board, this.board.loader(restarted));
    await runs;
    this.cable_out();
    await this.cable_in();
  }
  async adoube(...words) {
    const job = await this.guest.start(`${this.#bin}/adoube ${words.join(' ')}`, 'adoube');
    const status = await job.ended;
    return { status, said: job.output };
  }
  /// Takes the first free port.
  plug_another() {
    return this.#plug(busid.another, new Echo());
  }

  // --- the daemon
  /// `port`: as the daemon calls it; `group`: may use it.
  async start_daemon({ port, group }) {
    await this.guest.run(`cat >${this.hall}/hall.toml <<'END'\n${configuration(port, 'pgn')}END`);
    const as_nobody = `setpriv --reuid ${nobody} --regid ${nobody} --groups ${group}`;
    this.daemon = await this.guest.start(`exec ${as_nobody} /run/bin/adoubed --config ${this.hall}/hall.toml`, 'adoubed');
    await this.daemon.printed(/serving/, 30_000);
  }
  /// Returns its exit status.
  async kill_daemon(signal = 'KILL') {
    await this.guest.run(`kill -${signal} ${await this.daemon.process}`);
    return this.daemon.ended;
  }
  /// From now on.
  daemon_says(pattern, limit_ms = 30_000) {
    const said = this.daemon.printed(pattern, limit_ms, this.daemon.output.length);
    said.catch(() => {}); // another failure may come first
    return said;
  }

  // --- the record
  async pgn() {
    return this.guest.run(`cat ${this.hall}/pgn/*.pgn 2>/dev/null || true`);
  }
  /// { boot, number, input }; boot and number only of what the board numbers.
  async journal() {
    const text = await this.guest.run(`/run/bin/adoube_journal_inputs ${this.hall}/hall.journal`);
    return text.trimEnd().split('\n').slice(1).map(line => {
      const [, boot, number, input] = line.match(/^(\S+) (\S+) (.*)$/);
      return { ...(boot !== '-' && { boot, number: Number(number) }), input: JSON.parse(input) };
    });
  }

  async #plug(name, device) {
    await this.#server.plug(name, device);
    // usbip fails while the kernel has not identified the device.
    await this.guest.run(`
      for try in $(seq 20); do
        usbip --tcp-port ${this.#server_port} attach -r 10.0.2.2 -b ${name} && exit
        sleep 0.2
      done
      exit 1`);
  }
  async #appeared(serial) {
    const found = await this.guest.run(`
      for try in $(seq 100); do
        grep -ls ${serial} /sys/bus/usb/devices/*/serial && exit
        sleep 0.1
      done
      exit 1`);
    return found.trim().split('/').at(-2);
  }
}

export const configuration = (port, pgn_folder) => `journal = "hall.journal"
pgn_directory = "${pgn_folder}"
listen = "127.0.0.1:0"
[event]
name = "The whole way"
[[board]]
port = "${port}"
`;
