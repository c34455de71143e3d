import { type AddressLookupTableAccount, type TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Actor } from './actors.ts';
import { compileLegacy } from './legacy-message.ts';

/** A transaction of the sandbox's own, before it has a block hash. With `tables` it is of version 0. */
export interface Draft {
  readonly payer: Actor;
  readonly signers?: readonly Actor[];
  readonly instructions: readonly TransactionInstruction[];
  readonly tables?: readonly AddressLookupTableAccount[];
}

/** The signed bytes of a draft under a block hash. Throws when a signer that the message needs is not in the draft. */
export function signedBytes(draft: Draft, blockhash: string): Uint8Array {
  const { payer, signers = [], instructions, tables } = draft;
  const { bytes, signerKeys } = tables
    ? compileVersioned(draft, tables, blockhash)
    : compileLegacy(payer.publicKey.toBytes(), instructions, bs58.decode(blockhash));
  const signatures = signerKeys.map((key) => {
    const signer = [payer, ...signers].find((actor) => Buffer.compare(actor.publicKey.toBytes(), key) === 0);
    if (!signer) throw new Error(`nobody signs for ${bs58.encode(key)}`);
    return signer.sign(bytes);
  });
  return Buffer.concat([Buffer.from([signatures.length]), ...signatures, bytes]);
}

function compileVersioned(draft: Draft, tables: readonly AddressLookupTableAccount[], recentBlockhash: string) {
  const payerKey = draft.payer.publicKey;
  const text = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...draft.instructions] });
  const message = text.compileToV0Message([...tables]);
  const keys = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
  return { bytes: message.serialize(), signerKeys: keys.map((key) => key.toBytes()) };
}
