// The parts of the arbiter's console that need no browser: which board is worst, what a change leaves, and that a command
// is done once. Run by CTest with ADOUBE_WEB set.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const load = name => import(`data:text/javascript,${encodeURIComponent(readFileSync(join(process.env.ADOUBE_WEB, name), 'utf8'))}`);
const { cases_of, worst_first } = await load('urgency.js');
const { PutRight } = await load('put-right.js');
const { deliver } = await load('commands.js');

const incident = (seq, kind, t = seq * 1000) => ({ seq, kind, t, ply: 1, move: 1, article: '', squares: [], text: kind });
const proposal = (seq, about, t = seq * 1000) => ({ seq, t, incident: about, result: '*', add_ms: [0, 0], text: 'proposed' });
const board = (number, more = {}, game = {}) => ({
  board: number, started: '2026-11-28T10:00:00Z', incidents: [], proposals: [], dismissed: [], electronics: true, here: true,
  trouble: null, complaints: [], notice: null, lost: null, confirmed: false, ...more, game: { id: `g${number}`, begun: true, result: '*', ...game },
});
const ranking = (boards, settled) => worst_first(boards, settled).map(one => `${one.board.board} ${one.level}`).join(', ');

test('a board that needs its arbiter stands below one that does not', () => {
  const rows = [
    [board(1), 'playing'],
    [board(1, {}, { begun: false }), 'waiting'],
    [board(1, {}, { result: '1-0' }), 'confirm'],
    [board(1, { confirmed: true }, { result: '1-0' }), 'over'],
    [board(1, { here: false, confirmed: true }, { result: '1-0' }), 'over'],
    [board(1, { incidents: [incident(1, 'illegal-move')] }), 'act'],
    [board(1, { incidents: [incident(1, 'touch-move')] }, { result: '1-0' }), 'act'],
    [board(1, { proposals: [proposal(1, 0)] }), 'act'],
    [board(1, { incidents: [incident(1, 'ambiguous')] }), 'look'],
    [board(1, { incidents: [incident(1, 'a kind of tomorrow')] }), 'look'],
    [board(1, { incidents: [incident(1, 'draw-claimable'), incident(2, 'reconstructed')] }), 'playing'],
    [board(1, { incidents: [incident(1, 'illegal-move')], dismissed: [1] }), 'playing'],
    [board(1, { incidents: [incident(1, 'flag')], proposals: [proposal(1, 1)], dismissed: [1] }), 'playing'],
    [board(1, { here: false }), 'look'],
    [board(1, { here: false, electronics: false }), 'playing'],
    [board(1, { here: false }, { begun: false }), 'waiting'],
    [board(1, { here: false }, { result: '1-0' }), 'confirm'],
    [board(1, { lost: 'inputs are missing' }), 'look'],
    [board(1, { notice: 'e2 is empty' }, { begun: false }), 'look'],
    [board(1, { complaints: ['it is warm'] }), 'look'],
  ];
  for (const [one, level] of rows) assert.equal(ranking([one]), `1 ${level}`, JSON.stringify(one));
  assert.equal(ranking([
    board(1, { confirmed: true }, { result: '1-0' }), board(9, {}, { result: '1-0' }), board(2), board(3, { incidents: [incident(1, 'flag', 9000)] }), board(4, {}, { begun: false }),
    board(5, { incidents: [incident(1, 'flag', 2000)] }), board(6, { lost: 'x' }), board(7, { incidents: [incident(1, 'ambiguous')] }), board(8),
  ]), '5 act, 3 act, 7 look, 6 look, 9 confirm, 2 playing, 8 playing, 4 waiting, 1 over');
});

test('what an arbiter has done with goes on asking, or a new case hides behind it', () => {
  const one = board(1, { incidents: [incident(1, 'flag'), incident(2, 'illegal-move')], proposals: [proposal(1, 1), proposal(2, 0)] });
  const of = (...keys) => cases_of(one, new Set(keys)).map(each => `${each.key} ${each.state}`);
  assert.deepEqual(of(), ['i2 open', 'p2 open', 'i1 open'], 'a proposal stands with its incident');
  assert.equal(cases_of(one)[2].proposal.seq, 1);
  assert.deepEqual(of('i2'), ['p2 open', 'i1 open', 'i2 settled']);
  assert.equal(ranking([one], () => new Set(['i1', 'i2', 'p2'])), '1 playing');
  assert.equal(ranking([one], () => new Set(['i1', 'p2'])), '1 act');
});

test('the order depends on the order in which the boards came', () => {
  const kinds = ['flag', 'ambiguous', 'draw-claimable'];
  let state = 7;
  const random = n => (state = (state * 1103515245 + 12345) % 2147483648) % n;
  for (let round = 0; round < 200; ++round) {
    const boards = Array.from({ length: 12 }, (_, at) => board(at + 1,
      { incidents: random(3) ? [] : [incident(1, kinds[random(3)], random(4) * 1000)], here: random(5) > 0 },
      { begun: random(4) > 0, result: random(4) ? '*' : '1-0' }));
    const wanted = ranking(boards);
    const mixed = boards.map(one => [random(1000), one]).sort((a, b) => a[0] - b[0]).map(pair => pair[1]);
    assert.equal(ranking(mixed), wanted);
  }
});

// --- putting right ---

test('a square that is right is not ticked off, or a hand on its way is taken for a fault', () => {
  const list = new PutRight();
  const at = (ms, ...differ) => list.update(differ, ms).map(row => `${row.square} ${row.right ? 'right' : row.wanted ?? 'empty'}`).join(', ');
  const e2 = ['e2', 'P', null], e4 = ['e4', null, 'P'];
  assert.equal(at(0, e2), '');
  assert.equal(at(1999, e2, e4), '');
  assert.equal(at(2500), '', 'it was but a hand');
  assert.equal(at(9000, e4, e2), '', 'the time begins anew');
  assert.equal(at(11000, e4, e2), 'e2 P, e4 empty');
  assert.equal(at(12000, e2), 'e2 P, e4 right');
  assert.equal(at(13000, e2, e4), 'e2 P, e4 empty', 'wrong again');
  assert.equal(at(14000), 'e2 right, e4 right');
  assert.equal(at(19999), 'e2 right, e4 right');
  assert.equal(at(20000), '', 'seen to be right for long enough');
  assert.equal(at(21000, e2), '');
});

// --- sending ---

const refused = (status, message) => Object.assign(new Error(message), { status });

/// A daemon behind a bad line, written from what daemon/server/answered_once.hpp promises: `fates` of the calls, one each.
function hall(fates) {
  const done = new Map(), paths = [];
  let now = 0, retries = 0;
  return {
    done, paths,
    run: () => deliver({ board: '1' }, {
      epoch: '7', id: 'a b', now: () => now, sleep: async ms => { now += ms; }, retrying: () => ++retries,
      post: async (path, line) => {
        paths.push(path);
        const fate = fates.shift() ?? 'lost before';
        now += 100;
        if (fate === 'lost before') throw new TypeError('Failed to fetch');
        if (typeof fate === 'object') throw fate;
        if (!done.has(path)) done.set(path, line);
        if (fate === 'lost after') throw new TypeError('Failed to fetch');
        return { ok: true, answer: 'noted' };
      },
    }),
    retries: () => retries,
  };
}

test('a command is lost, done twice, or called done when it was not', async () => {
  const rows = [
    [['there'], { done: true, text: 'noted' }, 1],
    [['lost before', 'there'], { done: true, text: 'noted' }, 1],
    [['lost after', 'lost after', 'there'], { done: true, text: 'noted' }, 1],
    [['lost after', refused(409, 'being carried out'), 'there'], { done: true, text: 'noted' }, 1],
    [[refused(503, 'late'), 'there'], { done: true, text: 'noted' }, 1],
    [[refused(422, 'no such incident')], { done: false, text: 'no such incident', status: 422 }, 0],
    [[refused(403, 'not for board 1')], { done: false, text: 'not for board 1', status: 403 }, 0],
    [['lost after', refused(410, 'started again')], { done: null, text: 'started again', status: 410 }, 1],
    [[], { done: null, text: '' }, 0],
  ];
  for (const [fates, wanted, times] of rows) {
    const one = hall([...fates]);
    assert.deepEqual(await one.run(), wanted, JSON.stringify(fates));
    assert.equal(one.done.size, times);
    assert.equal(new Set(one.paths).size, 1, 'every try has the same id');
    assert.equal(one.paths[0], '/api/command?epoch=7&id=a%20b');
    assert.equal(one.retries() >= one.paths.length - 1, true);
  }
  const silent = hall([]);
  await silent.run();
  assert.ok(silent.paths.length > 20 && silent.paths.length < 40, `gives up after a minute, not after ${silent.paths.length} tries`);
});
