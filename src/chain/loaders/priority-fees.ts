import type { Address } from '#lib/address.ts';
import { isCount, type Method, record, wrongShape } from '../rpc/method.ts';

/** Priority that recent blocks took at least to write all these accounts, in millionths of a lamport a compute unit. */
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
