// The model of the interrupt controller, without an image.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RP2040 } from 'rp2040js';
import { latch_interrupts } from './lib/chip_gaps.mjs';

const ram = 0x20000000, handler = ram + 0x200, irq = 20, bit = 1 << irq;
const iser = 0xe000e100, ispr = 0xe000e200;
const return_now = 0x4770, branch_to_itself = 0xe7fe; // bx lr; b .

/// The processor goes round in one instruction; each step runs one more.
function processor() {
  const chip = new RP2040(), { core } = chip;
  latch_interrupts(core);
  core.VTOR = ram;
  core.SP = ram + 0x1000;
  core.PC = ram + 0x100;
  chip.writeUint16(ram + 0x100, branch_to_itself);
  chip.writeUint16(handler, return_now);
  chip.writeUint32(ram + 4 * (16 + irq), handler | 1);
  chip.writeUint32(iser, bit);
  let entered = 0;
  const enter = core.exceptionEntry;
  core.exceptionEntry = exception => (++entered, enter(exception));
  return { chip, core, entered: () => entered, step: count => { for (; count > 0; --count) core.executeInstruction(); } };
}

test('an interrupt that software made pending is not taken back by its line that goes low', () => {
  const { chip, core, entered, step } = processor();
  core.setInterrupt(irq, true);
  step(1);
  assert.equal(entered(), 1);
  chip.writeUint32(ispr, bit);
  core.setInterrupt(irq, false);
  step(10);
  assert.equal(entered(), 2);
});

test('a line that stays high enters its handler again and again, and one that went low does not', () => {
  const { core, entered, step } = processor();
  core.setInterrupt(irq, true);
  step(20);
  assert.ok(entered() > 5);
  core.setInterrupt(irq, false);
  step(2);
  const before = entered();
  step(20);
  assert.equal(entered(), before);
});
