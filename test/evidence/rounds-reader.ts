import { createHash } from 'node:crypto';
import type { ChainReader } from 'assay-core/chain/chain-reader.ts';
import { type GapCause, gapFacts, missing } from 'assay-core/lib/reading.ts';
import type { Address } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, vi } from 'vitest';
import type { MovesReader } from '../../packages/core/test/support/moves/reader.ts';

/** How long a step computes on a clock that `slowSteps` sets: longer than any slice of time. */
const STEP_MS = 1_000;

/** Has every step of computing take a turn of the event loop, as on a machine that is slow. Ends with what it returns. */
export function slowSteps(): () => void {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += STEP_MS;
    return now;
  });
  return () => clock.mockRestore();
}

/** Has the tests of a file compute within one slice of time, so that no read is split by how fast the machine is. */
export function holdSlices(): void {
  beforeAll(() => {
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
}

/** A call of an endpoint: the method of the reader, and what it was asked with. */
export interface Call {
  readonly method: string;
  readonly asked: readonly unknown[];
}

/** A reader, and the calls of each round. `turns`: the same by the turn of the event loop, whose calls leave as one batch. */
export interface RoundsReader {
  readonly reader: ChainReader;
  readonly rounds: readonly (readonly Call[])[];
  readonly turns: readonly (readonly (readonly Call[])[])[];
}

const METHODS: ReadonlySet<string> = new Set([
  ...['account', 'snapshot', 'signatures', 'blockSignature', 'transaction', 'passing', 'bodies', 'largestAccounts'],
  ...['tokenHoldings', 'programAccounts', 'priorityFees', 'run', 'blockTime', 'schedule'],
]);
const CAUSES = Object.keys(gapFacts) as readonly GapCause[];
/** Snapshots carry whole rounds. With fewer of them lost, more is read that depends on them. */
const SNAPSHOTS_SPARED = 5;

/**
 * The same reader, whose answers of a round come together, after so many turns in which nothing was asked. One in `failsEach` calls has a gap of any cause instead, 0 for
 * none. The call alone decides that, so that the order of calls does not matter.
 */
export function inRounds(inner: MovesReader, failsEach: number, idleTurns = 1): RoundsReader {
  const turns: Call[][][] = [];
  let answers: (() => void)[] = [];
  let idle = 0;
  const turn = () => {
    idle += 1;
    if (idle < idleTurns) return void setImmediate(turn);
    const due = answers;
    answers = [];
    for (const resolve of due) resolve();
  };
  const ask = async (call: Call, read: () => unknown): Promise<unknown> => {
    if (answers.length === 0) {
      turns.push([]);
      setImmediate(turn);
    }
    if (answers.length === 0 || idle > 0) turns.at(-1)?.push([]);
    idle = 0;
    turns.at(-1)?.at(-1)?.push(call);
    await new Promise<void>((resolve) => answers.push(resolve));
    const cause = causeOf(call, failsEach);
    return cause ? missing(call.method, cause, 'the test lost it') : read();
  };
  const reader = new Proxy(inner, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      if (!METHODS.has(String(name))) return method.bind(target);
      return (...asked: readonly unknown[]) =>
        ask({ method: String(name), asked }, () => Reflect.apply(method, target, asked));
    },
  });
  return {
    reader,
    turns,
    get rounds() {
      return turns.map((round) => round.flat());
    },
  };
}

function causeOf({ method, asked }: Call, failsEach: number): GapCause | null {
  const each = method === 'snapshot' ? failsEach * SNAPSHOTS_SPARED : failsEach;
  const sorted = method === 'snapshot' ? [...(asked[0] as readonly Address[])].sort() : asked;
  const drawn = each > 0 ? hashOf([method, sorted]).readUInt32BE() : 1;
  return each > 0 && drawn % each === 0 ? (CAUSES[Math.floor(drawn / each) % CAUSES.length] ?? null) : null;
}

/** The hash of any value, whatever the order of its members. */
export function hashOf(value: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(plain(value)))
    .digest();
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value) || value instanceof Set) return [...value].map(plain);
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(members.map(([name, one]) => [name, plain(one)]).sort(([a], [b]) => (a < b ? -1 : 1)));
}
