import { Convoy } from './convoy.ts';
import { FinalizedTransactions } from './loaders/finalized.ts';
import { openLoaders } from './loaders/loaders.ts';
import type { Chain, ChainSession, EndpointHealth } from './model.ts';
import { openPaymentChain } from './payments/chain.ts';
import { type PaymentLimits, paymentLimits } from './payments/limits.ts';
import type { PaymentChain } from './payments-model.ts';
import { BoundedReader, type Cursors } from './reader.ts';
import type { Endpoint, RpcLog } from './rpc/endpoint.ts';
import { type RpcLimits, rpcLimits } from './rpc/limits.ts';
import { Transport } from './rpc/transport.ts';

/** What the chain is read from. `urls` in order of preference; `limits` and `payments` override single bounds. */
export interface ChainOptions {
  readonly urls: readonly string[];
  readonly log?: RpcLog;
  readonly limits?: Partial<RpcLimits>;
  readonly payments?: Partial<PaymentLimits>;
}

/** A chain whose owner may add endpoints, and take payments. */
export interface OpenedChain extends Chain {
  /** Takes a further endpoint into use, for example one that was down when the others were verified. */
  admit(url: string): void;
  /** What payments need of it: one for all, opened when it is first asked for and closed with the chain. */
  payments(): PaymentChain;
}

/** Opens the chain over its RPC endpoints. Nothing is asked yet. Throws when a URL is not one. */
export function openChain(options: ChainOptions): OpenedChain {
  const limits: RpcLimits = { ...rpcLimits, ...options.limits };
  const transport = new Transport(options.urls, limits, options.log ?? (() => undefined));
  const finalized = new FinalizedTransactions(transport, limits.cacheBytesMax);
  let payments: PaymentChain | null = null;
  return {
    session: () => openSession(transport, finalized),
    health: () => transport.endpoints.map((endpoint) => healthOf(endpoint, transport)),
    admit: (url) => transport.admit(url),
    payments() {
      payments ??= openPaymentChain(transport, finalized, { ...paymentLimits, ...options.payments });
      return payments;
    },
    close() {
      payments?.close();
      return transport.close();
    },
  };
}

function openSession(transport: Transport, finalized: FinalizedTransactions): ChainSession {
  const loaders = openLoaders(transport, finalized);
  const cursors: Cursors = new Map();
  const convoy = new Convoy();
  const readers: BoundedReader[] = [];
  let closed = false;
  return {
    get closed() {
      return closed;
    },
    get calls() {
      return readers.reduce((sum, reader) => sum + reader.spent().calls, 0);
    },
    reader(bounds) {
      const reader = new BoundedReader(loaders, cursors, bounds, convoy);
      if (closed) reader.close();
      readers.push(reader);
      return reader;
    },
    close() {
      closed = true;
      for (const reader of readers) reader.close();
    },
  };
}

function healthOf(endpoint: Endpoint, transport: Transport): EndpointHealth {
  return {
    origin: endpoint.origin,
    healthy: !endpoint.health.shunned && !transport.lags(endpoint),
    slot: transport.slots.slotOf(endpoint),
    lagSlots: transport.slots.lagOf(endpoint),
  };
}
