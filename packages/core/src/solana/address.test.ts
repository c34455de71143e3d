import { Keypair, PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  address,
  addressBytes,
  addressOf,
  derivedAddress,
  isOnCurve,
  parseAddress,
  parseSignature,
} from './address.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

describe('addresses', () => {
  it('are base58 of exactly 32 bytes and survive both directions', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = addressOf(bytes);
        expect(parseAddress(text)).toBe(text);
        expect([...addressBytes(text)]).toEqual([...bytes]);
      }),
    );
  });

  it('refuse any other number of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        fc.pre(bytes.length !== 32);
        expect(parseAddress(bs58.encode(bytes))).toBeNull();
      }),
    );
  });

  it.each([
    '',
    ' ',
    `${usdc} `,
    ` ${usdc}`,
    usdc.slice(4),
    `${usdc}1`,
    usdc.replace('E', '0'),
    usdc.replace('E', 'l'),
    usdc.replace('E', 'É'),
    'x'.repeat(10_000),
    null,
    42,
    [usdc],
  ])('refuse %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('tell wallets from derived addresses', () => {
    expect(isOnCurve(address(Keypair.generate().publicKey.toBase58()))).toBe(true);
    const token = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
    expect(isOnCurve(derivedAddress([new Uint8Array([1, 2, 3])], token))).toBe(false);
  });

  it('are on the curve where the reference says so', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isOnCurve(addressOf(bytes))).toBe(PublicKey.isOnCurve(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('differ from signatures by their length', () => {
    const signature = bs58.encode(new Uint8Array(64).fill(7));
    expect(parseSignature(signature)).toBe(signature);
    expect(parseSignature(usdc)).toBeNull();
    expect(parseAddress(signature)).toBeNull();
    expect(() => address('nonsense')).toThrow('not an address');
  });
});

describe('a derived address', () => {
  it('is the one of the reference, for many seeds', () => {
    const program = address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA');
    for (let n = 0; n < 300; n += 1) {
      const seeds = [Buffer.from('pool'), Buffer.from([n & 255, n >> 8]), addressBytes(program)];
      const [expected] = PublicKey.findProgramAddressSync(seeds, new PublicKey(program));
      expect(derivedAddress(seeds, program)).toBe(expected.toBase58());
    }
  });

  it('is so for seeds of every number and length, under any program', () => {
    const seed = fc.uint8Array({ maxLength: 32 });
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.array(seed, { maxLength: 15 }), key, (seeds, program) => {
        const [expected] = PublicKey.findProgramAddressSync(seeds, new PublicKey(program));
        expect(derivedAddress(seeds, addressOf(program))).toBe(expected.toBase58());
      }),
      { numRuns: 300 },
    );
  });
});
