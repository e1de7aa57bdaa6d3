// The packages under the systemd of a clean Debian with a kernel of its own: installed, a hall is made and served; upgraded in the
// midst of a round, it goes on by itself; purged, it is gone.
//
//   node service_test.mjs      environment: ADOUBE_BUILD, the folder of the build; ADOUBE_STORY=1 prints the log

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Guest } from '../whole-way/lib/guest.mjs';
import { game_of } from '../whole-way/lib/hands.mjs';
import { kernel_or_skip } from '../whole-way/lib/needs.mjs';
import { as_version, clean_debian, pack, skip_without_debian } from './lib/packages.mjs';

skip_without_debian();
const kernel = kernel_or_skip();
const game = fileURLToPath(new URL('../../tools/games/opera.pgn', import.meta.url));

class Service {
  constructor(guest) {
    this.guest = guest;
  }
  run = (script, limit_ms = 120_000) => this.guest.run(script, limit_ms);
  install = folder => this.run(`apt-get --yes --no-install-recommends install /root/${folder}/adoube*.deb`, 300_000);
  async shows(property) {
    return (await this.run(`systemctl show --value --property ${property} adoubed`)).trim();
  }
  /// As the daemon says it on the public page.
  async round() {
    const script = `exec 3<>/dev/tcp/127.0.0.1/8080; printf "GET /round.pgn HTTP/1.0\\r\\n\\r\\n" >&3; cat <&3`;
    const answer = await this.run(`bash -c '${script}'`);
    return game_of(answer.slice(answer.indexOf('\n\n')));
  }
}

async function go(service) {
  const { run } = service;
  await service.install('before');
  assert.equal(await service.shows('UnitFileState'), 'enabled');
  assert.equal(await service.shows('SubState'), 'dead', 'it runs without a hall');
  const told = await run('adoube hall new --service');
  assert.match(told, /sudo systemctl enable --now adoubed/);
  await run(`printf 'port = "tcp:127.0.0.1:4000"\\n' >>/var/lib/adoube/adoubed.toml`);
  await run('systemctl enable --now adoubed');
  assert.equal(await service.shows('SubState'), 'running');
  await service.guest.start('adoube simulate /root/opera.pgn --tcp 127.0.0.1:4000 --speed 3', 'board');
  const plies_of = ({ moves }) => moves.split(' ').length;
  while (plies_of(await service.round()) < 8) await sleep(500);
  const old = await service.shows('MainPID');
  const upgraded = await service.install('now');
  assert.match(upgraded, /Unpacking adoubed \S+ over/);
  assert.equal(await service.shows('SubState'), 'running');
  assert.notEqual(await service.shows('MainPID'), old, 'the new version waits for somebody to start it');
  const played = game_of(readFileSync(game, 'utf8'));
  assert.ok(plies_of(await service.round()) < plies_of(played), 'the game was over before the upgrade');
  while ((await service.round()).result === '*') await sleep(500);
  assert.deepEqual(await service.round(), played);

  await run('systemctl stop adoubed && systemctl start adoubed');
  assert.equal(await service.shows('SubState'), 'running');
  await run('apt-get --yes remove adoubed');
  await run('test -e /var/lib/adoube/hall.journal && ! pidof adoubed');
  await run('apt-get --yes purge adoubed adoube adoube-boards');
  const left = await run(`find / -xdev -name '*adoube*' ! -path '/root/*' ! -path '/var/lib/dpkg/*' ! -path '/var/log/*' ! -path '/run/systemd/*'`);
  assert.equal(left.trim(), '');
  assert.equal(await service.shows('LoadState'), 'not-found');
}

test('under systemd a hall does not come with its package, stay through an upgrade or go with it', { timeout: 850_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adoube-service-'));
  const lines = [];
  let guest;
  try {
    const now = pack(process.env.ADOUBE_BUILD, join(folder, 'now'));
    as_version('0.0.9', now, join(folder, 'before'));
    const debian = clean_debian(now, join(folder, 'debian'));
    for (const name of ['now', 'before']) cpSync(join(folder, name), debian.path(`root/${name}`), { recursive: true });
    cpSync(game, debian.path('root/opera.pgn'));
    guest = await Guest.boot({ kernel, systemd: true, root: debian.folder, log: line => lines.push(line) });
    await go(new Service(guest));
    if (process.env.ADOUBE_STORY) console.log(lines.join('\n'));
  } catch (error) {
    console.log(lines.join('\n'));
    throw error;
  } finally {
    guest?.power_off();
    rmSync(folder, { recursive: true });
  }
});
