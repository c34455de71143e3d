import { fixedTickArray } from 'assay-sandbox/pools/orca-whirlpool.ts';
import { expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { readTickArray } from './tick-array.ts';

const PLACE = { pool: addressOf(new Uint8Array(32).fill(9)), start: 5_632, tickSpacing: 64 };

it('a tick of the older form is in use with a flag of 1, not with one of 0, and any other flag is no layout', () => {
  const ticks = [{ index: 5_632 + 3 * 64, net: -5n }];
  const written = fixedTickArray({ ...PLACE, ticks });
  const read = (flag: number) => {
    const data = written.data.slice();
    // Ticks of 113 bytes begin at byte 12, each with its flag.
    data[12 + 3 * 113] = flag;
    return readTickArray({ ...written, lamports: 1n, data }, PLACE);
  };
  expect(read(1)).toEqual(ticks);
  expect(read(0)).toEqual([]);
  for (const flag of [2, 255]) expect(read(flag)).toMatchObject({ refused: 'wrong_layout' });
});
