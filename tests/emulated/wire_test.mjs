// The second implementation against the protocol's vectors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as wire from './lib/wire.mjs';

const vectors = name => readFileSync(new URL(`../../protocol/vectors/${name}.jsonl`, import.meta.url), 'utf8')
  .trim().split('\n').map(line => JSON.parse(line));
const bytes_of = hex => Uint8Array.from(hex.match(/../g) ?? [], pair => parseInt(pair, 16));
const hex_of = bytes => Buffer.from(bytes).toString('hex');
const with_hex = value => JSON.parse(JSON.stringify(value, (_, item) =>
  typeof item === 'bigint' ? '0x' + item.toString(16).padStart(16, '0') : item));

test('every message of the vectors, both ways', () => {
  for (const { name, message, fields, payload, frame } of vectors('messages')) {
    assert.equal(hex_of(wire.payload(message, fields)), payload, name);
    assert.equal(hex_of(wire.frame(message, fields)), frame, name);
    const got = [];
    const known = wire.from_board.includes(message) ? wire.from_board : wire.from_host;
    new wire.Receiver(known, (...what) => got.push(what)).feed(bytes_of(frame));
    assert.deepEqual(with_hex(got), [[message, fields]], name);
  }
});

test('what is refused, and under which counter', () => {
  for (const { name, counter, from, bytes } of vectors('refused')) {
    const receiver = new wire.Receiver(from === 'host' ? wire.from_host : wire.from_board, () => assert.fail(name));
    const before = { ...receiver.counters };
    receiver.feed(bytes_of(bytes));
    assert.deepEqual(receiver.counters, { ...before, [counter]: 1 }, name);
  }
});
