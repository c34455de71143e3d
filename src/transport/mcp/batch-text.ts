import { undecidedVerdicts } from '#checks/undecided.ts';
import type { BatchBill, BatchResult } from '#schema/model.ts';
import { summaryOf } from '../summary.ts';
import { againLater } from './results.ts';

/** So many answers are told in full; of more a model reads verdicts and codes, and finds the rest in the results. */
const DETAILED_MAX = 4;

/** What many checks came to, in words. */
export function batchText(results: readonly BatchResult[], bill: BatchBill): string {
  const lineOf = results.length > DETAILED_MAX ? shortLine : longLine;
  const answers = results.filter((result) => 'document' in result).length;
  return [
    `${answers} of ${results.length} checks were answered, for ${bill.charged_usdc} USDC. What has no answer or an undecided verdict (${undecidedVerdicts.join(', ')}) is unproven: treat it as no.`,
    ...results.map((result, n) => `${n + 1}. ${lineOf(result)}`),
  ].join('\n');
}

function longLine(result: BatchResult): string {
  return 'document' in result
    ? summaryOf(result.document, result.billing) + againLater(result)
    : `${result.kind}: no answer (${result.code}). ${result.detail}`;
}

function shortLine(result: BatchResult): string {
  if (!('document' in result)) return `${result.kind}: no answer (${result.code}).`;
  const { kind, subject, verdict, reason_codes: codes } = result.document;
  return `${kind} ${subject}: ${verdict} (${codes.join(', ')})`;
}
