import { record } from '#lib/json-value.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { parseSignature, type Signature } from '#solana/address.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import type { BlockSignature } from '../chain-reader.ts';
import { contradiction, type Method, wrongShape } from '../rpc/rpc-method.ts';

/** How many slots after the one that is asked for are tried one after another. A leader that is down skips four together. */
const SLOTS_TRIED = [0, 1, 2, 4, 8, 16, 32, 64];

type Ask = (slot: number) => readonly unknown[];

function askFor(maxSupportedTransactionVersion: number): Ask {
  const options = { transactionDetails: 'signatures', rewards: false, commitment: 'finalized' };
  return (slot) => [slot, { ...options, maxSupportedTransactionVersion }];
}

/** The signature of the first transaction of a slot's finalized block; null where there is no block, or one without transactions. */
export const getBlock: Method<number, Signature | null> = {
  name: 'getBlock',
  batch: 'history',
  current: false,
  unbounded: true,
  // A node that has lost the block calls its slot skipped as well.
  needsSecond: (signature) => signature === null,
  forms: [askFor(1), askFor(0)],
  read(result, slot) {
    if (result === null) return { is: 'absent', detail: 'the endpoint has no block of that slot' };
    const { signatures, parentSlot } = record(result) ?? {};
    if (!Array.isArray(signatures)) return wrongShape('getBlock answered with something else than signatures');
    if (slot > 0 && isSlot(parentSlot) && parentSlot >= slot) return contradiction('the block is that of a later slot');
    if (signatures.length === 0) return { is: 'value', value: null };
    const signature = parseSignature(signatures[0]);
    return signature
      ? { is: 'value', value: signature }
      : wrongShape('a block begins with something else than a signature');
  },
  readRefusal: ({ refusal }) => (refusal.kind === 'skipped' ? { is: 'value', value: null } : null),
};

/** The first block at `slot` or soon after it that has a signature, where `read` reads that of a slot. */
export async function blockFrom(
  slot: number,
  read: (slot: number) => Promise<Reading<Signature | null>>,
): Promise<Reading<BlockSignature>> {
  for (const further of SLOTS_TRIED) {
    const found = await read(slot + further);
    if (!found.known) return found;
    if (found.value !== null) return known({ signature: found.value, slot: slot + further });
  }
  return missing('block_signature', 'history_missing', `no block was found at slot ${slot} or soon after it`);
}
