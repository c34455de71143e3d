import { Keypair, SystemProgram, type TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import { address } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { computeBudget, memo, transferChecked } from '#payments/credits/instructions.ts';
import { unsigned, unsignedTransfer } from '#payments/credits/transfer.ts';
import { type ExpectedTransfer, payerSignatureOf, readTransfer } from './wallet-message.ts';

const someAddress = () => address(Keypair.generate().publicKey.toBase58());
const wallet = Keypair.generate();
const [payer, payTo, mint, blockhash] = [
  address(wallet.publicKey.toBase58()),
  someAddress(),
  someAddress(),
  someAddress(),
];
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const destination = associatedAccount(payTo, mint, tokenProgram);
const from = associatedAccount(payer, mint, tokenProgram);
const text = 'assay:1:_PdsoLnWRG-k_HeWcoBSKtQ-lpLHS5DBju4yN1-4498';
const terms: ExpectedTransfer = { payer, payTo, mint, destination, amountAtomic: 5_000_000n, memo: text };

const bytesOf = (transaction: string) => new Uint8Array(Buffer.from(transaction, 'base64'));
const proposed = (destinationExists: boolean | null) =>
  bytesOf(
    unsignedTransfer({
      payer,
      amountAtomic: 5_000_000n,
      memo: text,
      blockhash,
      facts: { mint, tokenProgram, decimals: 6, payTo, destination, destinationExists },
    }),
  );

const transfer = (change: Partial<Parameters<typeof transferChecked>[0]> = {}) =>
  transferChecked({
    tokenProgram,
    from,
    mint,
    to: destination,
    authority: payer,
    amountAtomic: 5_000_000n,
    decimals: 6,
    ...change,
  });
const made = (...instructions: readonly TransactionInstruction[]) =>
  readTransfer(bytesOf(unsigned(payer, blockhash, instructions)), terms);
const refused = (why: string) => ({
  refused: `The prepared transaction is not what was asked for: ${why}. It was not given to the wallet.`,
});

describe('a prepared transfer', () => {
  it('is read as the service makes it', () => {
    expect(readTransfer(proposed(true), terms)).toEqual({ feeLamports: 6_200n, opensAccount: false });
  });

  it('may open the account that is paid', () => {
    expect(readTransfer(proposed(null), terms)).toEqual({ feeLamports: 7_000n, opensAccount: true });
    const other = readTransfer(proposed(null), { ...terms, payTo: someAddress() });
    expect(other).toEqual(refused('it opens another account'));
  });

  it.each([
    ['mint', someAddress(), 'it moves another token'],
    ['destination', someAddress(), 'it pays another account'],
    ['payer', someAddress(), 'it asks other wallets to sign'],
    ['amountAtomic', 4_999_999n, 'it moves another amount'],
    ['memo', 'assay:1:other', 'its memo is another one'],
  ])('with another %s than agreed is refused', (member, value, why) => {
    expect(readTransfer(proposed(true), { ...terms, [member]: value })).toEqual(refused(why));
  });

  it('is refused where it does anything more', () => {
    const more = 'it does more than one transfer with a memo';
    const steal = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: 1,
    });
    expect(made(transfer(), memo(text))).toEqual({ feeLamports: 5_000n, opensAccount: false });
    expect(made(transfer(), memo(text), steal)).toEqual(refused(more));
    expect(made(transfer(), transfer(), memo(text))).toEqual(refused(more));
    expect(made(transfer(), memo(text), memo(text))).toEqual(refused(more));
    expect(made(transfer())).toEqual(refused(more));
    expect(made(memo(text))).toEqual(refused(more));
  });

  it('is refused where somebody else signs, another tag stands, or the fee is out of all proportion', () => {
    const other = someAddress();
    expect(made(transfer({ authority: other }), memo(text))).toEqual(refused('it asks other wallets to sign'));
    const burn = transfer();
    burn.data = Buffer.from([15, ...burn.data.subarray(1)]);
    expect(made(burn, memo(text))).toEqual(refused('it is no checked transfer'));
    expect(made(...computeBudget(200_000, 10_000_000), transfer(), memo(text))).toEqual(
      refused('its network fee is too high'),
    );
  });

  it('is refused wherever it is cut off, and with anything behind it', () => {
    const whole = proposed(true);
    for (let end = 0; end < whole.length; end += 1) {
      expect(readTransfer(whole.subarray(0, end), terms)).toEqual(refused('it cannot be read'));
    }
    expect(readTransfer(new Uint8Array([...whole, 0]), terms)).toEqual(refused('it cannot be read'));
  });
});

describe('the signature of a transaction', () => {
  it('is its first, once it is there', () => {
    const bytes = proposed(true);
    expect(payerSignatureOf(bytes)).toBeNull();
    const signed = VersionedTransaction.deserialize(bytes);
    signed.sign([wallet]);
    expect(payerSignatureOf(signed.serialize())).toBe(bs58.encode(signed.signatures[0] ?? new Uint8Array()));
  });
});
