import { isCount, record } from '#lib/json-value.ts';
import { type Address, parseAddress } from '#solana/address.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import { type Method, wrongShape } from '../rpc/rpc-method.ts';

/** The newest blockhash known. A transaction with it can land up to `lastValidBlockHeight`. */
export interface Tip {
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

/** The priority fee that recent blocks took at least to write all these accounts, in millionths of a lamport per compute unit. */
export const getRecentPrioritizationFees: Method<readonly Address[], readonly bigint[]> = {
  name: 'getRecentPrioritizationFees',
  batch: 'state',
  current: false,
  forms: [(writable) => [writable]],
  read(result) {
    if (!Array.isArray(result)) return wrongShape('priority fees came as something else than a list');
    const fees: bigint[] = [];
    for (const entry of result) {
      const fee = record(entry)?.prioritizationFee;
      if (!isCount(fee)) return wrongShape('a priority fee came as something else than a count');
      fees.push(BigInt(fee));
    }
    return { is: 'value', value: fees };
  },
};

/** The newest confirmed blockhash: 32 bytes in base58, as an address is. */
export const getLatestBlockhash: Method<null, Tip> = {
  name: 'getLatestBlockhash',
  batch: 'state',
  current: true,
  forms: [() => [{ commitment: 'confirmed' }]],
  read(result) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const value = record(answer?.value);
    const blockhash = parseAddress(value?.blockhash);
    const last = value?.lastValidBlockHeight;
    if (!isSlot(slot) || !blockhash || !isCount(last)) {
      return wrongShape('getLatestBlockhash answered without a slot, hash or height');
    }
    return { is: 'value', value: { blockhash, lastValidBlockHeight: BigInt(last) }, confirmedSlot: slot };
  },
};

/** The finalized block height. Heights leave out skipped slots, so they are compared with heights only. */
export const getBlockHeight: Method<null, bigint> = {
  name: 'getBlockHeight',
  batch: 'state',
  current: true,
  forms: [() => [{ commitment: 'finalized' }]],
  read(result) {
    return isCount(result)
      ? { is: 'value', value: BigInt(result) }
      : wrongShape('getBlockHeight answered with something else than a height');
  },
};
