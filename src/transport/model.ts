import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kind } from '#checks/check.ts';
import type { FreeCalls } from '#payments/bill.ts';
import type { PaymentSettings } from '#payments/x402/model.ts';
import type { Checks } from '#schema/model.ts';
import type { MoneyDoor } from '#schema/money-run.ts';
import type { Deprecation } from './deprecation.ts';

/** Where lines go: `fields` are structured, `message` is constant, so that lines can be counted. Never a key or a body. */
export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the service can say of its own parts. `detail` is public. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail?: string }>>;
  /** What needs the operator although checks can be answered: sentences. A part that is not `ok` may be told here only. */
  readonly warnings?: readonly string[];
}

/** An address or mint for each kind that answers something worth reading, shown wherever a call is shown. */
export type Examples = Readonly<Record<Kind['name'], string>>;

/** All that the HTTP side needs, handed down by the composition root. */
export interface HttpDeps {
  readonly checks: Checks;
  readonly money: MoneyDoor;
  /** Also the source of the public origin (`baseUrl`), the network and whether this is the sandbox. */
  readonly settings: PaymentSettings;
  /** The JSON-RPC address of the embedded chain, for documents to name; absent where the chain is a real one. */
  readonly sandboxRpcUrl?: string | undefined;
  /** The origin of the machine-protocol endpoint, without a trailing slash. */
  readonly mcpBaseUrl: string;
  readonly version: string;
  /** Subjects to show in examples; well-known mainnet ones when absent. */
  readonly examples?: Partial<Examples>;
  /** The JSON Web Key Set that verdicts are signed with. */
  readonly jwks: () => object;
  readonly readiness: () => Promise<Readiness>;
  /** What operators watch, in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** Serves `/graphql`; `request.body` is already parsed when the request carried JSON. */
  readonly graphql: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly log: Log;
  /** How many hops in front add a forwarded address that is believed; none when absent. */
  readonly trustProxyHops?: number;
  /** What is left of today's free calls for a caller's address; asking uses none of them. There are none when absent. */
  readonly freeCalls?: (address: string) => Promise<FreeCalls>;
  /** How many free calls a caller has per UTC day at the machine-protocol endpoint; none when absent. */
  readonly freeCallsPerDay?: number;
  /** Documents that prove ownership to catalogues, served at `/.well-known/<name>.json`; none when absent. */
  readonly ownershipFiles?: Readonly<Record<string, unknown>>;
  /** That the paid calls in their present form are about to go away: each of their answers says so. */
  readonly checksDeprecated?: Deprecation;
  /** How many checks one caller may have under way at the same time; 1,000 when absent. */
  readonly checksInFlightMax?: number;
}
