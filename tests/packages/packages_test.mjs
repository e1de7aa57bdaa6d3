// What was built, packed and installed in a clean Debian: a round is played there, and goes on through an upgrade; what is purged
// is gone.
//
//   node packages_test.mjs      environment: ADOUBE_BUILD, the folder of the build

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { as_version, clean_debian, hash_of, pack, skip_without_debian } from './lib/packages.mjs';

skip_without_debian();
const build = process.env.ADOUBE_BUILD;
const folder = mkdtempSync(join(tmpdir(), 'adoube-packages-'));
const somebody = 61234;
let packages, debian, clean;

before(() => {
  packages = pack(build, join(folder, 'now'));
  debian = clean_debian(packages, join(folder, 'debian'));
  clean = debian.files();
});
after(() => rmSync(folder, { recursive: true }));

test('a package is missing, or lintian has something to say of one', () => {
  const architecture = spawnSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).stdout.trim();
  assert.deepEqual(packages.map(file => basename(file).replace(/_[0-9.]+_/, ' ')),
    ['adoube-boards all.deb', `adoube ${architecture}.deb`, `adoubed ${architecture}.deb`]);
  const lintian = spawnSync('lintian', ['--fail-on', 'error,warning', '--allow-root', ...packages], { encoding: 'utf8' });
  assert.equal(lintian.stdout, '');
  assert.equal(lintian.status, 0, lintian.stderr);
});

test('packed again, later, a package is another one', async () => {
  await sleep(1_100);
  assert.deepEqual(pack(build, join(folder, 'again')).map(hash_of), packages.map(hash_of));
});

const moves_of = pgn => pgn.replace(/^\[.*$/gm, '').replace(/\{[^}]*\}|[0-9]+\.+/g, '').split(/\s+/).filter(word => word);

/// The service's command, as its manager would run it.
async function served() {
  const unit = readFileSync(debian.path('usr/lib/systemd/system/adoubed.service'), 'utf8');
  const command = unit.match(/^ExecStart=(.*)$/m)[1];
  const [program, ...words] = debian.words('STATE_DIRECTORY=/var/lib/adoube', 'RUNTIME_DIRECTORY=/run/adoube', 'setpriv',
    `--reuid=${somebody}`, `--regid=${somebody}`, '--clear-groups', '--pdeathsig=KILL', 'sh', '-c', `exec ${command}`);
  const daemon = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [daemon.stdout, daemon.stderr]) stream.on('data', text => (said += text));
  for (let tries = 0; !/serving (http:\S+)/.test(said); ++tries) {
    assert.ok(tries < 300 && daemon.exitCode === null, `the daemon does not start: ${said}`);
    await sleep(100);
  }
  daemon.address = said.match(/serving (http:\S+)/)[1];
  daemon.end = async signal => {
    const ended = new Promise(resolve => daemon.once('exit', resolve));
    daemon.kill(signal);
    await ended;
    return said;
  };
  return daemon;
}
const round = async daemon => moves_of(await (await fetch(`${daemon.address}round.pgn`)).text());
const free_port = () => new Promise(resolve => {
  const server = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

test('after an installation no round can be played, or an upgrade in its midst costs a move', async () => {
  debian.install(as_version('0.0.9', packages, join(folder, 'before')));
  assert.match(debian.run('adoube', '--version'), /adoube/);
  const hall = JSON.parse(debian.run('adoube', 'hall', 'new', '--service', '--json'));
  assert.equal(hall.command, 'sudo systemctl enable --now adoubed');
  assert.ok(existsSync(debian.path(hall.config)));
  mkdirSync(debian.path('run/adoube'));
  // As the service's manager does.
  for (const name of ['run/adoube', 'var/lib/adoube', ...readdirSync(debian.path('var/lib/adoube')).map(file => `var/lib/adoube/${file}`)])
    chownSync(debian.path(name), somebody, somebody);
  const port = await free_port(), config = debian.path(hall.config);
  writeFileSync(config, readFileSync(config, 'utf8').replace('0.0.0.0:8080', '127.0.0.1:0'));
  appendFileSync(config, `port = "tcp:127.0.0.1:${port}"\n`); // of table 1, with which it ends
  const game = fileURLToPath(new URL('../../tools/games/opera.pgn', import.meta.url));
  cpSync(game, debian.path('root/game.pgn'));
  const [program, ...words] = debian.words('adoube', 'simulate', '/root/game.pgn', '--tcp', `127.0.0.1:${port}`, '--speed', '40');
  const board = spawn(program, words, { stdio: 'ignore' });
  try {
    let daemon = await served();
    for (let tries = 0; (await round(daemon)).length < 12; ++tries) {
      assert.ok(tries < 600, 'no game is played');
      await sleep(100);
    }
    const upgraded = debian.install(packages);
    assert.match(upgraded, /Unpacking adoubed \([^)]+\) over \(0\.0\.9\)/);
    const shown = await round(daemon);
    assert.ok(shown.length < moves_of(readFileSync(game, 'utf8')).length, 'the game was over before the upgrade');
    await daemon.end('SIGTERM');
    daemon = await served();
    const so_far = await round(daemon);
    assert.deepEqual(so_far.slice(0, shown.length - 1), shown.slice(0, -1)); // the last word is the result
    for (let tries = 0; (await round(daemon)).at(-1) === '*'; ++tries) {
      assert.ok(tries < 1_200, 'the game does not end');
      await sleep(100);
    }
    assert.deepEqual(await round(daemon), moves_of(readFileSync(game, 'utf8')));
    await daemon.end('SIGTERM');
  } finally {
    board.kill('SIGKILL');
  }
});

test('a removed daemon loses its hall, or a purged one leaves something', () => {
  debian.run('apt-get', '--yes', 'remove', 'adoubed');
  assert.ok(existsSync(debian.path('var/lib/adoube/hall.journal')));
  assert.ok(!existsSync(debian.path('usr/bin/adoubed')));
  debian.purge('adoubed', 'adoube', 'adoube-boards');
  rmSync(debian.path('run/adoube'), { recursive: true }); // as its manager has done
  assert.deepEqual(debian.files(), clean);
});
