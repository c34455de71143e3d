import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { Listening } from '#http/listen.ts';
import type { RefusalCause } from '#schema/operation/admission.ts';
import { gauge, type PulledMetric, register } from './tallies.ts';

/** Counts of the admission to this process. */
export interface AdmissionStats {
  readonly inFlight: number;
  readonly refusedByCause: Readonly<Record<RefusalCause, number>>;
}

/** Figures of the process (event loop, garbage, memory), of its running work, and of its refusals. */
export function watchProcess(registry: Registry, version: string, admission: () => AdmissionStats): void {
  collectDefaultMetrics({ register: registry, prefix: 'assay_' });
  const build: PulledMetric = {
    name: 'assay_build_info',
    help: 'Always 1, with what is running.',
    type: 'gauge',
    across: 'max',
    read: () => [{ labels: { version, node: process.versions.node }, value: 1 }],
  };
  const refusals: PulledMetric = {
    name: 'assay_admission_refusals_total',
    help: 'Operations that were refused for want of room, by cause.',
    type: 'counter',
    read: () => Object.entries(admission().refusedByCause).map(([cause, value]) => ({ labels: { cause }, value })),
  };
  register(
    registry,
    build,
    refusals,
    gauge('assay_checks_in_flight', 'Checks under way.', () => admission().inFlight),
  );
}

/** Resources that connections of the public listener hold. */
export function watchListener(registry: Registry, { load }: Pick<Listening, 'load'>): void {
  register(
    registry,
    gauge('assay_connections', 'Open connections.', () => load().connections),
    gauge(
      'assay_response_bytes_waiting',
      'Bytes of answers that clients have not taken yet.',
      () => load().waitingBytes,
    ),
  );
}
