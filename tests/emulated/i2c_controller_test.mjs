// The model of the RP2040's I2C controller as a slave: its registers, written and read by hand, without an image.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RP2040 } from 'rp2040js';
import { I2cBus } from './lib/i2c_bus.mjs';
import { con, I2cPort, raw } from './lib/i2c_controller.mjs';
import { PlainTime } from './lib/plain_time.mjs';

const reg = {
  con: 0x00, sar: 0x08, data: 0x10, intr: 0x2c, mask: 0x30, raw: 0x34, rx_tl: 0x38, clr_intr: 0x40, clr_under: 0x44, clr_over: 0x48,
  clr_rd_req: 0x50, clr_abrt: 0x54, clr_rx_done: 0x58, clr_activity: 0x5c, clr_stop: 0x60, clr_start: 0x64, clr_gen_call: 0x68,
  enable: 0x6c, status: 0x70, rxflr: 0x78, sda_hold: 0x7c, nack_only: 0x84, dma_cr: 0x88, dma_rdlr: 0x90, ack_gen_call: 0x98,
  enable_status: 0x9c, spklen: 0xa0,
};
const slave = (1 << 5) | (1 << 1); // RESTART_EN, standard speed

function chip_on_bus({ sda = 14, of_bus, setup = {}, on = true, ...of_port } = {}) {
  const time = new PlainTime();
  const chip = new RP2040();
  const warnings = [];
  chip.logger = { debug() {}, info() {}, warn: (_, text) => warnings.push(text), error: (_, text) => warnings.push(text) };
  time.chip = chip;
  const bus = time.plug(new I2cBus(of_bus));
  const port = time.plug(new I2cPort(bus, { sda, ...of_port }));
  const base = port.number === 0 ? 0x40044000 : 0x40048000;
  const read = name => chip.readUint32(base + reg[name]);
  const write = (name, value) => chip.writeUint32(base + reg[name], value);
  const irq = () => (chip.core.pendingInterrupts >>> (23 + port.number)) & 1;
  for (const pin of [sda, sda + 1]) chip.writeUint32(0x40014000 + 8 * pin + 4, 3);
  const made = { time, chip, bus, port, read, write, irq, warnings };
  for (const [name, value] of Object.entries({ con: slave, sar: 0x10, mask: 0, ...setup })) write(name, value);
  if (on) write('enable', 1);
  return made;
}
/// Until it is over; what the master learned.
function send({ time, bus }, address, bytes, us = 100 * (bytes.length + 2)) {
  let told;
  bus.write(address, bytes, { done: how => { told = how; } });
  time.run_for(us);
  return told;
}
const drain = ({ read }) => Array.from({ length: read('rxflr') }, () => read('data'));
const numbers = count => Array.from({ length: count }, (_, at) => at + 1);

test('after a reset the registers are as the data sheet lists them', () => {
  const { chip } = chip_on_bus({ setup: { con: 0x65, sar: 0x55, mask: 0x8ff }, on: false });
  const values = { 0x00: 0x65, 0x04: 0x55, 0x08: 0x55, 0x14: 0x28, 0x18: 0x2f, 0x1c: 0x06, 0x20: 0x0d, 0x30: 0x8ff, 0x34: 0, 0x38: 0, 0x3c: 0,
    0x6c: 0, 0x70: 0x06, 0x7c: 1, 0x94: 0x64, 0x98: 1, 0x9c: 0, 0xa0: 7, 0xf8: 0x3230312a, 0xfc: 0x44570140 };
  for (const [offset, value] of Object.entries(values)) assert.equal(chip.readUint32(0x40048000 + Number(offset)), value, Number(offset).toString(16));
});

test('a general call is acknowledged, kept with its first byte marked, and told', () => {
  const made = chip_on_bus();
  const { read } = made;
  assert.equal(send(made, 0x00, [0x10, 0x07, 0x02]).acked, true);
  assert.equal(read('raw') & (raw.gen_call | raw.rx_full | raw.start_det | raw.stop_det | raw.activity | raw.rd_req),
    raw.gen_call | raw.rx_full | raw.start_det | raw.stop_det | raw.activity);
  assert.deepEqual(drain(made), [0x810, 0x07, 0x02]);
  assert.equal(read('raw') & raw.rx_full, 0);
  assert.equal(read('clr_gen_call'), 1);
  assert.equal(read('clr_gen_call'), 0);
  assert.equal(read('raw') & raw.gen_call, 0);
  assert.equal(read('clr_stop') + read('clr_start') + read('clr_activity'), 3);
  assert.equal(read('raw'), raw.tx_empty);
});

test('without ACK_GENERAL_CALL a general call is not its business', () => {
  const made = chip_on_bus({ setup: { ack_gen_call: 0 } });
  const told = send(made, 0x00, [1, 2]);
  assert.deepEqual([told.acked, told.bytes_acked], [false, 0]);
  assert.equal(made.read('rxflr'), 0);
  assert.equal(made.read('raw') & raw.gen_call, 0);
  assert.equal(made.read('raw') & raw.stop_det, raw.stop_det);
});

test('its own address is acknowledged, another is not, and nothing is as long as it is off or a master', () => {
  const made = chip_on_bus();
  assert.equal(send(made, 0x10, [1]).acked, true);
  assert.equal(send(made, 0x08, [2]).acked, false);
  assert.deepEqual(drain(made), [0x801]);
  assert.equal(send(chip_on_bus({ on: false }), 0x00, [1]).acked, false);
  const master = chip_on_bus({ setup: { con: 0x65 } });
  assert.equal(send(master, 0x10, [1]).acked, false);
});

test('STOP_DET_IFADDRESSED leaves out other addresses, and a general call, too', () => {
  const made = chip_on_bus({ setup: { con: slave | con.stop_if_addressed } });
  for (const [address, told] of [[0x00, 0], [0x08, 0], [0x10, 1]]) {
    send(made, address, [1]);
    assert.equal(made.read('clr_stop'), told, `${address}`);
  }
});

test('the interrupt follows mask, threshold and level', () => {
  const made = chip_on_bus({ setup: { mask: raw.rx_full, rx_tl: 3 } });
  const { read, write, irq } = made;
  send(made, 0x00, [1, 2, 3]);
  assert.deepEqual([irq(), read('intr')], [0, 0]);
  send(made, 0x00, [4]);
  assert.deepEqual([irq(), read('intr')], [1, raw.rx_full]);
  read('data');
  assert.equal(irq(), 0);
  write('mask', raw.gen_call);
  assert.equal(irq(), 1);
  read('clr_intr');
  assert.equal(irq(), 0);
  assert.equal(read('raw') & raw.gen_call, 0);
});
test('the mask after a reset lets TX_EMPTY through: a slave interrupts for ever', () => {
  assert.equal(chip_on_bus({ setup: { mask: 0x8ff } }).irq(), 1);
});
test('I2C0 is on its own pins, address and interrupt', () => {
  const made = chip_on_bus({ sda: 16, setup: { mask: raw.gen_call } });
  assert.equal(made.port.number, 0);
  assert.equal(send(made, 0x00, [1]).acked, true);
  assert.equal(made.irq(), 1);
  assert.deepEqual([chip_on_bus({ sda: 26 }).port.number, chip_on_bus({ sda: 14 }).port.number], [1, 1]);
});

test('a full FIFO acknowledges what it loses, and tells once it has', () => {
  const made = chip_on_bus();
  const told = send(made, 0x00, numbers(24));
  assert.equal(told.acked, true);
  assert.equal(made.read('status') & 0x18, 0x18);
  assert.equal(made.read('raw') & raw.rx_over, raw.rx_over);
  assert.deepEqual(drain(made).map(entry => entry & 0xff), numbers(16));
  assert.equal(made.read('clr_over'), 1);
  made.read('data');
  assert.equal(made.read('clr_under'), 1);
});
test('with RX_FIFO_FULL_HLD_CTRL it holds SCL until it is read, and loses nothing', () => {
  const made = chip_on_bus({ setup: { con: slave | con.hold_if_full } });
  let told;
  made.bus.write(0x00, numbers(24), { done: how => { told = how; } });
  made.time.run_for(5_000);
  assert.equal(told, undefined);
  assert.equal(made.read('rxflr'), 16);
  const heard = drain(made);
  made.time.run_for(2_000);
  assert.equal(told.acked, true);
  assert.deepEqual([...heard, ...drain(made)].map(entry => entry & 0xff), numbers(24));
  assert.equal(made.read('raw') & raw.rx_over, 0);
});
test('a master that is held too long gives up; the bus is free once the slave has read', () => {
  const made = chip_on_bus({ setup: { con: slave | con.hold_if_full } });
  assert.deepEqual(send(made, 0x00, numbers(24), 30_000), { acked: false, bytes_acked: 17, stuck: true });
  assert.equal(send(made, 0x00, [1], 30_000).stuck, true);
  drain(made);
  assert.equal(send(made, 0x00, [7]).acked, true);
  assert.deepEqual(drain(made), [0x807]);
});

test('a byte takes 90 µs', () => {
  const made = chip_on_bus();
  const levels = [];
  made.bus.write(0x00, numbers(4));
  for (let at_us = 0; at_us < 500; at_us += 90) {
    made.time.run_for(90);
    levels.push(made.read('rxflr'));
  }
  assert.deepEqual(levels, [0, 1, 2, 3, 4, 4]);
});

test('it ends a byte with a NACK when it is switched off within, and tells so', () => {
  const made = chip_on_bus();
  let told;
  made.bus.write(0x10, numbers(5), { done: how => { told = how; } });
  made.time.run_for(10 + 90 + 90 + 45);
  made.write('enable', 0);
  assert.deepEqual([made.read('enable'), made.read('enable_status') & 1, made.read('rxflr')], [0, 1, 0]);
  made.time.run_for(1_000);
  assert.deepEqual([told.acked, told.bytes_acked], [false, 2]);
  assert.equal(made.read('enable_status'), 0b110);
  made.write('enable', 1);
  assert.equal(made.read('enable_status'), 1);
  assert.equal(send(made, 0x10, [9]).acked, true);
  assert.deepEqual(drain(made), [0x809]);
});
test('switched on within a transfer it waits for the next START', () => {
  const made = chip_on_bus({ on: false });
  made.bus.attach({ spike_ns: () => 0, start() {}, stop() {}, bit() {}, level: () => 0, holds: () => false }); // acknowledges all
  made.bus.write(0x00, [0, 0, 0, 0]);
  made.time.run_for(150);
  made.write('enable', 1);
  made.time.run_for(1_000);
  assert.equal(made.read('rxflr'), 0);
  assert.equal(send(made, 0x00, [0]).acked, true);
  assert.equal(made.read('rxflr'), 1);
});
test('what may be written only while it is off has no effect while it is on, with a warning', () => {
  const made = chip_on_bus();
  made.write('sar', 0x20);
  made.write('con', 0x65);
  assert.deepEqual([made.read('sar'), made.read('con')], [0x10, slave]);
  assert.equal(made.warnings.length, 2);
});
test('it warns of a reserved address, of a hold time longer than SCL is low', () => {
  assert.match(chip_on_bus({ setup: { sar: 0x00 } }).warnings[0], /reserved/);
  assert.match(chip_on_bus({ setup: { sda_hold: 0xffff } }).warnings[0], /SDA_HOLD/);
  assert.deepEqual(chip_on_bus().warnings, []);
});
test('IC_SLV_DATA_NACK_ONLY takes no data', () => {
  const made = chip_on_bus({ setup: { nack_only: 1 } });
  assert.deepEqual([send(made, 0x10, [1, 2]).bytes_acked, made.read('rxflr')], [1, 0]);
});

test('a read of its address, as a wrong bit makes one, holds SCL until a byte is there to send', () => {
  const made = chip_on_bus();
  const { bus, port, time, read, write } = made;
  const bits = byte => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1);
  const clock = line => port.bit(line & port.level());
  port.start();
  for (const bit of bits(0x21)) clock(bit);
  assert.equal(port.level(), 0);
  clock(1);
  assert.equal(read('raw') & raw.rd_req, raw.rd_req);
  assert.equal(port.holds(), true);
  assert.equal(send(made, 0x00, [1], 30_000).stuck, true);
  write('data', 0xa5);
  assert.equal(port.holds(), false);
  const got = bits(0).map(() => {
    const level = port.level();
    port.bit(level);
    return level;
  });
  assert.deepEqual(got, bits(0xa5));
  clock(1);
  port.stop();
  assert.equal(read('clr_rx_done'), 1);
  assert.equal(port.holds(), false);
  time.run_for(100);
  assert.equal(bus.quiet, true);
});
test('switching it off frees a bus that it holds', () => {
  const made = chip_on_bus();
  made.port.start();
  for (const bit of [0, 0, 1, 0, 0, 0, 0, 1, 0]) made.port.bit(bit);
  assert.equal(made.port.holds(), true);
  made.write('enable', 0);
  assert.equal(made.port.holds(), false);
});

test('it hears nothing through pins of another function, without input, without pull-ups, or unplugged', () => {
  const pad = value => made => made.chip.writeUint32(0x4001c000 + 4 + 4 * 15, value);
  for (const [what, change, options] of [
    ['function', made => made.chip.writeUint32(0x40014000 + 8 * 15 + 4, 5)], ['input off', pad(0x16)], ['output off', pad(0xd6)],
    ['pull-up', () => {}, { pulled_up: false }], ['cable', made => made.port.unplug()],
  ]) {
    const made = chip_on_bus(options);
    change(made);
    assert.equal(send(made, 0x00, [1]).acked, false, what);
  }
  const own = chip_on_bus({ pulled_up: false });
  for (const pin of [14, 15]) own.chip.writeUint32(0x4001c000 + 4 + 4 * pin, 0x5a);
  assert.equal(send(own, 0x00, [1]).acked, true);
});
test('unplugged in a message it keeps its beginning, and takes the next one after the plug', () => {
  for (const seed of [1, 2, 3, 4]) {
    const made = chip_on_bus({ of_bus: { seed } });
    made.bus.write(0x00, numbers(10));
    made.time.run_for(300);
    made.port.unplug();
    made.time.run_for(2_000);
    made.port.plug();
    assert.deepEqual(drain(made), [0x801, 2]);
    assert.equal(send(made, 0x00, [5]).acked, true);
    assert.deepEqual(drain(made), [0x805]);
  }
});
test('a spike shorter than IC_FS_SPKLEN is not seen, a longer one is', () => {
  for (const [spike_ns, whole] of [[40, true], [400, false]]) {
    const made = chip_on_bus({ of_bus: { seed: 2, noise: { spike: 1, spike_ns } } });
    made.chip.clkSys = 125e6; // 7 cycles are 56 ns
    assert.equal(send(made, 0x00, numbers(8)).acked, whole);
  }
});
test('a reset of the block, and of the chip, forgets all', () => {
  const made = chip_on_bus();
  send(made, 0x00, [1]);
  made.chip.writeUint32(0x4000c000, 1 << 4);
  assert.deepEqual([made.read('rxflr'), made.read('sar'), made.read('enable')], [0, 0x55, 0]);
  made.time.chip = new RP2040();
  made.port.connect(made.time);
  assert.equal(send(made, 0x00, [1]).acked, false);
});
test('DMA is asked as long as there is enough to read', () => {
  const made = chip_on_bus({ setup: { dma_cr: 1, dma_rdlr: 1 } });
  const asks = () => made.chip.dma.dreq[35] ?? false;
  send(made, 0x00, [1]);
  assert.equal(asks(), false);
  send(made, 0x00, [2]);
  assert.equal(asks(), true);
  made.read('data');
  assert.equal(asks(), false);
});
