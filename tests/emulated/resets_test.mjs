// What restarts the board, the cause it reports, and its supply.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';

const cause = { power_on: 1, brown_out: 2, watchdog: 3, asked: 4 };

/// Follows the restarted board; returns its condition.
function after_restart({ machine, host }) {
  const boot_id = host.boot_id;
  machine.run_until_met(() => host.boot_id !== boot_id && host.last('condition')?.boot_id === host.boot_id, 3e6, 'another start');
  return host.last('condition');
}
/// Call after after_restart().
function fault_told({ machine, host }) {
  machine.run_until_met(() => host.last('chip')?.boot_id === host.boot_id, 1e6, 'the chip');
  const { fault_at, called_by } = host.last('chip');
  return { fault_at, called_by };
}
/// Replaces an instruction in RAM.
function patch(machine, address, instruction) {
  machine.chip.sramView.setUint16((address & ~1) - 0x20000000, instruction, true);
}
const endless_loop = 0xe7fe;  // b .
const undefined_instruction = 0xdeff;

test('power on', () => {
  const { host } = matrix_board();
  assert.equal(host.last('condition').reset_cause, cause.power_on);
});

test('a supply that breaks down for a moment', () => {
  const board = matrix_board();
  board.machine.brown_out();
  assert.equal(after_restart(board).reset_cause, cause.brown_out);
});

test('a supply that is gone for long', () => {
  const board = matrix_board();
  board.machine.power_on();
  assert.equal(after_restart(board).reset_cause, cause.power_on);
});

test('the button at RUN', () => {
  const board = matrix_board();
  board.machine.pull_run_pin();
  assert.equal(after_restart(board).reset_cause, cause.asked);
});

test('a program that hangs: the watchdog bites within 110 ms', () => {
  const board = matrix_board();
  const { machine } = board;
  while (machine.chip.core.waiting) machine.run_for(1);
  patch(machine, machine.chip.core.PC, endless_loop);
  const hung_us = machine.now_us;
  machine.run_until_met(() => machine.starts === 2, 1e6, 'the reset');
  assert.ok(machine.now_us - hung_us <= 110_000);
  assert.equal(after_restart(board).reset_cause, cause.watchdog);
});

test('scans that stop while everything else goes on: the watchdog bites too', () => {
  const board = matrix_board();
  const { machine } = board;
  machine.run_to_sleep();
  machine.chip.writeUint32(0x40054038, 0); // TIMER INTE: no tick wakes the core
  const hung_us = machine.now_us;
  machine.run_until_met(() => machine.starts === 2, 1e6, 'the reset');
  assert.ok(machine.now_us - hung_us <= 110_000);
  assert.equal(after_restart(board).reset_cause, cause.watchdog);
});

test('a fault: it starts anew at once', () => {
  const board = matrix_board();
  const { machine } = board;
  while (machine.chip.core.waiting) machine.run_for(1);
  patch(machine, machine.chip.core.PC, undefined_instruction);
  const { PC, LR } = machine.chip.core;
  machine.run_until_met(() => machine.starts === 2, 5_000, 'the reset');
  assert.equal(after_restart(board).reset_cause, cause.watchdog);
  assert.deepEqual(fault_told(board), { fault_at: PC & ~1, called_by: LR });
  machine.pull_run_pin();
  after_restart(board);
  assert.deepEqual(fault_told(board), { fault_at: 0, called_by: 0 });
});

test('an interrupt that nobody handles is a fault', () => {
  const board = matrix_board();
  const { machine } = board;
  machine.chip.writeUint32(0xe000e100, 1 << 13); // NVIC ISER: IO_BANK0
  machine.chip.core.setInterrupt(13, true);
  machine.run_until_met(() => machine.starts === 2, 5_000, 'the reset');
  assert.equal(after_restart(board).reset_cause, cause.watchdog);
});

test('a host that asks for it; after it the next cause is its own again', () => {
  const board = matrix_board();
  const { machine, host } = board;
  const boot_id = host.boot_id;
  host.send('reboot', { boot_id, into: 1 });
  assert.equal(after_restart(board).reset_cause, cause.asked);
  assert.equal(machine.starts, 2);
  assert.equal(host.last('hello').next_seq, 0, 'numbers begin anew');
  while (machine.chip.core.waiting) machine.run_for(1);
  patch(machine, machine.chip.core.PC, endless_loop);
  assert.equal(after_restart(board).reset_cause, cause.watchdog);
});

test('a host of another boot is not obeyed', () => {
  const { machine, host } = matrix_board();
  host.send('reboot', { boot_id: host.boot_id ^ 1, into: 1 });
  machine.run_for(2e6);
  assert.equal(machine.starts, 1);
});

test('into the loader of the chip, and from there back with the same image', () => {
  const board = matrix_board();
  const { machine, host } = board;
  host.send('reboot', { boot_id: host.boot_id, into: 2 });
  machine.run_until_met(() => machine.in_loader, 1e6, 'the loader');
  machine.run_for(1e6);
  assert.ok(machine.in_loader);
  machine.leave_loader();
  assert.equal(after_restart(board).reset_cause, cause.asked);
});

test('the voltage of VSYS', () => {
  for (const millivolts of [5_000, 4_400, 1_800]) {
    const board = matrix_board({ host: false });
    const { machine, host } = board;
    machine.chip.adc.channelValues[3] = Math.round((millivolts / 3 / 3_300) * 4_096);
    host.open();
    machine.run_until_met(() => host.last('condition'), 1e6);
    assert.ok(Math.abs(host.last('condition').supply_mv - millivolts) < 5);
  }
});

test('the light: flashes without a host, is steady with one, flickers while squares are masked', () => {
  const board = matrix_board({ host: false });
  const { machine, matrix, host } = board;
  const share_lit = () => {
    let lit = 0;
    for (let at = 0; at < 200; ++at) {
      machine.run_for(10_000);
      if (machine.chip.gpio[25].outputEnable && machine.chip.gpio[25].outputValue) ++lit;
    }
    return lit / 200;
  };
  machine.run_for(100_000);
  const alone = share_lit();
  assert.ok(alone > 0.02 && alone < 0.15, `${alone} of the time`);
  host.open();
  machine.run_for(1e6);
  assert.equal(share_lit(), 1);
  matrix.short(8, 'high');
  machine.run_for(100_000);
  const masked = share_lit();
  assert.ok(masked > 0.4 && masked < 0.6, `${masked} of the time`);
});
