// Cables, ports, programs, sleep and halts in any order, on both lines: every event arrives once, in order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cdc, clear_halt, set_configuration, set_halt, set_interface, shake, usb_board, UsbLineHost, vendor } from './lib/usb_board.mjs';

/// A program with one record, on either line.
class Restless {
  constructor(board) {
    Object.assign(this, board, { board, expected: [] });
    this.lines = [new UsbLineHost(board, cdc), new UsbLineHost(board, vendor)];
    this.lines[1].boots = this.lines[0].boots;
    this.line = this.lines[1];
  }
  below(limit) {
    return Math.floor(this.machine.random() * limit);
  }
  play(times = 1 + this.below(3)) {
    this.expected.push(...shake(this.board, times));
  }
  async begin() {
    await this.usb.settled(this.usb.attach());
    await this.usb.settled(this.usb.enumerate());
    await this.line.plug_in({ wait: false });
  }

  async pulls_the_cable() {
    this.usb.detach();
    this.machine.run_for(70_000);
    this.play();
    await this.begin();
  }
  async resets_the_port() {
    await this.begin();
  }
  async configures_anew() {
    await this.usb.settled(this.usb.control(set_configuration(1)));
    await this.line.plug_in({ wait: false });
  }
  async takes_the_other_line() {
    await this.line.leave();
    this.machine.run_for(70_000);
    if (this.line === this.lines[1]) await this.usb.settled(this.usb.control(set_interface(2)));
    this.play(this.below(2));
    this.line = this.lines.find(line => line !== this.line);
    await this.line.plug_in({ wait: false });
  }
  async dies_and_comes_back() {
    this.line.close();
    this.line.line.close();
    this.machine.run_for(70_000 + this.below(400_000));
    this.play(this.below(2));
    await this.line.plug_in({ wait: false });
  }
  async halts_an_endpoint() {
    const endpoint = Object.values(this.line.line.endpoints)[this.below(2)];
    await this.usb.settled(this.usb.control(set_halt(endpoint)));
    this.machine.run_for(70_000);
    this.play(1);
    await this.usb.settled(this.usb.control(clear_halt(endpoint)));
    this.line.line.open();
  }
  async sleeps() {
    this.usb.suspend();
    this.machine.run_for(70_000 + this.below(20_000));
    this.play(1 + this.below(2));
    this.usb.resume();
  }
  async stops_reading() {
    this.line.line.set_reads(false);
    this.machine.run_for(70_000);
    this.play();
    this.line.line.set_reads(true);
  }
}

const ways = ['pulls_the_cable', 'resets_the_port', 'configures_anew', 'takes_the_other_line', 'dies_and_comes_back',
  'halts_an_endpoint', 'sleeps', 'stops_reading'];
const sorted = events => Array.from({ length: Math.ceil(events.length / 64) }, (_, at) => events.slice(64 * at, 64 * at + 64).sort());

for (const seed of [1, 2, 3]) {
  test(`nothing is lost or doubled, whatever a restless host does (${seed})`, async () => {
    const host = new Restless(await usb_board({ seed }));
    await host.line.plug_in();
    for (let time = 0; time < 40; ++time) {
      host.expected.push(...shake(host.board, 1, 5_000 + host.below(4_000))); // events are under way
      await host[ways[host.below(ways.length)]]();
      host.machine.run_for(70_000 + host.below(50_000));
    }
    host.machine.run_for(7_000_000);
    const { events, gaps } = host.line.record;
    assert.equal(events.length, host.expected.length);
    assert.deepEqual(sorted(events.map(({ kind, square }) => `${kind} ${square}`)), sorted(host.expected.map(([kind, square]) => `${kind} ${square}`)));
    events.forEach(({ seq }, at) => assert.equal(seq, at));
    assert.deepEqual(gaps, []);
    assert.equal(host.machine.starts, 1);
    assert.equal(host.usb.bus.toggle_errors, 0);
  });
}
