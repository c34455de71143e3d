import { Layout } from 'assay-sandbox/pools/layout.ts';
import { cpmmConfig, cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import type { AccountState, LargeAccount, Run, SignatureEntry } from '#chain/chain-reader.ts';
import type { MarketReader } from '#gather/market/market-question.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { COST_BOUNDS, HIGHEST_PRIORITY_MICRO_LAMPORTS } from '#rules/trade/policy.ts';
import { type Address, addressOf } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { raydiumCpmm } from '#venues/raydium-cpmm/index.ts';
import { nthSignature } from './small-world.ts';

const WORLD_SLOT = 400_000_000;
const WORLD_TIME = 1_780_000_000;
const CLOCK = 'SysvarC1ock11111111111111111111111111111111' as Address;
const RENT = 'SysvarRent111111111111111111111111111111111' as Address;
const SYSVAR = 'Sysvar1111111111111111111111111111111111111' as Address;
const CPMM_AUTHORITY = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL' as Address;

/** What a trade check is opened with beside its market: the service's policy, no labels, and no reviewed asset. */
export const TRADE_POLICY = {
  costBoundsBps: COST_BOUNDS,
  highestPriorityMicroLamports: HIGHEST_PRIORITY_MICRO_LAMPORTS,
  labels: { size: 0, find: () => null },
  reviewedUnix: () => null,
};

/** Bytes of a mint of the classic program. */
export function mintBytes(supply: bigint, decimals = 6): Uint8Array {
  return new Layout(82).u64(36, supply).u8(44, decimals).u8(45, 1).bytes();
}

/** Bytes of a token account. */
export function tokenAccountBytes(mint: Address, authority: Address, amount: bigint): Uint8Array {
  return new Layout(165).key(0, mint).key(32, authority).u64(64, amount).u8(108, 1).bytes();
}

/** The `n`th of many addresses on or off the curve, as it comes. */
export function someAddress(n: number): Address {
  return addressOf(new Uint8Array(32).fill(11).map((byte, index) => (index < 4 ? (n >> (8 * index)) & 255 : byte)));
}

/** A chain of accounts that a test writes, and the calls that were made of it. */
export class TradeWorld implements MarketReader {
  /** Accounts that the venue's instruction named in the newest transaction of a vault, by vault. */
  readonly trades = new Map<Address, { readonly program: Address; readonly accounts: readonly Address[] }>();
  readonly accounts = new Map<Address, AccountState>();
  readonly calls: string[] = [];
  /** Rounds: calls that were made before anything was awaited count as one. */
  rounds = 0;
  /** Names of methods that answer with a gap. */
  readonly failing = new Set<string>();
  /** What became of each transaction that is run, of which all go through by themselves. */
  runs: (transaction: string) => Reading<Run> = () => known({ ok: true });
  #open = false;
  #asked: Address | null = null;

  constructor() {
    const clock = new Layout(40).u64(0, BigInt(WORLD_SLOT)).u64(16, 900n).i64(32, BigInt(WORLD_TIME));
    this.put(CLOCK, SYSVAR, clock.bytes());
    const rent = new Layout(17).u64(0, 3_480n).hex(8, '0000000000000040');
    this.put(RENT, SYSVAR, rent.bytes());
    this.put(WRAPPED_SOL, TOKEN_PROGRAM, mintBytes(0n, 9));
  }

  put(address: Address, owner: Address, data: Uint8Array, lamports = 1_000_000n): void {
    this.accounts.set(address, { address, owner, data, lamports, executable: false });
  }

  /** A CPMM pool between the mint and another one, whose vaults hold these amounts. Its configuration charges `trade` ppm. */
  putCpmm(spec: {
    readonly mint: Address;
    readonly other?: Address;
    readonly tokens: bigint;
    readonly others: bigint;
    readonly index?: number;
    readonly trade?: bigint;
    readonly status?: number;
    readonly address?: Address;
  }): Address {
    const config = cpmmConfig({ index: spec.index ?? 0, trade: spec.trade ?? 2_500n });
    const other = spec.other ?? WRAPPED_SOL;
    const pool = cpmmPool({
      config: config.address,
      tokens: [{ mint: spec.mint, decimals: 6 }, { mint: other }],
      creator: someAddress(77),
      ...(spec.status !== undefined && { status: spec.status }),
      ...(spec.address && { address: spec.address }),
    });
    this.put(config.address, config.owner, config.data);
    this.put(pool.address, raydiumCpmm.program, pool.data);
    this.put(
      pool.lpMint,
      TOKEN_PROGRAM,
      new Layout(82).u32(0, 1).key(4, CPMM_AUTHORITY).u64(36, 900_000_000n).u8(44, 9).u8(45, 1).bytes(),
    );
    for (const vault of pool.vaults) {
      const amount = vault.mint === spec.mint ? spec.tokens : spec.others;
      this.put(vault.address, TOKEN_PROGRAM, tokenAccountBytes(vault.mint, CPMM_AUTHORITY, amount));
    }
    return pool.address;
  }

  async snapshot(addresses: readonly Address[]) {
    if (addresses.length > 100) throw new Error('more than a call takes');
    const value = addresses.map((address) => this.accounts.get(address) ?? null);
    return this.#answer('snapshot', { slot: WORLD_SLOT, value });
  }

  async largestAccounts(mint: Address): Promise<Reading<readonly LargeAccount[]>> {
    const held = [...this.accounts.values()].flatMap((state) => {
      const account = readTokenAccount(state);
      return account?.mint === mint ? [{ account: state.address, amount: account.amount }] : [];
    });
    return this.#answer('largestAccounts', held.sort((a, b) => Number(b.amount - a.amount)).slice(0, 20));
  }

  async priorityFees(): Promise<Reading<readonly bigint[]>> {
    return this.#answer('priorityFees', [0n, 1_000n, 2_000n, 4_000n]);
  }

  async run(transaction: string): Promise<Reading<Run>> {
    const made = this.runs(transaction);
    const answered = await this.#answer('run', made);
    return answered.known ? answered.value : answered;
  }

  async blockSignature() {
    return missing('block_signature', 'plan_refuses');
  }

  async blockTime(): Promise<Reading<number | null>> {
    return this.#answer('blockTime', WORLD_TIME);
  }

  async signatures(address: Address): Promise<Reading<readonly SignatureEntry[]>> {
    const entry = { signature: nthSignature(1), slot: WORLD_SLOT - 40, blockTime: WORLD_TIME, failed: false };
    this.#asked = address;
    return this.#answer('signatures', this.trades.has(address) ? [entry] : []);
  }

  async transaction(): Promise<Reading<Transaction>> {
    const trade = this.#asked && this.trades.get(this.#asked);
    const instruction = { at: { outer: 0, inner: -1 }, data: null, ...trade };
    const preTokens = [{ account: this.#asked, amount: 1n }];
    return this.#answer('transaction', { instructions: [instruction], preTokens, postTokens: [] } as never);
  }

  async #answer<T>(method: string, value: T): Promise<Reading<T>> {
    this.calls.push(method);
    if (!this.#open) {
      this.#open = true;
      this.rounds += 1;
      // A macrotask later everything that was asked together is answered.
      setImmediate(() => (this.#open = false));
    }
    await new Promise((resolve) => setImmediate(resolve));
    return this.failing.has(method) ? missing(method, 'rpc_unavailable') : known(value);
  }
}
