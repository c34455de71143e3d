import type { Mechanism } from '#checks/funder/evidence.ts';
import type { Address } from '#lib/address.ts';

/** Where lamports came from, before the transaction's own circumstances are added. */
export interface LamportOrigin {
  readonly mechanism: Mechanism;
  readonly source: Address | null;
  readonly program: Address | null;
  readonly lamports: bigint;
}
