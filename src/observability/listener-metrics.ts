import type { Registry } from 'prom-client';
import type { Listening } from '#http/listen.ts';
import { gauge, register } from './given.ts';

/** What the connections of the public listener hold. */
export function watchListener(registry: Registry, { held }: Pick<Listening, 'held'>): void {
  register(
    registry,
    gauge('assay_connections', 'Open connections.', () => held().connections),
    gauge(
      'assay_response_bytes_waiting',
      'Bytes of answers that clients have not taken yet.',
      () => held().waitingBytes,
    ),
  );
}
