import type { Fault } from '#lib/fault.ts';
import type { FaultEntry } from '#lib/fault-catalogue.ts';
import { faults } from '#lib/fault-catalogue.ts';
import { builder } from '../builder.ts';
import { checkTypeName } from '../check.ts';
import type { Operation } from '../check-service.ts';
import type { CheckFailure, Delivered } from '../contract.ts';
import { FunderCheck } from '../kinds/funder.ts';
import { TokenCheck } from '../kinds/token.ts';
import { TradeCheck } from '../kinds/trade.ts';
import { WalletCheck } from '../kinds/wallet.ts';
import { type CheckRequest, readRequest } from '../questions.ts';
import { KindEnum } from '../vocabulary.ts';

const CheckFault = builder.objectRef<CheckFailure>('CheckFault').implement({
  description:
    'A check of a batch that has no answer, and why. It cost nothing, and the other checks of the batch stand. A check that could not read the chain is no fault but an answer with its gaps.',
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'The kind as it was asked for.' }),
    subjectText: t.exposeString('subject', {
      description: 'The subject as it was written, which may be no address.',
    }),
    code: t.string({
      description: 'Code of the error catalogue in upper case, as `INVALID_REQUEST`; `/errors/<code>` explains it.',
      resolve: ({ fault }) => fault.code.toUpperCase(),
    }),
    message: t.string({ description: 'What happened, in words.', resolve: ({ fault }) => fault.message }),
    retryable: t.boolean({
      description: 'Whether the same check may succeed when it is asked for again.',
      resolve: ({ fault }) => entryOf(fault).retryable,
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: 'How long to wait before that, in seconds.',
      resolve: ({ fault }) => fault.extra.retryAfterSeconds ?? null,
    }),
    invalid: t.field({
      type: 'JSON',
      nullable: true,
      description: 'For `INVALID_REQUEST` the places that are malformed: a list of `{loc, msg, type, input}`.',
      resolve: ({ fault }) => fault.extra.invalid ?? null,
    }),
  }),
});

function entryOf({ code }: Fault): FaultEntry {
  return faults[code];
}

export const CheckResult = builder.unionType('CheckResult', {
  description: 'What became of one check of a batch: its answer, or why it has none.',
  types: [WalletCheck, TokenCheck, TradeCheck, FunderCheck, CheckFault],
  resolveType: (result: Delivered | CheckFailure) =>
    'fault' in result ? 'CheckFault' : checkTypeName(result.document.kind),
});

/** The result of one request of a batch. Throws what refuses the whole bill. */
export async function resultOf(request: CheckRequest, operation: Operation): Promise<Delivered | CheckFailure> {
  const { kind, subject } = request;
  const ask = readRequest(request);
  const result = 'kind' in ask ? await operation.result(ask) : ask;
  return 'document' in result ? result : { kind, subject, fault: result };
}
