import { ifKnown } from '#lib/reading.ts';
import type { WalletCode } from './codes.ts';
import type { Limit } from './gate.ts';
import type { JudgedEvidence } from './judged.ts';
import { makersExpected, makersKnown } from './makers.ts';
import { measured } from './measured.ts';

const UNREAD: WalletCode = 'MAKERS_UNREAD';

/** The limit of makers that could not be read, with how many are known of how many are needed; any other as it is. */
export function withMakers(limit: Limit, { figures, makers }: JudgedEvidence): Limit {
  const { reason } = limit;
  const facts = ifKnown(figures);
  if (reason.code !== UNREAD || !facts) return limit;
  // Something was asked for, so that at least one was needed.
  const needed = Math.max(1, makersExpected(facts));
  const counted = measured('at_least', 'count', makersKnown(ifKnown(makers) ?? []), needed);
  return { ...limit, reason: { ...reason, evidence: { ...counted, ...reason.evidence } } };
}
