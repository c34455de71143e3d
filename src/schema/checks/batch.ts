import type { Ask } from 'assay-core/rules/check.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { Fault } from '#lib/fault.ts';
import { type FaultEntry, faults } from '#lib/fault-catalogue.ts';
import { builder } from '../builder.ts';
import { checkTypeName } from '../check.ts';
import type { Operation } from '../check-service.ts';
import type { CheckFailure, Delivered } from '../contract.ts';
import { FunderCheck } from '../kinds/funder.ts';
import { TokenCheck } from '../kinds/token.ts';
import { TradeCheck } from '../kinds/trade.ts';
import { WalletCheck } from '../kinds/wallet.ts';
import { requestOf } from '../operation/bill-lines.ts';
import { charged } from '../operation/plan.ts';
import { asksOf, type CheckRequest, readRequest } from '../questions.ts';
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

const CheckResult = builder.unionType('CheckResult', {
  description: 'What became of one check of a batch: its answer, or why it has none.',
  types: [WalletCheck, TokenCheck, TradeCheck, FunderCheck, CheckFault],
  resolveType: (result: Delivered | CheckFailure) =>
    'fault' in result ? 'CheckFault' : checkTypeName(result.document.kind),
});

const CheckRequestInput = builder.inputType('CheckRequest', {
  description: 'One check of a batch.',
  fields: (t) => ({
    kind: t.field({ type: KindEnum, required: true, description: 'The kind of check.' }),
    subject: t.string({
      required: true,
      description:
        'The address (WALLET, FUNDER) or mint (TOKEN, TRADE) to ask about: base58 of exactly 32 bytes. What is none gets a fault of its own.',
    }),
    sizeSol: t.field({
      type: 'SizeText',
      description: `For TRADE the size of the purchase in SOL, ${SIZE_SOL_DEFAULT} when absent; other kinds leave it aside.`,
    }),
  }),
});

interface Batch {
  readonly requests: readonly CheckRequest[];
}

/** The enumeration has no other values than the names of kinds. */
function requestsOf({ requests }: { readonly requests: readonly object[] }): readonly CheckRequest[] {
  return requests as readonly CheckRequest[];
}

const pricedBatch = charged((_root, { requests }: Batch) => asksOf(requests));

builder.queryField('checks', (t) =>
  t.field({
    type: [CheckResult],
    description:
      'Up to 100 checks of any kinds at once, with results in the order of the requests. Paid once for all: the same check asked twice is worked and charged once, and a check without a verdict costs nothing. One refusal for all when the operation cannot be paid.',
    args: {
      requests: t.arg({ type: [CheckRequestInput], required: true, description: 'The checks: up to 100.' }),
    },
    extensions: pricedBatch,
    resolve: (_root, batch, { operation }): Promise<(Delivered | CheckFailure)[]> =>
      Promise.all(requestsOf(batch).map((request) => resultOf(request, operation))),
  }),
);

const CheckProgress = builder.objectRef<ResultProgress>('CheckProgress').implement({
  description: 'A result of a batch, told as soon as it is there.',
  fields: (t) => ({
    indexes: t.exposeIntList('indexes', {
      description:
        'Which requests it answers, counted from 0: more than one where the same check was asked repeatedly.',
    }),
    result: t.field({ type: CheckResult, description: 'The answer, or why there is none.', resolve: (p) => p.result }),
    done: t.exposeInt('done', { description: 'How many requests are answered, with these.' }),
    total: t.exposeInt('total', { description: 'How many requests there are.' }),
  }),
});

builder.subscriptionType({
  description:
    'Results as they come, over server-sent events: POST /graphql with `accept: text/event-stream`. Paid from a key only.',
});

builder.subscriptionField('checks', (t) =>
  t.field({
    type: CheckProgress,
    description:
      'The batch of the query `checks` with each result as soon as it is there. Refused as a whole before the first result when it cannot be paid. A check that has begun when the caller leaves is worked to its end and charged; the same request is then answered for nothing within ten minutes.',
    args: {
      requests: t.arg({ type: [CheckRequestInput], required: true, description: 'The checks: up to 100.' }),
    },
    extensions: pricedBatch,
    subscribe: async (_root, batch, { operation }) => {
      await operation.admitted();
      return progressOf(requestsOf(batch), readRequest, (request) => resultOf(request, operation));
    },
    resolve: (progress) => progress,
  }),
);

/** One result of a batch. `indexes` are the requests that it answers; `done` of `total` requests are answered with it. */
export interface ResultProgress {
  readonly indexes: readonly number[];
  readonly result: Delivered | CheckFailure;
  readonly done: number;
  readonly total: number;
}

interface Group {
  readonly request: CheckRequest;
  readonly indexes: number[];
}

/** The requests of each different check; an invalid request is a group by itself. */
function grouped(requests: readonly CheckRequest[], read: (request: CheckRequest) => Ask | Fault): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [index, request] of requests.entries()) {
    const ask = read(request);
    const name = ask instanceof Fault ? `#${index}` : requestOf(ask);
    const group = groups.get(name);
    if (group) group.indexes.push(index);
    else groups.set(name, { request, indexes: [index] });
  }
  return [...groups.values()];
}

/** The results of different checks in the order in which they are ready. Throws where a result is an error. */
export async function* progressOf(
  requests: readonly CheckRequest[],
  read: (request: CheckRequest) => Ask | Fault,
  resultOf: (request: CheckRequest) => Promise<Delivered | CheckFailure>,
): AsyncGenerator<ResultProgress> {
  const total = requests.length;
  const pending = new Map<Group, Promise<{ readonly group: Group; readonly result: Delivered | CheckFailure }>>();
  for (const group of grouped(requests, read)) {
    const coming = resultOf(group.request).then((result) => ({ group, result }));
    // All but the first failure would go unheard, because the stream ends with it.
    coming.catch(() => undefined);
    pending.set(group, coming);
  }
  let done = 0;
  while (pending.size > 0) {
    const { group, result } = await Promise.race(pending.values());
    pending.delete(group);
    done += group.indexes.length;
    yield { indexes: group.indexes, result, done, total };
  }
}

function entryOf({ code }: Fault): FaultEntry {
  return faults[code];
}

/** The result of one request of a batch. Throws what refuses the whole bill. */
async function resultOf(request: CheckRequest, operation: Operation): Promise<Delivered | CheckFailure> {
  const { kind, subject } = request;
  const ask = readRequest(request);
  const result = 'kind' in ask ? await operation.result(ask) : ask;
  return 'document' in result ? result : { kind, subject, fault: result };
}
