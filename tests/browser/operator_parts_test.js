// The parts of the organiser's page that need no browser: how a table fares, and what is to be seen to. Run by CTest with
// ADOUBE_WEB set.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/// With the modules that it imports, as the daemon serves them.
const address_of = name => {
  const text = readFileSync(join(process.env.ADOUBE_WEB, name), 'utf8').replace(/from '\/([\w-]+\.js)'/g, (_, other) => `from '${address_of(other)}'`);
  return `data:text/javascript,${encodeURIComponent(text).replace(/'/g, '%27')}`;
};
const { lifted, state_of } = await import(address_of('table-state.js'));
const { control_of, periods_of } = await import(address_of('time-periods.js'));
const { needs_of } = await import(address_of('hall-health.js'));

const board = (number, more = {}, game = {}) => ({
  board: number, started: '2026-11-28T10:00:00Z', electronics: true, here: true, trouble: null, complaints: [], notice: null, lost: null, next: null, differ: [],
  ...more, game: { moves: [], result: '*', ...game },
});
const status = more => ({
  journal: { trouble: null, lost: null, disk_free_bytes: 5e10, copy: { kept: true, on_one_disk: false, trouble: null } },
  keys: { signs: true, trouble: null }, targets: [], closed_exits: [], printing: null, boards: [], ...more,
});
const journal = more => status({ journal: { ...status().journal, ...more } });

test('a table says another thing than it is, or none what to do about it', () => {
  const moved = { moves: [['e4'], ['e5'], ['Nf3']] };
  const rows = [
    [board(1), 'quiet', /^Set up, and ready\.$/],
    [board(1, {}, moved), 'quiet', /^Move 2\.$/],
    [board(1, { differ: [['e2', 'P', null]] }, moved), 'quiet', /^Move 2\.$/],
    [board(1, {}, { result: '1/2-1/2' }), 'quiet', /^Over, ½–½\.$/],
    [board(1, { next: { round: '2', white: 'A', black: 'B' } }, { result: '0-1' }), 'quiet', /^Round 2 begins once the pieces are set up; the last game ended 0–1\.$/],
    [board(1, { electronics: false, here: false }), 'quiet', /^No electronics/],
    [board(1, { electronics: false, here: false }, { result: '1-0' }), 'quiet', /^Over, 1–0\.$/],
    [board(1, { here: false }, { result: '1-0' }), 'quiet', /^Over/],
    [board(1, { here: false, trouble: 'no such port' }), 'act', /^Its board is not connected: no such port\.$/],
    [board(1, { here: false }, moved), 'act', /^Its board is not connected\.$/],
    [board(1, { lost: 'the last 12 of 340 inputs are gone' }, moved), 'act', /^The last 12 of 340 inputs are gone\.$/],
    [board(1, { differ: [['e2', 'P', null], ['e4', null, '?']] }), 'look', /^Not set up right: e2 lacks the white pawn, e4 must be empty\.$/],
    [board(1, { differ: [['d1', 'Q', 'k'], ['e1', 'K', 'q']] }), 'look', /^Not set up right: d1 must have the white queen, e1 must have the white king\.$/],
    [board(1, { differ: 'abcdefgh'.split('').map(file => [`${file}2`, 'P', null]) }), 'look', /^Not set up yet: 8 squares/],
    [board(1, { notice: 'pieces are moved though no game is armed' }, { result: '1-0' }), 'look', /^Pieces are moved/],
    [board(1, { notice: 'the squares stand as the game begins' }), 'quiet', /ready/],
    [board(1, { started: null, notice: 'before the first move e2 is empty' }), 'look', /^Before the first move/],
    [board(1, { complaints: ['its clock jumped', 'a3 never changes'] }), 'look', /^A3 never changes\.$/],
  ];
  for (const [table, level, text] of rows) {
    const state = state_of(table);
    assert.equal(state.level, level, JSON.stringify(table));
    assert.match(state.text, text);
    assert.equal(Boolean(state.to_do), level !== 'quiet', `${state.text} ${state.to_do}`);
  }
});

test('the table of a lifted king stays dark, or another one lights up', () => {
  const king = ['e1', 'K', null];
  assert.deepEqual(lifted(board(1, { differ: [king] })), ['e1', 'K']);
  assert.deepEqual(lifted(board(1, { differ: [['d8', 'q', null]] })), ['d8', 'q'], 'where it stands the other way round, and shows no pieces');
  assert.deepEqual(lifted(board(1, { differ: [['a3', null, '?'], king] })), ['e1', 'K'], 'though a sensor is stuck');
  for (const other of [board(1), board(1, { here: false, differ: [king] }), board(1, { differ: [king] }, { moves: [['e4']] }),
    board(1, { differ: [king] }, { result: '1-0' }), board(1, { differ: [['e1', 'K', '?']] }), board(1, { differ: [['a2', 'P', null], ['b2', 'P', null]] }),
    board(1, { differ: [king, ...'abcdefgh'.split('').flatMap(file => [[`${file}2`, 'P', null], [`${file}7`, 'p', null]])] })])
    assert.equal(lifted(other), null, JSON.stringify(other));
});

test('something of the hall is red without a sentence on what to do, stands below what can wait, or is not told', () => {
  const rows = [
    [status(), []],
    [journal({ trouble: 'No space left on device' }), ['act The journal cannot be written: No space left on device.']],
    [journal({ lost: 'inputs are gone' }), ['act Inputs are gone.']],
    [journal({ disk_free_bytes: 5e8 }), ['look The journal’s disk has 500 MB left.']],
    [journal({ disk_free_bytes: 1e8 }), ['act The journal’s disk has 100 MB left.']],
    [journal({ disk_free_bytes: null }), []],
    [journal({ copy: null }), ['note No copy of the journal is kept.']],
    [journal({ copy: { kept: false, on_one_disk: false, trouble: null } }), []],
    [journal({ copy: { kept: false, on_one_disk: false, trouble: 'the stick is out' } }), ['act No copy of the journal is kept: the stick is out.']],
    [journal({ copy: { kept: true, on_one_disk: true, trouble: null } }), ['look The copy of the journal is on the journal’s own disk, and lost with it.']],
    [status({ keys: { signs: false, trouble: null } }), ['note The record is not signed.']],
    [status({ keys: { signs: true, trouble: 'no such file' } }), ['look The statements about the hall’s key cannot be read: no such file.']],
    [status({ targets: [{ name: 'club', state: 'failing', happening: 'no route', to_do: 'wait' }, { name: 'l', state: 'up to date' }] }), ['look The site club is failing: no route.']],
    [status({ closed_exits: [{ exit: 'the terminal board-1.dgt', why: 'a file is there' }] }), ['look The terminal board-1.dgt is closed: a file is there.']],
    [status({ printing: { printed: 1, failed: 2, waiting: 0 } }), ['look 2 scoresheets could not be printed.']],
    [status({ boards: [{ board: 3, health: { masked: 1 } }, { board: 4, health: { masked: 0 } }, { board: 5 }] }), ['look Table 3: 1 square is switched off, as the sensor fails.']],
  ];
  for (const [told, wanted] of rows) {
    const needs = needs_of(told, []);
    assert.deepEqual(needs.map(({ level, text }) => `${level} ${text}`), wanted);
    for (const { text, to_do } of needs) assert.match(to_do ?? '', /^[A-Z].*\.$/, text);
  }
  const all = needs_of(journal({ copy: null, trouble: 'full' }), [board(2, { here: false }), board(3, { complaints: ['x'] }), board(4)]);
  assert.deepEqual(all.map(({ level }) => level), ['act', 'act', 'look', 'note']);
  assert.deepEqual(all.map(({ table }) => table), [undefined, 2, 3, undefined]);
  assert.equal(needs_of(null, [board(2, { here: false })]).length, 1);
});

test('a time control in fields is another than the file has, or one that is none is taken', () => {
  const rows = [
    ['', [], ''],
    ['-', [], ''],
    ['5400+30', [['90', '', '30']], '90m+30'],
    ['300', [['5', '', '']], '5m'],
    ['40/5400+30:1800+30', [['90', '40', '30'], ['30', '', '30']], '40/90m+30:30m+30'],
    ['40/6000+30:20/3000+30:900+30', [['100', '40', '30'], ['50', '20', '30'], ['15', '', '30']], '40/100m+30:20/50m+30:15m+30'],
    ['90+1', [['1.5', '', '1']], '90+1'],
    ['60:60:60:60', [['1', '', ''], ['1', '', ''], ['1', '', ''], ['1', '', '']], '1m:1m:1m:1m'],
  ];
  const period = ([minutes, moves, bonus_s]) => ({ minutes, moves, bonus_s }), none = period(['', '', '']);
  for (const [control, periods, text] of rows) {
    assert.deepEqual(periods_of(control), periods.map(period));
    assert.deepEqual(control_of([...periods.map(period), none, none]), { text });
  }
  for (const [wrong, ...periods] of [[1, ['', '40', '']], [1, ['', '', '30']], [1, ['-5', '', '']], [1, ['1e3', '', '']], [1, ['90', '0', '']], [1, ['90', '4.5', '']],
    [1, ['90', '', '-1']], [1, ['0.001', '', '']], [2, ['90', '40', ''], ['half', '', '']], [1, ['', '', ''], ['30', '', '']]])
    assert.deepEqual(control_of(periods.map(period)), { wrong }, `${periods}`);
});
