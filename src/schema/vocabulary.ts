import { type GapCause, gapFacts } from 'assay-core/lib/reading.ts';
import type { Severity } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { readingNames } from 'assay-core/rules/reading-names.ts';
import { type FaultEntry, faults } from '#lib/fault-catalogue.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { builder } from './builder.ts';

/** The meaning of a value that stands for all values which an enumeration does not list. */
export const UNLISTED_WORDS =
  'A value that this version of the schema does not list. `document` has it as it was signed.';

const weights: Readonly<Record<Severity, string>> = {
  critical: 'The reason decides against the subject alone.',
  high: 'The reason weighs heavily against the subject.',
  medium: 'The reason deserves attention.',
  low: 'The reason is worth knowing.',
  info: 'The reason is good or neutral news.',
};

export const SeverityEnum = builder.enumType('Severity', {
  description: 'The weight of a reason.',
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
  description: 'The verdicts of all kinds. A kind of check answers with verdicts of that kind only.',
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
  description: 'The commitment level of the chain state that an answer was read from.',
  values: enumOf({
    confirmed: 'Two thirds of the stake voted for the block.',
    finalized: 'The block cannot be rolled back.',
  }),
});

export const RouteEnum = builder.enumType('BillingRoute', {
  description: 'The way in which a call was paid.',
  values: enumOf({
    credit: 'The balance of a key paid.',
    pass: 'A pass of a key paid.',
    x402: 'A payment per call paid.',
    free: 'The free tier covered the call.',
    none: 'Nothing was charged.',
  }),
});

/** The refusals of the catalogue, which errors name in `extensions.code`. */
export const FaultCodeEnum = builder.enumType('FaultCode', {
  description: 'The code of a refusal. The page `/errors/<code>` explains each code, in lower case.',
  values: enumOf(
    Object.fromEntries(Object.entries<FaultEntry>(faults).map(([code, { title }]) => [code, `${title}.`])),
  ),
});

/** The tiers of passes, as an enumeration. */
export const PassTierEnum = builder.enumType('PassTier', {
  description: 'The tier of a pass.',
  values: enumOf(
    Object.fromEntries(
      tiers.map(({ tier, days, calls }) => [tier, `The pass covers ${calls} checks within ${days} days.`]),
    ),
  ),
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
