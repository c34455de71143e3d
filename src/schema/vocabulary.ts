import { type GapCause, gapFacts } from 'assay-core/lib/reading.ts';
import type { Ask, Kind, Severity } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { readingNames } from 'assay-core/rules/reading-names.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { Fault } from '#lib/fault.ts';
import { type FaultEntry, faults } from '#lib/fault-catalogue.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { builder } from './builder.ts';
import { asGiven, type CheckRequest, readRequest, refusedArguments } from './questions.ts';

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

/** The fact that each kind checks. */
export const checkedFacts: Readonly<Record<Kind['name'], string>> = {
  wallet: 'whether the profit of a wallet can be proven',
  token: 'the risk of holding a token',
  trade: 'the cost of buying a token for an amount of SOL and selling it again',
  funder: 'the origin of the first money of an address',
};

const checking = (kind: Kind['name']): string => `Checks ${checkedFacts[kind]}.`;

/** The description of a field that gives a check of a kind. */
export function paidCheck(kind: Kind['name']): string {
  return `${checking(kind)} Paid. Null with an error where the check is refused, or an argument is malformed.`;
}

export const KindEnum = builder.enumType('Kind', {
  description: 'The kinds of check.',
  values: enumOf(Object.fromEntries(Object.values(kinds).map(({ name }) => [name, checking(name)]))),
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
  description: 'The cause for which a fact is missing.',
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
    Object.fromEntries(
      Object.entries<FaultEntry>(faults).map(([code, { meaning }]) => [code, `${meaning.split(/[.;](?: |$)/)[0]}.`]),
    ),
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

const addressField = (what: string) => `The ${what} to check, base58 of exactly 32 bytes.`;

const inputs = {
  wallet: builder.inputType('WalletCheckInput', {
    description: 'A wallet check.',
    fields: (t) => ({
      address: t.field({ type: 'Address', required: true, description: addressField('address') }),
    }),
  }),
  token: builder.inputType('TokenCheckInput', {
    description: 'A token check, by its mint.',
    fields: (t) => ({ mint: t.field({ type: 'Address', required: true, description: addressField('mint') }) }),
  }),
  trade: builder.inputType('TradeCheckInput', {
    description: 'A trade check, by its mint and the size of the purchase.',
    fields: (t) => ({
      mint: t.field({ type: 'Address', required: true, description: addressField('mint') }),
      sizeSol: t.field({
        type: 'SOL',
        description: `The size of the purchase in SOL, more than 0 and at most 10000. ${SIZE_SOL_DEFAULT} where absent or null.`,
      }),
    }),
  }),
  funder: builder.inputType('FunderCheckInput', {
    description: 'A funder check.',
    fields: (t) => ({
      address: t.field({ type: 'Address', required: true, description: addressField('address') }),
    }),
  }),
} satisfies Readonly<Record<Kind['name'], unknown>>;

/** One check, by the only member that is given. */
export const CheckRequestInput = builder.inputType('CheckRequest', {
  description: 'A check of exactly one kind, for example `{ token: { mint: "…" } }`.',
  isOneOf: true,
  fields: (t) => ({
    wallet: t.field({ type: inputs.wallet, description: checking('wallet') }),
    token: t.field({ type: inputs.token, description: checking('token') }),
    trade: t.field({ type: inputs.trade, description: checking('trade') }),
    funder: t.field({ type: inputs.funder, description: checking('funder') }),
  }),
});

/** A request as the engine gives it: the member of its kind is an object, and the others are absent. */
export type CheckRequestValue = Readonly<Partial<Record<Kind['name'], object | null>>>;

/** The request behind a value. Throws a fault unless exactly one member is given: not every engine enforces `@oneOf`. */
export function requestOfValue(value: CheckRequestValue): CheckRequest {
  const [kind, ...others] = Object.values(kinds).filter(
    ({ name }) => value[name] !== null && value[name] !== undefined,
  );
  if (!kind || others.length > 0) throw new Fault('invalid_request', 'A check request has exactly one member');
  const members = value[kind.name] as Readonly<Record<string, unknown>>;
  return { kind: kind.name, subject: asGiven(members[kind.subject]), sizeSol: asGiven(members.sizeSol) };
}

/** The malformed values of a request as GraphQL names them: by the members of `CheckRequest`. */
export function inRequest(kind: Kind['name'], fault: Fault): Fault {
  const { invalid } = fault.extra;
  if (!invalid) return fault;
  const named = invalid.map((item) => ({
    ...item,
    loc: [kind, ...item.loc.map((name) => (name === 'subject' ? kinds[kind].subject : name))],
  }));
  return refusedArguments(named);
}

/** The check of a request with named arguments. Throws the fault of a malformed one. */
export function askOfRequest(value: CheckRequestValue): Ask {
  const request = requestOfValue(value);
  const ask = readRequest(request);
  if (ask instanceof Fault) throw inRequest(request.kind, ask);
  return ask;
}
