import { VersionedTransaction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { addressOf } from '../address.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';
import { hookListAddress } from './transfer-hook.ts';
import { transferTransaction } from './transfer-transaction.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const transfer = {
  tokenProgram: TOKEN_2022_PROGRAM,
  decimals: 6,
  amount: 1_000n,
  hookProgram: key(40),
  source: key(1),
  mint: key(2),
  destination: key(3),
  authority: key(4),
};

function decoded(text: string | null) {
  const { message, signatures } = VersionedTransaction.deserialize(Buffer.from(text!, 'base64'));
  const [units, move] = message.compiledInstructions;
  const accounts = move!.accountKeyIndexes.map((index) => message.staticAccountKeys[index]?.toBase58());
  const writable = move!.accountKeyIndexes.map((index) => message.isAccountWritable(index));
  return { message, signatures, units: units!, move: move!, accounts, writable };
}

it('moves the tokens with what the hook wants behind, paid by the holder and unsigned', () => {
  const extras = [
    { address: key(7), writable: true },
    { address: key(1), writable: false },
  ];
  const { message, signatures, units, move, accounts, writable } = decoded(
    transferTransaction({ ...transfer, extras }),
  );
  const list = hookListAddress(key(2), key(40));
  expect(accounts).toEqual([key(1), key(2), key(3), key(4), key(7), key(1), list, key(40)]);
  expect(writable).toEqual([true, false, true, true, true, true, false, false]);
  expect(message.header.numRequiredSignatures).toBe(1);
  expect(message.staticAccountKeys[0]?.toBase58()).toBe(key(4));
  expect(Buffer.from(move.data).toString('hex')).toBe('0ce80300000000000006');
  expect(Buffer.from(units.data).readUInt32LE(1)).toBe(1_400_000);
  expect(signatures).toEqual([new Uint8Array(64)]);
});

it('names the program alone for a hook that keeps no list', () => {
  const { accounts } = decoded(transferTransaction({ ...transfer, extras: null }));
  expect(accounts).toEqual([key(1), key(2), key(3), key(4), key(40)]);
});

it('is none where it does not fit into a transaction, and the largest that fits is whole', () => {
  const made = (count: number) =>
    transferTransaction({
      ...transfer,
      extras: Array.from({ length: count }, (_, n) => ({ address: key(50 + n), writable: false })),
    });
  const most = Array.from({ length: 60 }, (_, n) => n).findLast((count) => made(count) !== null)!;
  expect(Buffer.from(made(most)!, 'base64').length).toBeLessThanOrEqual(1_232);
  expect(Buffer.from(made(most)!, 'base64').length).toBeGreaterThan(1_232 - 33);
  expect(made(most + 1)).toBeNull();
});

it('is a plain transfer for a mint without a hook', () => {
  const { accounts } = decoded(transferTransaction({ ...transfer, hookProgram: null, extras: null }));
  expect(accounts).toEqual([key(1), key(2), key(3), key(4)]);
});
