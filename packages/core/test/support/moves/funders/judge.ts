import { gatherFunder } from '#facts/funder/evidence.ts';
import type { Judgement } from '#rules/check.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { MovesReader } from '../reader.ts';
import { ADDRESS, funderChain, funderLabels } from './build.ts';
import type { FunderFacts } from './facts.ts';

/** As in the service, but that fewer pages are read, so that few transactions are many. */
const SIGNATURE_PAGES_MAX = 2;

/** The answer of the funder check about an address of these facts. */
export async function judgedFunder(facts: FunderFacts): Promise<Judgement> {
  const reader = new MovesReader(funderChain(facts), facts.endpoint);
  const options = { labels: funderLabels, signaturePagesMax: SIGNATURE_PAGES_MAX };
  return judgeFunder(await gatherFunder(ADDRESS, reader, options));
}

const ranks: Readonly<Record<string, number>> = {
  CEX_FUNDED: 4,
  WALLET_FUNDED: 3,
  UNKNOWN_ORIGIN: 2,
  UNVERIFIABLE_ORIGIN: 1,
  UNKNOWN: 0,
};
const ROUNDING_PERCENT = 1;

/** What is said of a wallet that only passed money on, and so makes up for the step from a hidden origin to a wallet. */
const PASSED_ON = 'FUNDER_IS_FRESH';
/** Suspicions that dust must not take away. */
const suspicious = ['DISPERSE_BATCH', 'SIBLINGS', 'LATER_MONEY_DWARFS_FIRST', 'SMALL_FIRST_MONEY'] as const;
/** Said of money that came after the first, which makes up for the step from a wallet to an exchange. */
const LATER = 'LATER_MONEY_DWARFS_FIRST';

function rankOf({ verdict, reasons, flags }: Judgement): number {
  const rank = ranks[verdict] ?? 0;
  const isPassedOn = verdict === 'WALLET_FUNDED' && reasons.some(({ code }) => code === PASSED_ON);
  const isLater = verdict === 'CEX_FUNDED' && flags.includes(LATER);
  return isPassedOn || isLater ? rank - 1 : rank;
}

/** Whether the second answer is better. Of equal verdicts the one is better that suspects less, or that is surer of a good one. */
export function isBetterFunder(before: Judgement, after: Judgement): boolean {
  const [was, now] = [rankOf(before), rankOf(after)];
  if (was !== now || before.verdict !== after.verdict) return now > was;
  const isGood = was > (ranks.UNKNOWN_ORIGIN ?? 0);
  if (isGood && after.confidencePercent > before.confidencePercent + ROUNDING_PERCENT) return true;
  const isSuspected = (of: Judgement, what: string) =>
    of.flags.includes(what) || of.reasons.some(({ code }) => code === what);
  if (!isGood || after.gaps.length > 0 || isSuspected(after, PASSED_ON)) return false;
  return suspicious.some((what) => isSuspected(before, what) && !isSuspected(after, what));
}
