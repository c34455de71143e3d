import type { EncodedAccount } from 'assay-sandbox/pools/layout.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { type ClmmAccounts, type ClmmSpec, clmmAccounts } from 'assay-sandbox/pools/raydium-clmm.ts';
import { type Address, addressOf } from '#solana/address.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { ClmmDynamicFee } from '#venues/raydium-clmm/dynamic-fee.ts';
import { raydiumClmm } from '#venues/raydium-clmm/index.ts';
import { sqrtPriceAt } from '#venues/raydium-clmm/tick-price.ts';
import type { AccountBytes, Accounts, Clock, Market, OpenPool, Pool, Quote, Refused, Side } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

export const CLOCK: Clock = { slot: 1n, unixTime: 1_785_000_000n, epoch: 800n };

/** An address that only tests know; a larger number is a larger address. */
export function key(n: number): Address {
  return addressOf(new Uint8Array(32).fill(7, 1).fill(n, 0, 1));
}

/** Token 0 is the mint that tests ask about, token 1 what it trades against. */
export const MINT = key(1);
export const OTHER = key(2);

/** A pool at price 1 with one position around it, 0.25 % fee, and whatever a test changes. */
export function spec(changes: Partial<ClmmSpec> = {}): ClmmSpec {
  return {
    mints: [MINT, OTHER],
    configuration: { index: 1, tickSpacing: 60, trade: 2500 },
    creator: key(9),
    sqrtPrice: sqrtPriceAt(0),
    positions: [{ lower: -6000, upper: 6000, liquidity: 10n ** 15n }],
    ...changes,
  };
}

function asRead({ address, owner, data }: EncodedAccount): AccountBytes {
  return { address, owner, lamports: 10_000_000n, data };
}

/** A pool's vault. */
export function vault(address: Address, mint: Address, authority: Address, amount: bigint, state = 1): AccountBytes {
  const data = new Layout(165).key(0, mint).key(32, authority).u64(64, amount).u8(108, state).bytes();
  return { address, owner: TOKEN_PROGRAM, lamports: 10_000_000n, data };
}

/** What the chain would say about every account of a pool. */
export function onChain(written: ClmmAccounts): Map<Address, AccountBytes | null> {
  const { pool, configuration, extension, arrays, vaults } = written;
  const accounts = [pool, configuration, extension, ...arrays].map(asRead);
  const held = vaults.map(({ address, mint, amount }) => vault(address, mint, pool.address, amount));
  return new Map([...accounts, ...held].map((account) => [account.address, account]));
}

export function the(accounts: Accounts, address: Address): AccountBytes {
  const account = accounts.get(address);
  if (!account) throw new Error(`no account ${address}`);
  return account;
}

/** Only what the pool asks for, as a caller would read it: null where the chain has nothing. */
export function asked(pool: Pool, accounts: Accounts): Map<Address, AccountBytes | null> {
  return new Map([pool.address, ...pool.needs].map((address) => [address, accounts.get(address) ?? null]));
}

/** A recognised pool and its accounts. */
export interface Standing {
  readonly pool: Pool;
  readonly accounts: Map<Address, AccountBytes | null>;
  readonly written: ClmmAccounts;
}

export function existingPool(from: ClmmSpec, mint = MINT): Standing {
  const written = clmmAccounts(from);
  const accounts = onChain(written);
  const pool = ok(raydiumClmm.recognise(the(accounts, written.pool.address), mint));
  return { pool, accounts: asked(pool, accounts), written };
}

/** The result, or a failure of the test where it was refused. */
export function ok<T extends object>(result: T | Refused): T {
  if (isRefused(result)) throw new Error(`${result.refused}: ${result.detail}`);
  return result;
}

export function opened(from: ClmmSpec, mint = MINT, clock = CLOCK): OpenPool {
  const { pool, accounts } = existingPool(from, mint);
  return ok(pool.open(accounts, clock));
}

export function quoted(market: Market, side: Side, amount: bigint): Quote {
  return ok(market.quote(side, amount));
}

/** Half of the volatility of 100 seconds ago still counts: 7.5 groups of 60 ticks, which is 4.05 % beside the base fee. */
export const dynamicFee: ClmmDynamicFee = {
  filterPeriod: 30,
  decayPeriod: 600,
  reductionFactor: 5000,
  control: 20_000,
  maxAccumulator: 300_000,
  referenceGroup: 0,
  reference: 0,
  accumulator: 150_000,
  updatedAt: CLOCK.unixTime - 100n,
};
