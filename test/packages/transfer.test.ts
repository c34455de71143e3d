import { PublicKey, SystemProgram, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memo } from '#payments/credits/instructions.ts';
import { checkedTransfer } from '../../packages/assay-client/src/transfer.ts';
import { type Proposed, proposed, someAddress, USDC } from './proposed.ts';

const [payer, feePayer, payTo, stranger] = [someAddress(), someAddress(), someAddress(), someAddress()];
const honest = { payer, feePayer, payTo };
const expected = { ...honest, mint: USDC };
const AMOUNT = 20_000n;

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));
const check = (parts: Partial<Proposed>) =>
  checkedTransfer(bytesOf(proposed({ ...honest, ...parts })), expected, AMOUNT);

const takesSol = SystemProgram.transfer({
  fromPubkey: new PublicKey(payer),
  toPubkey: new PublicKey(stranger),
  lamports: 1,
});

const signedMemo = memo('more');
signedMemo.keys.push({ pubkey: new PublicKey(payer), isSigner: true, isWritable: false });

describe('a proposed payment', () => {
  it('is taken when it is exactly that, and its message is what a validator signs over', async () => {
    const { transaction, message } = await check({});
    const read = VersionedTransaction.deserialize(transaction);
    expect(Buffer.from(read.message.serialize())).toEqual(Buffer.from(message));
    expect(read.message.staticAccountKeys.slice(0, 2).map(String)).toEqual([feePayer, payer]);
  });

  it('moves the amount that was agreed', async () => {
    const { transaction } = await check({ amount: 2n ** 63n });
    const { compiledInstructions } = VersionedTransaction.deserialize(transaction).message;
    expect(Buffer.from(compiledInstructions[2]?.data ?? []).readBigUInt64LE(1)).toBe(AMOUNT);
  });

  it.each<readonly [string, Partial<Proposed>]>([
    ['another recipient', { payTo: stranger }],
    ['an account that is nobody’s associated one', { to: stranger }],
    ['another source', { from: stranger }],
    ['another mint', { mint: stranger }],
    ['other decimals', { decimals: 9 }],
    ['another program in the place of the token program', { tokenProgram: stranger }],
    ['an authority that is not the payer', { authority: stranger }],
    ['the payer as the one who pays the fee', { feePayer: payer }],
    ['another fee payer', { feePayer: stranger }],
    ['a memo of a top-up', { memo: 'assay:1:abc' }],
    ['a long memo', { memo: 'x'.repeat(65) }],
    ['a transfer of SOL beside it', { change: (all) => [...all, takesSol] }],
    ['a transfer of SOL in the place of the memo', { change: (all) => [...all.slice(0, 3), takesSol] }],
    ['a second transfer', { change: (all) => [...all, ...all.slice(2, 3)] }],
    ['a memo that names the payer', { change: (all) => [...all.slice(0, 3), signedMemo] }],
    ['no compute budget', { change: (all) => all.slice(2) }],
    ['two memos', { change: (all) => [...all, memo('more')] }],
  ])('with %s is refused', async (_, parts) => {
    await expect(check(parts)).rejects.toThrow();
  });

  it('is refused with any one byte changed, but where the byte decides nothing that is paid', async () => {
    const bytes = bytesOf(proposed(honest));
    const { transaction: signed } = await checkedTransfer(bytes, expected, AMOUNT);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ flip;
        const taken = await checkedTransfer(changed, expected, AMOUNT).catch(() => null);
        if (taken === null) return;
        // What is left to the service: the empty signatures, the block hash, the budget of the fee payer, the memo, which accounts are
        // writable, and the amount, which is set anew.
        const { message } = VersionedTransaction.deserialize(taken.transaction);
        const before = VersionedTransaction.deserialize(signed).message;
        expect(message.staticAccountKeys.map(String)).toEqual(before.staticAccountKeys.map(String));
        expect(message.compiledInstructions[2]).toEqual(before.compiledInstructions[2]);
        expect(message.compiledInstructions).toHaveLength(4);
      }),
      { numRuns: 400 },
    );
  });
});
