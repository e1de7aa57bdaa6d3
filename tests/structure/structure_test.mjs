// No circle of files anywhere, and no room that includes what lies above it.
//
//   node --test tests/structure/structure_test.mjs    with ROOMS=BUILD/rooms.txt

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { circles, circles_of, includes_of, rooms_of, upward_includes } from './house.mjs';

const root = join(dirname(new URL(import.meta.url).pathname), '../..');
const includes = includes_of(root, ['protocol', 'firmware', 'daemon', 'tools', 'tests']);
const rooms = rooms_of(readFileSync(process.env.ROOMS, 'utf8'));

test('files include each other in a circle', () => {
  assert.ok(includes.size > 500);
  assert.deepEqual(circles(includes), []);
});

test('rooms link each other in a circle', () => {
  assert.ok(rooms.size > 25);
  assert.deepEqual(circles_of(new Map([...rooms].map(([name, room]) => [name, room.links.filter((link) => rooms.has(link))]))), []);
});

test('a room includes what its target does not link', () => {
  assert.deepEqual(upward_includes(includes, rooms), []);
});

test('a circle or an include upwards is not found', () => {
  const made = new Map([['a/x.hpp', []], ['a/x.cpp', ['a/x.hpp', 'a/y.hpp']], ['a/y.hpp', ['a/x.hpp']], ['b/z.hpp', ['a/x.hpp']]]);
  assert.deepEqual(circles(made), [['a/x', 'a/y']]);
  const house = rooms_of('lower|a|x.cpp y.cpp|\nupper|b||lower\n');
  assert.deepEqual(upward_includes(made, house), []);
  assert.deepEqual(upward_includes(new Map([...made, ['a/y.cpp', ['b/z.hpp']]]), house), ['a/y.cpp includes b/z.hpp']);
});
