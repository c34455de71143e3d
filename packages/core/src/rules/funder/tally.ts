import { type Credit, type Funding, isHub, mainCredits, SMALL_CREDIT_LAMPORTS } from './evidence.ts';

/** A small credit whose transaction paid more addresses than this is dust. */
const DUST_RECIPIENTS_MAX = 5;

/** The share of the main source's money that counts as most of it: as much as makes a main source, in basis points. */
const MOST_BPS = 8_000n;

/** The arrivals, in lamports. `shareBps`: the main source's part of `counted`, rounded down; 0 if nothing counted. */
export interface Tally {
  readonly counted: bigint;
  readonly dust: bigint;
  readonly main: bigint;
  readonly shareBps: bigint;
  /** Others' transfers before most of the main source's money had arrived. */
  readonly ahead: bigint;
  /** Everything that arrived, dust and unexplained lamports included. */
  readonly arrived: bigint;
}

function isDust(credit: Credit): boolean {
  if (credit.lamports >= SMALL_CREDIT_LAMPORTS) return false;
  return credit.recipients > DUST_RECIPIENTS_MAX || (credit.senderActivity !== null && isHub(credit.senderActivity));
}

function sum(credits: readonly Credit[]): bigint {
  return credits.reduce((total, credit) => total + credit.lamports, 0n);
}

/** The credits that count: dust is left out when a larger credit exists. */
function countedCredits(credits: readonly Credit[]): readonly Credit[] {
  const larger = credits.some((credit) => credit.lamports >= SMALL_CREDIT_LAMPORTS);
  return larger ? credits.filter((credit) => !isDust(credit)) : credits;
}

/** The sums that shares and confidence rest on. */
export function tallyOf(funding: Funding): Tally {
  const credits = countedCredits(funding.credits);
  const counted = sum(credits);
  const total = sum(funding.credits);
  const main = sum(mainCredits(credits));
  const shareBps = counted === 0n ? 0n : (main * 10_000n) / counted;
  const ahead = aheadOf(credits, main);
  return { counted, dust: total - counted, main, shareBps, ahead, arrived: total + funding.unexplainedLamports };
}

/** The lamports of others among the oldest credits, up to the credit at which the main source had given most of its money. */
function aheadOf(credits: readonly Credit[], main: bigint): bigint {
  const own = new Set(mainCredits(credits));
  let [given, ahead] = [0n, 0n];
  for (const credit of credits) {
    if (given * 10_000n >= main * MOST_BPS) break;
    if (own.has(credit)) given += credit.lamports;
    else ahead += credit.lamports;
  }
  return ahead;
}
