import { describe, expect, it } from 'vitest';
import type { AccountState } from '#chain/chain-reader.ts';
import { address } from '#solana/address.ts';
import { networkFacts } from './network.ts';
import type { SubjectRead } from './subject.ts';

const SYSVAR = address('Sysvar1111111111111111111111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');
const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** The rent sysvar: lamports a byte, the eight bytes after it, and what is burnt. */
function sysvar(perByte: bigint, middle: number | Uint8Array): AccountState {
  const data = Buffer.alloc(17);
  data.writeBigUInt64LE(perByte, 0);
  if (typeof middle === 'number') data.writeDoubleLE(middle, 8);
  else data.set(middle, 8);
  data[16] = 50;
  return { address: RENT, owner: SYSVAR, lamports: 1n, executable: false, data };
}

const subject = { subject: { is: 'mint', mint: { program: TOKEN } }, terms: null } as unknown as SubjectRead;
const rentOf = (rent: AccountState | null) => networkFacts([], rent, subject, 0n).accountRentLamports;

describe('the rent of a token account', () => {
  it.each([
    ['the rate with a threshold of two years, as before SIMD-0194', sysvar(3_480n, 2), 2_039_280n],
    ['the rate with a threshold of one', sysvar(5_080n, 1), 1_488_440n],
    ['the rate with nothing beside it', sysvar(5_080n, 0), 1_488_440n],
    ['the rate with bytes that are no number', sysvar(2_575n, new Uint8Array(8).fill(0xff)), 754_475n],
  ])('is %s', (_, rent, lamports) => {
    expect(rentOf(rent)).toBe(lamports);
  });

  it('is unknown where there is no sysvar, or one of another length', () => {
    expect(rentOf(null)).toBeNull();
    expect(rentOf({ ...sysvar(5_080n, 1), data: new Uint8Array(16) })).toBeNull();
  });
});
