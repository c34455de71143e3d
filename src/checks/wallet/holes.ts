import { type Gap, ifKnown, missing, type Reading } from '#lib/reading.ts';
import type { Reason } from '../check.ts';
import type { WalletCode } from './codes.ts';
import type { Limit } from './gate.ts';
import type { JudgedEvidence } from './judged.ts';
import { makersExpected } from './makers.ts';
import { gapCodeOf, type ReadingName, readingRole, type WalletVerdict } from './policy.ts';
import { reason } from './reason.ts';

const readingNames = Object.keys(readingRole) as readonly ReadingName[];
/** Codes of rules that say what of the history is not there. */
const missingCodes: readonly string[] = [
  'CONTINUITY_BROKEN',
  'BALANCE_MISMATCH',
  'META_MISSING',
] satisfies WalletCode[];

/** The gaps of the readings, in their order. */
export function gapsOf(evidence: JudgedEvidence): readonly Gap[] {
  return readingNames.flatMap((name) => {
    const reading: Reading<unknown> = evidence[name];
    return reading.known ? [] : [reading.gap];
  });
}

/** The gap behind a reason of a rule that says what is missing or not understood; null for a fact. */
export function gapBehind({ code, evidence }: Reason): Gap | null {
  if (evidence.too_many === true) return missing('history', 'limit_reached').gap;
  if (missingCodes.includes(code)) return missing('history', 'history_missing').gap;
  if (code === 'UNSUPPORTED_FORMAT') return missing('history', 'unreadable').gap;
  // Too many token accounts are a fact about the wallet; everything else in a small gap is what endpoints left out.
  const isOurs = code === 'SMALL_GAPS' && Number(evidence.breaks) > 0;
  return isOurs ? missing('history', 'history_missing').gap : null;
}

/** What the readings that are missing leave of the verdict. */
export function readingLimits(evidence: JudgedEvidence): readonly Limit[] {
  const unread = readingNames.flatMap((name) => {
    const reading: Reading<unknown> = evidence[name];
    return reading.known ? [] : [limitOf(gapCodeOf(name, reading.gap), reading.gap, leftWithout(name))];
  });
  return [...unread, ...unasked(evidence), ...timeless(evidence)];
}

const leftWithout = (name: ReadingName): WalletVerdict => (readingRole[name] === 'whole' ? 'UNVERIFIABLE' : 'NEUTRAL');

function limitOf(code: WalletCode, gap: Gap, allows: WalletVerdict): Limit {
  return { reason: reason(code, { reading: gap.reading, cause: gap.cause }), gap, allows };
}

/** Nobody asked for what the verdict needs: that would be a mistake of ours, and must not read as good news. */
function unasked({ history, book, makers, figures }: JudgedEvidence): readonly Limit[] {
  const incomplete = (name: ReadingName) => {
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
function timeless({ asOf }: JudgedEvidence): readonly Limit[] {
  if (!asOf.known || asOf.value.time !== null) return [];
  const { gap } = missing('as_of', 'rpc_unavailable', 'the slot has no block time');
  return [limitOf('RPC_UNAVAILABLE', gap, 'NEUTRAL')];
}
