import bs58 from 'bs58';
import { encodeBase58 } from '#chain/base58.ts';
import type { HistoryRecord } from '#chain/history.ts';
import { PROGRAMS, spell } from '#chain/programs.ts';
import type { InnerCall, LoadedAddresses } from '#chain/svm.ts';
import { uiAmount } from '#chain/tokens.ts';
import { type DecodedTransaction, decodeSigned, isWritable, type WireMessage } from '#chain/wire.ts';
import { RpcFault } from '#json-rpc.ts';
import { invalidParams } from './params.ts';

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

const IMMUTABLE_OWNER = 7;

const HEAD_BYTES = 4;

const CREATE_ACCOUNT_BYTES = 52;

const TRANSFER_BYTES = 12;

const PARSERS: Readonly<Record<string, { readonly name: string; readonly parse: Parser }>> = {
  [PROGRAMS.system]: { name: 'system', parse: parseSystem },
  [PROGRAMS.token]: { name: 'spl-token', parse: parseToken },
  // Nodes name the instructions of both token programs alike.
  [PROGRAMS.token2022]: { name: 'spl-token', parse: parseToken },
  [PROGRAMS.associatedToken]: { name: 'spl-associated-token-account', parse: parseAssociated },
  [PROGRAMS.memo]: { name: 'spl-memo', parse: ({ data }) => data.toString('utf8') },
};

interface StoredMeta {
  readonly innerInstructions: readonly { index: number; instructions: readonly InnerCall[] }[];
  readonly loadedAddresses: LoadedAddresses;
}

/** The `transaction`, `meta` and, where asked for, `version` members of an answer to getTransaction. */
export function transactionJson(record: HistoryRecord, encoding: unknown, newestVersion: unknown): object {
  const wire = decodeSigned(record.wire);
  const { version } = wire.message;
  if (version !== 'legacy' && !(typeof newestVersion === 'number' && newestVersion >= version))
    throw new RpcFault(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  const meta = JSON.parse(Buffer.from(record.meta).toString('utf8')) as StoredMeta;
  const body = bodyJson(wire, record, meta, encoding);
  return newestVersion === undefined || newestVersion === null ? body : { ...body, version };
}

function bodyJson(wire: DecodedTransaction, record: HistoryRecord, meta: StoredMeta, encoding: unknown): object {
  switch (encoding) {
    case undefined:
    case null:
    case 'json':
      return { transaction: { signatures: signatures(wire), message: messageJson(wire.message) }, meta };
    case 'jsonParsed':
      return parsedBody(wire, record.keys, meta);
    case 'base64':
      return { transaction: [Buffer.from(record.wire).toString('base64'), 'base64'], meta };
    case 'base58':
      return { transaction: [encodeBase58(record.wire), 'base58'], meta };
    default:
      throw invalidParams(`Invalid params: unknown variant \`${String(encoding)}\`, expected an encoding.`);
  }
}

function signatures(wire: DecodedTransaction): string[] {
  return wire.signatures.map((one) => encodeBase58(one));
}

function messageJson(message: WireMessage): object {
  return {
    header: {
      numRequiredSignatures: message.requiredSignatures,
      numReadonlySignedAccounts: message.readonlySigned,
      numReadonlyUnsignedAccounts: message.readonlyUnsigned,
    },
    accountKeys: message.keys,
    recentBlockhash: message.blockhash,
    instructions: message.instructions.map(({ program, accounts, data }) => ({
      programIdIndex: program,
      accounts,
      data: encodeBase58(data),
      stackHeight: 1,
    })),
    ...ofVersion(message),
  };
}

/** Members that a message of one version has, and others do not. */
function ofVersion(message: WireMessage): object {
  const { version, config } = message;
  if (version === 'legacy') return {};
  if (config === null) return { addressTableLookups: lookupsJson(message) };
  const priorityFee = config.priorityFee === null ? null : Number(config.priorityFee);
  return { transactionConfig: { ...config, priorityFee } };
}

function lookupsJson(message: WireMessage): object[] {
  return message.lookups.map(({ table, writable, readonly }) => ({
    accountKey: table,
    writableIndexes: writable,
    readonlyIndexes: readonly,
  }));
}

function parsedBody(wire: DecodedTransaction, keys: readonly string[], meta: StoredMeta): object {
  const { message } = wire;
  const named = (call: { program: number; accounts: readonly number[]; data: Uint8Array }, stackHeight: number) =>
    parseInstruction(
      {
        program: keys[call.program] ?? '',
        accounts: call.accounts.map((index) => keys[index] ?? ''),
        data: Buffer.from(call.data),
      },
      stackHeight,
    );
  const inner = meta.innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((call) =>
      named({ program: call.programIdIndex, accounts: call.accounts, data: bs58.decode(call.data) }, call.stackHeight),
    ),
  }));
  return {
    transaction: {
      signatures: signatures(wire),
      message: {
        accountKeys: keys.map((pubkey, index) => ({
          pubkey,
          signer: index < message.requiredSignatures,
          writable: isWritable(message, index),
          source: index < message.keys.length ? 'transaction' : 'lookupTable',
        })),
        recentBlockhash: message.blockhash,
        instructions: message.instructions.map((one) => named(one, 1)),
        ...ofVersion(message),
      },
    },
    meta: { ...meta, innerInstructions: inner },
  };
}

type Parser = (instruction: NamedInstruction) => Parsed;

/** The instruction as `jsonParsed` shows it; one that is not recognized keeps its accounts and data. */
function parseInstruction(instruction: NamedInstruction, stackHeight: number): object {
  const { program: programId, accounts, data } = instruction;
  const parser = PARSERS[programId];
  const parsed = parser ? parser.parse(instruction) : null;
  if (!parser || parsed === null) return { programId, accounts, data: encodeBase58(data), stackHeight };
  return { program: parser.name, programId, parsed, stackHeight };
}

function parseAssociated({ accounts, data }: NamedInstruction): Parsed {
  const type = data.length === 0 || data[0] === 0 ? 'create' : 'createIdempotent';
  if ((data[0] ?? 0) > 1 || accounts.length < 6) return null;
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
  return { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } };
}

/** System instructions that move lamports or make accounts, by the layout of the system program's `SystemInstruction`. */
function parseSystem({ accounts, data }: NamedInstruction): Parsed {
  if (data.length < HEAD_BYTES) return null;
  switch (data.readUInt32LE(0)) {
    case 0:
      return data.length < CREATE_ACCOUNT_BYTES ? null : createAccount(accounts, data);
    case 1:
      return { type: 'assign', info: { account: accounts[0], owner: spell(data.subarray(4, 36)) } };
    case 2:
      if (data.length < TRANSFER_BYTES) return null;
      return { type: 'transfer', info: { source: accounts[0], destination: accounts[1], lamports: lamports(data, 4) } };
    case 4:
      return { type: 'advanceNonce', info: nonceInfo(accounts) };
    case 5:
      return data.length < TRANSFER_BYTES ? null : withdrawNonce(accounts, data);
    case 8:
      return { type: 'allocate', info: { account: accounts[0], space: lamports(data, 4) } };
    default:
      return null;
  }
}

function lamports(data: Buffer, at: number): number {
  return Number(data.readBigUInt64LE(at));
}

function createAccount([source, newAccount]: readonly string[], data: Buffer): Parsed {
  const info = { source, newAccount, lamports: lamports(data, 4), space: lamports(data, 12) };
  return { type: 'createAccount', info: { ...info, owner: spell(data.subarray(20, 52)) } };
}

function nonceInfo([nonceAccount, recentBlockhashesSysvar, nonceAuthority]: readonly string[]): object {
  return { nonceAccount, recentBlockhashesSysvar, nonceAuthority };
}

function withdrawNonce(accounts: readonly string[], data: Buffer): Parsed {
  const [nonceAccount, destination, recentBlockhashesSysvar, rentSysvar, nonceAuthority] = accounts;
  const info = { nonceAccount, destination, recentBlockhashesSysvar, rentSysvar, nonceAuthority };
  return { type: 'withdrawFromNonce', info: { ...info, lamports: lamports(data, 4) } };
}

type Read = (accounts: readonly string[], data: Buffer) => Parsed;

/** A token instruction, or null where it is not one of those that the sandbox explains. */
function parseToken({ accounts, data }: NamedInstruction): Parsed {
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

function extensions(data: Buffer): object {
  const types = Array.from({ length: Math.floor((data.length - 1) / 2) }, (_, index) =>
    data.readUInt16LE(1 + 2 * index),
  );
  return { extensionTypes: types.map((type) => (type === IMMUTABLE_OWNER ? 'immutableOwner' : `extension${type}`)) };
}

/** An instruction with its accounts by name. */
interface NamedInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Buffer;
}

/** The parsed form of an instruction: a type and its arguments, or a text (memos). Null when it is not recognized. */
type Parsed = { readonly type: string; readonly info: object } | string | null;
