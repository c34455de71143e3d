import { isBlockTime } from '../moments.ts';
import { type Method, wrongShape } from '../rpc/method.ts';

/** "Slot skipped, or missing due to ledger jump" and "slot skipped, or missing in long-term storage". */
const NO_BLOCK = [-32007, -32009];

/** Unix seconds of a slot's block; null where there is none to tell the time of. */
export const getBlockTime: Method<number, number | null> = {
  name: 'getBlockTime',
  batch: 'history',
  current: false,
  forms: [(slot) => [slot]],
  read(result) {
    if (result === null || isBlockTime(result)) return { is: 'value', value: result };
    return wrongShape('getBlockTime answered with something else than a time of a block');
  },
  readRefusal: (code) => (NO_BLOCK.includes(code) ? { is: 'value', value: null } : null),
};
