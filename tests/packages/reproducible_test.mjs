// Two builds of the same source, in different places and one after the other, are the same packages, byte for byte.
//
//   node reproducible_test.mjs

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hash_of, packages_in, skip_without_debian } from './lib/packages.mjs';

skip_without_debian();
const source = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'adoube-reproducible-'));

/// The hash of each package, by its name.
function built(where) {
  mkdirSync(where, { recursive: true });
  execFileSync('sh', ['-c', 'git ls-files -z | tar -c --null -T - | tar -x -C "$0"', where], { cwd: source });
  const made = spawnSync(join(where, 'tools/package'), {
    cwd: where, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, CCACHE_DISABLE: '1' },
  });
  assert.equal(made.status, 0, made.stdout.slice(-2000) + made.stderr.slice(-2000));
  return Object.fromEntries(packages_in(join(where, 'build/packages')).map(file => [basename(file), hash_of(file)]));
}

test('the same source becomes another package when it is built elsewhere', { timeout: 3_500_000 }, () => {
  try {
    const first = built(join(folder, 'a'));
    assert.equal(Object.keys(first).length, 3);
    assert.deepEqual(built(join(folder, 'elsewhere/and/deeper')), first);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
