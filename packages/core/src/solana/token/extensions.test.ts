import { describe, expect, it } from 'vitest';
import { extended } from '../../../test/support/token-bytes.ts';
import { readExtensions } from './extensions.ts';

const base = new Uint8Array(82);
const one = [3, new Uint8Array(32).fill(1)] as const;
const other = [9, new Uint8Array(0)] as const;

describe('the list of extensions', () => {
  it('is read in its order, with room or zeros behind', () => {
    const read = [
      { type: 3, data: one[1] },
      { type: 9, data: other[1] },
    ];
    for (const room of [0, 1, 2, 3, 4, 5, 60]) {
      expect(readExtensions(extended(base, 1, [one, other], new Uint8Array(room)))).toEqual(read);
    }
  });

  it('is empty where there are no bytes for it', () => {
    expect(readExtensions(base)).toEqual([]);
    expect(readExtensions(extended(base, 1, []))).toEqual([]);
  });

  it.each([
    ['a length beyond the end', extended(base, 1, [one]).subarray(0, -1)],
    ['a type that stands there twice', extended(base, 1, [one, other, one])],
    ['something behind the end of the list', extended(base, 1, [one], Uint8Array.of(0, 0, 0, 0, 1))],
    ['something where the length of nothing would be', extended(base, 1, [one], Uint8Array.of(0, 0, 1, 0))],
    ['a head that is cut', extended(base, 1, [one], Uint8Array.of(9, 0, 0))],
    ['a single byte that is not zero', extended(base, 1, [], Uint8Array.of(1))],
  ])('is none with %s', (_, data) => {
    expect(readExtensions(data)).toBeNull();
  });
});
