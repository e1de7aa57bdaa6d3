// The real daemon, for tests of pages that need tokens. CTest sets ADOUBE_BIN.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = name => join(process.env.ADOUBE_BIN, name);

/// The text of a new token in the folder's hall.tokens; `more`: further options of adoube token new.
export const new_token_in = (folder, name, ...more) => execFileSync(program('adoube'),
  ['token', 'new', '--tokens', join(folder, 'hall.tokens'), '--name', name, ...more], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/// With the folder's hall.toml; resolves with the process and the address that it serves.
export const start_daemon_in = folder => new Promise((resolve, reject) => {
  const daemon = spawn(program('adoubed'), ['--config', join(folder, 'hall.toml')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '', complained = '';
  daemon.stderr.on('data', text => (complained += text));
  daemon.stdout.on('data', text => {
    said += text;
    const found = said.match(/^adoubed: serving (\S+)\/$/m);
    if (found) resolve({ daemon, address: found[1] });
  });
  daemon.on('exit', status => reject(new Error(`adoubed ended with ${status}: ${said}${complained}`)));
});

/// Resolves when it is gone, so that another can have its port and its journal.
export const end_daemon = async (daemon, signal = 'SIGKILL') => {
  daemon.removeAllListeners('exit');
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const gone = once(daemon, 'exit');
  daemon.kill(signal);
  await gone;
};

/// A command that must not be refused.
export const say_to = async (address, token, line) => {
  const response = await fetch(`${address}/api/command`,
    { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: JSON.stringify(line) });
  assert.equal(response.status, 200, await response.text());
};
