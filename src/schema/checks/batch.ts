import type { Ask } from 'assay-core/rules/check.ts';
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
import { asksOf, type CheckRequest, type PublicInvalid, publicInvalid, readRequest } from '../questions.ts';
import {
  CheckRequestInput,
  type CheckRequestValue,
  FaultCodeEnum,
  inRequest,
  KindEnum,
  requestOfValue,
} from '../vocabulary.ts';

/** A subject that is no address is repeated up to this length. */
const SUBJECT_CHARS_MAX = 256;

const InvalidArgument = builder.objectRef<PublicInvalid>('InvalidArgument').implement({
  description: 'A malformed value in the arguments of a request.',
  fields: (t) => ({
    path: t.stringList({
      description: 'The place of the value, by names from the outside in, for example `["trade", "sizeSol"]`.',
      resolve: ({ path }) => path.map(String),
    }),
    message: t.exposeString('message', { description: 'The form and the bounds that the value does not have.' }),
    input: t.string({
      nullable: true,
      description: 'The value as it was given, as a text. Null where it is absent, or longer than 256 characters.',
      resolve: ({ input }) => input,
    }),
  }),
});

const CheckFault = builder.objectRef<CheckFailure>('CheckFault').implement({
  description:
    'A check of a batch without an answer. It costs nothing and does not affect the other checks. A check that could not read the chain is an answer with gaps and not a fault.',
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'The kind of check that was requested.' }),
    subjectText: t.exposeString('subject', {
      description: 'The address or mint as it was requested, at most 256 characters of it. It may be malformed.',
    }),
    code: t.field({ type: FaultCodeEnum, description: 'The code of the refusal.', resolve: ({ fault }) => fault.code }),
    message: t.string({ description: 'The refusal in words.', resolve: ({ fault }) => fault.message }),
    retryable: t.boolean({
      description: 'Whether the same check may succeed when it is asked again.',
      resolve: ({ fault }) => entryOf(fault).retryable,
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: 'The time in seconds to wait before the check is asked again. Null where waiting does not help.',
      resolve: ({ fault }) => fault.extra.retryAfterSeconds ?? null,
    }),
    invalid: t.field({
      type: [InvalidArgument],
      description: 'The malformed values of the request. Empty for a code other than INVALID_REQUEST.',
      resolve: ({ fault }) => publicInvalid(fault.extra.invalid ?? []),
    }),
  }),
});

const CheckResult = builder.unionType('CheckResult', {
  description: 'The result of one check of a batch: the answer, or a fault.',
  types: [WalletCheck, TokenCheck, TradeCheck, FunderCheck, CheckFault],
  resolveType: (result: Delivered | CheckFailure) =>
    'fault' in result ? 'CheckFault' : checkTypeName(result.document.kind),
});

interface Batch {
  readonly requests: readonly CheckRequestValue[];
}

const pricedBatch = charged((_root, { requests }: Batch) => asksOf(requests.map(requestOfValue)), { itemwise: true });

builder.queryField('checks', (t) =>
  t.field({
    type: [CheckResult],
    nullable: true,
    description:
      'Up to 100 checks of any kinds, with results in the order of the requests. Paid. A check that is requested twice is charged once, and a fault costs nothing. Null with an error where the operation cannot be paid.',
    args: {
      requests: t.arg({ type: [CheckRequestInput], required: true, description: 'The checks, 0 to 100 of them.' }),
    },
    extensions: pricedBatch,
    resolve: (_root, batch, { operation }): Promise<(Delivered | CheckFailure)[]> =>
      Promise.all(batch.requests.map((request) => resultOf(requestOfValue(request), operation))),
  }),
);

const CheckProgress = builder.objectRef<ResultProgress>('CheckProgress').implement({
  description: 'A result of a batch, sent as soon as it is ready.',
  fields: (t) => ({
    indexes: t.exposeIntList('indexes', {
      description:
        'The positions of the requests that the result answers, counted from 0. Several where the same check was requested repeatedly.',
    }),
    result: t.field({ type: CheckResult, description: 'The answer, or a fault.', resolve: (p) => p.result }),
    done: t.exposeInt('done', { description: 'The number of requests that are answered so far.' }),
    total: t.exposeInt('total', { description: 'The number of requests of the batch.' }),
  }),
});

builder.subscriptionType({
  description:
    'Results as they become ready, over server-sent events (POST /graphql with `accept: text/event-stream`) or a socket (graphql-transport-ws). Paid from a key only.',
});

builder.subscriptionField('checks', (t) =>
  t.field({
    type: CheckProgress,
    description:
      'Up to 100 checks of any kinds, with each result as soon as it is ready. Paid. An error before the first result where the batch cannot be paid. A check that has begun is finished and charged when the caller leaves. The same request within ten minutes then gets the answer without a charge.',
    args: {
      requests: t.arg({ type: [CheckRequestInput], required: true, description: 'The checks, 0 to 100 of them.' }),
    },
    extensions: pricedBatch,
    subscribe: async (_root, batch, { operation }) => {
      await operation.admitted();
      return progressOf(batch.requests.map(requestOfValue), readRequest, (request) => resultOf(request, operation));
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
  const result = 'kind' in ask ? await operation.result(ask) : inRequest(kind, ask);
  return 'document' in result ? result : { kind, subject: textGiven(subject), fault: result };
}

function textGiven(subject: unknown): string {
  return (typeof subject === 'string' ? subject : (JSON.stringify(subject) ?? '')).slice(0, SUBJECT_CHARS_MAX);
}
