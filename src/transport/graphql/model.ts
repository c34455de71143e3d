import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PaymentSettings } from '#payments/x402/model.ts';
import type { Desk } from '#schema/desk-model.ts';
import type { Caller, MoneyDesk } from '#schema/model.ts';
import type { Examples, Log } from '../model.ts';
import type { Turnstile } from '../turnstile.ts';

/** What the endpoint needs, handed down by the composition root. */
export interface GraphqlDeps {
  readonly desk: Desk;
  readonly money: MoneyDesk;
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
  readonly turnstile: Turnstile;
}
