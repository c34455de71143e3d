import { type GapCause, gapFacts } from 'assay-core/lib/reading.ts';
import type { Severity } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { readingNames } from 'assay-core/rules/reading-names.ts';
import { builder } from './builder.ts';

/** The meaning of a value that stands for all values which an enumeration does not list. */
export const UNLISTED_WORDS =
  'A value that this version of the schema does not list. `document` has it as it was signed.';

const weights: Readonly<Record<Severity, string>> = {
  critical: 'Decides against the subject alone.',
  high: 'Weighs heavily against the subject.',
  medium: 'Deserves attention.',
  low: 'Worth knowing.',
  info: 'Good or neutral news.',
};

export const SeverityEnum = builder.enumType('Severity', {
  description: 'How much a reason weighs. INFO is good or neutral news.',
  values: enumOf(weights),
});

export const KindEnum = builder.enumType('Kind', {
  description: 'The kinds of check.',
  values: enumOf(Object.fromEntries(Object.values(kinds).map((kind) => [kind.name, kind.summary]))),
});

/** Every verdict of every kind with its meaning for each: interfaces cannot narrow an enum. */
function verdictMeanings(): Record<string, string> {
  const meanings: Record<string, string> = {};
  for (const kind of Object.values(kinds)) {
    for (const [verdict, meaning] of Object.entries(kind.verdicts)) {
      meanings[verdict] = [meanings[verdict], `${kind.name}: ${meaning}`].filter(Boolean).join('\n');
    }
  }
  return meanings;
}

export const VerdictEnum = builder.enumType('Verdict', {
  description: 'The verdicts of all kinds. A kind answers with its own ones only.',
  values: enumOf(verdictMeanings()),
});

const causes: Readonly<Record<GapCause, string>> = {
  rpc_unavailable: 'No endpoint answered.',
  rpc_disagrees: 'Endpoints contradict each other, or lag behind.',
  plan_refuses: 'The plan of every endpoint that could be asked refuses what the check needs.',
  deadline: "The check's own time was up.",
  history_missing: 'A listed transaction has no body, or a list is cut: no endpoint has the history.',
  unreadable: 'A version or layout that is not known.',
  limit_reached: 'A published limit of pages, signatures or bytes.',
  not_found: 'The chain has nothing there.',
};

export const GapCauseEnum = builder.enumType('GapCause', {
  description: 'Why a fact is missing.',
  values: enumOf(
    Object.fromEntries(
      Object.entries(causes).map(([cause, text]) => {
        const free = gapFacts[cause as GapCause].ours ? ' A verdict that it decides is free.' : '';
        return [cause, text + free];
      }),
    ),
  ),
});

export const ReadingEnum = builder.enumType('Reading', {
  description: 'Readings that an answer can lack.',
  values: enumOf({ ...readingNames, other: UNLISTED_WORDS }),
});

export const CommitmentEnum = builder.enumType('Commitment', {
  description: 'How settled the state was that the answer was read from.',
  values: enumOf({
    confirmed: 'Voted for by two thirds of the stake.',
    finalized: 'Beyond being rolled back.',
  }),
});

export const RouteEnum = builder.enumType('BillingRoute', {
  description: 'How a call was paid.',
  values: enumOf({
    credit: 'From the balance of a key.',
    pass: 'By a pass.',
    x402: 'By a payment per call.',
    free: 'By the free tier.',
    none: 'Not charged.',
  }),
});

/** Values of a GraphQL enum from names of ours: written in upper case with underscores, handed to resolvers as they are. */
export function enumOf(
  names: Readonly<Record<string, string>>,
): Record<string, { value: string; description: string }> {
  const entries = Object.entries(names).map(([name, description]) => [
    name.toUpperCase().replaceAll('-', '_'),
    { value: name, description },
  ]);
  return Object.fromEntries(entries);
}
