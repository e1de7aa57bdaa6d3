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
const { facts_of, lifted, state_of } = await import(address_of('table-state.js'));
const { control_of, periods_of } = await import(address_of('time-periods.js'));
const { needs_of } = await import(address_of('hall-health.js'));
const { addresses_for_phones, sign_in_address } = await import(address_of('hall-tokens.js'));
const { delay_of } = await import(address_of('hall-exits.js'));
const { boards_for, parted_port, ranges_of, table_numbers } = await import(address_of('hall-form.js'));
const { wall_entered } = await import(address_of('wall-form.js'));

const board = (number, more = {}, game = {}) => ({
  board: number, started: '2026-11-28T10:00:00Z', electronics: true, here: true, trouble: null, complaints: [], notice: null, lost: null, next: null, differ: [],
  ...more, game: { moves: [], result: '*', ...game },
});
const status = more => ({
  journal: { trouble: null, lost: null, disk_free_bytes: 5e10, copy: { kept: true, on_one_disk: false, trouble: null } },
  keys: { signs: true, trouble: null }, targets: [], closed_exits: [], printing: null, boards: [], ...more,
});
const sheet = (game, printed, why) => ({ game, printed, why });
const journal = more => status({ journal: { ...status().journal, ...more } });

/// All that the daemon knows.
const subjects = [...readFileSync(join(process.env.ADOUBE_WEB, '../round/complaint.cpp'), 'utf8').matchAll(/case Subject::\w+: return "([\w ]+)"/g)].map(([, name]) => name);
assert.ok(subjects.length > 8);

test('to a complaint about a clock one is told to have another board ready', () => {
  for (const about of subjects) {
    const { to_do } = state_of(board(1, { complaints: [{ about, text: 'x' }] }));
    assert.equal(/another board|exchange the boards/.test(to_do), !/clock/.test(about), `${about}: ${to_do}`);
  }
});

test('what a board runs on, or what its link has lost, is not told of its table', () => {
  const link = { lost_events: 0, bad_frames: 0, silences: 0 };
  const rows = [
    [{ electronics: false, port: null, here: false, battery: null, link }, ''],
    [{ electronics: true, port: 'usb:e6', here: true, firmware: '1.4.0', battery: null, link }, 'Port usb:e6 · firmware 1.4.0 · nothing lost on its link'],
    [{ electronics: true, port: 'dgt:serial:/dev/ttyUSB0', here: true, firmware: '3.0.1', battery: { percent: 60, charging: true }, link: { ...link, lost_events: 2, silences: 1 } },
      'Port dgt:serial:/dev/ttyUSB0 · firmware 3.0.1 · battery 60 %, charging · lost on its link: 2 events, silent once'],
    [{ electronics: true, port: 'usb:e6', here: false, battery: null, link: { ...link, bad_frames: 3, silences: 4 } }, 'Port usb:e6 · lost on its link: 3 messages, silent 4 times'],
  ];
  for (const [board, text] of rows) assert.equal(facts_of(board), text);
});

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
    [board(1, { here: false, confirmed: true }), 'quiet', /^Over, –\/–\.$/],
    [board(1, { electronics: false, here: false, confirmed: true }, moved), 'quiet', /^Over, –\/–\.$/],
    [board(1, { confirmed: true, next: { round: '2', white: 'A', black: 'B' } }), 'quiet', /^Round 2 begins .* ended –\/–\.$/],
    [board(1, { here: false, trouble: 'no such port' }), 'act', /^Its board is not connected: no such port\.$/],
    [board(1, { here: false }, moved), 'act', /^Its board is not connected\.$/],
    [board(1, { lost: 'the last 12 of 340 inputs are gone' }, moved), 'act', /^The last 12 of 340 inputs are gone\.$/],
    [board(1, { differ: [['e2', 'P', null], ['e4', null, '?']] }), 'look', /^Not set up right: e2 lacks the white pawn, e4 must be empty\.$/],
    [board(1, { differ: [['d1', 'Q', 'k'], ['e1', 'K', 'q']] }), 'look', /^Not set up right: d1 must have the white queen, e1 must have the white king\.$/],
    [board(1, { differ: 'abcdefgh'.split('').map(file => [`${file}2`, 'P', null]) }), 'look', /^Not set up yet: 8 squares/],
    [board(1, { notice: 'pieces are moved though no game is armed' }, { result: '1-0' }), 'look', /^Pieces are moved/],
    [board(1, { notice: 'the squares stand as the game begins' }), 'quiet', /ready/],
    [board(1, { started: null, notice: 'before the first move e2 is empty' }), 'look', /^Before the first move/],
    ...subjects.map(about => [board(1, { complaints: [{ about: 'start', text: 'it hung' }, { about, text: 'a3 never changes' }] }), 'look', /^A3 never changes\.$/]),
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
    [status({ standby: { alone: false, hears: true, computer: 'spare', behind: 3, trouble: null } }), []],
    [status({ standby: { alone: true, hears: true, computer: 'spare', behind: 3, trouble: null } }), ['look Nobody stands by: what is recorded is on this computer only.']],
    [status({ standby: { alone: false, hears: false, computer: null, behind: 0, trouble: null } }), ['look Nobody stands by: what is recorded is on this computer only.']],
    [status({ standby: { alone: true, hears: false, computer: null, behind: 0, trouble: 'the server is away' } }), ['look The server is away.']],
    [status({ keys: { signs: false, trouble: null } }), ['note The record is not signed.']],
    [status({ keys: { signs: true, trouble: 'no such file' } }), ['look The statements about the hall’s key cannot be read: no such file.']],
    [status({ targets: [{ name: 'club', state: 'failing', happening: 'no route', to_do: 'wait' }, { name: 'l', state: 'up to date' }] }), ['look The site club is failing: no route.']],
    [status({ closed_exits: [{ exit: 'the terminal board-1.dgt', why: 'a file is there' }] }), ['look The terminal board-1.dgt is closed: a file is there.']],
    [status({ printing: { printed: 1, waiting: 2, doubtful: [] } }), []],
    [status({ printing: { printed: 1, waiting: 0, doubtful: [sheet('E-r1-b3', false, 'no paper'), sheet('E-r1-b4', false, 'printer "Office": no lp')] } }),
      ['look 2 scoresheets could not be printed: E-r1-b3, E-r1-b4. Printer "Office": no lp.']],
    [status({ printing: { printed: 2, waiting: 0, doubtful: [sheet('E-r1-b3', false, 'no paper'), sheet('E-r1-b4', true, '3 characters have no font')] } }),
      ['look 1 scoresheet could not be printed: E-r1-b3. No paper.', 'look 1 scoresheet was printed with numbers in place of letters: E-r1-b4. 3 characters have no font.']],
    [status({ boards: [{ board: 3, health: { masked: 1 } }, { board: 4, health: { masked: 0 } }, { board: 5 }] }), ['look Table 3: 1 square is switched off, as the sensor fails.']],
  ];
  for (const [told, wanted] of rows) {
    const needs = needs_of(told, []);
    assert.deepEqual(needs.map(({ level, text }) => `${level} ${text}`), wanted);
    for (const { text, to_do } of needs) assert.match(to_do ?? '', /^[A-Z].*\.$/, text);
  }
  const all = needs_of(journal({ copy: null, trouble: 'full' }), [board(2, { here: false }), board(3, { complaints: [{ about: 'start', text: 'x' }] }), board(4)]);
  assert.deepEqual(all.map(({ level }) => level), ['act', 'act', 'look', 'note']);
  assert.deepEqual(all.map(({ table }) => table), [undefined, 2, 3, undefined]);
  assert.equal(needs_of(null, [board(2, { here: false })]).length, 1);
  const [printing] = needs_of(status({ printing: { doubtful: [sheet('E-r1-b3', false, 'x'), sheet('E-r0-b9', false, 'x')] } }), [board(3, { record: 'E-r1-b3' })]);
  assert.match(printing.text, /could not be printed: table 3, E-r0-b9\./);
  assert.deepEqual(printing.buttons.map(({ line }) => line), [{ print: 'again' }, { print: 'dismiss' }]);
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

test('a phone is sent to an address that it cannot open, or that is not encrypted, or the token is sent along', () => {
  const known = ['https://hall.example:8443'];
  for (const origin of ['http://hall.example', 'http://127.0.0.1:8080', 'https://127.0.0.1:8443', 'https://localhost', 'https://a.localhost:1', 'https://[::1]:8443'])
    assert.deepEqual(addresses_for_phones(origin, known), known, origin);
  assert.deepEqual(addresses_for_phones('https://live.example.org', known), ['https://live.example.org', ...known]);
  assert.deepEqual(addresses_for_phones('https://localhost.example', []), ['https://localhost.example']);
  assert.deepEqual(addresses_for_phones(known[0], known), known);
  const { pathname, search, hash } = new URL(sign_in_address(known[0], 'adoube_x'));
  assert.deepEqual([pathname, search, hash], ['/arbiter', '', '#adoube_x']);
});

test('the form of the wall sends another thing than was entered, or what is no number', () => {
  const empty = { boards: '', featured: '', page: '', turn_s: '', openings: false, frame_ancestors: '' };
  assert.deepEqual(wall_entered(empty).values, { boards: null, featured: null, page: null, turn_s: null, openings: false, frame_ancestors: null });
  assert.deepEqual(wall_entered({ boards: ' 1-20, 33', featured: '1,2 7', page: ' 12', turn_s: '0', openings: true, frame_ancestors: 'https://a.example, https://b.example ' }).values,
    { boards: '1-20,33', featured: [1, 2, 7], page: 12, turn_s: 0, openings: true, frame_ancestors: ['https://a.example', 'https://b.example'] });
  for (const [field, text] of [['featured', '1;2'], ['featured', 'one'], ['page', '-1'], ['page', '1.5'], ['turn_s', 'soon'], ['turn_s', '12345']])
    assert.deepEqual(Object.keys(wall_entered({ ...empty, [field]: text }).fields), [field], text);
});

test('a delay is taken for another one than was typed, or for one that cannot be set', () => {
  for (const [text, seconds] of [['0', 0], ['1', 60], [' 5 ', 300], ['1440', 86_400]]) assert.equal(delay_of(text), seconds, text);
  for (const text of ['', ' ', '1441', '-1', '1.5', '1,5', 'ten', '5 min', '1e2', '99999']) assert.equal(delay_of(text), null, text);
});

test('tables are other ones than were entered, or a board is another maker\'s', () => {
  for (const [text, numbers] of [['1-3', [1, 2, 3]], ['7, 1–2', [7, 1, 2]], ['2 2-3', [2, 3]], ['', null], ['0', null], ['3-1', null], ['1-', null], ['a', null], ['1-9999', null]])
    assert.deepEqual(table_numbers(text), numbers, text);
  assert.equal(ranges_of([3, 1, 2, 7, 9, 10]), '1-3,7,9-10');
  assert.equal(ranges_of([]), '');
  const makers = ['', 'dgt', 'chessnut'];
  assert.deepEqual(parted_port('dgt:serial:/dev/ttyUSB0#01025', makers), { word: 'dgt', port: 'serial:/dev/ttyUSB0#01025' });
  assert.deepEqual(parted_port('usb:00000000000000a1', makers), { word: '', port: 'usb:00000000000000a1' });
  const spare = [{ port: 'serial:/dev/ttyUSB0' }, { port: 'usb:a' }, { port: 'usb:b' }];
  assert.deepEqual(boards_for([2, 5, 6], spare), [[2, 'usb:a'], [5, 'usb:b']]);
  assert.deepEqual(boards_for([2], spare), [[2, 'usb:a']]);
});
