import { Keypair } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { describe, expect, it } from 'vitest';
import { feePayerOf } from './account-status.ts';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const newKey = (): Address => address(Keypair.generate().publicKey.toBase58());
const payer = newKey();
const other = newKey();
const kind = { x402Version: 2, scheme: 'exact', network, extra: { feePayer: payer } };
const v1 = { x402Version: 1, scheme: 'exact', network: 'solana', extra: { feePayer: other } };

describe('the fee payer of a facilitator', () => {
  it('is read from the entry of our version, network and scheme', () => {
    const others = [null, 7, { ...kind, network: 'solana' }, { ...kind, scheme: 'upto' }, { ...kind, extra: {} }];
    expect(feePayerOf({ kinds: [...others, v1, kind] }, 2, network)).toBe(payer);
    expect(feePayerOf({ kinds: [...others, v1, kind] }, 1, 'solana')).toBe(other);
    expect(feePayerOf({ kinds: [...others, v1] }, 2, network)).toBeNull();
    expect(feePayerOf({ kinds: [kind] }, 1, 'solana')).toBeNull();
  });

  it.each([null, [], 'x', {}, { kinds: {} }, { kinds: [{ ...kind, extra: { feePayer: 'nonsense' } }] }])(
    'is null for %j',
    (document) => {
      expect(feePayerOf(document, 2, network)).toBeNull();
    },
  );

  it('stays the same as long as the facilitator signs with it', () => {
    const named = { kinds: [kind], signers: { 'solana:*': [payer, other] } };
    expect(feePayerOf(named, 2, network, other)).toBe(other);
    expect(feePayerOf({ kinds: [kind, { ...kind, extra: { feePayer: other } }] }, 2, network, other)).toBe(other);
    expect(feePayerOf({ kinds: [kind], signers: { 'solana:*': 'x' } }, 2, network, other)).toBe(payer);
    expect(feePayerOf({ kinds: [], signers: { 'solana:*': [other] } }, 2, network, other)).toBeNull();
  });
});
