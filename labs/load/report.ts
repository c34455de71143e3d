import type { Notes } from '../soak/notes.ts';
import type { Figures } from './measures.ts';
import type { Needs } from './processes.ts';

/** A sample of the replicas; null for one that was down. */
export interface Sample {
  /** Since the beginning. */
  readonly seconds: number;
  /** Jobs done until then, and requests sent again. */
  readonly done: number;
  readonly repeats: number;
  readonly replicas: readonly (Needs | null)[];
}

/** The result of a run. */
export interface LoadReport {
  readonly seed: string;
  readonly seconds: number;
  readonly perSecond: number;
  readonly replicas: number;
  readonly workers: number;
  /** How often each thing was broken. */
  readonly faults: Readonly<Record<string, number>>;
  /** Answers to strangers, by status. */
  readonly hostile: Readonly<Record<string, number>>;
  /** By kind of work: from the moment at which work was due to its end, repeats and waiting for the chain included. */
  readonly workKinds: Readonly<Record<string, Figures>>;
  /** By call: from the request to the answer that decided. */
  readonly calls: Readonly<Record<string, Figures>>;
  /** By status and code: the causes of repeats. */
  readonly problems: Readonly<Record<string, number>>;
  readonly repeats: number;
  readonly notBegun: number;
  readonly counts: Notes['counts'];
  readonly samples: readonly Sample[];
  /** Everything that must not have happened; a run that is sound has none. */
  readonly violations: readonly string[];
  readonly output: string;
}

/** Prints a report for people: tables, and lines for what stands alone. */
export function printReport(report: LoadReport): void {
  const { workKinds, calls, problems, samples, counts, faults, hostile } = report;
  console.log('\nwork by kind, ms from the moment at which it was due to its end');
  console.table(workKinds);
  console.log('calls, ms from the request to the answer that decided');
  console.table(calls);
  console.log('asked again, by reason');
  console.table(problems);
  if (Object.keys(faults).length > 0) console.table(faults);
  if (Object.keys(hostile).length > 0) console.table(hostile);
  console.log('replicas over time');
  console.table(samples.flatMap(rowsOf));
  for (const [replica, slope] of slopes(samples).entries()) {
    console.log(`replica ${replica}: RSS ${slope === null ? 'seen too seldom for a slope' : `${slope} MiB a minute`}`);
  }
  console.table(counts);
  const { seconds, perSecond, repeats, notBegun, violations } = report;
  const done = samples.at(-1)?.done ?? 0;
  console.log(
    `${done} jobs in ${seconds} s at ${perSecond} due a second; ${repeats} requests repeated, ${notBegun} not begun, ${violations.length} discrepancies`,
  );
}

function rowsOf({ seconds, done, repeats, replicas }: Sample): readonly object[] {
  return replicas.map((needs, replica) => ({ seconds, replica, ...(needs ?? { processes: 0 }), done, repeats }));
}

/**
 * How fast the memory of each replica grows, by least squares over the second half of the samples: before that caches
 * fill. Null where fewer than three were taken.
 */
function slopes(samples: readonly Sample[]): readonly (number | null)[] {
  const replicas = samples[0]?.replicas.length ?? 0;
  const later = samples.slice(Math.floor(samples.length / 2));
  return Array.from({ length: replicas }, (_, n) => {
    const points = later.flatMap(({ seconds, replicas: seen }) => {
      const needs = seen[n];
      return needs ? [{ x: seconds / 60, y: needs.rssMib }] : [];
    });
    return points.length < 3 ? null : slopeOf(points);
  });
}

function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  const together = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  return spread === 0 ? 0 : Math.round((together / spread) * 10) / 10;
}
