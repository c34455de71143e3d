import bs58 from 'bs58';
import { encodeBase58 } from '../chain/base58.ts';
import type { HistoryRecord } from '../chain/history.ts';
import type { LoadedAddresses } from '../chain/lookups.ts';
import type { InnerCall } from '../chain/svm.ts';
import { decodeTransaction, isWritable, type WireMessage, type WireTransaction } from '../chain/wire.ts';
import { RpcFault } from '../json-rpc.ts';
import { invalid } from './params.ts';
import { parseInstruction } from './parsed/instructions.ts';

interface StoredMeta {
  readonly innerInstructions: readonly { index: number; instructions: readonly InnerCall[] }[];
  readonly loadedAddresses: LoadedAddresses;
}

/** The `transaction`, `meta` and, where asked for, `version` members of an answer to getTransaction. */
export function transactionJson(record: HistoryRecord, encoding: unknown, newestVersion: unknown): object {
  const wire = decodeTransaction(record.wire);
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

function bodyJson(wire: WireTransaction, record: HistoryRecord, meta: StoredMeta, encoding: unknown): object {
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
      throw invalid(`Invalid params: unknown variant \`${String(encoding)}\`, expected an encoding.`);
  }
}

function signatures(wire: WireTransaction): string[] {
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

function parsedBody(wire: WireTransaction, keys: readonly string[], meta: StoredMeta): object {
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
