import { describe, expect, it } from 'vitest';
import { nthAddress, nthSignature, transferBody } from '../../../test/support/small-world.ts';
import { signedMessageHash } from './signed-message.ts';
import { decodeTransaction } from './transaction.ts';

type Body = ReturnType<typeof transferBody> & {
  transaction: { signatures: string[]; message: Record<string, unknown> };
};
const body = (): Body => structuredClone(transferBody(4)) as Body;

describe('the signatures of a transaction', () => {
  it('are those of its message', () => {
    expect(signedMessageHash(body())).toHaveLength(32);
  });

  it.each<readonly [string, (body: Body) => void]>([
    ['another blockhash', ({ transaction }) => Object.assign(transaction.message, { recentBlockhash: nthAddress(4) })],
    ['another account', ({ transaction }) => (transaction.message.accountKeys as string[]).splice(1, 1, nthAddress(4))],
    ['another signer', ({ transaction }) => (transaction.message.accountKeys as string[]).splice(0, 1, nthAddress(4))],
    ['another instruction', ({ transaction }) => Object.assign(transaction.message, { instructions: [] })],
    [
      'the signature of another',
      (one) => one.transaction.signatures.splice(0, 1, ...(transferBody(5) as Body).transaction.signatures),
    ],
    ['no signature', ({ transaction }) => transaction.signatures.splice(0)],
    ['a second signature', ({ transaction }) => transaction.signatures.push(transaction.signatures[0] ?? '')],
    ['version 0, which writes it differently', (one) => Object.assign(one, { version: 0 })],
    ['version 1, whose configuration is missing', (one) => Object.assign(one, { version: 1 })],
    ['a shape that is none', (one) => Object.assign(one, { transaction: ['', 'base64'] })],
  ])('are none over %s', (_, change) => {
    const changed = body();
    change(changed);
    expect(signedMessageHash(changed)).toBe(false);
  });

  it('are none over an instruction that the decoder reads in another form', () => {
    const two = body();
    const [signed] = two.transaction.message.instructions as Record<string, unknown>[];
    const madeUp = { programId: nthAddress(9), parsed: { type: 'transfer', info: {} } };
    Object.assign(two.transaction.message, { instructions: [{ ...signed, ...madeUp }] });
    const read = decodeTransaction(two, nthSignature(4));
    expect(read.known && read.value.instructions[0]?.program).toBe(nthAddress(9));
    expect(signedMessageHash(two)).toBe(false);
  });

  it('are not looked at in a version that is not known, nor beside a number that JSON rounds', () => {
    expect(signedMessageHash({ ...body(), version: 2 })).toBeNull();
    const rich = body();
    Object.assign(rich.transaction.message, { transactionConfig: { priorityFee: 2 ** 53 } });
    expect(signedMessageHash({ ...rich, version: 1 })).toBeNull();
  });
});
