import type { Kind } from 'assay-core/rules/check.ts';
import { readingNames } from 'assay-core/rules/reading-names.ts';
import { builder } from './builder.ts';
import type { AnswerBilling, AnswerDocument, Delivered } from './contract.ts';
import { digestOf, globalId, Node } from './node.ts';
import { textOf } from './operation/delivery.ts';
import {
  CommitmentEnum,
  GapCauseEnum,
  KindEnum,
  PassTierEnum,
  ReadingEnum,
  RouteEnum,
  SeverityEnum,
  VerdictEnum,
} from './vocabulary.ts';

const Reason = builder.objectRef<AnswerDocument['reasons'][number]>('Reason').implement({
  description: 'A reason for the verdict, with the evidence for the subject.',
  fields: (t) => ({
    code: t.expose('code', {
      type: 'Code',
      description: 'The code of the reason. The query `reasonCodes` explains each code.',
    }),
    severity: t.expose('severity', { type: SeverityEnum, description: 'The weight of the reason.' }),
    message: t.exposeString('message', { description: 'The reason in words, for people.' }),
    evidence: t.expose('evidence', {
      type: 'JSON',
      description:
        'The accounts, transactions, slots and figures that the reason rests on. Amounts are decimal strings.',
    }),
  }),
});

export const GapObject = builder.objectRef<AnswerDocument['gaps'][number]>('Gap').implement({
  description: 'Reading that is missing. It never turns into a guess.',
  fields: (t) => ({
    reading: t.field({
      type: ReadingEnum,
      description: 'Reading that is missing.',
      resolve: ({ reading }) => (Object.hasOwn(readingNames, reading) ? reading : 'other'),
    }),
    cause: t.expose('cause', { type: GapCauseEnum, description: 'Cause for which the reading is missing.' }),
    retryable: t.exposeBoolean('retryable', { description: 'Whether asking again may help.' }),
    about: t.string({
      nullable: true,
      description:
        'Programs or pools that were not read, or the method that plans refuse with their words. Null where it is not known.',
      resolve: ({ about }) => about ?? null,
    }),
  }),
});

const AsOf = builder.objectRef<NonNullable<AnswerDocument['as_of']>>('AsOf').implement({
  description: 'The state of the chain that an answer was read from.',
  fields: (t) => ({
    slot: t.expose('slot', { type: 'Slot', description: 'The slot of the state that was read.' }),
    commitment: t.expose('commitment', { type: CommitmentEnum, description: 'The commitment level of the state.' }),
    time: t.expose('time', {
      type: 'DateTime',
      nullable: true,
      description: "The time of the slot's block (UTC). Null where no endpoint has a time for it.",
    }),
  }),
});

const BillingPass = builder.objectRef<NonNullable<AnswerBilling['pass']>>('BillingPass').implement({
  description: 'The pass that paid a call.',
  fields: (t) => ({
    tier: t.field({ type: PassTierEnum, description: 'The tier of the pass.', resolve: ({ tier }) => tier }),
    callsLeft: t.exposeInt('calls_left', { description: 'The number of checks that the pass still covers.' }),
    expiresAt: t.expose('expires_at', { type: 'DateTime', description: 'The end of the pass (UTC).' }),
  }),
});

const BillingObject = builder.objectRef<AnswerBilling>('Billing').implement({
  description: 'The cost of a call and how it was paid.',
  fields: (t) => ({
    route: t.expose('route', { type: RouteEnum, description: 'The way in which the call was paid.' }),
    chargedUsdc: t.expose('charged_usdc', {
      type: 'USDC',
      description: 'The amount that was charged in USDC, `0.00` where nothing was charged.',
    }),
    balanceUsdc: t.expose('balance_usdc', {
      type: 'USDC',
      nullable: true,
      description:
        'The balance of the key after the call in USDC. Null where no key was sent, and in a check that is fetched again.',
    }),
    pass: t.expose('pass', {
      type: BillingPass,
      nullable: true,
      description: 'The pass that paid. Null where the route is not PASS, and in a check that is fetched again.',
    }),
    freeRemaining: t.exposeInt('free_remaining', {
      nullable: true,
      description: 'The number of free calls that are left today (UTC). Null where the route is not FREE.',
    }),
    transaction: t.expose('transaction', {
      type: 'TransactionSignature',
      nullable: true,
      description: 'The signature of the transaction that paid. Null where the route is not X402.',
    }),
    replayed: t.boolean({
      description:
        'Whether the answer was stored by an earlier call of the same request, so that this call cost nothing.',
      resolve: (billing) => billing.replayed ?? false,
    }),
  }),
});

/** The object type that a kind's answers have. */
export function checkTypeName(kind: Kind['name']): string {
  return `${kind[0]?.toUpperCase()}${kind.slice(1)}Check`;
}

/** The id of an answer: two answers about one subject differ in their text. */
function checkId(document: AnswerDocument): string {
  const digest = digestOf(textOf(document)).toString('base64url');
  return globalId(checkTypeName(document.kind), `${document.subject}:${digest}`);
}

export const Check = builder.interfaceRef<Delivered>('Check').implement({
  description:
    'The answer of a check: a verdict with reasons, the state of the chain that it was read from, and a signature.',
  interfaces: [Node],
  resolveType: (delivered) => checkTypeName(delivered.document.kind),
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the answer, which no other answer has.',
      resolve: ({ document }) => checkId(document),
    }),
    schemaVersion: t.int({
      description: 'The version of the answer format, always 1.',
      resolve: (c) => c.document.schema_version,
    }),
    kind: t.field({ type: KindEnum, description: 'The kind of check.', resolve: (c) => c.document.kind }),
    subject: t.field({
      type: 'Address',
      description: 'The checked address or mint.',
      resolve: (c) => c.document.subject,
    }),
    network: t.string({ description: 'The CAIP-2 id of the chain.', resolve: (c) => c.document.network }),
    sandbox: t.boolean({
      description: 'Whether the chain is the embedded sample world, so that the answer says nothing about mainnet.',
      resolve: (c) => c.document.sandbox ?? false,
    }),
    verdict: t.field({
      type: VerdictEnum,
      description: 'The verdict. A check of a kind has verdicts of that kind only.',
      resolve: (c) => c.document.verdict,
    }),
    reasonCodes: t.field({
      type: ['Code'],
      description: 'The codes of the reasons, at least one, ordered by severity and then by name.',
      resolve: (c) => c.document.reason_codes,
    }),
    confidence: t.float({
      description:
        'The degree to which the facts behind the verdict were read and proven, from 0 to 1 with two decimals. It is not a probability.',
      resolve: (c) => c.document.confidence,
    }),
    flags: t.field({
      type: ['Code'],
      description: 'Codes of facts that are worth knowing and do not decide the verdict.',
      resolve: (c) => c.document.flags,
    }),
    reasons: t.field({
      type: [Reason],
      description: 'The reasons with their evidence. Empty in a free answer.',
      resolve: (c) => c.document.reasons,
    }),
    asOf: t.field({
      type: AsOf,
      nullable: true,
      description: 'The state of the chain that the answer was read from. Null where no slot could be read.',
      resolve: (c) => c.document.as_of,
    }),
    gaps: t.field({
      type: [GapObject],
      description: 'The facts that could not be read.',
      resolve: (c) => c.document.gaps,
    }),
  }),
});

/** The proof of an answer, and the call that delivered it. */
builder.interfaceFields(Check, (t) => ({
  attestation: t.string({
    nullable: true,
    description:
      'A compact JWS (EdDSA, detached payload) over the RFC 8785 form of `document` without the attestation. Null where the answer is free.',
    resolve: (c) => c.document.attestation,
  }),
  billing: t.field({
    type: BillingObject,
    description: 'The cost of the call that delivered the answer.',
    resolve: (c) => c.billing,
  }),
  retryAfterSeconds: t.int({
    nullable: true,
    description: 'The time in seconds after which asking again may give a verdict. Null where waiting does not help.',
    resolve: (c) => c.retryAfterSeconds,
  }),
  document: t.field({
    type: 'JSON',
    description:
      'The whole answer as it was signed, in snake_case and without billing. A saved document can be verified offline.',
    resolve: (c) => c.document,
  }),
}));
