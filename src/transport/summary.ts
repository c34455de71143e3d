import { isUndecided } from 'assay-core/rules/undecided.ts';
import type { AnswerBilling, AnswerDocument } from '#schema/contract.ts';

/** This many reasons are written out; the codes of the others follow. */
const REASONS_MAX = 4;
const GAPS_MAX = 6;

/**
 * An answer as one short paragraph for a reader without a parser, such as a model. It is made of our own words, codes and
 * figures only: names and texts that strangers put on the chain stand in `metrics` alone, and none of it is read here.
 */
export function summaryOf(document: AnswerDocument, billing: AnswerBilling): string {
  return [
    verdictOf(document),
    ...(isUndecided(document.verdict)
      ? [`${document.verdict} is not a sign of safety: treat it as unproven and do not act on it.`]
      : []),
    ...reasonsOf(document),
    ...(document.flags.length > 0 ? [`Flags: ${document.flags.join(', ')}.`] : []),
    ...gapsOf(document),
    chargeOf(billing),
    ...(document.sandbox ? ['This is the sandbox: its chain and its money are not real.'] : []),
  ].join(' ');
}

function verdictOf({ kind, subject, verdict, confidence, as_of: asOf }: AnswerDocument): string {
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const when = asOf ? ` as of slot ${asOf.slot}` : '';
  return `${name} ${subject}: ${verdict} (confidence ${confidence.toFixed(2)})${when}.`;
}

function reasonsOf({ reasons, reason_codes: codes }: AnswerDocument): readonly string[] {
  const shown = reasons.slice(0, REASONS_MAX);
  const shownCodes = new Set(shown.map(({ code }) => code));
  const others = codes.filter((code) => !shownCodes.has(code));
  const words = shown.map(({ code, message }) => `${code}: ${sentence(message)}`);
  return [
    ...(words.length > 0 ? [`Reasons: ${words.join(' ')}`] : []),
    ...(others.length > 0 ? [`${words.length > 0 ? 'Further reason' : 'Reason'} codes: ${others.join(', ')}.`] : []),
  ];
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function gapsOf({ gaps }: AnswerDocument): readonly string[] {
  if (gaps.length === 0) return [];
  const shown = gaps.slice(0, GAPS_MAX).map(({ reading, cause }) => `${reading} (${cause})`);
  const more = gaps.length > shown.length ? ` and ${gaps.length - shown.length} more` : '';
  return [`Not read: ${shown.join(', ')}${more}.`];
}

/** The cost of the call and the rest, for every way of payment. */
function chargeOf(billing: AnswerBilling): string {
  const { route, charged_usdc: charged, replayed, pass, free_remaining: freeLeft, balance_usdc: balance } = billing;
  if (replayed) return 'Nothing was charged: this answer was stored by an earlier call and is repeated.';
  if (route === 'none') return 'Nothing was charged.';
  if (route === 'free') return `Nothing was charged: a free call; ${freeLeft ?? 0} left today.`;
  if (route === 'pass') return `Nothing was charged: covered by the pass; ${pass?.calls_left ?? 0} calls left.`;
  const left = balance === undefined ? '' : `; ${balance} USDC left`;
  return `Charged ${charged} USDC (${route})${left}.`;
}
