// The table, the plots, and their place in README.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawing } from './plot.mjs';
import { growth_table, table, with_results } from './table.mjs';

const figure = (more) => ({ figure: 'perft', unit: 's', ours: 1, yardstick: 4, yardstick_is: 'stockfish', goal: 0.5, ...more });
const cells = (text) => text.split('\n').slice(2).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));

test('a goal that is not reached is not shown', () => {
  assert.deepEqual(cells(table([figure(), figure({ ours: 3 }), figure({ goal: 1, goal_is: 'ours' }), figure({ goal: undefined }),
    figure({ ours: 0, yardstick: 0 })])), [
    ['perft', '1 s', 'stockfish 4', '0.25', '0.5', 'yes'],
    ['perft', '3 s', 'stockfish 4', '0.75', '0.5', '**no**'],
    ['perft', '1 s', 'stockfish 4', '0.25', '1 s', 'yes'],
    ['perft', '1 s', 'stockfish 4', '0.25', '', ''],
    ['perft', '0 s', 'stockfish 0', '', '0.5', 'yes']]);
});

test('a yardstick that is not installed is not told, or its ratio is invented', () => {
  const [row, , below] = table([figure({ yardstick: undefined, yardstick_is: 'no stockfish here' })]).split('\n').slice(2);
  assert.match(row, /^\| perft +\| 1 s +\| +\| +\| 0.5 +\| +\|$/);
  assert.equal(below, 'no stockfish here');
});

test('a line of the table is too long for a document', () => {
  const wide = table([figure({ figure: 'x'.repeat(60) }), figure({ yardstick_is: 'y'.repeat(60) })]);
  for (const line of wide.split('\n')) assert.ok(line.length < 120, line);
});

const points = [100, 10].map((x) => ({ series: 'plies', what: 'a <game>', x, y: x * 2, unit: 'ms' }));

test('cost that grows in proportion is not straight', () => {
  assert.deepEqual(cells(growth_table(points)), [['a <game>, 10 to 100 plies', '20 ms', '200 ms', '1']]);
  assert.equal(growth_table([]), '');
});

test('a plot is no SVG, or has not every point', () => {
  const svg = drawing([...points, { series: 'boards', what: 'one', x: 1, y: 1, unit: 'ms' }]);
  assert.equal(svg.match(/<circle /g).length, 3);
  assert.ok(svg.includes('a &lt;game&gt;') && !/NaN|undefined/.test(svg));
});

test('results do not take the place of the last ones', () => {
  const readme = 'before\n<!-- results -->\nold\n<!-- end of results -->\nafter\n';
  assert.equal(with_results(readme, '$& new'), 'before\n<!-- results -->\n$& new\n<!-- end of results -->\nafter\n');
  assert.throws(() => with_results('nothing', 'new'));
});
