import type { Kind } from 'assay-core/rules/check.ts';
import { readingNames } from 'assay-core/rules/reading-names.ts';
import { builder } from './builder.ts';
import type { AnswerBilling, AnswerDocument, Delivered } from './contract.ts';
import {
  CommitmentEnum,
  GapCauseEnum,
  KindEnum,
  ReadingEnum,
  RouteEnum,
  SeverityEnum,
  VerdictEnum,
} from './vocabulary.ts';

const Reason = builder.objectRef<AnswerDocument['reasons'][number]>('Reason').implement({
  description: 'Reason for the verdict, with the evidence for this subject.',
  fields: (t) => ({
    code: t.expose('code', {
      type: 'Code',
      description: 'Stable code of the reason. The query `reasonCodes` explains it.',
    }),
    severity: t.expose('severity', { type: SeverityEnum, description: 'Severity of the reason.' }),
    message: t.exposeString('message', { description: 'Reason in words, for people.' }),
    evidence: t.expose('evidence', {
      type: 'JSON',
      description: 'Facts on chain behind the reason: accounts, transactions, slots. Amounts are decimal strings.',
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
  description: 'Moment on chain that the answer is pinned to.',
  fields: (t) => ({
    slot: t.expose('slot', { type: 'Slot', description: 'Slot of the state that was read.' }),
    commitment: t.expose('commitment', { type: CommitmentEnum, description: 'Commitment of the state that was read.' }),
    time: t.expose('time', {
      type: 'DateTime',
      nullable: true,
      description: "Time of the slot's block (UTC). Null where no endpoint has it.",
    }),
  }),
});

const BillingPass = builder.objectRef<NonNullable<AnswerBilling['pass']>>('BillingPass').implement({
  description: 'The pass that a call drew on.',
  fields: (t) => ({
    tier: t.exposeString('tier', { description: 'Its tier: `traveller` or `voyager`.' }),
    callsLeft: t.exposeInt('calls_left', { description: 'Calls that the period still includes.' }),
    expiresAt: t.expose('expires_at', { type: 'DateTime', description: 'When the period ends.' }),
  }),
});

const BillingObject = builder.objectRef<AnswerBilling>('Billing').implement({
  description: 'What the call cost and how it was paid.',
  fields: (t) => ({
    route: t.expose('route', { type: RouteEnum, description: 'How the call was paid.' }),
    chargedUsdc: t.expose('charged_usdc', { type: 'Usdc', description: 'What was charged; `0.00` when nothing was.' }),
    balanceUsdc: t.expose('balance_usdc', {
      type: 'Usdc',
      nullable: true,
      description: 'What the key can still spend.',
    }),
    pass: t.expose('pass', { type: BillingPass, nullable: true, description: 'The pass of route PASS.' }),
    freeRemaining: t.exposeInt('free_remaining', {
      nullable: true,
      description: 'How many free calls of route FREE are left today; REST member `free_remaining`.',
    }),
    transaction: t.exposeString('transaction', {
      nullable: true,
      description: 'Signature of the settled transaction of route X402.',
    }),
    replayed: t.boolean({
      description: 'True when the answer was stored by an earlier call of the same request and this one cost nothing.',
      resolve: (billing) => billing.replayed ?? false,
    }),
  }),
});

/** The object type that a kind's answers have. */
export function checkTypeName(kind: Kind['name']): string {
  return `${kind[0]?.toUpperCase()}${kind.slice(1)}Check`;
}

export const Check = builder.interfaceRef<Delivered>('Check').implement({
  description:
    'The answer of a check: a verdict with its reasons, what it was read from, and a signature over all of it.',
  resolveType: (delivered) => checkTypeName(delivered.document.kind),
  fields: (t) => ({
    schemaVersion: t.int({
      description: 'Version of the answer format: 1.',
      resolve: (c) => c.document.schema_version,
    }),
    kind: t.field({ type: KindEnum, description: 'The kind of check.', resolve: (c) => c.document.kind }),
    subject: t.field({ type: 'Address', description: 'What was asked about.', resolve: (c) => c.document.subject }),
    network: t.string({ description: 'CAIP-2 id of the chain.', resolve: (c) => c.document.network }),
    sandbox: t.boolean({
      description: 'True when the chain is the embedded sample world and the answer says nothing about the real one.',
      resolve: (c) => c.document.sandbox ?? false,
    }),
    verdict: t.field({
      type: VerdictEnum,
      description: "One of the kind's verdicts, never a guess.",
      resolve: (c) => c.document.verdict,
    }),
    reasonCodes: t.field({
      type: ['Code'],
      description: 'Codes of the reasons, worst first, then by name. Never empty.',
      resolve: (c) => c.document.reason_codes,
    }),
    confidence: t.float({
      description:
        'From 0 to 1, two decimals: how well what the verdict rests on was read and proven. It is no probability.',
      resolve: (c) => c.document.confidence,
    }),
    flags: t.field({
      type: ['Code'],
      description: 'Facts worth knowing that decide nothing.',
      resolve: (c) => c.document.flags,
    }),
    reasons: t.field({
      type: [Reason],
      description: 'The reasons with their evidence; empty in a free answer.',
      resolve: (c) => c.document.reasons,
    }),
    asOf: t.field({
      type: AsOf,
      nullable: true,
      description: 'The moment on chain; null when not even a slot could be read.',
      resolve: (c) => c.document.as_of,
    }),
    gaps: t.field({ type: [GapObject], description: 'What could not be read.', resolve: (c) => c.document.gaps }),
    attestation: t.string({
      nullable: true,
      description:
        'Compact JWS (EdDSA, detached payload) over the RFC 8785 form of `document` without its attestation; null in a free answer.',
      resolve: (c) => c.document.attestation,
    }),
    billing: t.field({ type: BillingObject, description: 'What the call cost.', resolve: (c) => c.billing }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: 'Set when the answer was free because of a passing failure: ask again after this time.',
      resolve: (c) => c.retryAfterSeconds,
    }),
    document: t.field({
      type: 'JSON',
      description: 'The whole answer as REST sends it, without billing: save this to verify it later.',
      resolve: (c) => c.document,
    }),
  }),
});
