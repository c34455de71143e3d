import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../soak/world.ts';
import type { Measures } from './measures.ts';
import { needsOf } from './processes.ts';
import type { Sample } from './report.ts';

/** The sampled replicas, and the receiver of the samples. */
export interface WatchParts {
  readonly world: World;
  readonly measures: Measures;
  readonly samples: Sample[];
  readonly elapsed: () => number;
  readonly say: (line: string) => void;
}

/** Notes what replicas need, at once and then again and again until `over` is aborted. */
export async function watch(
  { world, measures, samples, elapsed, say }: WatchParts,
  everySeconds: number,
  over: AbortSignal,
): Promise<void> {
  for (let before = 0; !over.aborted; ) {
    const sample = await sampleOf(world, measures, elapsed());
    samples.push(sample);
    const needs = sample.replicas.map((one) => (one ? `${one.rssMib} MiB, heap ${one.heapMib ?? '?'}` : 'down'));
    const done = sample.done - before;
    before = sample.done;
    say(`${sample.seconds} s: ${done} done since, ${sample.repeats} repeats in all; ${needs.join(' | ')}`);
    await pause(everySeconds * 1_000, undefined, { signal: over }).catch(() => undefined);
  }
}

/** The work done until now, and the replicas' resources. */
export async function sampleOf(world: World, measures: Measures, seconds: number): Promise<Sample> {
  return {
    seconds: Math.round(seconds),
    done: measures.total,
    repeats: measures.repeats,
    replicas: await Promise.all(world.urls.map((url, n) => needsOf(world.pid(n), url))),
  };
}
