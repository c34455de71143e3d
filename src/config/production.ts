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
  readonly sharedMs: number;
}

/** What operators see. */
export interface ObservabilitySettings {
  /** A port of its own for `/metrics`, on the service's host; null serves it beside everything else. */
  readonly metricsPort: number | null;
  /** What whoever reads `/metrics` must present; null asks for nothing. */
  readonly metricsToken: string | null;
  /** Whether spans are sent to a collector, which OpenTelemetry's own variables name. */
  readonly tracing: boolean;
  /** How often the books are audited, in minutes; 0 leaves it to the operator's command. */
  readonly auditMinutes: number;
}

const TOKEN = /^[\x21-\x7e]{16,512}$/;
const MIB = 1024 * 1024;
/** Names of this machine for itself. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

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
    sharedMs: c.whole('SLOT_CACHE_MS', 0, 2_000, 400),
  };
}

export function readObservability(
  c: Complaints,
  { host, port }: { host: string; port: number },
): ObservabilitySettings {
  const metricsToken = c.text('METRICS_TOKEN');
  if (metricsToken !== null && !TOKEN.test(metricsToken)) {
    c.add('METRICS_TOKEN must be 16 to 512 printable characters without a blank.');
  }
  const metricsPort = c.whole('METRICS_PORT', 1, 65_535, null);
  if (metricsPort !== null && metricsPort === port) c.add('METRICS_PORT and PORT are the same.');
  if (metricsPort !== null && metricsToken === null && !LOOPBACK.includes(host)) {
    c.add(`METRICS_TOKEN is required with METRICS_PORT on HOST ${host}, where others can reach it.`);
  }
  return {
    metricsPort,
    metricsToken,
    tracing: [
      readCollector(c, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
      readCollector(c, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    ].includes(true),
    auditMinutes: c.whole('AUDIT_MINUTES', 0, 10_080, 60),
  };
}

/** Whether a collector of traces is named there. */
function readCollector(c: Complaints, name: 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') {
  const text = c.text(name);
  return text !== null && c.url(name, text, false) !== null;
}
