import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of the drill. */
export interface Programs {
  /** The directory of `postgres`, `initdb`, `pg_basebackup` and `pg_rewind`. */
  readonly bin: string;
  readonly patroni: string;
  readonly etcd: string;
}

const DEBIAN = '/usr/lib/postgresql';
const PATHS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** The programs, or the names of Debian's packages that are missing. */
export function findPrograms(): Programs | readonly string[] {
  const found = {
    postgresql: postgresBin(),
    patroni: onPath('patroni'),
    'etcd-server': onPath('etcd'),
  };
  const { postgresql: bin, patroni, 'etcd-server': etcd } = found;
  if (bin && patroni && etcd) return { bin, patroni, etcd };
  return Object.entries(found).flatMap(([name, path]) => (path ? [] : [name]));
}

function onPath(name: string): string | null {
  return PATHS.map((path) => join(path, name)).find((path) => existsSync(path)) ?? null;
}

function postgresBin(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const bins = versions.map((version) => join(DEBIAN, version, 'bin'));
  return (
    bins.find((bin) => ['initdb', 'pg_rewind', 'pg_basebackup'].every((name) => existsSync(join(bin, name)))) ?? null
  );
}
