import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { someKey, someMint } from '../../../test/support/token-arbitraries.ts';
import { mintBytes } from '../../../test/support/token-bytes.ts';
import { addressOf } from '../address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';
import { readTokenSubject } from './token-subject.ts';

const address = addressOf(new Uint8Array(32).fill(7));

describe('a mint', () => {
  it('is read as it was written, whatever stands where a key was given up', () => {
    fc.assert(
      fc.property(someMint, someKey, (one, stale) => {
        const data = mintBytes(one.mint, one.address, stale);
        const subject = readTokenSubject({ address: one.address, owner: TOKEN_2022_PROGRAM, data });
        expect(subject).toEqual(data.length === 355 ? { is: 'multisig' } : { is: 'mint', mint: one.mint });
      }),
      { numRuns: cases(500) },
    );
  });

  it('never makes the reader throw, cut or changed', () => {
    const owner = fc.constantFrom(TOKEN_PROGRAM, TOKEN_2022_PROGRAM);
    const changes = fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(someMint, owner, changes, fc.nat(700), (one, program, changed, cut) => {
        const data = mintBytes(one.mint, one.address);
        for (const [at, byte] of changed) if (at < data.length) data[at] = byte;
        for (const some of [data, data.subarray(0, cut)]) {
          expect(() => readTokenSubject({ address: one.address, owner: program, data: some })).not.toThrow();
        }
      }),
      { numRuns: cases(1_000) },
    );
  });

  it('never makes the reader throw, made of any bytes', () => {
    const lengths = fc.constantFrom(0, 45, 82, 83, 164, 165, 166, 167, 169, 170, 202, 355, 600);
    const bytes = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
    fc.assert(
      fc.property(bytes, fc.nat(3), (data, type) => {
        if (data.length > 165) data[165] = type;
        for (const program of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
          expect(() => readTokenSubject({ address, owner: program, data })).not.toThrow();
        }
      }),
      { numRuns: cases(1_000) },
    );
  });
});
