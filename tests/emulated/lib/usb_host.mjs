// A full-speed USB host, its port and a board's cable, with NAK, STALL, data toggles and frames by USB 2.0.
//
//   const host = machine.plug(new UsbHost());
//   await attach()          plugs in (or resets the port): waits for the device, resets and addresses it
//   await enumerate()       reads and returns all descriptors, sets the configuration
//   charge()                plugs it into a charger, which says nothing
//   detach()                pulls the cable
//   await control(setup, data, signal)       setup: 8 bytes; returns the data in
//   await in(endpoint, length, signal)       one packet, at most `length`; endpoint address: 0x83 is IN 3
//   await out(endpoint, data, signal)        one packet
//   suspend(), resume()     silences and wakes the bus
//
// All of this takes the machine's time: `await host.settled(promise)` runs it until the promise settles.
// Transfers wait out NAKs until `signal` is aborted; then they throw its reason, and nothing was transferred.
// UsbError has `stall` if the device stalled, `gone` if it is absent or was reset. An endpoint's transfers
// queue.
//
// Without awaiting, `perform(steps)`: a generator that yields microseconds to wait, or results of
// controlling(), reading() and writing(), and gets the answers in the machine's time.
//
// A Raspberry Pi Pico board senses the cable at GP24.

import { GPIOPinState } from 'rp2040js';
import { UsbBus, UsbError } from './usb_bus.mjs';
import { bits, UsbController } from './usb_controller.mjs';

export { UsbError };

// USB 2.0, 7.1.7.3 and 9.2.6.
const debounce_us = 100_000, reset_us = 10_000, recovery_us = 10_000, address_recovery_us = 2_000;
const suspend_after_us = 3_000;

export class UsbHost {
  #endpoints_of = new Map(); // interface → endpoints
  #port = 0;                 // of resets, unplugging and chip starts, which end all transfers
  #ticking = undefined;      // frames are being sent

  /// `vbus_floats`: nothing drives the pin, as on clones and a Pico W.
  constructor({ vbus_pin = 24, vbus_floats = false, address = 5 } = {}) {
    this.vbus_pin = vbus_pin;
    this.vbus_floats = vbus_floats;
    this.given_address = address;
    this.address = 0;
    this.cable = false;
    this.frames = 0;
    this.on_gone = () => {};
  }
  connect(machine) {
    const { chip } = machine;
    this.machine = machine;
    this.bus ??= new UsbBus(machine);
    this.controller = this.bus.controller = new UsbController(chip);
    chip.usbCtrl = this.controller;
    chip.peripherals[0x50110] = this.controller;
    chip.peripherals[0x40000].readUint32 = offset => (offset === 0 ? 0x20002927 : 0x2); // B2, like Picos now
    this.#set_vbus();
    if (this.vbus_floats) chip.gpio[this.vbus_pin].addListener(() => this.#set_vbus());
    this.#end('the chip was reset');
  }

  #set_vbus() {
    const pin = this.machine.chip.gpio[this.vbus_pin];
    pin.setInputValue(this.vbus_floats ? pin.value === GPIOPinState.InputPullUp : this.cable);
  }

  attach() {
    return this.perform(this.attaching());
  }
  enumerate() {
    return this.perform(this.enumerating());
  }
  charge() {
    this.cable = true;
    this.#set_vbus();
  }
  detach() {
    this.cable = false;
    this.#set_vbus();
    this.suspend();
    this.#end('the cable is out');
  }
  control(setup, data, signal) {
    return this.#one(this.controlling(setup, data, signal), signal);
  }
  in(endpoint, length, signal) {
    return this.#one(this.reading(endpoint, length, signal), signal);
  }
  out(endpoint, data, signal) {
    return this.#one(this.writing(endpoint, data, signal), signal);
  }
  suspend() {
    this.bus.awake = false;
    const { controller } = this;
    this.machine.after(suspend_after_us, () => {
      if (!this.bus.awake && controller.present) controller.set(bits.suspended);
    });
  }
  resume() {
    this.#wake();
    if (this.controller.present) this.controller.set(bits.resume);
    this.bus.poll();
  }
  async settled(promise, limit_us = 10_000_000) {
    let done = false;
    promise.then(() => { done = true; }, () => { done = true; });
    const end_us = this.machine.now_us + limit_us;
    for (;;) {
      for (let turn = 0; turn < 8; ++turn) await null;
      if (done) return promise;
      if (this.machine.now_us > end_us) throw new Error(`not settled after ${limit_us} µs`);
      this.machine.run_for(50);
    }
  }

  // --- in the machine's time
  perform(steps) {
    const port = () => this.#port;
    return new Promise((resolve, reject) => {
      const step = (error, answer) => {
        try {
          const { done, value } = error ? steps.throw(error) : steps.next(answer);
          if (done) resolve(value);
          else if (typeof value === 'number') this.#wait(port(), value, step);
          else value(step);
        } catch (thrown) {
          reject(thrown);
        }
      };
      step();
    });
  }
  controlling(setup, data = [], signal) {
    if (setup.length !== 8) throw new RangeError('a setup packet has 8 bytes');
    return done => this.bus.submit_control(this.address, setup, data, (error, answer) => {
      if (!error) this.#follow(setup, answer);
      done(error, answer);
    }, signal);
  }
  reading(endpoint, length, signal) {
    return done => this.#there(done) && this.bus.submit_in(this.address, endpoint, length, done, signal);
  }
  writing(endpoint, data, signal) {
    return done => this.#there(done) && this.bus.submit_out(this.address, endpoint, data, done, signal);
  }
  *attaching() {
    this.cable = true;
    this.#set_vbus();
    this.#end('the port was reset');
    this.#wake();
    yield debounce_us;
    if (!this.controller.present) throw new UsbError('no device pulls up D+', { gone: true });
    this.controller.set(bits.bus_reset | bits.connected);
    yield reset_us + recovery_us;
    yield this.controlling([0x00, 5, this.given_address, 0, 0, 0, 0, 0]);
    yield address_recovery_us;
    this.address = this.given_address;
  }
  *enumerating() {
    const descriptor = (type, index, length, language = 0) =>
      this.controlling([0x80, 6, index, type, language & 255, language >> 8, length & 255, length >> 8]);
    const device = yield descriptor(1, 0, 18);
    const configuration_head = yield descriptor(2, 0, 9);
    const configuration = yield descriptor(2, 0, configuration_head[2] | (configuration_head[3] << 8));
    const bos_head = yield descriptor(15, 0, 5);
    const bos = yield descriptor(15, 0, bos_head[2] | (bos_head[3] << 8));
    const strings = [];
    for (const index of [device[14], device[15], device[16]])
      strings.push(new TextDecoder('utf-16le').decode((yield descriptor(3, index, 255, 0x0409)).subarray(2)));
    yield this.controlling([0x00, 9, configuration[5], 0, 0, 0, 0, 0]);
    return { device, configuration, bos, strings };
  }

  #one(transfer, signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      transfer((error, answer) => (error ? reject(error) : resolve(answer)));
    });
  }
  #there(done) {
    if (this.address === 0) done(new UsbError('there is no device', { gone: true }));
    return this.address !== 0;
  }
  #wait(port, us, step) {
    this.machine.after(us, () => step(port === this.#port ? undefined : new UsbError('the port was reset', { gone: true })));
  }
  #end(reason) {
    ++this.#port;
    this.address = 0;
    this.bus.end(new UsbError(reason, { gone: true }));
    this.on_gone(reason);
  }
  #wake() {
    this.bus.awake = true;
    if (this.#ticking) return;
    this.#ticking = true;
    const tick = () => {
      this.#ticking = this.bus.awake;
      if (!this.#ticking) return;
      if (this.controller.present) this.controller.start_of_frame(++this.frames);
      this.machine.after(1_000, tick);
    };
    tick();
  }
  /// What a request changes for the host: toggles, known interfaces.
  #follow([type, request, value_low, value_high, index], answer) {
    if (type === 0x00 && request === 9) this.bus.forget_toggles();
    if (type === 0x02 && request === 1 && value_low === 0) this.bus.forget_toggles([index]);
    if (type === 0x01 && request === 11) this.bus.forget_toggles(this.#endpoints_of.get(index));
    if (type === 0x80 && request === 6 && value_high === 2) this.#learn(answer);
  }
  #learn(configuration) {
    let endpoints = [];
    for (let at = 0; at + configuration[at] <= configuration.length && configuration[at] > 0; at += configuration[at]) {
      if (configuration[at + 1] === 4) this.#endpoints_of.set(configuration[at + 2], (endpoints = []));
      if (configuration[at + 1] === 5) endpoints.push(configuration[at + 2]);
    }
  }
}
