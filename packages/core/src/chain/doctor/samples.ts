import { address, addressOf, parseSignature, type Signature } from '#solana/address.ts';
import { base58FromBytes } from '#solana/base58.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { getAccountInfo, getMultipleAccounts } from '../loaders/accounts.ts';
import { getRecentPrioritizationFees } from '../loaders/blockhash-and-fees.ts';
import { getBlock } from '../loaders/blocks.ts';
import { getTransactionsForAddress } from '../loaders/body-pages.ts';
import { getProgramAccounts } from '../loaders/program-accounts.ts';
import { getSignaturesForAddress } from '../loaders/signatures.ts';
import { runTransaction } from '../loaders/simulate-and-send.ts';
import { getTokenAccountsByOwner, getTokenLargestAccounts } from '../loaders/token-holdings.ts';
import { getTransaction } from '../loaders/transactions.ts';
import { getBlockTime } from '../loaders/unchanging-readings.ts';
import type { Method } from '../rpc/rpc-method.ts';
import type { PoliteCall } from './polite-calls.ts';

/** A mint of mainnet with tens of thousands of holders: few enough that every node can list the largest. */
const JITO_SOL = address('J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn');
/** A program with few accounts, which checks search for locks. */
const STREAMFLOW = address('strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m');
/** An address without an owner, so that its answers are short. */
const NOBODY = addressOf(new Uint8Array(32).fill(5));
/** A signature of no transaction. */
const NO_TRANSACTION = parseSignature(base58FromBytes(new Uint8Array(64)));

/** The call as checks make it. */
function first<I, T>(method: Method<I, T>, input: I): PoliteCall {
  return { method: method.name, params: method.forms[0](input) };
}

export const askGenesis: PoliteCall = { method: 'getGenesisHash', params: [] };
export const askVersion: PoliteCall = { method: 'getVersion', params: [] };
export const askSlot: PoliteCall = { method: 'getSlot', params: [{ commitment: 'finalized' }] };
export const firstBlock: PoliteCall = { method: 'getFirstAvailableBlock', params: [] };

/** The newest transaction that names a program which most transactions name. */
export const newestSignature: PoliteCall = first(getSignaturesForAddress, {
  address: TOKEN_PROGRAM,
  page: { limit: 1 },
  beforeSlot: null,
});

/** A transaction's body; that of no transaction where none is known. */
export function body(signature: Signature | null): PoliteCall {
  const asked = signature ?? NO_TRANSACTION;
  if (asked === null) throw new Error('64 zero bytes are no signature');
  return first(getTransaction, asked);
}

export function askBlockTime(at: number): PoliteCall {
  return first(getBlockTime, at);
}

export function askBlock(at: number): PoliteCall {
  return first(getBlock, at);
}

/** So many accounts, most of which do not exist. */
export function askAccounts(count: number): PoliteCall {
  const addresses = Array.from({ length: count }, (_, index) => addressOf(new Uint8Array(32).fill(index + 1)));
  return first(getMultipleAccounts, addresses);
}

export const largestAccounts: PoliteCall = first(getTokenLargestAccounts, JITO_SOL);

/** What checks ask beside histories and accounts. */
export const otherSamples: readonly PoliteCall[] = [
  first(getAccountInfo, TOKEN_PROGRAM),
  first(getTokenAccountsByOwner, { owner: NOBODY, program: TOKEN_PROGRAM }),
  largestAccounts,
  first(getProgramAccounts, {
    program: STREAMFLOW,
    filters: [{ at: 177, bytes: new Uint8Array(32).fill(5) }],
    slice: { offset: 0, length: 0 },
  }),
  first(runTransaction, emptyTransaction()),
  first(getRecentPrioritizationFees, [NOBODY]),
  first(getTransactionsForAddress, { address: NOBODY, part: { order: 'newest', limit: 1 } }),
];

/**
 * A transaction without instructions, in base64: one signature of zeros, a header of one signer, its key, a blockhash of zeros. It is
 * simulated and never sent.
 */
function emptyTransaction(): string {
  const signatures = [1, ...new Uint8Array(64)];
  const header = [1, 0, 0];
  const keys = [1, ...new Uint8Array(32).fill(5)];
  const blockhash = new Uint8Array(32);
  return Buffer.from([...signatures, ...header, ...keys, ...blockhash, 0]).toString('base64');
}
