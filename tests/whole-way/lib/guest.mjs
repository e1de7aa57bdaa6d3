// A Debian kernel in QEMU that sees this machine's files (read-only, except its own /run) and runs scripts as
// root.

import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';

const boot_limit_ms = 60_000;
const accelerated_boot_limit_ms = 20_000;

export class Guest {
  /// `kernel`: the folder made by the script of that name. `log(line)` gets console and script output.
  /// `systemd`: this machine's one runs the guest, which may write everywhere; with `root`, that of the system in this folder.
  /// `accelerate`: with KVM if it works.
  static async boot({ kernel, log, systemd = false, root = '', accelerate = kvm_is_here() }) {
    const words = (systemd ? ' adoube.init=systemd systemd.show_status=false' : '') + (root ? ` adoube.root=${root}` : '');
    if (accelerate) {
      try {
        return await Guest.#boot(kernel, words, log, 'kvm', accelerated_boot_limit_ms);
      } catch (error) {
        log(`guest: not with KVM: ${error.message}`);
      }
    }
    return Guest.#boot(kernel, words, log, 'tcg', systemd ? 3 * boot_limit_ms : boot_limit_ms);
  }

  static async #boot(kernel, words, log, accelerator, limit_ms) {
    const guest = new Guest(log);
    try {
      await guest.#start(kernel, words, accelerator, limit_ms);
      return guest;
    } catch (error) {
      guest.power_off();
      throw error;
    }
  }

  /// Returns the output of a shell script. Throws on failure or after `limit_ms`.
  async run(script, limit_ms = 30_000) {
    const job = new Job(await this.#shell(), script, () => {});
    const status = await within(job.ended, limit_ms, `the guest took too long for: ${script}`);
    if (status !== 0) throw new Error(`in the guest this ended with ${status}: ${script}\n${job.output}`);
    return job.output;
  }

  /// Runs a shell script; `name` prefixes its log lines.
  async start(script, name) {
    return new Job(await this.#shell(), script, line => this.#log(`${name}: ${line}`));
  }

  power_off() {
    this.#qemu?.kill('SIGKILL');
    this.#server.close();
  }

  #log;
  #qemu;
  #control;
  #server = net.createServer(socket => {
    socket.on('error', () => {});
    this.#callers.shift()?.(socket);
  });
  #callers = [];

  constructor(log) {
    this.#log = log;
  }

  async #start(kernel, words, accelerator, limit_ms) {
    await new Promise(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    const first_call = new Promise(resolve => this.#callers.push(resolve));
    // setpriv: QEMU ends with this process.
    this.#qemu = spawn('setpriv', ['--pdeathsig', 'KILL', 'qemu-system-x86_64', '-accel', accelerator,
      ...arguments_of_qemu(kernel, this.#server.address().port, words)], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#qemu.stdout, this.#qemu.stderr]) lines_of(stream, line => this.#log(`console: ${line}`));
    const ended = new Promise((_, reject) => {
      this.#qemu.once('error', reject);
      this.#qemu.once('exit', () => reject(new Error('QEMU ended')));
    });
    ended.catch(() => {}); // later failures tell of it
    this.#control = await within(Promise.race([first_call, ended]), limit_ms, `the guest was not up after ${limit_ms / 1000} s`);
  }

  /// The connection of a new shell.
  #shell() {
    const call = new Promise(resolve => this.#callers.push(resolve));
    this.#control.write('/run/busybox/busybox nc 10.0.2.2 "$ADOUBE_PORT" -e /bin/sh &\n');
    return within(call, 30_000, 'the guest does not answer');
  }
}

class Job {
  /// So far.
  output = '';
  /// Exit status; undefined if the guest vanished.
  ended;
  #watchers = new Set();

  constructor(socket, script, log) {
    // Scripts have their own process group and no input.
    socket.write(`exec 2>&1; setsid sh -c ${quoted(`echo process $$; ${script}`)} </dev/null; echo exit status $?; exit\n`);
    this.process = new Promise(resolve => (this.#tell_process = resolve));
    this.ended = new Promise(resolve => {
      let status;
      lines_of(socket, line => {
        const [, what, value] = line.match(/^(process|exit status) (\d+)$/) ?? [];
        if (what === 'process' && this.output === '') return this.#tell_process(Number(value));
        if (what === 'exit status') return (status = Number(value));
        this.output += `${line}\n`;
        log(line);
        for (const watcher of this.#watchers) watcher();
      });
      socket.on('close', () => resolve(status));
    });
  }

  /// Resolves to the first match in the output after `from` characters.
  async printed(pattern, limit_ms, from = 0) {
    let watcher;
    const found = new Promise((resolve, reject) => {
      watcher = () => {
        const match = this.output.slice(from).match(pattern);
        if (match) resolve(match);
      };
      this.#watchers.add(watcher);
      watcher();
      this.ended.then(status => reject(new Error(`it ended with ${status} before it printed ${pattern}`)));
    });
    try {
      return await within(found, limit_ms, `it did not print ${pattern} in ${limit_ms / 1000} s`);
    } finally {
      this.#watchers.delete(watcher);
    }
  }

  #tell_process;
}

export async function within(promise, limit_ms, complaint) {
  let timer;
  const limit = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(complaint)), limit_ms)));
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`;

function lines_of(stream, take) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', text => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop();
    lines.forEach(take);
  });
  stream.on('end', () => rest && take(rest));
}

function arguments_of_qemu(kernel, port, words) {
  return ['-machine', 'q35', '-cpu', 'max', '-m', '512', '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot',
    '-serial', 'stdio', '-kernel', join(kernel, 'vmlinuz'), '-initrd', join(kernel, 'initrd'),
    '-append', `console=ttyS0 quiet panic=-1 adoube.port=${port}${words}`,
    '-netdev', 'user,id=net', '-device', 'virtio-net-pci,netdev=net,romfile=',
    '-fsdev', 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap', '-device', 'virtio-9p-pci,fsdev=host,mount_tag=host'];
}

/// /dev/kvm alone proves little: in some virtual machines it hangs.
function kvm_is_here() {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
    return /^flags\s*:.*\b(vmx|svm)\b/m.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return false;
  }
}
