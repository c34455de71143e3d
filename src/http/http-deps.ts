import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Kind } from 'assay-core/rules/check.ts';
import type { FaultCode } from '#lib/fault.ts';
import type { FreeCalls } from '#payments/bill.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import type { CheckNote, Checks, MoneyOperations } from '#schema/contract.ts';
import type { Deprecation } from './deprecation.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import type { ProcessorTime } from './limits/processor-time.ts';
import type { RateLimit } from './limits/rate-limit.ts';

/** Writes log lines. `message` is constant, so that lines can be counted; `fields` hold the rest. Neither holds a key or a body. */
export interface Log {
  /** For frequent events that are seldom of interest; they are not logged where this is absent. */
  debug?(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The state of one part of the service. `detail` is public. */
export interface PartState {
  readonly ok: boolean;
  /** A stable name of the problem. */
  readonly code?: string;
  readonly detail?: string;
  /** Since when it has been so, RFC 3339; absent where that is not known. */
  readonly since?: string;
}

/** Whether the service can answer checks, and the states of its parts. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, PartState>>;
  /** Sentences for the operator about problems that leave checks answerable. A part that is not `ok` may appear only here. */
  readonly warnings?: readonly string[];
}

/** A request with a finished response. */
export interface EndedRequest {
  /** The path template, of which there are few. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  readonly refusals: Iterable<FaultCode>;
}

/** A protocol that checks are asked by. */
export type Road = 'rest' | 'graphql' | 'mcp' | 'a2a';

/** Counts requests and their answers. Every request calls it, so it must be cheap. */
export interface RequestWatch {
  began(): void;
  served(check: CheckNote, road: Road): void;
  ended(request: EndedRequest): void;
}

/** The access to `/metrics` on the public listener. */
export interface MetricsAccess {
  /** The bearer token that a reader must send; null where none is needed. */
  readonly token: string | null;
  /** Whether it may be read without one: only where the listener cannot be reached from outside this machine. */
  readonly open: boolean;
}

/** A subject for each kind with an interesting answer, for all example calls. */
export type Examples = Readonly<Record<Kind['name'], string>>;

/** The embedded chain, for documents to name and for pages to use. */
export interface SandboxAccess {
  /** Its JSON-RPC address. */
  readonly rpcUrl: string;
  /** The key with credit that the start printed. */
  readonly apiKey: () => Promise<string>;
  /** Subjects of the sample world, one or more for each verdict. `what` describes their history. */
  readonly samples: readonly {
    readonly kind: Kind['name'];
    readonly verdict: string;
    readonly address: string;
    readonly what: string;
  }[];
  /** The answer to a JSON-RPC body. Throws the fault `not_ready` while the chain does not answer. */
  readonly send: (body: unknown) => Promise<object>;
}

/** The limits of callers, which all protocols share. */
export interface CallLimits {
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly rateLimit?: RateLimit | undefined;
}

/** Answers requests to `/graphql`; `upgrade` takes a connection over as a socket (`listen.ts`). */
export interface GraphqlRoute {
  (request: IncomingMessage, response: ServerResponse, gate: CallLimits): unknown;
  readonly upgrade?: (request: IncomingMessage, connection: Duplex, head: Buffer, gate: CallLimits) => () => void;
}

/** Everything that the HTTP side needs; the composition root provides it. */
export interface HttpDeps {
  readonly checks: Checks;
  readonly money: MoneyOperations;
  /** Also the source of the public origin (`baseUrl`), the network and whether this is the sandbox. */
  readonly settings: PaymentSettings;
  /** The embedded chain; absent where the chain is a real one. */
  readonly sandbox?: SandboxAccess | undefined;
  /** The origin of the machine-protocol endpoint, without a trailing slash. */
  readonly mcpBaseUrl: string;
  readonly version: string;
  /** Subjects to show in examples; well-known mainnet ones when absent. */
  readonly examples?: Partial<Examples>;
  /** The JSON Web Key Set that verdicts are signed with. */
  readonly jwks: () => object;
  readonly readiness: () => Promise<Readiness>;
  /** The operator's metrics, in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** The access to `/metrics`; closed when absent. */
  readonly metricsAccess?: MetricsAccess;
  /** The data of `/status`; the page is not served when absent. */
  readonly status?: () => Promise<object>;
  /** Called for every request. */
  readonly watch?: RequestWatch;
  /** Serves `/graphql`. */
  readonly graphql: GraphqlRoute;
  readonly log: Log;
  /** The number of trusted proxies in front; 0 when absent. */
  readonly trustProxyHops?: number;
  /** The rest of today's free calls of a caller's address; reading it uses none. Absent if there are no free calls. */
  readonly freeCalls?: (address: string) => Promise<FreeCalls>;
  /** How many free calls a caller has per UTC day at the machine-protocol endpoint; none when absent. */
  readonly freeCallsPerDay?: number;
  /** Documents that prove ownership to catalogues, served at `/.well-known/<name>.json`; none when absent. */
  readonly ownershipFiles?: Readonly<Record<string, unknown>>;
  /** Announces that the paid calls in their present form will be removed, in each of their answers. */
  readonly checksDeprecated?: Deprecation;
  /** How many checks one caller may have under way at the same time; 1,000 when absent. */
  readonly callerChecksInFlightMax?: number;
  /** Limits the requests of one caller within a minute; unlimited when absent. */
  readonly rateLimit?: RateLimit;
  /** Limits what callers without a charge use of the processor; unlimited when absent. */
  readonly processorTime?: ProcessorTime;
}
