import type { Ask } from '#checks/check.ts';
import { Fault } from '#lib/fault.ts';
import type { CheckFailure, Delivered } from '../contract.ts';
import { requestOf } from '../operation/bill-lines.ts';
import type { CheckRequest } from '../questions.ts';

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

/** The requests of each different check; what asks for none stands by itself. */
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
