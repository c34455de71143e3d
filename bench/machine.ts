import { execFileSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from 'assay-sandbox/postgres/binaries.ts';

/** The load of the last minute, as the system averages it. */
export function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/** What the figures were measured on, one fact a line. */
export function machineFacts(loadAtStart: string): readonly string[] {
  const all = cpus();
  const gib = (totalmem() / 1024 ** 3).toFixed(0);
  return [
    `${all.length} cores, ${all[0]?.model.trim() || 'processor of unknown make'}, ${gib} GiB, ${platform()} ${release()}`,
    `Node ${process.versions.node}, ${postgresVersion()}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, load ${loadAtStart} at the start, ${loadNow()} at the end`,
  ];
}

function postgresVersion(): string {
  const text = execFileSync(join(findBinaries(null), 'postgres'), ['--version'], { encoding: 'utf8' });
  return text
    .trim()
    .replace('postgres (', '(')
    .replace(/^\(PostgreSQL\) /, 'PostgreSQL ');
}
