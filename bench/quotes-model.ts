import type { Quote, Refused } from 'assay-core/venues/venue.ts';

/** The same quote in both forms; null, or a throw, where there is no number. */
export interface Contest {
  readonly ours: () => bigint | null;
  readonly theirs: () => bigint | null;
}

/** What a quote gives, null where it was refused. */
export function received(quote: Quote | Refused): bigint | null {
  return (quote as Partial<Quote>).received ?? null;
}

/** One pool and how both quote it. What the SDK takes as an amount is made before the clock starts. */
export interface Ring<Amount> {
  readonly amounts: readonly bigint[];
  ours(amount: bigint): Quote | Refused;
  prepared(amount: bigint): Amount;
  theirs(amount: Amount): { toString(): string };
}

/**
 * A contest that goes round over those of the amounts of which both have the same number. Each contender begins anew when the
 * other one had its turn, so that the first quotes of two turns are of the same amount. The SDK's number is told for the first
 * amount only: to make a bigint of it is none of the SDK's work.
 */
export function roundOver<Amount>({ amounts, ours, prepared, theirs }: Ring<Amount>): Contest {
  const fair = amounts
    .map((amount) => ({ amount, theirs: prepared(amount) }))
    .filter((one) =>
      agreed(
        received(ours(one.amount)),
        numberOf(() => theirs(one.theirs)),
      ),
    );
  let [last, at] = ['', 0];
  const next = (who: string) => {
    at = who === last && at + 1 < fair.length ? at + 1 : 0;
    last = who;
    return fair[at];
  };
  return {
    ours: () => {
      const one = next('ours');
      return one ? received(ours(one.amount)) : null;
    },
    theirs: () => {
      const one = next('theirs');
      const number = one ? theirs(one.theirs) : null;
      return number && at === 0 ? BigInt(number.toString()) : null;
    },
  };
}

/** True for two equal numbers, false where one has none. Two that differ end the run. */
function agreed(ours: bigint | null, theirs: bigint | null): boolean {
  if (ours !== null && theirs !== null && ours !== theirs) throw new Error(`we say ${ours}, the SDK ${theirs}`);
  return ours !== null && theirs !== null;
}

/** The SDK's number; null for nothing and for a throw. */
function numberOf(quote: () => { toString(): string }): bigint | null {
  try {
    return BigInt(quote().toString()) || null;
  } catch {
    return null;
  }
}
