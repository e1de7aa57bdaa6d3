// `adoube board flash` over real USB drivers: the unchanged image starts the loader on request, and the board
// returns with what was written. A wrong image is refused and changes nothing.
//
//   node flash_test.mjs      environment: ADOUBE_BIN, ADOUBE_IMAGES; ADOUBE_STORY=1 prints the log

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { read_image } from '../emulated/lib/machine.mjs';
import { kernel_or_skip } from './lib/needs.mjs';
import { WholeWay } from './lib/whole_way.mjs';

const folder = process.env.ADOUBE_IMAGES;
const image = join(folder, 'pico-matrix.uf2');
const original = read_image('pico-matrix');
read_image('pico-hall');
const kernel = kernel_or_skip();

test('firmware is written through the loader, and a wrong one is refused', { timeout: 200_000 }, async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'adoube-flash-'));
  try {
    await new WholeWay(process.env.ADOUBE_BIN).go(way => go(way, scratch));
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

async function go(way, scratch) {
  const port = way.serial_port;
  const holds = bytes => Buffer.from(way.board.flash.subarray(0, bytes.length)).equals(bytes);
  await way.begin(kernel);
  await way.cable_in();

  way.board.flash[7000] ^= 0xff; // other contents: what runs is in RAM
  const kept = way.board.flash.length - 4096;
  way.board.flash[kept] = 0x5a;
  const [written] = await Promise.all([way.adoube('board', 'flash', image, '--port', port), way.cable_follows_loader()]);
  assert.equal(written.status, 0, written.said);
  assert.match(written.said, /read back and found right\nthe board is back, with pico-matrix \d+\.\d+\.\d+\n$/);
  assert.ok(holds(original));
  assert.equal(way.board.flash[kept], 0x5a, 'what lies behind the firmware is gone');

  const [other] = await Promise.all([
    way.adoube('board', 'flash', join(folder, 'pico-hall.bin'), '--port', port), way.cable_follows_loader()]);
  assert.equal(other.status, 2, other.said);
  assert.match(other.said, /the board is a pico-matrix, and the image is for a pico-hall: take the image of its own model\n$/);
  assert.ok(holds(original));

  const damaged = Buffer.from(original);
  damaged[5000] ^= 1;
  writeFileSync(join(scratch, 'damaged.bin'), damaged);
  const { status, said } = await way.adoube('board', 'flash', join(scratch, 'damaged.bin'), '--port', port);
  assert.equal(status, 2);
  assert.match(said, /is damaged, its checksum is wrong/);
  assert.ok(!way.board.in_loader, 'a damaged image is no reason to start the loader');
}
