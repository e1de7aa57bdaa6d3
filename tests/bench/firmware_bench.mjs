// What the boards' images take of their emulated processor: cycles awake in a scan, which is also the energy that a scan takes,
// and the time from a first edge to the first byte of its frame. The yardstick for pico-matrix is a keyboard's firmware over the
// same matrix (on_chip/keyboard.cpp). All of it is the same in every run.

import { matrix_board, ranks_1278 } from '../emulated/lib/board.mjs';
import { Contacts } from '../emulated/lib/contacts.mjs';
import { hall_board, strength } from '../emulated/lib/hall_board.mjs';
import { Machine, random_numbers, read_image } from '../emulated/lib/machine.mjs';
import { Matrix } from '../emulated/lib/matrix.mjs';
import { plan } from '../emulated/lib/traffic.mjs';
import { UartLine } from '../emulated/lib/uart_line.mjs';
import { events_given, latency, on_uart_byte, work } from '../emulated/lib/work.mjs';

const brief = process.argv[2] === '--brief', scans = brief ? 200 : 4_000, edges = brief ? 4 : 40;
const cycles_per_ms = 48_000, share = 0.05; // the goal: of the processor

function keyboard() {
  const machine = new Machine(read_image('keyboard'));
  const matrix = machine.plug(new Matrix()), contacts = machine.plug(new Contacts());
  machine.plug(new UartLine());
  matrix.set_all(ranks_1278);
  machine.power_on();
  return { machine, matrix, contacts };
}
function byte_times({ machine }) {
  const given = [];
  on_uart_byte(machine, () => given.push(machine.now_us));
  return given;
}

function at_rest({ machine }, scan_us) {
  machine.run_for(100_000);
  return work(machine, scans, undefined, scan_us).cycles;
}
// Two players in a hurry, with bounces and glitches.
function played(board) {
  board.machine.run_for(100_000);
  plan(board, scans / 40, random_numbers(5), { pause_us: 120_000, presses_of_100: 0 });
  return work(board.machine, scans).cycles;
}
function hall_played({ machine, sensors }, scan_us) {
  machine.run_for(100_000);
  return work(machine, scans / 2, at => at % 25 === 0 && sensors.move(20, at % 50 === 0 ? strength : 0), scan_us).cycles;
}
function edge_to_byte({ machine }, set, given) {
  machine.run_for(100_000);
  const times = given();
  return latency(machine, set, edge_us => times.find(us => us > edge_us), edges);
}

const tell = figure => console.log(JSON.stringify(figure));
const yardstick_is = 'keyboard', matrix_goal = { goal: share * cycles_per_ms, goal_is: 'ours' };
tell({ figure: 'pico-matrix, a scan at rest', unit: 'cycles', ours: at_rest(matrix_board()), yardstick: at_rest(keyboard()), yardstick_is, ...matrix_goal });
tell({ figure: 'pico-matrix, a scan while two hurry', unit: 'cycles', ours: played(matrix_board()), yardstick: played(keyboard()), yardstick_is, ...matrix_goal });

const [matrix, keys] = [matrix_board(), keyboard()];
tell({
  figure: 'pico-matrix, edge to frame', unit: 'µs', yardstick_is,
  ours: edge_to_byte(matrix, on => matrix.matrix.set(20, on), () => events_given(matrix)),
  yardstick: edge_to_byte(keys, on => keys.matrix.set(20, on), () => byte_times(keys)),
});

const hall_scan_us = 2_000, hall_goal = { goal: share * 2 * cycles_per_ms, goal_is: 'ours' };
tell({ figure: 'pico-hall, a scan at rest', unit: 'cycles', ours: at_rest(hall_board(), hall_scan_us), ...hall_goal });
tell({ figure: 'pico-hall, a scan while two hurry', unit: 'cycles', ours: hall_played(hall_board(), hall_scan_us), ...hall_goal });
const hall = hall_board();
tell({ figure: 'pico-hall, edge to frame', unit: 'µs', ours: edge_to_byte(hall, on => hall.sensors.move(20, on ? strength : 0), () => events_given(hall)) });
