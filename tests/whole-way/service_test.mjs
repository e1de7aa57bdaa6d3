// The unit, unchanged, under a real systemd: the daemon has the board, over either line, and nothing
// else of the computer; it always comes back after an end or a hang, and the game arrives whole.
//
//   node service_test.mjs      environment: ADOUBE_BIN, ADOUBE_IMAGES, ADOUBE_UNIT;
//                              ADOUBE_STORY=1 prints the log

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { check_events, check_game, game_by_hand, play } from './lib/game.mjs';
import { kernel_or_skip } from './lib/needs.mjs';
import { WholeWay, configuration } from './lib/whole_way.mjs';

const bin = process.env.ADOUBE_BIN, unit = process.env.ADOUBE_UNIT;
const kernel = kernel_or_skip(['/lib/systemd/systemd', 'systemd']);

/// With the daemon as a service.
class Served extends WholeWay {
  hall = '/var/lib/adoube';

  async install() {
    const [, folder] = readFileSync(unit, 'utf8').match(/^ExecStart=(\S+)\/adoubed /m);
    await this.guest.run(`mkdir -p ${folder} ${this.hall} && cp /run/bin/adoubed ${folder}/ && cp ${unit} /etc/systemd/system/`);
    // In the default 10 s this guest is too slow to fail as often as a real computer.
    await this.guest.run(`printf '[Manager]\nDefaultStartLimitIntervalSec=300\n' >/etc/systemd/system.conf`);
    await this.guest.run('systemctl daemon-reload');
    this.daemon = await this.guest.start('exec journalctl --follow --lines=all --output=cat --unit=adoubed', 'adoubed');
  }
  async configure(text) {
    await this.guest.run(`cat >${this.hall}/adoubed.toml <<'END'\n${text}END`);
  }
  async systemctl(...words) {
    return (await this.guest.run(`systemctl ${words.join(' ')}`, 60_000)).trim();
  }
  is_on_port() {
    return this.daemon_says(/is on port/, 120_000);
  }
  async shows(property) {
    return this.systemctl('show', '--value', '--property', property, 'adoubed');
  }
  /// After other states.
  async becomes(state, limit_ms) {
    const until = Date.now() + limit_ms;
    let now;
    while ((now = await this.shows('SubState')) !== state) {
      assert.notEqual(now, 'failed', 'systemd has given it up');
      assert.ok(Date.now() < until, `it is ${now} and not ${state} after ${limit_ms / 1000} s`);
      await sleep(200);
    }
  }
}

const config_of = (way, port) => configuration(port, `${way.hall}/pgn`);

const mishaps = [
  [3, async function it_is_killed_over_and_over(way) {
    for (let times = 1; times <= 6; ++times) {
      const back = way.is_on_port();
      const dead = await way.shows('MainPID');
      await way.systemctl('kill', '--signal=KILL', 'adoubed');
      while ((await way.shows('MainPID')) === dead) await sleep(100);
      await way.becomes('running', 20_000);
      assert.equal(Number(await way.shows('NRestarts')), times);
      await back;
    }
  }],
  [6, async function it_hangs(way) {
    const hangs = await way.shows('MainPID'), back = way.is_on_port();
    await way.guest.run(`kill -STOP ${hangs}`);
    const until = Date.now() + 90_000;
    while ((await way.shows('MainPID')) === hangs) {
      assert.ok(Date.now() < until, 'nobody saw that it hangs');
      await sleep(500);
    }
    await way.becomes('running', 20_000);
    await back;
  }],
  [9, async function its_configuration_is_wrong_for_a_while(way) {
    const back = way.is_on_port();
    await way.configure('listen = "nowhere"\n');
    await way.systemctl('stop', 'adoubed');
    await way.systemctl('start', '--no-block', 'adoubed');
    const before = Number(await way.shows('NRestarts'));
    // systemd gives up after five by default.
    while (Number(await way.shows('NRestarts')) < before + 7) {
      assert.notEqual(await way.shows('SubState'), 'failed', 'systemd has given it up');
      await sleep(500);
    }
    await way.configure(config_of(way, way.serial_port));
    await way.becomes('running', 20_000);
    await back;
  }],
  [12, async function the_board_is_reached_without_its_driver(way) {
    const back = way.is_on_port();
    await way.configure(config_of(way, `usb:${way.board.serial}`));
    await way.systemctl('restart', 'adoubed');
    await back;
  }],
];

test('a game comes whole through a service that is killed, hangs and is misled', { timeout: 580_000 }, async () => {
  const { played, hands } = game_by_hand(bin, 'reti-tartakower');
  await new Served(bin).go(way => go(way, hands, played));
});

async function go(way, hands, played) {
  await way.begin(kernel, { systemd: true });
  await way.install();
  await way.configure(config_of(way, way.serial_port));
  await way.systemctl('start', 'adoubed');
  assert.equal(await way.shows('SubState'), 'running');
  await check_sandbox(way);
  const on = way.is_on_port();
  await way.cable_in();
  await on;
  await play(way, hands, mishaps);
  await check_game(way, played);
  await way.systemctl('stop', 'adoubed');
  assert.equal(await way.shows('Result'), 'success');
  assert.equal(check_events(await way.journal(), hands), 1, 'the board was never without power');
}

/// Its user, and who can read its files.
async function check_sandbox(way) {
  const user = await way.guest.run(`stat -c %u /proc/${await way.shows('MainPID')}`);
  assert.ok(Number(user) >= 61184 && Number(user) <= 65519, `a dynamic user, and not ${user}`);
  assert.equal((await way.guest.run(`stat -c %a ${way.hall}/hall.journal`)).trim(), '600', 'others can read the journal');
  assert.match(await way.shows('StatusText'), /^serving http:/);
}
