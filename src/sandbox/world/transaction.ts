import { type AddressLookupTableAccount, type TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Actor } from './actors.ts';
import { type CompiledMessage, compileLegacy, compileV1, type OwnConfig } from './message.ts';

/** A transaction of the sandbox's own, before it has a block hash. With `tables` it is of version 0, with `config` of version 1. */
export interface Draft {
  readonly payer: Actor;
  readonly signers?: readonly Actor[];
  readonly instructions: readonly TransactionInstruction[];
  readonly tables?: readonly AddressLookupTableAccount[];
  readonly config?: OwnConfig;
}

/** The signed bytes of a draft under a block hash. Throws when a signer that the message needs is not in the draft. */
export function signedBytes(draft: Draft, blockhash: string): Uint8Array {
  const { payer, signers = [], config } = draft;
  const { bytes, signerKeys } = compiled(draft, blockhash);
  const signatures = signerKeys.map((key) => {
    const signer = [payer, ...signers].find((actor) => Buffer.compare(actor.publicKey.toBytes(), key) === 0);
    if (!signer) throw new Error(`nobody signs for ${bs58.encode(key)}`);
    return signer.sign(bytes);
  });
  return Buffer.concat(config ? [bytes, ...signatures] : [Buffer.of(signatures.length), ...signatures, bytes]);
}

function compiled(draft: Draft, blockhash: string): CompiledMessage {
  const { payer, instructions, tables, config } = draft;
  if (tables) return compileVersioned(draft, tables, blockhash);
  const [by, under] = [payer.publicKey.toBytes(), bs58.decode(blockhash)];
  return config ? compileV1(by, instructions, under, config) : compileLegacy(by, instructions, under);
}

function compileVersioned(draft: Draft, tables: readonly AddressLookupTableAccount[], recentBlockhash: string) {
  const payerKey = draft.payer.publicKey;
  const text = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...draft.instructions] });
  const message = text.compileToV0Message([...tables]);
  const keys = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
  return { bytes: message.serialize(), signerKeys: keys.map((key) => key.toBytes()) };
}
