import bs58 from 'bs58';
import type { Commitment } from '#chain/clock.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { PROGRAMS } from '#chain/programs.ts';
import type { AccountSnapshot } from '#chain/svm.ts';
import { type MintFields, mintOf, type TokenAccountFields, tokenAccountOf, uiAmount } from '#chain/tokens.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import {
  addressParam,
  assertReached,
  commitment,
  config,
  invalidParams,
  textParam,
  texts,
  withContext,
} from './params.ts';

const ACCOUNTS_MAX = 100;

const FILTERS_MAX = 4;

const MEMCMP_BYTES_MAX = 128;

/** How account data is asked for, and which part of it. */
export interface DataRequest {
  readonly encoding?: unknown;
  readonly dataSlice?: unknown;
}

/** Reads an account at the commitment of the request; needed for the decimals of a token account's mint. */
export type AccountLookup = (address: string) => AccountSnapshot | null;

const BASE58_BYTES_MAX = 128;
/**
 * An account that will never pay rent has the largest u64 here. This is the largest one that a JSON number of ours can
 * say: rounded up instead, it would be no u64 any more and clients in stricter languages would refuse the account.
 */
const RENT_EXEMPT_EPOCH = 2 ** 64 - 2 ** 11;

/** An account as nodes serve it. */
export function accountJson(
  account: AccountSnapshot | null,
  request: DataRequest,
  lookup: AccountLookup,
): object | null {
  if (account === null) return null;
  return {
    lamports: Number(account.lamports),
    owner: account.owner,
    executable: account.executable,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: account.data.length,
    data: dataJson(account, request, lookup),
  };
}

function dataJson(account: AccountSnapshot, { encoding, dataSlice }: DataRequest, lookup: AccountLookup): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parsedData(account, lookup);
    if (parsed) return parsed;
  }
  const data = sliced(account.data, dataSlice);
  switch (encoding) {
    case 'base64':
    case 'jsonParsed':
      return [Buffer.from(data).toString('base64'), 'base64'];
    case 'base64+zstd':
      return [zstdFrame(data).toString('base64'), 'base64+zstd'];
    case 'base58':
      return [base58(data), 'base58'];
    case undefined:
    case null:
    case 'binary':
      return base58(data);
    default:
      throw invalidParams(`Invalid params: unknown variant \`${String(encoding)}\`, expected an encoding.`);
  }
}

function sliced(data: Uint8Array, slice: unknown): Uint8Array {
  if (slice === undefined || slice === null) return data;
  const { offset, length } = slice as { offset?: unknown; length?: unknown };
  if (!isPlace(offset) || !isPlace(length)) throw invalidParams('Invalid params: dataSlice.');
  return data.subarray(Math.min(offset, data.length), Math.min(offset + length, data.length));
}

/** True for a whole number from 0 on: an offset or a length in account data. */
function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function base58(data: Uint8Array): string {
  if (data.length > BASE58_BYTES_MAX)
    throw new RpcFault(
      -32600,
      `Encoded binary (base 58) data should be less than ${BASE58_BYTES_MAX} bytes, please use Base64 encoding.`,
    );
  return bs58.encode(data);
}

const ZSTD_MAGIC = 0xfd2fb528;
const ZSTD_BLOCK_BYTES_MAX = 128 * 1024;

/** A zstd frame of stored blocks (RFC 8878 3.1.1): valid for every reader, and needs no compressor. */
function zstdFrame(data: Uint8Array): Buffer {
  const header = Buffer.alloc(9);
  header.writeUInt32LE(ZSTD_MAGIC, 0);
  // Single segment with a content size of four bytes.
  header[4] = 0b1010_0000;
  header.writeUInt32LE(data.length, 5);
  const parts: Uint8Array[] = [header];
  let at = 0;
  do {
    const block = data.subarray(at, at + ZSTD_BLOCK_BYTES_MAX);
    at += ZSTD_BLOCK_BYTES_MAX;
    const blockHeader = Buffer.alloc(3);
    blockHeader.writeUIntLE((block.length << 3) | (at >= data.length ? 1 : 0), 0, 3);
    parts.push(blockHeader, block);
  } while (at < data.length);
  return Buffer.concat(parts);
}

function parsedData(account: AccountSnapshot, lookup: AccountLookup): object | null {
  const program = account.owner === PROGRAMS.token2022 ? 'spl-token-2022' : 'spl-token';
  const mint = mintOf(account);
  if (mint) return { program, parsed: { type: 'mint', info: mintInfo(mint) }, space: account.data.length };
  const token = tokenAccountOf(account);
  const decimals = token && mintOf(lookup(token.mint))?.decimals;
  if (!token || typeof decimals !== 'number') return null;
  return { program, parsed: { type: 'account', info: tokenInfo(token, decimals) }, space: account.data.length };
}

function mintInfo(mint: MintFields): object {
  const { mintAuthority, supply, decimals, freezeAuthority } = mint;
  return { mintAuthority, supply: supply.toString(), decimals, isInitialized: true, freezeAuthority };
}

function tokenInfo(token: TokenAccountFields, decimals: number): object {
  return {
    mint: token.mint,
    owner: token.owner,
    tokenAmount: uiAmount(token.amount, decimals),
    state: token.frozen ? 'frozen' : 'initialized',
    isNative: token.rentReserve !== null,
    ...(token.rentReserve === null ? {} : { rentExemptReserve: uiAmount(token.rentReserve, decimals) }),
    ...(token.delegate === null
      ? {}
      : { delegate: token.delegate, delegatedAmount: uiAmount(token.delegatedAmount, decimals) }),
    ...(token.closeAuthority === null ? {} : { closeAuthority: token.closeAuthority }),
  };
}

/** The common configuration of every method about accounts. */
function view(chain: LocalChain, options: Readonly<Record<string, unknown>>) {
  const at = commitment(options.commitment);
  assertReached(chain, at, options.minContextSlot);
  const lookup = (of: string): AccountSnapshot | null => chain.account(of, at);
  return { at, lookup, json: (of: string) => accountJson(lookup(of), options, lookup) };
}

/** Methods about single accounts, and about those of a program. */
export function accountMethods(chain: LocalChain): RpcMethods {
  return {
    getBalance: (params) => {
      const of = addressParam(textParam(params, 0));
      const { at, lookup } = view(chain, config(params, 1));
      return withContext(chain, at, Number(lookup(of)?.lamports ?? 0n));
    },
    getAccountInfo: (params) => {
      const of = addressParam(textParam(params, 0));
      const { at, json } = view(chain, config(params, 1));
      return withContext(chain, at, json(of));
    },
    getMultipleAccounts: (params) => {
      const list = texts(params, 0, ACCOUNTS_MAX).map(addressParam);
      const { at, json } = view(chain, config(params, 1));
      return withContext(chain, at, list.map(json));
    },
    getProgramAccounts: (params) => {
      const program = addressParam(textParam(params, 0));
      const options = config(params, 1);
      const { at, json } = view(chain, options);
      const filters = readFilters(options.filters);
      const found = ownedAccounts(chain, program, at).filter(([, account]) => filters.every((test) => test(account)));
      const list = found.map(([pubkey]) => ({ pubkey, account: json(pubkey) }));
      return options.withContext === true ? withContext(chain, at, list) : list;
    },
  };
}

/** The accounts that a program owns, by address. */
export function ownedAccounts(chain: LocalChain, program: string, at: Commitment): [string, AccountSnapshot][] {
  const found: [string, AccountSnapshot][] = [];
  for (const of of chain.addresses()) {
    const account = chain.account(of, at);
    if (account?.owner === program) found.push([of, account]);
  }
  return found;
}

type Filter = (account: AccountSnapshot) => boolean;

function readFilters(value: unknown): readonly Filter[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidParams('Invalid params: filters.');
  if (value.length > FILTERS_MAX) throw invalidParams(`Too many filters provided; max ${FILTERS_MAX}`);
  return value.map(readFilter);
}

function readFilter(filter: unknown): Filter {
  const { dataSize, memcmp } = (filter ?? {}) as { dataSize?: unknown; memcmp?: unknown };
  if (isPlace(dataSize)) return ({ data }) => data.length === dataSize;
  const { offset, bytes, encoding } = (memcmp ?? {}) as { offset?: unknown; bytes?: unknown; encoding?: unknown };
  if (!isPlace(offset) || typeof bytes !== 'string') throw invalidParams('Invalid params: unknown filter.');
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : bs58.decodeUnsafe(bytes);
  if (!wanted) throw invalidParams('Invalid param: base58 decode error');
  if (wanted.length > MEMCMP_BYTES_MAX) throw invalidParams('Invalid param: encoded filter is too large');
  return ({ data }) => Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0;
}
