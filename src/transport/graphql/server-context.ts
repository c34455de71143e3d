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

/** What the endpoint needs; the composition root provides it. */
export interface GraphqlDeps {
  readonly service: CheckService;
  readonly money: MoneyService;
  readonly settings: PaymentSettings;
  readonly log: Log;
  /** Subjects that the page for people shows in its queries; well-known mainnet ones when absent. */
  readonly examples?: Partial<Examples>;
  readonly trustProxyHops?: number;
}

/** What the server knows of a request before it is read. */
export interface ServerContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly caller: Caller;
  /** Where each check of an operation takes a place of its caller's. */
  readonly concurrencyLimit: ConcurrencyLimit;
}
