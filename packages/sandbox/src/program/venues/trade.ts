import { type Address, address } from 'assay-core/solana/address.ts';
import { derivationOf } from '#chain/derivation.ts';
import type { Script } from '../script.ts';
import { EVENT_MARK } from '../script-format.ts';
import { type AccountUse, type DataPart, little, type ScriptValue, type SignerSeed } from '../script-parts.ts';

/** The venues whose programs the sandbox plays, by their addresses on mainnet. */
export const VENUE_PROGRAMS = {
  pumpCurve: address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'),
  pumpSwap: address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'),
  raydiumCpmm: address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'),
  raydiumClmm: address('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'),
  orcaWhirlpool: address('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'),
  meteoraDlmm: address('LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'),
} as const;

/** The account that signs for the events which a program shows by calling itself, `["__event_authority"]`. */
export const EVENT_AUTHORITY = {
  pumpCurve: address('Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1'),
  pumpSwap: address('GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR'),
  meteoraDlmm: address('D1ZN9Wj1fRSUQfCjhvnu1hqDMT7hzjzBBpi12nVniYD6'),
} as const;

/** All three of them are found at the first bump. */
const EVENT_SEEDS: readonly SignerSeed[] = ['__event_authority', Buffer.from([255])];

/** One side of a pool: a mint, its token program and decimals, and the token account that holds it. */
export interface PoolSide {
  readonly mint: Address;
  readonly program: Address;
  readonly decimals: number;
  readonly vault: Address;
}

/** A swap of an exact input. Amounts are atomic units; the input is what leaves `from`, `minimumOut` what reaches `to`. */
export interface ExactInputSwap {
  /** The signer, and the owner of the two token accounts. */
  readonly wallet: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amountIn: bigint;
  readonly minimumOut: bigint;
  /** The other changes of the swap in accounts of the venue; written last. */
  readonly writes?: readonly StateWrite[];
}

/** Bytes that a swap leaves at an offset of an account of the venue. */
export interface StateWrite {
  readonly account: Address;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Where the amount stands in a token account. */
export const TOKEN_AMOUNT = 64;
/** The offsets of the two amounts in the head of every venue's swap: the input and the least output. */
export const [AMOUNT_IN, MINIMUM_OUT] = [8, 16];
const TRANSFER_CHECKED = 12;
const SYSTEM_TRANSFER = 2;
const WRITE_BYTES_MAX = 255;
/** Equal bytes between two changes up to which one longer write is not longer than two. */
const GAP_MAX = 5;

/** Data of an instruction: the discriminator in hexadecimal, then u64 amounts, then other arguments. */
export function headOf(discriminator: string, amounts: readonly bigint[], rest: readonly number[] = []): Uint8Array {
  return Buffer.concat([
    Buffer.from(discriminator, 'hex'),
    ...amounts.map((amount) => little(amount, 8)),
    Buffer.from(rest),
  ]);
}

export function writable(address: Address): AccountUse {
  return { address, writable: true };
}

export function signer(address: Address): AccountUse {
  return { address, writable: true, signer: true };
}

/** A `TransferChecked`. With `seeds` the program signs for `by`, else `by` has to sign the transaction. */
export function transferTokens(
  script: Script,
  side: PoolSide,
  move: { from: Address; to: Address; by: Address; amount: ScriptValue; seeds?: readonly SignerSeed[] },
): void {
  const { from, to, by, amount, seeds } = move;
  script.call({
    program: side.program,
    accounts: [writable(from), { address: side.mint }, writable(to), { address: by, signer: true }],
    data: [Buffer.from([TRANSFER_CHECKED]), amount, Buffer.from([side.decimals])],
    ...(seeds ? { seeds } : {}),
  });
}

/** A transfer by the system program, which `from` has to sign. */
export function transferLamports(
  script: Script,
  system: Address,
  from: Address,
  to: Address,
  amount: ScriptValue,
): void {
  const data = [little(SYSTEM_TRANSFER, 4), amount];
  script.call({ program: system, accounts: [signer(from), writable(to)], data });
}

/** The amount that `move` adds to a token account: less than the sent amount if the mint takes a fee. */
export function arrivedTokens(script: Script, account: Address, move: () => void): ScriptValue {
  const before = script.field(account, TOKEN_AMOUNT);
  move();
  return script.subtract(script.field(account, TOKEN_AMOUNT), before);
}

/** Adds to (or takes from) a u64 of an account of the venue. Gives the new value. */
export function shift(
  script: Script,
  account: Address,
  offset: number,
  by: 'add' | 'subtract',
  amount: ScriptValue,
): ScriptValue {
  const after = script[by](script.field(account, offset), amount);
  script.store(account, offset, after);
  return after;
}

/** Writes what a trade says that it leaves behind. */
export function writeAll(script: Script, writes: readonly StateWrite[] = []): void {
  for (const { account, offset, bytes } of writes)
    for (let at = 0; at < bytes.length; at += WRITE_BYTES_MAX)
      script.write(account, offset + at, bytes.subarray(at, at + WRITE_BYTES_MAX));
}

/** The writes that turn `before` into `after`, as few bytes as the script needs. Both have one length. */
export function writesBetween(account: Address, before: Uint8Array, after: Uint8Array): readonly StateWrite[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, byte] of after.entries()) {
    if (byte === before[at]) continue;
    const last = runs.at(-1);
    if (last && at - last.to <= GAP_MAX) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs.map(({ from, to }) => ({ account, offset: from, bytes: after.slice(from, to) }));
}

/** Shows an event as Anchor's `emit_cpi!` does: in the data of a call of the program to itself. */
export function showEvent(script: Script, venue: keyof typeof EVENT_AUTHORITY, parts: readonly DataPart[]): void {
  const accounts: readonly AccountUse[] = [{ address: EVENT_AUTHORITY[venue], signer: true }];
  script.call({ program: VENUE_PROGRAMS[venue], accounts, data: [EVENT_MARK, ...parts], seeds: EVENT_SEEDS });
}

/** The bump of an address that follows from seeds, itself a seed. */
export function bumpSeed(program: Address, seeds: readonly Uint8Array[]): Uint8Array {
  return Buffer.of(derivationOf(seeds, program).bump);
}
