import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, addressBytes, parseSignature, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import type { TokenBalance, Transaction } from 'assay-core/solana/transaction.ts';
import {
  type HistoryLine,
  MAINNET_GENESIS_HASH,
  type RecordedAccount,
  type RecordedBody,
  type RecordedWorld,
  recordedSignature,
} from './world.ts';

const MANIFEST = 'MANIFEST.json';
const TOKEN_ACCOUNT_BYTES = 165;
const STATE_AT = 108;
const INITIALIZED = 1;

/** A world made of collected transactions, and the files that could not become a part of it. */
export interface CollectedWorld {
  readonly world: RecordedWorld;
  /** File name to the gap's detail. Bodies with a signature and a slot are served, but listed in no history. */
  readonly unread: ReadonlyMap<string, string>;
}

interface Step {
  readonly transaction: Transaction;
  readonly error: unknown;
}

/**
 * The mainnet world that a folder of `getTransaction` results implies. Histories list every account key, in slot order; within a slot the
 * order is that of `MANIFEST.json` (an array of `{file}`) if the folder has one, else of the file names. Accounts have the state after
 * their last transaction: token accounts by their last token balance, all others as wallets, because no transaction names an account's
 * owner; called programs are left out.
 */
export function worldOfBodies(folder: string): CollectedWorld {
  const unread = new Map<string, string>();
  const transactions = new Map<string, RecordedBody>();
  const steps: Step[] = [];
  for (const file of bodyFiles(folder)) {
    const body = JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedBody & { meta?: { err?: unknown } };
    const signature = parseSignature(recordedSignature(body));
    if (signature && typeof body.slot === 'number') transactions.set(signature, body);
    const reading = signature ? decodeTransaction(body, signature) : null;
    if (reading?.known) steps.push({ transaction: reading.value, error: body.meta?.err ?? null });
    else unread.set(file, reading?.gap.detail ?? 'has no signature');
  }
  steps.sort((a, b) => a.transaction.slot - b.transaction.slot);
  return { world: worldOf(steps, transactions), unread };
}

function bodyFiles(folder: string): readonly string[] {
  const manifest = join(folder, MANIFEST);
  if (!existsSync(manifest))
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { file: string }[]).map(({ file }) => file);
}

function worldOf(steps: readonly Step[], transactions: ReadonlyMap<string, RecordedBody>): RecordedWorld {
  return {
    genesisHash: MAINNET_GENESIS_HASH,
    slot: steps.at(-1)?.transaction.slot ?? 0,
    blockTimes: blockTimesOf(steps),
    accounts: accountsOf(steps),
    histories: historiesOf(steps),
    transactions,
  };
}

/** The times that bodies name; the last slot, which judgements are pinned to, takes the newest of all where it has none. */
function blockTimesOf(steps: readonly Step[]): ReadonlyMap<number, number | null> {
  const times = new Map<number, number | null>();
  let newest: number | null = null;
  for (const { transaction } of steps) {
    const { slot, blockTime } = transaction;
    times.set(slot, blockTime ?? times.get(slot) ?? null);
    if (blockTime !== null) newest = Math.max(newest ?? 0, blockTime);
  }
  const last = steps.at(-1)?.transaction.slot;
  if (last !== undefined) times.set(last, times.get(last) ?? newest);
  return times;
}

function accountsOf(steps: readonly Step[]): ReadonlyMap<Address, RecordedAccount> {
  const accounts = new Map<Address, RecordedAccount>();
  for (const { transaction } of steps) {
    for (const account of accountsAfter(transaction)) accounts.set(account.address, account);
  }
  const programs = new Set(steps.flatMap(({ transaction }) => transaction.instructions.map(({ program }) => program)));
  return new Map([...accounts].filter(([key, { lamports }]) => lamports > 0n && !programs.has(key)));
}

function accountsAfter(transaction: Transaction): readonly RecordedAccount[] {
  const tokens = new Map(transaction.postTokens.map((balance) => [balance.account, balance]));
  return transaction.keys.map((key, index) => {
    const token = tokens.get(key);
    const isHeld = token?.owner && token.program;
    return {
      address: key,
      lamports: transaction.postBalances[index] ?? 0n,
      owner: (isHeld && token.program) || SYSTEM_PROGRAM,
      executable: false,
      data: isHeld ? tokenAccountData(token, token.owner) : new Uint8Array(),
    };
  });
}

/** The base layout that both token programs share: mint, owner, amount, no delegate, initialized, not native. */
function tokenAccountData({ mint, amount }: TokenBalance, owner: Address): Uint8Array {
  const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  data.set(addressBytes(mint), 0);
  data.set(addressBytes(owner), 32);
  data.writeBigUInt64LE(amount, 64);
  data[STATE_AT] = INITIALIZED;
  return data;
}

function historiesOf(steps: readonly Step[]): ReadonlyMap<Address, readonly HistoryLine[]> {
  const histories = new Map<Address, HistoryLine[]>();
  for (const { transaction, error } of steps.toReversed()) {
    const { signature, slot, blockTime } = transaction;
    const line = { signature, slot, err: error, memo: null, blockTime };
    for (const key of transaction.keys) {
      const lines = histories.get(key);
      if (lines) lines.push(line);
      else histories.set(key, [line]);
    }
  }
  return histories;
}
