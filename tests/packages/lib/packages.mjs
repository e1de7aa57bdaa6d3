// What was built, as Debian packages, and a clean Debian of this release to install them in.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const environment = ['LC_ALL=C', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'DEBIAN_FRONTEND=noninteractive'];

/// Exits with CTest's "skipped" where packages cannot be made and installed.
export function skip_without_debian() {
  const skip = why => {
    console.log(`SKIPPED: ${why}`);
    process.exit(77);
  };
  if (!existsSync('/etc/debian_version') || /^ID=ubuntu/m.test(readFileSync('/etc/os-release', 'utf8')))
    skip('packages are tried on Debian');
  if (process.getuid() !== 0) skip('only root can install packages, if only in a folder');
  for (const program of ['mmdebstrap', 'lintian', 'dpkg-shlibdeps'])
    if (spawnSync('which', [program]).status !== 0) skip(`${program} is missing: run tools/install-dependencies --for test`);
}

/// Packs what is in the folder `build` into a new folder.
export function pack(build, folder) {
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync('sh', ['-c', 'umask 022 && exec cpack -B "$0"', folder], { cwd: build, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`cpack failed:\n${packed.stdout}${packed.stderr}`);
  rmSync(join(folder, '_CPack_Packages'), { recursive: true });
  return packages_in(folder);
}

/// The same packages as another version, in a new folder.
export function as_version(version, packages, folder) {
  mkdirSync(folder, { recursive: true });
  for (const file of packages) {
    const open = join(folder, 'open');
    execFileSync('dpkg-deb', ['-R', file, open]);
    execFileSync('sed', ['-i', `s/^Version: .*/Version: ${version}/`, join(open, 'DEBIAN/control')]);
    execFileSync('dpkg-deb', ['-Znone', '-b', open, folder], { stdio: 'ignore' }); // names it by its version
    rmSync(open, { recursive: true });
  }
  return packages_in(folder);
}

export const packages_in = folder =>
  readdirSync(folder).filter(name => name.endsWith('.deb')).sort().map(name => join(folder, name));
export const hash_of = file => createHash('sha256').update(readFileSync(file)).digest('hex');

/// In `folder`, a Debian with what the `packages` depend on, and with systemd. It is kept for the next time.
export function clean_debian(packages, folder) {
  const depends = packages.flatMap(file => execFileSync('dpkg-deb', ['-f', file, 'Depends'], { encoding: 'utf8' }).split(','));
  const names = [...new Set(depends.map(one => one.trim().split(' ')[0]).filter(name => name))].sort();
  names.push('init-system-helpers', 'systemd', 'systemd-sysv', 'udev');
  const release = readFileSync('/etc/os-release', 'utf8').match(/^VERSION_CODENAME=(.*)$/m)[1];
  const cache = join(homedir(), '.cache/adoube/packages');
  const kept = join(cache, `${release}-${createHash('sha256').update(names.join()).digest('hex').slice(0, 16)}.tar`);
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true });
    const making = `${kept}-${process.pid}.tar`;
    const made = spawnSync('mmdebstrap', ['--variant=minbase', `--include=${names.join()}`, release, making], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`mmdebstrap failed:\n${made.stderr}`);
    renameSync(making, kept);
  }
  mkdirSync(folder);
  execFileSync('tar', ['-xf', kept, '-C', folder]);
  return new Debian(folder);
}

export class Debian {
  constructor(folder) {
    this.folder = folder;
  }
  path = name => join(this.folder, name);
  /// The words with which spawn() runs a command in it, with the processes of this computer.
  words = (...command) => ['unshare', '--mount', 'sh', '-c', 'mount --bind /proc "$0/proc" && exec chroot "$0" "$@"', this.folder,
    'env', '-i', ...environment, ...command];
  /// Returns what it prints; throws if it fails.
  run(...command) {
    const [program, ...words] = this.words(...command);
    const ran = spawnSync(program, words, { encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`in Debian this failed: ${command.join(' ')}\n${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  }
  /// Files of this computer: nothing else is needed from the network.
  install(files) {
    execFileSync('cp', [...files, this.path('root')]);
    return this.run('apt-get', '--yes', '--no-install-recommends', 'install',
      ...files.map(file => `/root/${file.split('/').at(-1)}`));
  }
  purge(...names) {
    return this.run('apt-get', '--yes', 'purge', ...names);
  }
  /// What is there, but for apt's and dpkg's own accounts of what they did.
  files() {
    const own = /^\/(proc|sys|run|tmp|root|var\/log|var\/cache|var\/lib\/(dpkg|apt|systemd\/deb-systemd-helper-masked)|etc\/ld\.so\.cache)(\/|$)/;
    const all = execFileSync('find', [this.folder, '-xdev', '-printf', '/%P\\n'], { encoding: 'utf8' }).trim().split('\n');
    return all.filter(name => !own.test(name)).sort();
  }
}
