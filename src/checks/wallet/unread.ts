import { type Gap, ifKnown, missing } from '#lib/reading.ts';
import type { NamedGap } from '../engine.ts';
import { codes, type WalletCode } from './codes.ts';
import type { WalletLimit } from './gate.ts';
import type { JudgedEvidence } from './judged.ts';
import { makersExpected, makersKnown } from './makers.ts';
import { measured } from './measured.ts';
import { gapCodeOf, readingRole, type WalletReadingName, type WalletVerdict } from './policy.ts';

/** What the readings that are missing leave of the verdict. */
export function limitsOfGaps(
  gaps: readonly NamedGap<JudgedEvidence>[],
  evidence: JudgedEvidence,
): readonly WalletLimit[] {
  const unread = gaps.map(([name, gap]) => {
    const reading = name as WalletReadingName;
    return limitOf(gapCodeOf(reading, gap), gap, leftWithout(reading));
  });
  return [...unread, ...unasked(evidence), ...timeless(evidence)].map((limit) => withMakers(limit, evidence));
}

const leftWithout = (name: WalletReadingName): WalletVerdict =>
  readingRole[name] === 'whole' ? 'UNVERIFIABLE' : 'NEUTRAL';

function limitOf(code: WalletCode, gap: Gap, allows: WalletVerdict): WalletLimit {
  const { severity, meaning } = codes[code];
  return {
    reason: { code, severity, message: meaning, evidence: { reading: gap.reading, cause: gap.cause } },
    gap,
    allows,
  };
}

/** Nobody asked for what the verdict needs: that would be a mistake of ours, and must not read as good news. */
function unasked({ history, book, makers, figures }: JudgedEvidence): readonly WalletLimit[] {
  const incomplete = (name: WalletReadingName) => {
    const { gap } = missing(name, 'unreadable', 'the evidence is incomplete');
    return [limitOf('INCOMPLETE_READING', gap, leftWithout(name))];
  };
  if (history.known && history.value === null) return incomplete('history');
  const isEmpty = ifKnown(history)?.transactions === 0;
  if (book.known && book.value === null && !isEmpty) return incomplete('book');
  const facts = ifKnown(figures);
  return makers.known && makers.value === null && facts && makersExpected(facts) > 0 ? incomplete('makers') : [];
}

/** Without the time of its slot an answer cannot say how long ago the last trade was, nor what went stale since. */
function timeless({ asOf }: JudgedEvidence): readonly WalletLimit[] {
  if (!asOf.known || asOf.value.time !== null) return [];
  const { gap } = missing('as_of', 'rpc_unavailable', 'the slot has no block time');
  return [limitOf('RPC_UNAVAILABLE', gap, 'NEUTRAL')];
}

/** The limit of makers that could not be read, with how many are known of how many are needed; any other as it is. */
function withMakers(limit: WalletLimit, { figures, makers }: JudgedEvidence): WalletLimit {
  const { reason } = limit;
  const facts = ifKnown(figures);
  if (reason.code !== 'MAKERS_UNREAD' || !facts) return limit;
  // Something was asked for, so that at least one was needed.
  const needed = Math.max(1, makersExpected(facts));
  const counted = measured('at_least', 'count', makersKnown(ifKnown(makers) ?? []), needed);
  return { ...limit, reason: { ...reason, evidence: { ...counted, ...reason.evidence } } };
}
