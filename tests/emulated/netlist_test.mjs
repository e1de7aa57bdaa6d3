// The models are wired as the netlist says: a wrong wire in it is a wrong wire for the board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed } from '../hardware/lib/mutants.mjs';
import { matrix_board } from './lib/board.mjs';
import { black, hall_board, strength, white } from './lib/hall_board.mjs';
import { netlist_of_board, wiring_of, wiring_of_board } from './lib/netlist.mjs';

const rewired = (name, change) => wiring_of(changed(netlist_of_board(name), change));
const told = host => host.events.filter(({ kind }) => kind === 'lift' || kind === 'drop').map(({ kind, square }) => [kind, square]);

test('the wiring is that of the formulas by which the boards were designed', () => {
  const matrix = wiring_of_board('pico-matrix'), hall = wiring_of_board('pico-hall');
  matrix.squares.forEach(({ rank, file, to_file }, square) => assert.deepEqual([rank, file, to_file], [2 + (square >> 3), 10 + (square & 7), true]));
  hall.squares.forEach(({ input, enable, high }, square) => assert.deepEqual([input, enable, high >> 2], [26 + (square >> 5), 6 + (square >> 4), square & 15]));
  assert.deepEqual([matrix.contacts, hall.contacts], [[18, 19, 20, 21, 22, 28], [18, 19, 20, 21, 22, 16]]);
  assert.equal(hall.power, 10);
  assert.deepEqual(wiring_of_board('pico-hall-thin'), { ...hall, squares: wiring_of_board('pico-hall-thin').squares });
});

test('two files exchanged: a piece shows on the other one', () => {
  const { machine, matrix, host } = matrix_board({ squares: [], wiring: rewired('pico-matrix', wires => wires.swap(['U1', '14'], ['U1', '15'])) });
  matrix.set(8, true); // a2
  machine.run_for(30_000);
  assert.deepEqual(told(host), [['drop', 9]]);
});

test('a diode the wrong way round: its square never shows a piece', () => {
  const { machine, matrix, host } = matrix_board({ squares: [], wiring: rewired('pico-matrix', wires => wires.swap(['DE4', '1'], ['DE4', '2'])) });
  matrix.set(28, true); // e4
  machine.run_for(30_000);
  assert.ok(!told(host).some(([, square]) => square === 28));
});

test('two address lines exchanged: pieces show on squares whose numbers have these bits exchanged', () => {
  const board = hall_board({ sensors: { wiring: rewired('pico-hall', wires => wires.swap(['U1', '4'], ['U1', '5'])) } });
  const { machine, sensors, host } = board;
  sensors.move(17, strength); // b3
  sensors.move(42, -strength); // c6
  machine.run_for(50_000);
  assert.deepEqual(host.events.map(({ kind, square, content }) => [kind, square, content]), [['drop', 18, white], ['drop', 41, black]]);
});
