import { Layout } from 'assay-sandbox/pools/layout.ts';
import { ammV4Pool } from 'assay-sandbox/pools/raydium-amm-v4.ts';
import { type CpmmConfigSpec, cpmmConfig, cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { expect } from 'vitest';
import { type Address, addressOf } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { raydiumAmmV4 } from '#venues/raydium-amm-v4/index.ts';
import { raydiumCpmm } from '#venues/raydium-cpmm/index.ts';
import type { AccountBytes, Accounts, Clock, Market, Quote, Refused, Side, Venue } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { RandomNumbers } from './random-numbers.ts';

export const CLOCK: Clock = { slot: 1n, unixTime: 1_800_000_000n, epoch: 900n };
export const CREATOR = key(9);

/** An address that only tests know; a larger number is a larger address. */
export function key(n: number): Address {
  return addressOf(new Uint8Array(32).fill(7, 1).fill(n, 0, 1));
}

export function account(address: Address, owner: Address, data: Uint8Array): AccountBytes {
  return { address, owner, lamports: 10_000_000n, data };
}

interface Held {
  readonly mint: Address;
  readonly authority: Address;
  readonly amount: bigint;
  readonly program?: Address;
  readonly frozen?: boolean;
}

export function tokenAccount(address: Address, { mint, authority, amount, program, frozen }: Held): AccountBytes {
  const layout = new Layout(program === TOKEN_2022_PROGRAM ? 170 : 165).key(0, mint).key(32, authority).u64(64, amount);
  layout.u8(108, frozen ? 2 : 1);
  if (program === TOKEN_2022_PROGRAM) layout.u8(165, 2).u16(166, 7);
  return account(address, program ?? TOKEN_PROGRAM, layout.bytes());
}

export function mintAccount(address: Address, authority: Address, supply: bigint, decimals = 9): AccountBytes {
  const layout = new Layout(82).u32(0, 1).key(4, authority).u64(36, supply).u8(44, decimals).u8(45, 1);
  return account(address, TOKEN_PROGRAM, layout.bytes());
}

export function accountsOf(list: readonly AccountBytes[]): Map<Address, AccountBytes | null> {
  return new Map(list.map((one) => [one.address, one]));
}

export interface World {
  readonly pool: AccountBytes;
  readonly accounts: Map<Address, AccountBytes | null>;
  readonly vaults: readonly [AccountBytes, AccountBytes];
  readonly lpMint: Address;
}

interface CpmmPlan {
  readonly amounts: readonly [bigint, bigint];
  readonly config?: Partial<CpmmConfigSpec>;
  readonly spec?: Partial<Parameters<typeof cpmmPool>[0]>;
  readonly lpSupply?: bigint;
}

/** Mint 0 and mint 1 of the pools below. */
export const MINTS = [key(1), key(2)] as const;

/** A CPMM pool with all that it needs. */
export function cpmmWorld({ amounts, config, spec, lpSupply = 999_999_900n }: CpmmPlan): World {
  const rates = cpmmConfig({ index: 0, trade: 2_500n, ...config });
  const tokens = [{ mint: MINTS[0] }, { mint: MINTS[1] }] as const;
  const made = cpmmPool({ config: rates.address, tokens, creator: CREATOR, ...spec });
  const authority = raydiumCpmm.authority as Address;
  const [zero, one] = made.vaults.map((vault, i) =>
    tokenAccount(vault.address, { mint: vault.mint, program: vault.program, authority, amount: amounts[i]! }),
  );
  const vaults = [zero!, one!] as const;
  const pool = account(made.address, made.owner, made.data);
  const list = [pool, account(rates.address, rates.owner, rates.data), ...vaults];
  return {
    pool,
    vaults,
    lpMint: made.lpMint,
    accounts: accountsOf([...list, mintAccount(made.lpMint, authority, lpSupply)]),
  };
}

interface AmmPlan {
  readonly amounts: readonly [bigint, bigint];
  readonly spec?: Partial<Parameters<typeof ammV4Pool>[0]>;
  readonly lpSupply?: bigint;
}

/** An AMM v4 pool, coin first, with all that it needs. */
export function ammWorld({ amounts, spec, lpSupply = 1_000_000_000n }: AmmPlan): World {
  const made = ammV4Pool({
    market: key(3),
    coin: { mint: MINTS[0] },
    pc: { mint: MINTS[1] },
    lpIssued: 5_000_000_000n,
    ...spec,
  });
  const authority = raydiumAmmV4.authority as Address;
  const [coin, pc] = made.vaults.map((vault, i) =>
    tokenAccount(vault.address, { mint: vault.mint, authority, amount: amounts[i]! }),
  );
  const vaults = [coin!, pc!] as const;
  const pool = account(made.address, made.owner, made.data);
  return {
    pool,
    vaults,
    lpMint: made.lpMint,
    accounts: accountsOf([pool, ...vaults, mintAccount(made.lpMint, authority, lpSupply)]),
  };
}

/** What a refusal says, or 'accepted'. */
export function codeOf(result: object): string {
  return isRefused(result) ? (result as Refused).refused : 'accepted';
}

/** The result, which must not be a refusal. */
export function granted<T extends object>(result: T | Refused): T {
  if (isRefused(result)) throw new Error(`refused: ${result.refused}: ${result.detail}`);
  return result;
}

/** The market that a venue opens in a world for who asks about the mint. */
export function marketIn(venue: Venue, world: World, mint: Address, accounts: Accounts = world.accounts): Market {
  return granted(granted(venue.recognise(world.pool, mint)).open(accounts, CLOCK)).market;
}

/** Units that a quote gave, 0 for a refused one. */
export function received(market: Market, side: Side, amount: bigint): bigint {
  const quote = market.quote(side, amount);
  return isRefused(quote) ? 0n : quote.received;
}

/** All that a quote says, in a form that compares. */
export function facts(quote: Quote): object {
  const { spent, received } = quote;
  return { spent, received, fees: quote.fees(), depth: quote.afterwards().depth };
}

/** Nobody gains by trading to and fro, a larger input never gives less, and fees are exactly within the quote. */
export function expectSoundAt(market: Market, amounts: readonly bigint[]): void {
  for (const side of ['buy', 'sell'] as const) {
    const reverse = side === 'buy' ? 'sell' : 'buy';
    let last = 0n;
    for (const amount of [...amounts].sort((a, b) => (a < b ? -1 : 1))) {
      const quote = market.quote(side, amount);
      if (isRefused(quote)) continue;
      expect(quote.received).toBeGreaterThanOrEqual(last);
      last = quote.received;
      expect(received(quote.afterwards(), reverse, quote.received)).toBeLessThanOrEqual(amount);
      expectSplit(quote, market, side);
    }
  }
}

function expectSplit(quote: Quote, market: Market, side: Side): void {
  const before = side === 'buy' ? market.depth : { mint: market.depth.other, other: market.depth.mint };
  const after =
    side === 'buy'
      ? quote.afterwards().depth
      : { mint: quote.afterwards().depth.other, other: quote.afterwards().depth.mint };
  const taken = (of: 'input' | 'output') =>
    quote
      .fees()
      .filter((fee) => fee.share !== 'lp' && fee.of === of)
      .reduce((sum, fee) => sum + fee.amount, 0n);
  expect(after.other).toBe(before.other + quote.spent - taken('input'));
  expect(after.mint).toBe(before.mint - quote.received - taken('output'));
}

/** The account with up to twelve bytes changed, or cut short. */
function damaged(victim: AccountBytes, chance: RandomNumbers): AccountBytes {
  const data = victim.data.slice(0, chance.fraction() < 0.2 ? Number(chance.between(0n, 760n)) : undefined);
  const times = data.length > 0 ? Number(chance.between(1n, 12n)) : 0;
  for (let i = 0; i < times; i += 1) {
    data[Number(chance.between(0n, BigInt(data.length - 1)))] = Number(chance.between(0n, 255n));
  }
  return { ...victim, data };
}

/** Whatever is changed in one of the accounts, the venue refuses or gives less than the pool holds; it never throws. */
export function expectHarmless(venue: Venue, world: World, cases: number): void {
  const chance = new RandomNumbers(7);
  const originals = [...world.accounts.values()].filter((one) => one !== null);
  for (let i = 0; i < cases; i += 1) {
    const changed = damaged(chance.pick(originals), chance);
    const accounts = new Map(world.accounts).set(changed.address, changed);
    const pool = venue.recognise(changed.address === world.pool.address ? changed : world.pool, MINTS[0]);
    const open = isRefused(pool) ? pool : pool.open(accounts, CLOCK);
    if (isRefused(open)) continue;
    const { market } = open;
    for (const side of ['buy', 'sell'] as const) {
      const held = side === 'buy' ? market.depth.mint : market.depth.other;
      expect(received(market, side, chance.magnitude(1n, 1n << 64n))).toBeLessThan(held);
    }
  }
}

/** Bytes without meaning are no pool, though owner and length fit. */
export function expectNoneInNoise(venue: Venue, length: number, cases: number): void {
  const chance = new RandomNumbers(11);
  for (let i = 0; i < cases; i += 1) {
    const data = Uint8Array.from({ length }, () => Math.floor(chance.fraction() * 256));
    expect(isRefused(venue.recognise(account(key(1), venue.program, data), MINTS[0]))).toBe(true);
  }
}
