import { record } from '#lib/json-value.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type Address, parseSignature, type Signature } from '../address.ts';
import type { Move } from '../move.ts';
import { isBlockTime, isSlot } from '../slot-and-time.ts';
import type { Transaction } from '../transaction.ts';
import { proveUnmoved, readLamports, readTokens } from './balances.ts';
import { hasStrayCalls, mayBeRepeated, readInstructions } from './instructions.ts';
import { readMoves } from './moves/index.ts';
import { addressIn, list, listOrNone, type Members, members, misshapen, Undecodable, whole } from './shape.ts';

const READING = 'transaction';
const NEWEST_VERSION = 1;

/**
 * The transaction in the `result` of `getTransaction`, in the encodings `json` and `jsonParsed`, of the versions
 * legacy (also where the member is absent), 0 and 1. Never throws. The gaps:
 * - `history_missing`: no body, no metadata, or metadata stored without balances, inner instructions or loaded keys;
 * - `unreadable`: another version, or a number beyond 2^53 - 1, which JSON parsing may have rounded;
 * - `rpc_disagrees`: the endpoint contradicts the request or itself: another signature, lamports that are not conserved (post - pre must be
 *   minus the fee, and minus the rent in the metadata of the years in which transactions took rent), an `err` beside another `status`, or a
 *   failed transaction that moved more than its fee;
 * - `rpc_unavailable`: any other shape than the protocol's.
 */
export function decodeTransaction(body: unknown, signature: Signature): Reading<Transaction> {
  if (body === null || body === undefined) return missing(READING, 'history_missing', 'no body is stored');
  try {
    return known(decode(members(body, 'the transaction'), signature));
  } catch (error) {
    if (error instanceof Undecodable) return missing(READING, error.why, error.message);
    throw error;
  }
}

function decode(body: Members, signature: Signature): Transaction {
  const version = readVersion(body.version);
  const { transaction, meta } = parts(body);
  const signatures = readSignatures(transaction, signature);
  const message = members(transaction.message, 'message');
  const keys = readKeys(message, meta);
  if (signatures.length !== keys.signers.length) misshapen('the number of signatures');
  const fee = whole(meta.fee, 'fee');
  const lamports = readLamports(meta, keys.all, fee, body.slot);
  const instructions = readInstructions(message, meta, keys.all);
  const failed = readFailed(meta);
  // A transaction that never ran, and did not pay for that either, has no token balances (SIMD-0290).
  const absent = failed && fee === 0 ? [] : null;
  const preTokens = readTokens(meta.preTokenBalances ?? absent, keys.all, 'preTokenBalances');
  const postTokens = readTokens(meta.postTokenBalances ?? absent, keys.all, 'postTokenBalances', preTokens);
  if (failed) proveUnmoved(lamports, preTokens, postTokens);
  const decoded: Transaction = {
    signature,
    signatures,
    slot: isSlot(body.slot) ? body.slot : misshapen('slot'),
    index: readIndex(body.transactionIndex),
    blockTime: readBlockTime(body.blockTime),
    version,
    failed,
    fee: BigInt(fee),
    feePayer: keys.all[0] ?? misshapen('accountKeys'),
    signers: keys.signers,
    keys: keys.all,
    preBalances: lamports.pre,
    postBalances: lamports.post,
    ...(lamports.rents.size > 0 && { rents: lamports.rents }),
    preTokens,
    postTokens,
    instructions: instructions.map((read) => read.instruction),
    // What a failed transaction meant to move stayed where it was; only the fee is gone.
    moves: failed ? [] : readMoves(instructions, preTokens),
  };
  if (failed || !mayBeRepeated(meta, message)) return decoded;
  const once = readInstructions(message, meta, keys.all, true);
  const alone = { ...decoded, instructions: once.map((read) => read.instruction), moves: readMoves(once, preTokens) };
  return hasStrayCalls(instructions) || misfitOf(alone) < misfitOf(decoded) ? alone : decoded;
}

/** The difference between the balances of all accounts and the result of the moves. */
function misfitOf(transaction: Transaction): bigint {
  const { keys, preBalances, postBalances, feePayer, fee, rents, preTokens, postTokens, moves } = transaction;
  const apart = new Map<string, bigint>();
  const add = (of: string, amount: bigint) => apart.set(of, (apart.get(of) ?? 0n) + amount);
  for (const [index, key] of keys.entries()) add(key, (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n));
  for (const [key, taken] of [[feePayer, fee] as const, ...(rents ?? [])]) add(key, taken);
  for (const { account, amount } of preTokens) add(`tokens ${account}`, -amount);
  for (const { account, amount } of postTokens) add(`tokens ${account}`, amount);
  for (const move of moves) {
    const [of, amount] = movedBy(move);
    if ('from' in move) add(of + move.from, amount);
    if ('to' in move) add(of + move.to, -amount);
  }
  return [...apart.values()].reduce((sum, left) => sum + (left < 0n ? -left : left), 0n);
}

function movedBy(move: Move): readonly ['tokens ' | '', bigint] {
  if ('amount' in move) return ['tokens ', move.amount];
  return ['', 'lamports' in move ? (move.lamports ?? 0n) : 0n];
}

function parts(body: Members): { readonly transaction: Members; readonly meta: Members } {
  const transaction = members(body.transaction, 'transaction');
  if (body.meta === undefined || body.meta === null) throw new Undecodable('history_missing', 'no metadata is stored');
  return { transaction, meta: members(body.meta, 'meta') };
}

function readVersion(value: unknown): Transaction['version'] {
  if (value === undefined || value === null || value === 'legacy') return 'legacy';
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= NEWEST_VERSION) return value;
  throw new Undecodable('unreadable', 'a transaction version that is not known');
}

function readSignatures(transaction: Members, signature: Signature): readonly Signature[] {
  const signatures = list(transaction.signatures, 'signatures').map(
    (text) => parseSignature(text) ?? misshapen('signatures'),
  );
  if (signatures.length === 0) misshapen('signatures');
  if (signatures[0] !== signature) throw new Undecodable('rpc_disagrees', 'the body is of another transaction');
  return signatures;
}

/** Unix seconds, null where the endpoint does not know them. */
function readBlockTime(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  return isBlockTime(value) ? value : misshapen('blockTime');
}

/** Newer endpoints send it and the protocol does not require it, so that anything but a whole number counts as absent. */
function readIndex(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function readFailed({ err, status }: Members): boolean {
  if (err === undefined) misshapen('err');
  if (status !== undefined && status !== null) members(status, 'status');
  if (hasTwoOutcomes(err, status)) {
    throw new Undecodable('rpc_disagrees', 'err and status tell different outcomes');
  }
  return err !== null;
}

/** Whether metadata contradicts itself. `status` is an older form of `err`, which most endpoints still send beside it. */
export function hasTwoOutcomes(err: unknown, status: unknown): boolean {
  const result = record(status);
  return result !== null && ((result.Err ?? null) !== null) !== ((err ?? null) !== null);
}

/** The account keys of a transaction in the order that balances and instructions count them, and who signed. */
interface Keys {
  readonly all: readonly Address[];
  readonly signers: readonly Address[];
}

/**
 * Reads the keys of both encodings. `json` lists the static keys as texts, with the loaded ones in the metadata
 * (writable, then read-only) and the signers as a count in the header; `jsonParsed` lists all keys as objects.
 */
function readKeys(message: Members, meta: Members): Keys {
  const entries = list(message.accountKeys, 'accountKeys');
  const keys = typeof entries[0] === 'string' ? compiledKeys(entries, message, meta) : parsedKeys(entries);
  if (keys.signers.length === 0 || keys.signers[0] !== keys.all[0]) misshapen('the list of signers');
  if (new Set(keys.all).size !== keys.all.length) misshapen('accountKeys (an address twice)');
  return keys;
}

function compiledKeys(entries: readonly unknown[], message: Members, meta: Members): Keys {
  const fixed = entries.map((key) => addressIn(key, 'an account key'));
  const header = members(message.header, 'header');
  const signed = whole(header.numRequiredSignatures, 'numRequiredSignatures');
  if (signed > fixed.length) misshapen('numRequiredSignatures');
  return { all: [...fixed, ...loadedKeys(message, meta)], signers: fixed.slice(0, signed) };
}

function loadedKeys(message: Members, meta: Members): readonly Address[] {
  if (meta.loadedAddresses === undefined || meta.loadedAddresses === null) {
    if (listOrNone(message.addressTableLookups, 'addressTableLookups').length === 0) return [];
    throw new Undecodable('history_missing', 'the metadata does not hold the addresses that lookup tables gave');
  }
  const loaded = members(meta.loadedAddresses, 'loadedAddresses');
  const writable = list(loaded.writable, 'loadedAddresses.writable');
  const readonly = list(loaded.readonly, 'loadedAddresses.readonly');
  return [...writable, ...readonly].map((key) => addressIn(key, 'a loaded address'));
}

function parsedKeys(entries: readonly unknown[]): Keys {
  const all: Address[] = [];
  const signers: Address[] = [];
  for (const entry of entries) {
    const key = members(entry, 'an account key');
    const found = addressIn(key.pubkey, 'an account key');
    if (typeof key.signer !== 'boolean') misshapen('the signer mark of an account key');
    all.push(found);
    if (key.signer) signers.push(found);
  }
  return { all, signers };
}
