import type { Reading } from '#lib/reading.ts';
import type { Wait } from './call-wait.ts';
import type { Endpoint } from './endpoint.ts';
import type { Method } from './rpc-method.ts';

/** What a call came to: a reading, the bytes that its answer took, and the endpoint that gave it where it is known. */
export interface AnsweredCall<T> {
  readonly reading: Reading<T>;
  readonly bytes: number;
  readonly from?: Endpoint;
  /** Endpoints whose answers to the same call contradict themselves, while that of `from` does not. */
  readonly caught?: readonly Endpoint[];
}

/** Endpoints that a call must not ask, and the one that it asks only where no other is left. */
export interface EndpointChoice {
  readonly without?: ReadonlySet<Endpoint>;
  readonly last?: Endpoint;
}

/** What loaders need of the transport. */
export interface RpcCaller {
  /** The endpoints that `call` may ask. */
  readonly trusted: readonly Endpoint[];
  /** Makes one call for `wait`. Never rejects. The caller names the reading of a gap. */
  call<I, T>(method: Method<I, T>, input: I, wait: Wait, choice?: EndpointChoice): Promise<AnsweredCall<T>>;
  /** Makes one call at one endpoint, for callers that need the answer of that one. Never rejects. */
  callAt<I, T>(endpoint: Endpoint, method: Method<I, T>, input: I, wait: Wait): Promise<AnsweredCall<T>>;
  /** True when no endpoint knows the method. */
  lacks(method: string): boolean;
}
