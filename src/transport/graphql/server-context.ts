import type { Examples, Log } from '#http/http-deps.ts';
import type { ConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import type { FaultCode } from '#lib/fault.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import type { CheckService } from '#schema/check-service.ts';
import type { Caller, MoneyService } from '#schema/contract.ts';

/** The media types of an answer that is no stream. */
export const JSON_TYPES = ['application/graphql-response+json', 'application/json'] as const;

/** The media type of a stream of results. */
export const EVENT_STREAM = 'text/event-stream';

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

/** The members of a request (GraphQL over HTTP, section 5.1), with the text of its document. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Who asks an operation, and over which transport. */
export interface Asking {
  readonly caller: Caller;
  /** The limit that each check of an operation takes a permit of. */
  readonly concurrencyLimit: ConcurrencyLimit;
  /** Whether it came by a method that must change nothing. */
  readonly isSafe: boolean;
  /** Whether the answer can be a stream of results. */
  readonly takesEvents: boolean;
  /** Whether it would rather have a stream of one result than one result. */
  readonly prefersEvents: boolean;
  /** The name of the stream of events that may answer. It is the ids of its events, and where the caller sent none its idempotency key. */
  readonly stream: string;
  /** Whether the caller connects again after it lost the stream of this name. */
  readonly resumes: boolean;
  /** Calls the listener once the caller of a stream has left. */
  whenLeft(listener: () => void): void;
  /** Where its errors are noted, and what they name. */
  readonly errors: ErrorContext;
}

/** The context of one request's errors. */
export interface ErrorContext {
  readonly baseUrl: string;
  readonly requestId: string;
  /** Called with an error that is masked. */
  readonly hidden: (error: unknown) => void;
  /** Called with the code of each refusal. */
  readonly refused: (code: FaultCode) => void;
}
