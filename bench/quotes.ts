import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RandomNumbers } from '../packages/core/test/venues/random-numbers.ts';
import type { Contest } from './quotes-model.ts';
import { median, report, reportAbsent } from './report.ts';

/*
 * Quotes a second of each venue, beside those of its own SDK, in turns in one run. Pools are random and the same in every
 * run; those on which one of both has no number take no part.
 */

const SDKS = fileURLToPath(new URL('../labs/oracles/node_modules', import.meta.url));
const BOUND = 10;
const POOLS = 20;
const POOLS_MIN = 5;
const SEGMENT_MS = 150;
const ROUNDS = 5;

/** Whether both have the same number. Where only one has any the pool takes no part; two that differ end the run. */
function agreed({ ours, theirs }: Contest): boolean {
  const [one, other] = [numberOf(ours), numberOf(theirs)];
  if (one !== null && other !== null && one !== other) throw new Error(`we say ${one}, the SDK ${other}`);
  return one !== null && other !== null;
}

function numberOf(quote: () => bigint | null): bigint | null {
  try {
    return quote() || null;
  } catch {
    return null;
  }
}

/** Quotes a second, round and round over the pools. */
function rate(quotes: readonly (() => unknown)[]): number {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < SEGMENT_MS) {
    for (const quote of quotes) quote();
    done += quotes.length;
  }
  return (done * 1_000) / (performance.now() - start);
}

function measure(name: string, contests: readonly Contest[]): void {
  const both = [contests.map(({ ours }) => ours), contests.map(({ theirs }) => theirs)] as const;
  for (const quotes of both) rate(quotes);
  const rates = Array.from({ length: ROUNDS }, () => both.map(rate));
  const [ours, theirs] = [median(rates.map(([one = 0]) => one)), median(rates.map(([, one = 0]) => one))];
  const ratios = rates.map(([one = 0, other = 1]) => one / other);
  const spread = `[${Math.min(...ratios).toFixed(1)}..${Math.max(...ratios).toFixed(1)}]`;
  report({
    what: `quotes, ${name}`,
    // The bare curve function of the SDK knows neither fees nor a pool.
    ...(name !== 'cpmmCurve' && { budget: "quotes / the venue's SDK" as const }),
    ours: `${Math.round(ours)}/s`,
    beside: `its SDK ${Math.round(theirs)}/s`,
    ratios,
  });
  const isBelow = median(ratios) < BOUND ? '  BELOW THE BOUND' : '';
  // A contender that wrote into its pool on the way would have measured something else.
  const still = contests.filter(agreed).length;
  if (still < contests.length) throw new Error(`${name}: ${contests.length - still} pools changed under the quotes`);
  const figures = `${Math.round(ours)} quotes/s, its SDK ${Math.round(theirs)} on ${still} pools`;
  console.log(`  ${name.padEnd(12)} ${figures}, ratio ${median(ratios).toFixed(1)} ${spread}${isBelow}`);
}

/** Prints a line a venue; where the SDKs are not installed, how to get them. */
export async function run(): Promise<void> {
  if (!existsSync(SDKS)) {
    console.log('quotes: skipped, the SDKs are not installed: npm ci --prefix labs/oracles');
    reportAbsent('quotes of all venues', '', 'labs/oracles');
    return;
  }
  const [raydium, others] = await Promise.all([import('./quotes-raydium.ts'), import('./quotes-meteora-pump.ts')]);
  console.log(`quotes a second, ${ROUNDS} rounds of ${SEGMENT_MS} ms each (bound ${BOUND} times the SDK's)`);
  const venues: Readonly<Record<string, (chance: RandomNumbers) => Contest>> = { ...raydium, ...others };
  for (const [name, make] of Object.entries(venues)) {
    const contests = Array.from({ length: POOLS }, (_, seed) => make(new RandomNumbers(seed + 1))).filter(agreed);
    if (contests.length >= POOLS_MIN) measure(name, contests);
    else throw new Error(`${name}: the SDK agrees on ${contests.length} of ${POOLS} pools only`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
