import { PROGRAMS, spell, unspell } from './programs.ts';
import type { AccountSnapshot } from './svm.ts';

/** The fields of a token account that both token programs share, at the offsets of SPL Token's `Account` (165 bytes). */
export interface TokenAccountFields {
  readonly program: string;
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  readonly delegate: string | null;
  readonly delegatedAmount: bigint;
  readonly frozen: boolean;
  readonly rentReserve: bigint | null;
  readonly closeAuthority: string | null;
}

/** The fields of a mint that both token programs share, at the offsets of SPL Token's `MintFields` (82 bytes). */
export interface MintFields {
  readonly program: string;
  readonly mintAuthority: string | null;
  readonly supply: bigint;
  readonly decimals: number;
  readonly freezeAuthority: string | null;
}

const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** Under Token-2022 the byte after the base layout of either says which of the two an extended account is. */
const KIND_OFFSET = 165;
const KIND = { mint: 1, account: 2 } as const;

/** True for SPL Token and Token-2022. */
export function isTokenProgramId(program: string): boolean {
  return program === PROGRAMS.token || program === PROGRAMS.token2022;
}

function bytesOf(account: AccountSnapshot, baseBytes: number, kind: number): Buffer | null {
  const { owner } = account;
  // The owner first: reading the data copies it, and what is not a token account may be a program of many kilobytes.
  if (!isTokenProgramId(owner)) return null;
  const { data } = account;
  const fits = data.length === baseBytes || (owner === PROGRAMS.token2022 && data[KIND_OFFSET] === kind);
  return fits ? Buffer.from(data.buffer, data.byteOffset, data.length) : null;
}

function optionalKey(bytes: Buffer, at: number): string | null {
  return bytes.readUInt32LE(at) === 1 ? spell(bytes.subarray(at + 4, at + 36)) : null;
}

/** The parsed forms of accounts. Many transactions in a row ask about an account that does not change. */
const tokenAccounts = new WeakMap<AccountSnapshot, TokenAccountFields | null>();
const mints = new WeakMap<AccountSnapshot, MintFields | null>();

/** The account read as an initialized token account, or null when it is none. */
export function tokenAccountOf(account: AccountSnapshot | null): TokenAccountFields | null {
  return account && remembered(tokenAccounts, account, readTokenAccount);
}

/** The account read as an initialized mint, or null when it is none. */
export function mintOf(account: AccountSnapshot | null): MintFields | null {
  return account && remembered(mints, account, readMint);
}

function remembered<T>(
  known: WeakMap<AccountSnapshot, T>,
  account: AccountSnapshot,
  read: (account: AccountSnapshot) => T,
): T {
  const found = known.get(account);
  if (found !== undefined) return found;
  const made = read(account);
  known.set(account, made);
  return made;
}

function readTokenAccount(account: AccountSnapshot): TokenAccountFields | null {
  const bytes = bytesOf(account, TOKEN_ACCOUNT_BYTES, KIND.account);
  if (!bytes || bytes[108] === 0) return null;
  return {
    program: account.owner,
    mint: spell(bytes.subarray(0, 32)),
    owner: spell(bytes.subarray(32, 64)),
    amount: bytes.readBigUInt64LE(64),
    delegate: optionalKey(bytes, 72),
    frozen: bytes[108] === 2,
    rentReserve: bytes.readUInt32LE(109) === 1 ? bytes.readBigUInt64LE(113) : null,
    delegatedAmount: bytes.readBigUInt64LE(121),
    closeAuthority: optionalKey(bytes, 129),
  };
}

function readMint(account: AccountSnapshot): MintFields | null {
  const bytes = bytesOf(account, MINT_BYTES, KIND.mint);
  if (!bytes || bytes[45] === 0) return null;
  return {
    program: account.owner,
    mintAuthority: optionalKey(bytes, 0),
    supply: bytes.readBigUInt64LE(36),
    decimals: bytes[44] ?? 0,
    freezeAuthority: optionalKey(bytes, 46),
  };
}

/** The data of a new mint under SPL Token, for accounts that exist before the first transaction. */
export function mintData(authority: Uint8Array | null, decimals: number): Uint8Array {
  const bytes = Buffer.alloc(MINT_BYTES);
  if (authority) {
    bytes.writeUInt32LE(1, 0);
    bytes.set(authority, 4);
  }
  bytes[44] = decimals;
  bytes[45] = 1;
  return bytes;
}

/** The data of an empty token account under SPL Token, for accounts that exist before the first transaction. */
export function emptyTokenAccountData(mint: string, owner: string): Uint8Array {
  const bytes = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  bytes.set(unspell(mint), 0);
  bytes.set(unspell(owner), 32);
  bytes[108] = 1;
  return bytes;
}

/** An amount as nodes show it. Zero has a null `uiAmount`, as in answers from a node's storage. */
export interface UiAmount {
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

/** The amount in atomic units as nodes show it, `uiAmountString` without trailing zeros. */
export function uiAmount(amount: bigint, decimals: number): UiAmount {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = fraction ? `${whole}.${fraction}` : whole;
  return { amount: amount.toString(), decimals, uiAmount: amount === 0n ? null : Number(text), uiAmountString: text };
}
