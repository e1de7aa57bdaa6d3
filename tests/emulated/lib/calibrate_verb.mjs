// `adoube board calibrate`, whose questions a test's hands answer.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const questions = ['Take every piece off', 'Set up the start position', 'Put the pawn from e2 on e4', 'Put it into the opposite', 'Put it on e5'];

/// `acts`: what is done at each question, as far as it is to come. Its output and exit status.
export async function calibrate(port, acts, ...words) {
  const program = spawn(join(process.env.ADOUBE_BIN, 'adoube'), ['board', 'calibrate', port, ...words]);
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', text => { said += text; });
  const ended = new Promise(resolve => program.once('exit', resolve));
  for (const [step, act] of acts.entries()) {
    for (let tries = 0; !said.includes(questions[step]); ++tries) {
      assert.ok(tries < 300 && program.exitCode === null, `it did not ask "${questions[step]}", but said: ${said}`);
      await sleep(100);
    }
    act();
    await sleep(200);
    program.stdin.write('\n');
  }
  return { status: await ended, said };
}
