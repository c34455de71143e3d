import type { Address } from '#lib/address.ts';
import { type AccountUse, little, type Seed, type Value } from '../pieces.ts';
import type { Script } from '../script.ts';

/** One side of a pool: a mint, its token program and decimals, and the token account that holds it. */
export interface PoolSide {
  readonly mint: Address;
  readonly program: Address;
  readonly decimals: number;
  readonly vault: Address;
}

/** A swap of an exact input. Amounts are atomic units; the input is what leaves `from`, `minimumOut` what reaches `to`. */
export interface Trade {
  /** Who signs, and who owns the two token accounts. */
  readonly wallet: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amountIn: bigint;
  readonly minimumOut: bigint;
  /** What else the swap changes in accounts of the venue; written last. */
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
  move: { from: Address; to: Address; by: Address; amount: Value; seeds?: readonly Seed[] },
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
export function transferLamports(script: Script, system: Address, from: Address, to: Address, amount: Value): void {
  const data = [little(SYSTEM_TRANSFER, 4), amount];
  script.call({ program: system, accounts: [signer(from), writable(to)], data });
}

/** What `move` adds to a token account: less than what was sent where the mint takes a fee. */
export function arrived(script: Script, account: Address, move: () => void): Value {
  const before = script.field(account, TOKEN_AMOUNT);
  move();
  return script.subtract(script.field(account, TOKEN_AMOUNT), before);
}

/** Adds to (or takes from) a u64 of an account of the venue. Gives the new value. */
export function shift(script: Script, account: Address, offset: number, by: 'add' | 'subtract', amount: Value): Value {
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

/** What has to be written so that `before` becomes `after`, as few bytes as the script needs. Both have one length. */
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
