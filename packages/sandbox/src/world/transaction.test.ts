import { PublicKey, TransactionMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import { expect, test } from 'vitest';
import { decodeMessage, isWritable } from '#chain/wire.ts';
import { Cast } from './actors.ts';
import { memoInstruction, openTokenAccount, pay, payToken } from './instructions.ts';
import { compileLegacy } from './transaction.ts';

test("a message says the same as the library's own compiler makes it say", () => {
  const cast = new Cast('messages');
  const [payer, owner] = [cast.person('payer'), cast.person('owner')];
  const mint = cast.person('mint').publicKey;
  const instructions = [
    pay(payer, owner.publicKey, 5n),
    openTokenAccount(payer, owner.publicKey, mint),
    payToken(owner, payer.publicKey, mint, 7n, 6),
    memoInstruction('x'.repeat(200)),
  ];
  const blockhash = PublicKey.default;
  const ours = compileLegacy(payer.publicKey.toBytes(), instructions, blockhash.toBytes());
  const text = { payerKey: payer.publicKey, recentBlockhash: blockhash.toBase58(), instructions };
  const theirs = new TransactionMessage(text).compileToLegacyMessage();
  expect(ours.signerKeys.map((key) => bs58.encode(key))).toEqual([payer.address, owner.address]);
  // The order within a class of keys is free; what each instruction says and what each key may do is not.
  expect(said(ours.bytes)).toEqual(said(theirs.serialize()));
});

function said(bytes: Uint8Array) {
  const message = decodeMessage(bytes);
  const rights = message.keys.map((key, index) => [
    key,
    index < message.requiredSignatures,
    isWritable(message, index),
  ]);
  const instructions = message.instructions.map(({ program, accounts, data }) => ({
    program: message.keys[program],
    accounts: accounts.map((index) => message.keys[index]),
    data: Buffer.from(data).toString('hex'),
  }));
  return { payer: message.keys[0], blockhash: message.blockhash, rights: rights.sort(), instructions };
}
