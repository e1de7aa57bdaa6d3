// What the whole way needs besides the build.

import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';

const programs = [
  ['/usr/bin/qemu-system-x86_64', 'qemu-system-x86'],
  ['/usr/sbin/usbip', 'usbip'],
  ['/lib/systemd/systemd-udevd', 'udev'],
  ['/usr/bin/setpriv', 'util-linux'],
];

/// The folder of the guest's kernel. `more`: further programs, each with its package. If one is missing, says
/// so and exits with CTest's "skipped".
export function kernel_or_skip(...more) {
  for (const [program, debian_package] of [...programs, ...more])
    if (!can_run(program)) skip(`${program} is not installed; Debian: apt install ${debian_package}`);
  const made = spawnSync(fileURLToPath(new URL('../kernel', import.meta.url)), { encoding: 'utf8' });
  if (made.status === 77) skip(made.stderr.trim().split('\n').at(-1));
  if (made.status !== 0) throw new Error(`the script "kernel" failed: ${made.stderr}`);
  return made.stdout.trim();
}

function skip(why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}

function can_run(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
