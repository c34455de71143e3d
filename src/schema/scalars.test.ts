import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainDecimal } from './scalars.ts';

it.each([
  ['1e-9', '0.000000001'],
  ['1E-9', '0.000000001'],
  ['2.5e-7', '0.00000025'],
  ['1e1', '10'],
  ['1.25e+3', '1250'],
  ['12.5e-1', '1.25'],
  ['0.50', '0.5'],
  ['007.0', '7'],
  ['0', '0'],
  ['0e5', '0'],
  ['0.0000000001', '0.0000000001'],
])('%s is %s', (written, plain) => {
  expect(plainDecimal(written)).toBe(plain);
});

it('leaves what is no number for others to refuse', () => {
  for (const text of ['', '-1', 'NaN', 'Infinity', '1e', '.5', '5.', '0x1', '1e1e1', ' 1', '1e9999']) {
    expect(plainDecimal(text)).toBe(text);
  }
});

it('changes no value that JavaScript prints', () => {
  fc.assert(fc.property(fc.double({ min: 0, noNaN: true }), (value) => Number(plainDecimal(String(value))) === value));
});
