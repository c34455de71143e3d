import type { ServerResponse } from 'node:http';
import { Fault } from '#lib/fault.ts';
import { networkGroup } from '#lib/network-group.ts';
import type { Rate, RateCounter, RateState } from '#lib/request-rate.ts';
import type { Credentials } from '#payments/bill.ts';
import { measureTurn } from './processor-time.ts';

type Asker = Pick<Credentials, 'apiKey' | 'address'>;

/** Limits the requests of one caller within a minute, in every protocol, for requests that do work or query the database. */
export interface RateLimit {
  /** Counts a request, and says on its response what is left, unless that is null. Throws, or rejects with, `rate_limited`. */
  admit(asker: Asker, response: ServerResponse | null): Promise<void> | undefined;
}

/** The input of the limit. A rate of zero switches it off. */
export interface RateLimitDeps {
  readonly keyRequestsPerMinuteMax: number;
  readonly addressRequestsPerMinuteMax: number;
  readonly counter: RateCounter;
  /** Whether the ledger knew the key at its last query. */
  readonly knows: (apiKey: string) => boolean;
}

const WINDOW_SECONDS = 60;

/**
 * Counts requests by key where the ledger knows the key, and all others by address (IPv6 by /64). A caller that invents a key for each
 * request is counted by its address; many known keys behind one address do not limit each other.
 */
export function openRateLimit(deps: RateLimitDeps): RateLimit {
  const perMinute = (max: number): Rate => ({ max, seconds: WINDOW_SECONDS });
  const ofKey = perMinute(deps.keyRequestsPerMinuteMax);
  const ofAddress = perMinute(deps.addressRequestsPerMinuteMax);
  return {
    admit({ apiKey, address }, response) {
      const isKnown = apiKey !== null && deps.knows(apiKey);
      const rate = isKnown ? ofKey : ofAddress;
      if (rate.max === 0) return undefined;
      const label = isKnown ? `requests of key ${apiKey}` : `requests from ${networkGroup(address)}`;
      const state = deps.counter.take(label, rate);
      if (state instanceof Promise) {
        return state.then((found) => {
          if (response) measureTurn(response.req);
          tell(found, rate, response);
        });
      }
      tell(state, rate, response);
      return undefined;
    },
  };
}

function tell({ allowed, left, msLeft }: RateState, { max, seconds }: Rate, response: ServerResponse | null): void {
  const secondsLeft = Math.max(1, Math.ceil(msLeft / 1_000));
  if (response && !response.headersSent) {
    addItem(response, 'ratelimit-policy', `"requests";q=${max};w=${seconds}`);
    if (left !== null) addItem(response, 'ratelimit', `"requests";r=${left};t=${secondsLeft}`);
  }
  if (!allowed) throw new Fault('rate_limited', undefined, { retryAfterSeconds: secondsLeft });
}

/** Adds an item to a header that is a list (RFC 9651): each policy has an item in `RateLimit-Policy` and in `RateLimit`. */
export function addItem(response: ServerResponse, name: 'ratelimit' | 'ratelimit-policy', item: string): void {
  const items = response.getHeader(name);
  response.setHeader(name, items === undefined ? item : `${items}, ${item}`);
}
