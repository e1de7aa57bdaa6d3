// A pico-matrix in real time: unchanged image, pieces, a lever, a USB socket, and bouncing contacts.

import { jack_of } from '../../emulated/lib/clock_jack.mjs';
import { Contacts } from '../../emulated/lib/contacts.mjs';
import { Machine, read_image } from '../../emulated/lib/machine.mjs';
import { LoaderDevice } from '../../emulated/lib/loader_device.mjs';
import { Matrix } from '../../emulated/lib/matrix.mjs';
import { RealTime } from '../../emulated/lib/real_time.mjs';
import { UsbHost } from '../../emulated/lib/usb_host.mjs';

const bounces_us = [200, 450, 900];
const side = { w: 0, b: 1 };

export class EmulatedBoard {
  #machine;
  #matrix = new Matrix();
  #contacts = new Contacts();
  #time;

  /// For a UsbIpServer.
  usb = new UsbHost();
  /// On USB.
  serial = 'e66164084373ab2c';
  /// The start position; Black pressed last.
  constructor() {
    this.#machine = new Machine(read_image('pico-matrix'), { flash_id: [...Buffer.from(this.serial, 'hex')] });
    for (const part of [this.#matrix, this.#contacts, this.usb]) this.#machine.plug(part);
    jack_of(this.#machine, 26);
    this.#matrix.set_all([...Array(64).keys()].filter(square => square < 16 || square >= 48));
    this.#contacts.set(side.b, true);
  }

  /// `on_error(error)`: the emulator met the unknown.
  power_on(on_error) {
    this.#machine.power_on();
    this.#time = new RealTime(this.#machine);
    this.#time.run().catch(on_error);
  }
  /// RAM is lost, the flash stays.
  power_off() {
    this.#time?.stop();
  }
  reset() {
    this.#machine.pull_run_pin();
  }
  /// Behind real time.
  get lost_us() {
    return this.#time.lost_us;
  }
  get in_loader() {
    return this.#machine.in_loader;
  }
  /// For the cable instead of `usb`, while the chip is in its loader. `on_restart()`: the firmware runs
  /// again.
  loader(on_restart) {
    return new LoaderDevice(this.#machine, () => {
      this.#machine.leave_loader();
      on_restart();
    });
  }
  get flash() {
    return this.#machine.chip.flash;
  }

  /// In the board's time, which a busy computer slows.
  pass(ms) {
    return new Promise(resolve => this.#machine.after(ms * 1000, resolve));
  }
  /// { lift | drop: square } or { press: 'w' | 'b' }
  act({ lift, drop, press }) {
    const name = lift ?? drop;
    if (name) this.#move(8 * (Number(name[1]) - 1) + name.charCodeAt(0) - 97, drop !== undefined);
    else this.#press(side[press]);
  }

  #move(square, stands) {
    this.#matrix.set(square, stands);
    bounces_us.forEach((us, n) => this.#machine.after(us, () => this.#matrix.set(square, stands === (n % 2 === 1))));
    this.#machine.after(bounces_us.at(-1) + 300, () => this.#matrix.set(square, stands));
  }
  /// The contact of whoever pressed last stays closed; pressing again opens it for a moment.
  #press(who) {
    this.#contacts.set(0, false);
    this.#contacts.set(1, false);
    this.#machine.after(30_000, () => this.#contacts.set(who, true));
  }
}
