import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPicoUsd, formatUsdc, PICO_PER_USD, parsePicoUsd, parseUsdc } from './money.ts';

describe('USDC as text', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [20_000n, '0.02'],
    [4_980_000n, '4.98'],
    [1_234_500n, '1.2345'],
    [-50_000n, '-0.05'],
    [10_000_000_000n, '10000.00'],
  ])('writes %s as %s', (atomic, text) => {
    expect(formatUsdc(atomic)).toBe(text);
  });

  it('reads back what it wrote, to the last unit', () => {
    fc.assert(fc.property(fc.bigInt(0n, 10n ** 17n), (atomic) => parseUsdc(formatUsdc(atomic)) === atomic));
  });

  it.each(['', '.5', '5.', '-1', '+1', '1e3', '0x10', '1.0000001', ' 1', '1 ', '1,5', 'NaN', '٣'])(
    'refuses %j',
    (text) => {
      expect(parseUsdc(text)).toBeNull();
    },
  );
});

describe('US dollars of single calls as text', () => {
  it('are exact and without trailing zeros', () => {
    const amounts = [0n, 1n, 1_500_000n, PICO_PER_USD, 12n * PICO_PER_USD + 10_000_000n];
    expect(amounts.map(formatPicoUsd)).toEqual(['0', '0.000000000001', '0.0000015', '1', '12.00001']);
  });

  it('are read back as they were written, to the last unit', () => {
    fc.assert(fc.property(fc.bigInt(0n, 10n ** 23n), (pico) => parsePicoUsd(formatPicoUsd(pico)) === pico));
  });

  it.each(['', '.5', '5.', '-1', '1e3', '1.0000000000001', ' 1', 'NaN'])('refuse %j', (text) => {
    expect(parsePicoUsd(text)).toBeNull();
  });
});
