import { smaller } from 'assay-core/venues/arithmetic.ts';
import { raydiumAmmV4 } from 'assay-core/venues/raydium-amm-v4/index.ts';
import type { Market, Side } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import * as w from '../../packages/core/test/venues/raydium-world.ts';
import { CASES, sdk } from './sdk.ts';

interface Text {
  toString(): string;
}

interface Raydium {
  readonly liquidityStateV4Layout: { decode(data: Buffer): Record<string, Text> };
  getLiquidityAssociatedAuthority(args: { programId: unknown }): { publicKey: Text; nonce: number };
}

interface PoolInfo {
  readonly version: 4;
  readonly mintA: { readonly address: string; readonly decimals: number };
  readonly mintB: { readonly address: string; readonly decimals: number };
  readonly baseReserve: Text;
  readonly quoteReserve: Text;
}

interface Liquidity {
  computeAmountOut(args: {
    readonly poolInfo: PoolInfo;
    readonly amountIn: Text;
    readonly mintIn: string;
    readonly mintOut: string;
    readonly slippage: number;
  }): { readonly amountOut: Text; readonly fee: Text };
}

const raydium = sdk<Raydium>('@raydium-io/raydium-sdk-v2');
const { default: LiquidityModule } = sdk<{ default: { prototype: Liquidity } }>(
  '@raydium-io/raydium-sdk-v2/lib/raydium/liquidity/liquidity.js',
);
const BN = sdk<new (text: string) => Text>('bn.js');
const { PublicKey } = sdk<{ PublicKey: new (text: string) => Text }>('@solana/web3.js');
const SWAPS_PER_POOL = 10;
/** Swaps are no larger, so that two of them fit the vaults of any pool. */
const SWAP_MAX = 1n << 61n;

function bn(value: bigint): Text {
  return new BN(value.toString());
}

/** The reserves that the SDK takes from the pool's bytes and its vaults, as its `getRpcPoolInfos` does. */
function reservesOf(world: w.World, amounts: readonly [bigint, bigint]): readonly [bigint, bigint] {
  const state = raydium.liquidityStateV4Layout.decode(Buffer.from(world.pool.data));
  return [amounts[0] - BigInt(String(state.baseNeedTakePnl)), amounts[1] - BigInt(String(state.quoteNeedTakePnl))];
}

/** The SDK's own quote. It knows the fee of 0.25 % only. */
function quoted([base, quote]: readonly [bigint, bigint], side: Side, amount: bigint) {
  const [mintA, mintB] = w.MINTS.map((address) => ({ address, decimals: 9 }));
  const poolInfo: PoolInfo = {
    version: 4,
    mintA: mintA!,
    mintB: mintB!,
    baseReserve: bn(base),
    quoteReserve: bn(quote),
  };
  const [mintIn, mintOut] = side === 'sell' ? w.MINTS : [w.MINTS[1], w.MINTS[0]];
  const { computeAmountOut } = LiquidityModule.prototype;
  const { amountOut, fee } = computeAmountOut({ poolInfo, amountIn: bn(amount), mintIn, mintOut, slippage: 0 });
  return { received: BigInt(String(amountOut)), fee: BigInt(String(fee)) };
}

function randomPool(chance: RandomNumbers) {
  const amounts = [chance.magnitude(2n, 1n << 63n), chance.magnitude(2n, 1n << 63n)] as const;
  const owed = (of: bigint) => chance.pick([0n, chance.between(0n, of / 2n)]);
  const spec = { coin: { mint: w.MINTS[0], owed: owed(amounts[0]) }, pc: { mint: w.MINTS[1], owed: owed(amounts[1]) } };
  const world = w.ammWorld({ amounts, spec });
  return { market: w.marketIn(raydiumAmmV4, world, w.MINTS[0]), reserves: reservesOf(world, amounts) };
}

/** One swap of a random size in both forms; the market and the reserves that it leaves, or null where nothing comes out. */
function compared(market: Market, reserves: readonly [bigint, bigint], chance: RandomNumbers) {
  const side = chance.pick(['buy', 'sell'] as const);
  const [input, output] = side === 'sell' ? reserves : [reserves[1], reserves[0]];
  const amount = chance.magnitude(2n, smaller(input * 4n, SWAP_MAX));
  const want = quoted(reserves, side, amount);
  const ours = market.quote(side, amount);
  if (isRefused(ours)) {
    expect([ours.refused, want.received]).toEqual(['amount_too_small', 0n]);
    return null;
  }
  expect([ours.received, ours.fees()]).toEqual([want.received, [{ share: 'lp', of: 'input', amount: want.fee }]]);
  const after = [input + amount, output - want.received] as const;
  return [ours.afterwards(), side === 'sell' ? after : ([after[1], after[0]] as const), chance] as const;
}

describe('Raydium AMM v4 against the SDK of Raydium', () => {
  it('gives the same to the last unit, and so does a second swap in what the first one leaves', () => {
    const chance = new RandomNumbers(2_028);
    let quotes = 0;
    for (let pools = 0; pools < CASES / SWAPS_PER_POOL; pools += 1) {
      const { market, reserves } = randomPool(chance);
      for (let i = 0; i < SWAPS_PER_POOL; i += 1) {
        const first = compared(market, reserves, chance);
        const second = first && compared(...first);
        quotes += (first ? 1 : 0) + (second ? 1 : 0);
      }
    }
    expect(quotes).toBeGreaterThan(CASES);
  });

  it('reads from the bytes what the SDK reads, and derives the same authority', () => {
    const spec = {
      coin: { mint: w.MINTS[0], owed: 5n },
      pc: { mint: w.MINTS[1], owed: 7n },
      openTime: 99n,
      lpIssued: 12_345n,
    };
    const world = w.ammWorld({ amounts: [50n, 70n], spec });
    const state = raydium.liquidityStateV4Layout.decode(Buffer.from(world.pool.data));
    const pool = w.granted(raydiumAmmV4.recognise(world.pool, w.MINTS[0]));
    expect([state.baseVault, state.quoteVault, state.lpMint].map(String)).toEqual(pool.needs);
    expect([state.baseMint, state.quoteMint].map(String)).toEqual(w.MINTS);
    expect([state.status, state.poolOpenTime, state.lpReserve].map(String)).toEqual(['6', '99', '12345']);
    expect([state.swapFeeNumerator, state.swapFeeDenominator].map(String)).toEqual(['25', '10000']);
    expect(reservesOf(world, [50n, 70n])).toEqual([45n, 63n]);
    const authority = raydium.getLiquidityAssociatedAuthority({ programId: new PublicKey(raydiumAmmV4.program) });
    expect([String(authority.publicKey), BigInt(authority.nonce)]).toEqual([raydiumAmmV4.authority, 254n]);
  });
});
