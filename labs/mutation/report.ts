import { dirname } from 'node:path';
import type { Entry } from './journal.ts';
import { type Mutant, shown } from './mutants.ts';

type Status = 'killed' | 'survived' | 'not reached' | 'not judged';

interface Judged extends Omit<Mutant, 'start' | 'end'> {
  readonly status: Status;
  /** The tests that kill it: the first one, or all where all were asked for. */
  readonly killedBy: readonly string[];
  /** Whether it was killed by taking too long. */
  readonly isLate: boolean;
}

export interface Report {
  readonly area: string;
  readonly seed: number;
  /** How many mutants there are, of which some were taken. */
  readonly found: number;
  readonly seconds: number;
  readonly mutants: readonly Judged[];
  /** Tests that fail without a mutant, and those that pass only the first time. */
  readonly failing: readonly string[];
  readonly unrepeatable: readonly string[];
  /** Files of tests that were not finished, with what hung or broke. */
  readonly unfinished: readonly string[];
}

/** Mutants that are reached where a test cannot be run again in place, and the files of these tests. */
export function outsideOf(entries: readonly Entry[], count: number): ReadonlyMap<number, readonly string[]> {
  const killed = new Set(entries.flatMap((entry) => (entry.is === 'killed' ? [entry.mutant] : [])));
  const outside = new Map<number, string[]>();
  for (const entry of entries) {
    if (entry.is !== 'done') continue;
    for (const mutant of entry.outside) {
      if (mutant < count && !killed.has(mutant)) outside.set(mutant, [...(outside.get(mutant) ?? []), entry.file]);
    }
  }
  return outside;
}

export function judge(sampled: readonly Mutant[], entries: readonly Entry[]): readonly Judged[] {
  const outside = outsideOf(entries, sampled.length);
  const inPlace = new Set(entries.flatMap((entry) => (entry.is === 'done' ? entry.inPlace : [])));
  const survived = new Set(entries.flatMap((entry) => (entry.is === 'survived' ? [entry.mutant] : [])));
  return sampled.map(({ start: _start, end: _end, ...mutant }, id) => {
    const kills = entries.flatMap((entry) => (entry.is === 'killed' && entry.mutant === id ? [entry] : []));
    const known: Status = outside.has(id) && !survived.has(id) ? 'not judged' : 'survived';
    const reached: Status = outside.has(id) || inPlace.has(id) ? known : 'not reached';
    return {
      ...mutant,
      status: kills.length > 0 ? 'killed' : reached,
      killedBy: [...new Set(kills.map(({ test }) => test))],
      isLate: kills[0]?.how === 'time',
    };
  });
}

export function print(report: Report, { tests }: { readonly tests: boolean }): void {
  const { mutants } = report;
  console.table(
    Object.fromEntries([
      ...[...new Set(mutants.map(folderOf))].map((folder) => [
        folder,
        scoreOf(mutants.filter((mutant) => folderOf(mutant) === folder)),
      ]),
      [`${report.area} (${report.found} found)`, scoreOf(mutants)],
    ]),
  );
  for (const status of ['survived', 'not reached', 'not judged'] as const) {
    const those = mutants.filter((mutant) => mutant.status === status);
    list(
      status,
      those.map((mutant) => `${shown(mutant)}${mutant.isStatic ? '  (static)' : ''}`),
    );
  }
  list('fail without a mutant', report.failing);
  list('not repeatable in place', report.unrepeatable);
  list('not finished', report.unfinished);
  if (tests) list('kill nothing that others do not kill', redundant(mutants));
}

/** The mutants that the tests of `a` kill and the tests of `b` do not. */
export function compare(a: Report, b: Report): void {
  const later = new Map(b.mutants.map((mutant) => [mutant.key, mutant]));
  const killed = a.mutants.filter(({ status }) => status === 'killed');
  const lost = killed.filter(({ key }) => later.has(key) && later.get(key)?.status !== 'killed');
  list(
    'killed in the first report and not in the second',
    lost.map((mutant) => `${shown(mutant)}  [${later.get(mutant.key)?.status}; was: ${mutant.killedBy[0]}]`),
  );
  const gone = a.mutants.filter(({ key }) => !later.has(key)).length;
  console.log(`${gone} mutants of the first report are not in the second one.`);
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** The folder of a mutant, at most three below the sources, such as `packages/core/src/venues/pumpswap`. */
function folderOf({ file }: { readonly file: string }): string {
  return /^(?:packages\/[^/]+\/)?src(?:\/[^/]+){0,3}/.exec(dirname(file))?.[0] ?? dirname(file);
}

/** The percentage of what was judged that a test notices; null where nothing was judged. */
export function shareNoticed(mutants: readonly Judged[]): number | null {
  const judged = mutants.filter(({ status }) => status !== 'not judged');
  return judged.length === 0 ? null : (100 * judged.filter(({ status }) => status === 'killed').length) / judged.length;
}

function scoreOf(mutants: readonly Judged[]): Readonly<Record<string, number | string>> {
  const count = (status: Status) => mutants.filter((mutant) => mutant.status === status).length;
  return {
    mutants: mutants.length,
    killed: count('killed'),
    survived: count('survived'),
    'not reached': count('not reached'),
    'not judged': count('not judged'),
    score: `${shareNoticed(mutants)?.toFixed(1) ?? '-'} %`,
  };
}

/** Tests that kill only what others kill too; says something where all tests were tried on all mutants. */
function redundant(mutants: readonly Judged[]): readonly string[] {
  const alone = new Set(mutants.flatMap(({ killedBy }) => (killedBy.length === 1 ? killedBy : [])));
  const all = new Set(mutants.flatMap(({ killedBy }) => killedBy));
  return [...all].filter((test) => !alone.has(test)).sort();
}
