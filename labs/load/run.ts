import { chanceOf } from '../../packages/core/test/support/chance.ts';
import { type OwnServer, openOwnServer } from '../../test/drills/own-server.ts';
import { Notes } from '../soak/notes.ts';
import { openWorld, type World } from '../soak/world.ts';
import { Arrivals } from './arrivals.ts';
import { discrepancies, letRest } from './ending.ts';
import { breakThings } from './faults.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { attack } from './hostile.ts';
import { Measures } from './measures.ts';
import { METRICS_TOKEN } from './processes.ts';
import type { LoadReport, Sample } from './report.ts';
import { Traffic } from './traffic.ts';
import { sampleOf, watch } from './watch.ts';

export interface LoadOptions {
  readonly seed: string;
  readonly seconds: number;
  /** Jobs that become due in a second, whether those before are done or not. */
  readonly perSecond: number;
  readonly replicas?: number;
  readonly workers?: number;
  readonly faults?: boolean;
  /** Requests of strangers in a second, beside the work. */
  readonly hostilePerSecond?: number;
  /** How often the memory is sampled; a minute when absent. */
  readonly sampleSeconds?: number;
  /** Gets a line when something happened. */
  readonly say?: (line: string) => void;
}

const NEAR = { thereMs: 0, backMs: 0 };
const ENV = { TRUST_PROXY: '1', FREE_CALLS_PER_DAY: '100000', METRICS_TOKEN };

interface Stage {
  readonly world: World;
  readonly server: OwnServer;
  readonly gateway: Gateway;
}

/** Replicas under a mixed load for a while, measured from outside, and everything held against everything at the end. */
export async function load(options: LoadOptions): Promise<LoadReport> {
  const server = await openOwnServer();
  let gateway: Gateway | null = null;
  try {
    const world = await openWorld({
      ...(options.replicas !== undefined && { replicas: options.replicas }),
      ...(options.workers !== undefined && { workers: options.workers }),
      env: ENV,
      toBooks: NEAR,
      databaseUrl: server.url,
      gateway: async (url) => {
        gateway = await openGateway(url, chanceOf(options.seed, 'gateway'));
        return gateway;
      },
    });
    try {
      if (gateway === null) throw new Error('the replicas have another way to the chain');
      return await loadOn({ world, server, gateway }, options);
    } finally {
      await world.close();
    }
  } finally {
    await server.end();
  }
}

async function loadOn({ world, server, gateway }: Stage, options: LoadOptions): Promise<LoadReport> {
  const { seed, seconds, say = () => undefined } = options;
  const notes = new Notes();
  const measures = new Measures();
  const traffic = new Traffic(world, notes, measures, seed);
  await traffic.prepare();
  measures.clear();
  const over = new AbortController();
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const elapsed = (): number => (performance.now() - startedAt) / 1_000;
  const observability = watch({ world, measures, samples, elapsed, say }, options.sampleSeconds ?? 60, over.signal);
  const chance = chanceOf(seed, 'faults');
  const breaking = options.faults
    ? breakThings({ world, server, gateway, notes, chance, say }, over.signal)
    : Promise.resolve({});
  const attacking = options.hostilePerSecond
    ? attack(world, options.hostilePerSecond, seed, over.signal)
    : Promise.resolve({});
  const arrivals = new Arrivals(traffic, measures, notes, chanceOf(seed, 'arrivals'));
  await arrivals.during(seconds, options.perSecond);
  over.abort();
  const [faults, hostile] = await Promise.all([breaking, attacking, observability]);
  const lasted = elapsed();
  const rested = await letRest(arrivals, world);
  if (!rested) notes.violated(`${arrivals.underWay} jobs did not come to an end`);
  samples.push(await sampleOf(world, measures, elapsed()));
  return {
    seed,
    seconds: Math.round(lasted),
    perSecond: options.perSecond,
    replicas: world.urls.length,
    workers: options.workers ?? 1,
    faults,
    hostile,
    workKinds: measures.workKinds(lasted),
    calls: measures.calls(lasted),
    problems: measures.problems,
    repeats: measures.repeats,
    notBegun: measures.notBegun,
    counts: notes.counts,
    samples,
    violations: [...notes.violations, ...(await discrepancies(world, notes))],
    output: world.output(),
  };
}
