import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Caller } from '#schema/model.ts';

/** One HTTP request to the endpoint: who asks, and the response whose headers its tools may add to. */
export interface Visit {
  readonly caller: Caller;
  readonly response: ServerResponse;
  /** Whether the request holds one message: headers of the response can speak for one answer only. */
  readonly alone: boolean;
}

// The protocol's library makes a server for each request and hands it no more than a copy of the request.
const visits = new AsyncLocalStorage<Visit>();

/** Runs `work` as part of a visit. */
export function duringVisit<T>(visit: Visit, work: () => T): T {
  return visits.run(visit, work);
}

/** The visit that the running code is part of. Throws outside of one. */
export function currentVisit(): Visit {
  const visit = visits.getStore();
  if (!visit) throw new Error('no visit is under way');
  return visit;
}
