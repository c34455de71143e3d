import type { Address } from 'assay-core/solana/address.ts';
import { raydiumCpmm } from 'assay-core/venues/raydium-cpmm/index.ts';
import type { Market } from 'assay-core/venues/venue.ts';
import type { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import * as w from '../../packages/core/test/venues/raydium-world.ts';
import { sdk } from './sdk.ts';

interface Key {
  toString(): string;
}

interface SwapResult {
  readonly outputAmount: Key;
  readonly tradeFee: Key;
  readonly protocolFee: Key;
  readonly fundFee: Key;
  readonly creatorFee: Key;
}

interface Raydium {
  readonly CurveCalculator: { swapBaseInput(...args: readonly unknown[]): SwapResult };
  readonly CpmmFee: {
    tradingFee(amount: unknown, rate: unknown): Key;
    splitCreatorFee(total: unknown, trade: unknown, creator: unknown): Key;
  };
  readonly ConstantProductCurve: {
    swapBaseInputWithoutFees(input: unknown, reserveIn: unknown, reserveOut: unknown): Key;
  };
  readonly CpmmPoolInfoLayout: { decode(data: Buffer): Record<string, Key> };
  readonly CpmmConfigInfoLayout: { decode(data: Buffer): Record<string, Key> };
  getPdaVault(program: unknown, pool: unknown, mint: unknown): { publicKey: Key };
  getPdaLpMint(program: unknown, pool: unknown): { publicKey: Key };
  getPdaPoolAuthority(program: unknown): { publicKey: Key };
  getCpmmPdaAmmConfigId(program: unknown, index: number): { publicKey: Key };
  getCpmmPdaPoolId(program: unknown, config: unknown, a: unknown, b: unknown): { publicKey: Key };
}

export const raydium = sdk<Raydium>('@raydium-io/raydium-sdk-v2');
const BN = sdk<new (text: string) => Key>('bn.js');
export const { PublicKey } = sdk<{ PublicKey: new (text: string) => Key }>('@solana/web3.js');

/** A pool as the SDK reads it from the same bytes, and what is in its two vaults. */
export interface Theirs {
  readonly pool: Record<string, Key>;
  readonly config: Record<string, Key>;
  readonly reserves: readonly [bigint, bigint];
}

export interface Outcome {
  readonly received: bigint;
  readonly fees: readonly [lp: bigint, protocol: bigint, creator: bigint];
  readonly reserves: readonly [bigint, bigint];
}

function bn(value: bigint): Key {
  return new BN(value.toString());
}

export function big(value: Key | undefined): bigint {
  return BigInt(String(value));
}

/** Where the SDK takes the creator's fee: it is on the output when the pool names the token that comes out. */
export function onInput(theirs: Theirs, input: 0 | 1): boolean {
  return big(theirs.pool.feeOn) === 0n || big(theirs.pool.feeOn) === BigInt(input) + 1n;
}

export function ratesOf({ pool, config }: Theirs) {
  return {
    trade: big(config.tradeFeeRate),
    creator: pool.enableCreatorFee ? big(config.creatorFeeRate) : 0n,
    protocol: big(config.protocolFeeRate),
    fund: big(config.fundFeeRate),
  };
}

/** The SDK's own quote, to be made when called: its arguments are put into the SDK's form before. */
export function question(theirs: Theirs, input: 0 | 1, amount: bigint): () => SwapResult {
  const rates = ratesOf(theirs);
  const [reserveIn, reserveOut] = input === 0 ? theirs.reserves : [theirs.reserves[1], theirs.reserves[0]];
  const numbers = [amount, reserveIn, reserveOut, rates.trade, rates.creator, rates.protocol, rates.fund].map(bn);
  const isOnInput = onInput(theirs, input);
  return () => raydium.CurveCalculator.swapBaseInput(...numbers, isOnInput);
}

/** The SDK's own quote. */
export function quoted(theirs: Theirs, input: 0 | 1, amount: bigint): SwapResult {
  return question(theirs, input, amount)();
}

interface Parts {
  readonly received: bigint;
  readonly trade: bigint;
  readonly creator: bigint;
}

/**
 * The program's swap. Where a creator's fee is on the input, `curve/calculator.rs` rounds one fee of both rates up and splits
 * it (since "Fix audit", November 2025), whereas the SDK's `swapBaseInput` still rounds two fees up. There the SDK's own parts
 * are put together in the program's order, as the SDK does itself in `swapBaseOutput`; all else is the SDK's quote as it is.
 */
function partsOf(theirs: Theirs, input: 0 | 1, amount: bigint): Parts {
  const rates = ratesOf(theirs);
  if (!onInput(theirs, input) || rates.creator === 0n) {
    const own = quoted(theirs, input, amount);
    return { received: big(own.outputAmount), trade: big(own.tradeFee), creator: big(own.creatorFee) };
  }
  const total = raydium.CpmmFee.tradingFee(bn(amount), bn(rates.trade + rates.creator));
  const creator = big(raydium.CpmmFee.splitCreatorFee(total, bn(rates.trade), bn(rates.creator)));
  const reserves = (input === 0 ? theirs.reserves : theirs.reserves.toReversed()).map(bn);
  const received = raydium.ConstantProductCurve.swapBaseInputWithoutFees(
    bn(amount - big(total)),
    reserves[0],
    reserves[1],
  );
  return { received: big(received), trade: big(total) - creator, creator };
}

/** The program's result, and the pool after it. */
export function expected(theirs: Theirs, input: 0 | 1, amount: bigint): Outcome {
  const rates = ratesOf(theirs);
  const { received, trade, creator } = partsOf(theirs, input, amount);
  const protocol = (trade * rates.protocol) / 1_000_000n + (trade * rates.fund) / 1_000_000n;
  const [creatorIn, creatorOut] = onInput(theirs, input) ? [creator, 0n] : [0n, creator];
  const reserves = theirs.reserves.map((reserve, token) =>
    token === input ? reserve + amount - protocol - creatorIn : reserve - received - creatorOut,
  );
  return { received, fees: [trade - protocol, protocol, creator], reserves: [reserves[0]!, reserves[1]!] };
}

/** Swaps are no larger, so that two of them fit the vaults of any pool. */
export const SWAP_MAX = 1n << 61n;

/** A pool with random reserves, fees, rates and mode, in our form and theirs. */
export function randomPool(chance: RandomNumbers): { readonly market: Market; readonly theirs: Theirs } {
  const amounts = [chance.magnitude(1n, 1n << 63n), chance.magnitude(1n, 1n << 63n)] as const;
  const owed = (amount: bigint) => ({
    protocol: chance.between(0n, amount / 10n),
    fund: chance.between(0n, amount / 10n),
    creator: chance.between(0n, amount / 10n),
  });
  const tokens = w.MINTS.map((mint, i) => ({ mint, owed: owed(amounts[i]!) }));
  const protocol = chance.between(0n, 1_000_000n);
  const trade = chance.pick([1n, 2_500n, 10_000n, 40_000n, chance.between(1n, 994_000n)]);
  const config = {
    trade,
    protocol,
    fund: chance.between(0n, 1_000_000n - protocol),
    creator: chance.pick([0n, 500n, 5_500n, chance.between(1n, 999_999n - trade)]),
  };
  const mode = chance.pick([{}, { creatorFeeIn: null }, ...w.MINTS.map((creatorFeeIn) => ({ creatorFeeIn }))]);
  const spec = { tokens: [tokens[0]!, tokens[1]!] as const, ...mode };
  const world = w.cpmmWorld({ amounts, config, spec });
  const pool = raydium.CpmmPoolInfoLayout.decode(Buffer.from(world.pool.data));
  const rates = world.accounts.get(raydiumCpmm.configurations[0] as Address);
  const fees = (token: string) =>
    big(pool[`protocolFeesMint${token}`]) + big(pool[`fundFeesMint${token}`]) + big(pool[`creatorFeesMint${token}`]);
  const theirs = {
    pool,
    config: raydium.CpmmConfigInfoLayout.decode(Buffer.from(rates!.data)),
    reserves: [amounts[0] - fees('A'), amounts[1] - fees('B')],
  } as const;
  return { market: w.marketIn(raydiumCpmm, world, w.MINTS[0]), theirs };
}
