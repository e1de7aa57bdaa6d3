// The layers under a piece add up to the gap for which the thresholds were computed, and the documents have them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { boards } from '../../tools/hardware/boards.mjs';
import { root } from '../../tools/hardware/hardware.mjs';
import { layers_of } from '../../tools/hardware/layers.mjs';

for (const name of Object.keys(boards)) {
  const { layers, gap, within } = layers_of(name);
  const sum = key => Number(layers.reduce((all, layer) => all + layer[key], 0).toFixed(3));

  test(`${name}: the layers do not add up to the gap`, () => {
    assert.equal(sum('mm'), gap);
    if (within !== null) assert.ok(sum('within') <= within);
    assert.ok(layers.every(({ mm }) => mm > 0));
  });

  test(`${name}: mechanics.md has other layers`, () => {
    const text = readFileSync(`${root}/${boards[name].folder}/mechanics.md`, 'utf8');
    for (const { what, mm, within: plus } of layers) assert.ok(text.includes(`| ${what} | ${mm.toFixed(1)}${plus === null ? ' or more' : ` ± ${plus}`} |`), what);
  });
}

test("the gaps are not those of the firmware's README", () => {
  const readme = readFileSync(`${root}/firmware/README.md`, 'utf8');
  const [, deep, thin] = readme.match(/\| gap \| (\d+) mm ± 0.5 \| (\d+) mm ± 0.5 \|/);
  assert.deepEqual(['pico-hall', 'pico-hall-thin'].map(name => layers_of(name).gap), [Number(deep), Number(thin)]);
  const [, reed] = readme.match(/must stay (\d+) mm below the magnet/);
  assert.equal(layers_of('pico-matrix').gap, Number(reed));
});
