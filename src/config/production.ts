import type { Complaints } from './complaints.ts';

/** What the service gives to one caller, and to all together. Zero switches a rate off. */
export interface ProtectionSettings {
  /** Requests per minute, counted in the database over all replicas: of a key, and of an address without a known one. */
  readonly keyRequestsPerMinuteMax: number;
  readonly addressRequestsPerMinuteMax: number;
  /** Checks under way in this process: of one key or address, and of everybody. */
  readonly callerChecksInFlightMax: number;
  readonly checksInFlightMax: number;
  /** What this process may ask of the chain's endpoints; null where nothing was bought by the second. */
  readonly rpcCallsPerSecondMax: number | null;
}

/** What is kept of the chain between checks. */
export interface CacheSettings {
  /** Memory for what never changes, such as finalized transactions. */
  readonly chainBytesMax: number;
  /** How long what was read of the present is shared between checks that are under way together; 0 shares nothing. */
  readonly slotMs: number;
}

/** What operators see. */
export interface WatchingSettings {
  /** A port of its own for `/metrics`, on the service's host; null serves it beside everything else. */
  readonly metricsPort: number | null;
  /** What whoever reads `/metrics` must present; null asks for nothing. */
  readonly metricsToken: string | null;
  /** Whether spans are sent to a collector, which OpenTelemetry's own variables name. */
  readonly tracing: boolean;
  /** How often the books are audited, in minutes; 0 leaves it to the operator's command. */
  readonly auditMinutes: number;
}

const TOKEN_CHARS_MIN = 16;
const MIB = 1024 * 1024;

export function readProtection(c: Complaints): ProtectionSettings {
  return {
    keyRequestsPerMinuteMax: c.whole('RATE_LIMIT_PER_KEY', 0, 100_000_000, 60_000),
    addressRequestsPerMinuteMax: c.whole('RATE_LIMIT_PER_ADDRESS', 0, 100_000_000, 30_000),
    callerChecksInFlightMax: c.whole('CHECKS_IN_FLIGHT_PER_CALLER', 1, 100_000, 1_000),
    checksInFlightMax: c.whole('CHECKS_IN_FLIGHT_MAX', 1, 1_000_000, 4_000),
    rpcCallsPerSecondMax: c.whole('RPC_CALLS_PER_SECOND_MAX', 1, 10_000_000, null),
  };
}

export function readCache(c: Complaints): CacheSettings {
  return {
    chainBytesMax: c.whole('CHAIN_CACHE_MIB_MAX', 1, 65_536, 64) * MIB,
    slotMs: c.whole('SLOT_CACHE_MS', 0, 2_000, 400),
  };
}

export function readWatching(c: Complaints): WatchingSettings {
  const metricsToken = c.text('METRICS_TOKEN');
  if (metricsToken !== null && metricsToken.length < TOKEN_CHARS_MIN) {
    c.add(`METRICS_TOKEN must have at least ${TOKEN_CHARS_MIN} characters.`);
  }
  return {
    metricsPort: c.whole('METRICS_PORT', 0, 65_535, null),
    metricsToken,
    tracing: c.text('OTEL_EXPORTER_OTLP_ENDPOINT') !== null || c.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== null,
    auditMinutes: c.whole('AUDIT_MINUTES', 0, 10_080, 60),
  };
}
