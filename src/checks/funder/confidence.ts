import type { LabelFact } from '../label.ts';
import type { Funding, Source } from './evidence.ts';
import { confidence, type FunderVerdict } from './policy.ts';
import type { Tally } from './tally.ts';

/** What the confidence of an origin rests on. Nothing in here comes from a reading whose gap leaves a verdict standing. */
export interface Basis {
  readonly funding: Funding | null;
  readonly source: Source | null;
  readonly tally: Tally | null;
}

/** Percent for a verdict about an origin that facts decided; 0 when there is no funding to speak of. */
export function originConfidence(verdict: FunderVerdict, { funding, source, tally }: Basis): number {
  if (!funding || !tally) return 0;
  if (verdict === 'UNVERIFIABLE_ORIGIN') return confidence.subjectFact;
  const factors = [
    BigInt(labelPercent(source?.label ?? null)),
    amountPercent(source, tally),
    sharePercent(source, tally),
  ];
  const tokens = source !== null && source.basis !== 'lamports';
  if (tokens) factors.push(confidence.tokenOnly);
  const scale = 100n ** BigInt(factors.length - 1);
  const percent = Number(factors.reduce((product, factor) => product * factor, 1n) / scale);
  return Math.min(percent, tokens ? confidence.tokenMax : confidence.max);
}

/** Percent for an answer about a labelled subject. */
export function labelPercent(label: LabelFact | null): number {
  if (!label) return confidence.unlabelled;
  return label.fundingClass === 'exchange' ? confidence.exchangeLabel[label.grade] : confidence.otherLabel[label.grade];
}

/** Little money is weak evidence; without lamports the amount says nothing. */
function amountPercent(source: Source | null, { main }: Tally): bigint {
  if (source?.basis !== 'lamports') return 100n;
  if (main >= confidence.amountFull.fromLamports) return confidence.amountFull.percent;
  return main >= confidence.amountSome.fromLamports ? confidence.amountSome.percent : confidence.amountLittle;
}

function sharePercent(source: Source | null, { shareBps }: Tally): bigint {
  if (source?.basis !== 'lamports' || shareBps >= confidence.shareWhole.fromBps) return confidence.shareWhole.percent;
  return confidence.sharePart;
}
