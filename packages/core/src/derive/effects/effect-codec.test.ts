import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base58FromBytes } from '#solana/base58.ts';
import {
  ByteWriter,
  decodeEffect,
  EFFECT_FORMAT,
  EffectReader,
  type EncodedEffect,
  encodeEffect,
} from './effect-codec.ts';
import type { Effect } from './effect-type.ts';

const bytesOf = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const address = fc.oneof(
  bytesOf(32).map(base58FromBytes),
  fc.constantFrom(WRAPPED_SOL, '11111111111111111111111111111111', base58FromBytes(new Uint8Array(32).fill(7))),
);
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fc.constantFrom(0n, 127n, 128n, 2n ** 53n, 2n ** 64n),
);
const signed = fc.oneof(amount, fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }));
const whole = fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat());
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 });
const held = fc.option(fc.record({ amount, lamports: amount }));
const made = few(fc.record({ mint: address, amount, byProgram: fc.boolean(), byCurve: fc.boolean() }));
const moved = few(fc.record({ account: address, mint: address, amount }));

const effects: fc.Arbitrary<Effect> = fc.record({
  signature: bytesOf(64).map(base58FromBytes),
  slot: fc.maxSafeNat(),
  index: fc.option(whole),
  time: fc.option(fc.maxSafeNat()),
  failed: fc.boolean(),
  signed: fc.boolean(),
  native: fc.option(fc.record({ before: amount, after: amount })),
  accounts: few(
    fc.record({ account: address, mint: address, decimals: fc.nat({ max: 255 }), before: held, after: held }),
  ),
  fee: amount,
  tips: amount,
  platformFees: amount,
  rentFromOthers: signed,
  rentForOthers: signed,
  givenIn: amount,
  givenOut: amount,
  funded: few(fc.record({ account: address, lamports: amount })),
  plain: few(fc.record({ mint: address, in: amount, out: amount })),
  minted: made,
  burned: made,
  created: few(address),
  programs: few(address),
  service: fc.constantFrom('trade', 'lending', 'staking', 'nft', 'other', null),
  deposits: moved,
  onward: moved,
  released: moved,
  cobuyers: whole,
  poolImpactBps: fc.option(whole),
  joint: fc.boolean(),
  atMarket: fc.boolean(),
  counterparty: fc.option(address),
  rate: fc.option(fc.record({ mint: address, units: amount, lamports: amount })),
});

function encoded(effect: Effect): EncodedEffect {
  const bytes = encodeEffect(effect);
  if (!bytes) throw new Error('too large');
  return bytes;
}

const addressNumber = (number: number) => base58FromBytes(createHash('sha256').update(String(number)).digest());

/** A purchase through a router: two accounts, one of them wrapped SOL that comes and goes. */
const swap: Effect = {
  signature: base58FromBytes(createHash('sha512').update('swap').digest()),
  slot: 300_000_000,
  index: 812,
  time: 1_790_000_000,
  failed: false,
  signed: true,
  native: { before: 12_345_678_901n, after: 11_340_000_123n },
  accounts: [
    { account: addressNumber(1), mint: WRAPPED_SOL, decimals: 9, before: null, after: null },
    {
      account: addressNumber(2),
      mint: addressNumber(3),
      decimals: 6,
      before: null,
      after: { amount: 987_654_321_012n, lamports: 2_039_280n },
    },
  ],
  fee: 105_000n,
  tips: 1_000_000n,
  platformFees: 10_000_000n,
  rentFromOthers: 0n,
  rentForOthers: 0n,
  givenIn: 0n,
  givenOut: 0n,
  funded: [],
  plain: [],
  minted: [],
  burned: [],
  created: [],
  programs: [addressNumber(4)],
  service: 'trade',
  deposits: [{ account: addressNumber(5), mint: WRAPPED_SOL, amount: 990_000_000n }],
  onward: [],
  released: [],
  cobuyers: 0,
  poolImpactBps: null,
  joint: false,
  atMarket: false,
  counterparty: null,
  rate: null,
};

describe('an effect as bytes', () => {
  it('comes back as it was, whatever it is', () => {
    fc.assert(
      fc.property(effects, (effect) => {
        expect(decodeEffect(encoded(effect))).toEqual(effect);
      }),
      { numRuns: 500 },
    );
  });

  it('is small', () => {
    expect(encoded(swap).body.length).toBeLessThan(260);
    expect(encoded({ ...swap, accounts: [], programs: [], deposits: [] }).body.length).toBeLessThan(60);
  });

  it('is not stored when it is too large', () => {
    const created = Array.from({ length: 130 }, (_, number) => addressNumber(number));
    expect(encodeEffect({ ...swap, created })).toBeNull();
    expect(decodeEffect(encoded({ ...swap, created: created.slice(0, 100) }))?.created).toHaveLength(100);
  });

  it('is stored up to 4,096 bytes, the checksum included', () => {
    const created = Array.from({ length: 121 }, (_, number) => addressNumber(number));
    const base = encoded({ ...swap, created, fee: 0n }).body.length;
    // An amount of so many bytes takes a byte more than 0 does for each of them.
    const sized = (size: number) => encodeEffect({ ...swap, created, fee: 2n ** (8n * BigInt(size - base)) - 1n });
    expect(sized(4_096)?.body).toHaveLength(4_096);
    expect(sized(4_097)).toBeNull();
  });

  it('keeps its spelling: where this fails, the format has to be raised', () => {
    const hash = createHash('sha256').update(encoded(swap).body).digest('hex').slice(0, 16);
    expect([EFFECT_FORMAT, hash]).toEqual([8, 'b034e6db2735db21']);
  });

  it('refuses what is no address, no signature and no whole number', () => {
    expect(() => encodeEffect({ ...swap, programs: ['nonsense'] })).toThrow(RangeError);
    expect(() => encodeEffect({ ...swap, signature: addressNumber(1) })).toThrow(RangeError);
    expect(() => encodeEffect({ ...swap, poolImpactBps: 0.5 })).toThrow(RangeError);
    expect(() => encodeEffect({ ...swap, fee: 2n ** 800n })).toThrow(RangeError);
  });
});

describe('damaged bytes', () => {
  const whole = encoded(swap);

  it('are noticed at every place', () => {
    for (let place = 0; place < whole.body.length; place += 1) {
      for (const bit of [1, 128]) {
        const body = Uint8Array.from(whole.body);
        body[place] = (body[place] ?? 0) ^ bit;
        expect(decodeEffect({ ...whole, body })).toBeNull();
      }
      expect(decodeEffect({ ...whole, body: whole.body.subarray(0, place) })).toBeNull();
    }
    expect(decodeEffect({ ...whole, body: Buffer.concat([whole.body, Buffer.alloc(1)]) })).toBeNull();
  });

  it('are noticed where more follows than the effect, even under a checksum of all of it', () => {
    const signed = (content: Uint8Array): EncodedEffect => {
      // What the checksum covers beside the content: slot, time and format.
      const beside = Buffer.alloc(20);
      beside.writeDoubleLE(whole.slot, 0);
      beside.writeDoubleLE(whole.time ?? Number.NEGATIVE_INFINITY, 8);
      beside.writeUInt32LE(whole.format, 16);
      const body = Buffer.concat([Buffer.alloc(4), content]);
      body.writeUInt32LE(crc32(content, crc32(beside, crc32(whole.signature))));
      return { ...whole, body };
    };
    const content = whole.body.subarray(4);
    expect(decodeEffect(signed(content))).toEqual(swap);
    expect(decodeEffect(signed(Buffer.concat([content, Buffer.alloc(1)])))).toBeNull();
  });

  it('are noticed beside the body', () => {
    const other = Uint8Array.from(whole.signature).fill(1, 3, 4);
    expect(decodeEffect({ ...whole, signature: other })).toBeNull();
    expect(decodeEffect({ ...whole, signature: whole.signature.subarray(1) })).toBeNull();
    expect(decodeEffect({ ...whole, slot: whole.slot + 1 })).toBeNull();
    expect(decodeEffect({ ...whole, time: null })).toBeNull();
    expect(decodeEffect({ ...whole, format: EFFECT_FORMAT + 1 })).toBeNull();
  });

  it('are null and no exception, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        expect(decodeEffect({ ...whole, body })).toBeNull();
      }),
    );
  });

  it('end the reader and never hold it up, even where no checksum guards them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          const reader = new EffectReader(bytes);
          for (;;) reader.list(() => [reader.bigint(), reader.numberOrNull(), reader.address()]);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('cannot make a number that a double does not hold', () => {
    const writer = new ByteWriter();
    writer.bigint(2n ** 60n);
    expect(() => new EffectReader(writer.bytes()).number()).toThrow(RangeError);
  });
});
