import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { addressOf } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { openSealer, ticketSecret } from './ticket.ts';
import { memoText, type TicketTerms, ticketHash } from './ticket-terms.ts';

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const anyTerms: fc.Arbitrary<TicketTerms> = fc.record(
  {
    id: bytes(16),
    payer: bytes(32).map(addressOf),
    amountAtomic: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    tier: fc.constantFrom(null, 'traveller' as const, 'voyager' as const),
    mint: bytes(32).map(addressOf),
    recipient: bytes(32).map(addressOf),
    network: fc.string({ maxLength: 60, unit: 'grapheme' }),
    expiresAt: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
  },
  { noNullPrototype: true },
);
const terms = fc.sample(anyTerms, { numRuns: 1, seed: 1 })[0] as TicketTerms;
const SECRET = 'a secret that replicas share, 32 characters';
const sealer = openSealer([SECRET]);

describe('a ticket', () => {
  it('opens to what was sealed, on every replica with the secret', () => {
    const replica = openSealer([SECRET]);
    fc.assert(fc.property(anyTerms, (sealed) => isDeepStrictEqual(replica.open(sealer.seal(sealed)), sealed)));
  });

  it('is never the same twice and shows nothing of its terms', () => {
    expect(sealer.seal(terms)).not.toBe(sealer.seal(terms));
    const visible = Buffer.from(sealer.seal(terms), 'base64url');
    expect(visible.includes(Buffer.from(terms.id))).toBe(false);
    expect(sealer.seal(terms)).toMatch(/^[A-Za-z0-9_-]{200,400}$/);
  });

  it('does not open once any byte was changed', () => {
    const sealed = Buffer.from(sealer.seal(terms), 'base64url');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect(sealer.open(changed.toString('base64url')), `byte ${at}`).toBeNull();
    }
  });

  it('does not open once any character was changed, the unused bits of the last one included', () => {
    const sealed = sealer.seal(terms);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...'Aa0_-=+/ \n.é'), (at, character) => {
        const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
        return (sealer.open(changed) === null) === (changed !== sealed);
      }),
    );
    for (const tail of ['=', '==', '\n', ' ', 'A', 'AA', 'AAAA']) expect(sealer.open(sealed + tail)).toBeNull();
    const last = sealed.at(-1) ?? '';
    const open = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
      (character) => sealer.open(sealed.slice(0, -1) + character) !== null,
    );
    expect(open).toEqual([last]);
  });

  it('does not open truncated, padded out, or as anything else', () => {
    const sealed = sealer.seal(terms);
    for (let length = 0; length < sealed.length; length += 1) expect(sealer.open(sealed.slice(0, length))).toBeNull();
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => sealer.open(text) === null));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        (noise) => sealer.open(Buffer.from(noise).toString('base64url')) === null,
      ),
    );
    expect(sealer.open(sealer.seal({ ...terms, network: 'n'.repeat(2_000) }))).toBeNull();
  });

  it('of another secret does not open', () => {
    expect(openSealer(['another secret']).open(sealer.seal(terms))).toBeNull();
  });

  it('of an earlier secret opens while that is listed, and new ones are sealed with the first', () => {
    const rotated = openSealer(['the new secret', SECRET]);
    expect(rotated.open(sealer.seal(terms))).toEqual(terms);
    expect(sealer.open(rotated.seal(terms))).toBeNull();
    expect(openSealer(['the new secret']).open(rotated.seal(terms))).toEqual(terms);
  });

  it('needs a secret and an id of 16 bytes', () => {
    expect(() => openSealer([])).toThrow('secret');
    expect(() => sealer.seal({ ...terms, id: randomBytes(15) })).toThrow('16 bytes');
  });
});

test('the memo is the hash that the books keep', () => {
  const id = new Uint8Array(16);
  expect(memoText(id)).toBe('assay:1:N0cI__dxndWXnsh11WzSKG9tPPfsMXo7JWMqqyjsN7s');
  expect(Buffer.from(ticketHash(id)).toString('base64url')).toBe(memoText(id).slice(8));
});

describe('the secret of a data directory', () => {
  const dir = mkdtempSync(join(tmpdir(), 'assay-ticket-'));

  it('is made once, for its owner only', () => {
    const made = ticketSecret(join(dir, 'deep'));
    expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(ticketSecret(join(dir, 'deep'))).toBe(made);
    expect(statSync(join(dir, 'deep', 'ticket-secret')).mode & 0o777).toBe(0o600);
  });

  it('is what stands there, and an empty one is refused', () => {
    writeFileSync(join(dir, 'ticket-secret'), 'chosen by the operator\n');
    expect(ticketSecret(dir)).toBe('chosen by the operator');
    expect(readFileSync(join(dir, 'ticket-secret'), 'utf8')).toBe('chosen by the operator\n');
    writeFileSync(join(dir, 'ticket-secret'), '\n');
    expect(() => ticketSecret(dir)).toThrow('empty');
  });
});
