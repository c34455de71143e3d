import { SlotTime } from '#solana/gates/slot-time.ts';
import type { Chain, ChainStats, EndpointHealth } from './chain-reader.ts';
import { openSession, type SharedBySessions } from './chain-session.ts';
import type { CaughtLog } from './endpoint-trust.ts';
import { GateWatch } from './loaders/gate-watch.ts';
import { PresentReadings } from './loaders/present-readings.ts';
import { openUnchangingCaches } from './loaders/unchanging-readings.ts';
import type { Endpoint, RpcLog } from './rpc/endpoint.ts';
import { keptLimitsOf, NOTHING_LEARNED } from './rpc/limits/kept-limits.ts';
import { pricesOfCalls } from './rpc/prices.ts';
import { type RpcLimits, rpcLimits } from './rpc/rpc-limits.ts';
import { Transport } from './rpc/rpc-transport.ts';
import { SharedWork } from './shared-work.ts';

/**
 * How the chain is opened. `urls` in order of preference. `awaited`: how many more endpoints are admitted once they are known to be
 * of the same network. `limits` override single bounds.
 */
export interface ChainOptions {
  readonly urls: readonly string[];
  readonly awaited?: number;
  /** Whether it is Solana's mainnet, whose gates the table knows. */
  readonly isMainnet?: boolean;
  readonly log?: RpcLog;
  readonly limits?: Partial<RpcLimits>;
  /** What the operator pays for a call, in picodollars; null or absent for the providers' lists. */
  readonly picoUsdPerCall?: bigint | null;
}

/** A chain whose owner may add endpoints. */
export interface OpenedChain extends Chain, ChainStats {
  /** Adds an endpoint, for example one that was down when the others were verified. Throws when the URL is invalid. */
  admit(url: string): void;
  /** What each endpoint allows, as JSON text, by a hash of its URL. Only endpoints about which something is known. */
  limits(): ReadonlyMap<string, string>;
  /** Takes what `limits` gave before, for endpoints of now. Text of another shape is left out. */
  restoreLimits(kept: ReadonlyMap<string, string>): void;
  /** Sends the calls of services that ask more of the chain than checks do. */
  readonly transport: Transport;
}

/** Opens the chain over its RPC endpoints and asks nothing yet. Throws when a URL is invalid. */
export function openChain(options: ChainOptions): OpenedChain {
  const limits: RpcLimits = { ...rpcLimits, ...options.limits };
  const slotTime: SlotTime = new SlotTime(() => gates.slotMs);
  const log: RpcLog = options.log ?? (() => undefined);
  const transport: Transport = new Transport(options.urls, limits, log, slotTime, options.awaited);
  const several = () => transport.configured > 1;
  const unchanging = openUnchangingCaches(transport, several, limits.cacheBytesMax);
  const gates = new GateWatch(transport, options.isMainnet === true, log);
  const present = new PresentReadings(limits.sharedMs, limits.sharedBytesMax);
  const caught: CaughtLog = ({ origin }) => log('rpc_endpoint_caught', { origin });
  const work = new SharedWork(limits.sharedMs);
  const priceOf = pricesOfCalls(options.picoUsdPerCall ?? null);
  const shared: SharedBySessions = { unchanging, present, gates, several, caught, priceOf, work, open: 0 };
  return {
    session: () => openSession(transport, shared),
    health: () => transport.endpoints.map((endpoint) => healthOf(endpoint, transport)),
    caches: () => [
      { name: 'transactions', ...unchanging.transactions.stats() },
      { name: 'block_times', ...unchanging.blockTimes.stats() },
      { name: 'block_signatures', ...unchanging.blockSignatures.stats() },
      { name: 'slot', ...present.stats() },
      { name: 'answers', ...work.stats() },
    ],
    traffic: () => transport.endpoints.map(({ meter, origin }) => meter.traffic(origin)),
    admit: (url) => transport.admit(url),
    ...limitsOf(transport),
    transport,
    close() {
      return transport.close();
    },
  };
}

/** Learned limits are kept by endpoint. An endpoint that is admitted later begins with its limits that were restored before. */
function limitsOf(transport: Transport): Pick<OpenedChain, 'limits' | 'restoreLimits'> {
  return {
    limits: () =>
      new Map(
        transport.endpoints.flatMap(({ key, limits }) => {
          const kept = JSON.stringify(limits.kept());
          return kept === NOTHING_LEARNED ? [] : [[key, kept] as const];
        }),
      ),
    restoreLimits(kept) {
      for (const { key, limits } of transport.endpoints) {
        const found = keptLimitsOf(kept.get(key) ?? '');
        if (found) limits.restore(found);
      }
    },
  };
}

function healthOf(endpoint: Endpoint, transport: Transport): EndpointHealth {
  return {
    origin: endpoint.origin,
    healthy:
      !endpoint.health.shunned && !endpoint.health.refuses && !endpoint.limits.isClosed && !transport.lags(endpoint),
    refuses: endpoint.health.refuses,
    slot: transport.slots.slotOf(endpoint),
    lagSlots: transport.slots.lagOf(endpoint),
    limits: { ...endpoint.limits.known(), firstSlot: endpoint.ledger.begin },
  };
}
