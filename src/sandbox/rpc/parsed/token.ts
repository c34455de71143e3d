import { spell } from '../../chain/programs.ts';
import { uiAmount } from '../../chain/tokens.ts';
import type { NamedInstruction, Parsed } from './form.ts';

type Read = (accounts: readonly string[], data: Buffer) => Parsed;

/** Token instructions that open, close, fill and move accounts, by the tag that both token programs share. */
const READERS: Readonly<Record<number, Read>> = {
  1: ([account, mint, owner, rentSysvar]) => made('initializeAccount', { account, mint, owner, rentSysvar }),
  3: ([source, destination, authority], data) =>
    made('transfer', { source, destination, authority, amount: amount(data) }),
  7: ([mint, account, mintAuthority], data) => made('mintTo', { mint, account, mintAuthority, amount: amount(data) }),
  8: ([account, mint, authority], data) => made('burn', { account, mint, authority, amount: amount(data) }),
  9: ([account, destination, owner]) => made('closeAccount', { account, destination, owner }),
  12: ([source, mint, destination, authority], data) =>
    made('transferChecked', { source, mint, destination, authority, tokenAmount: checked(data) }),
  14: ([mint, account, mintAuthority], data) =>
    made('mintToChecked', { mint, account, mintAuthority, tokenAmount: checked(data) }),
  17: ([account]) => made('syncNative', { account }),
  18: ([account, mint], data) => made('initializeAccount3', { account, mint, owner: spell(data.subarray(1, 33)) }),
  20: ([mint], data) =>
    made('initializeMint2', { mint, decimals: data[1], mintAuthority: spell(data.subarray(2, 34)) }),
  21: ([mint], data) => made('getAccountDataSize', { mint, ...(data.length > 1 ? extensions(data) : {}) }),
  22: ([account]) => made('initializeImmutableOwner', { account }),
};

/** Bytes that an instruction must have for its arguments to be read. */
const BYTES_MIN: Readonly<Record<number, number>> = { 3: 9, 7: 9, 8: 9, 12: 10, 14: 10, 18: 33, 20: 34 };

/** A token instruction, or null where it is not one of those that the sandbox explains. */
export function parseToken({ accounts, data }: NamedInstruction): Parsed {
  const tag = data[0] ?? 255;
  const read = READERS[tag];
  return read && data.length >= (BYTES_MIN[tag] ?? 1) ? read(accounts, data) : null;
}

function made(type: string, info: object): Parsed {
  return { type, info };
}

function amount(data: Buffer): string {
  return data.readBigUInt64LE(1).toString();
}

function checked(data: Buffer): object {
  return uiAmount(data.readBigUInt64LE(1), data[9] ?? 0);
}

const IMMUTABLE_OWNER = 7;

function extensions(data: Buffer): object {
  const types = Array.from({ length: Math.floor((data.length - 1) / 2) }, (_, index) =>
    data.readUInt16LE(1 + 2 * index),
  );
  return { extensionTypes: types.map((type) => (type === IMMUTABLE_OWNER ? 'immutableOwner' : `extension${type}`)) };
}
