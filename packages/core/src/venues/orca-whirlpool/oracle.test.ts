import { oracle, whirlpool } from 'assay-sandbox/pools/orca-whirlpool.ts';
import { expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { isRefused } from '../venue.ts';
import { readWhirlpool } from './layout.ts';
import { type FeeConstants, readOracle } from './oracle.ts';

const MINT = addressOf(new Uint8Array(32).fill(9));
const CONSTANTS: FeeConstants = {
  filterPeriod: 30n,
  decayPeriod: 600n,
  reductionFactor: 5_000,
  controlFactor: 4_000,
  maxAccumulator: 350_000,
  groupSize: 64,
  majorSwapTicks: 64,
};

it('the group that an oracle refers to is one that holds a tick a price can be at', () => {
  const spec = { mints: [MINT, WRAPPED_SOL] as const, tickSpacing: 64, liquidity: 1n, feeRate: 1, feeTierIndex: 1025 };
  const account = { ...whirlpool({ ...spec, sqrtPrice: 1n << 64n }), lamports: 1n };
  const pool = readWhirlpool(account);
  if (isRefused(pool)) throw new Error(pool.detail);
  const read = (groupReference: number) => {
    const written = oracle(account.address, CONSTANTS, { groupReference });
    return readOracle({ ...written, lamports: 1n }, account.address, pool);
  };
  // Tick 443,636 is in group 6,931 of 64 ticks; -443,637, where a price that fell to the lowest tick stands, in -6,932.
  for (const group of [-6_932, 6_931]) expect(read(group)).toMatchObject({ variables: { groupReference: group } });
  for (const group of [-6_933, 6_932]) expect(read(group)).toMatchObject({ refused: 'wrong_layout' });
});
