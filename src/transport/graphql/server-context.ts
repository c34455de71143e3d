import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Examples, Log } from '#http/http-deps.ts';
import type { ConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import type { CheckService } from '#schema/check-service.ts';
import type { Caller, MoneyService } from '#schema/contract.ts';

/** The media types of an answer that is no stream. */
export const JSON_TYPES = ['application/graphql-response+json', 'application/json'] as const;

/** The media type of a stream of results. */
export const EVENT_STREAM = 'text/event-stream';

/** The suffix of the stream's name in the id of its last event. */
export const STREAM_END = '-end';

/** The endpoint's dependencies; the composition root provides them. */
export interface GraphqlDeps {
  readonly service: CheckService;
  readonly money: MoneyService;
  readonly settings: PaymentSettings;
  readonly log: Log;
  /** Subjects of the page's example queries; well-known mainnet ones when absent. */
  readonly examples?: Partial<Examples>;
  readonly trustProxyHops?: number;
}

/** The context of a request before it is read. */
export interface ServerContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly caller: Caller;
  /** The name of the stream of events that may answer. It is the ids of its events, and where the caller sent none its idempotency key. */
  readonly stream: string;
  /** Whether the caller connects again after it lost the stream of this name. */
  readonly resumes: boolean;
  /** The limit that each check of an operation takes a permit of. */
  readonly concurrencyLimit: ConcurrencyLimit;
}
