import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimal,
  displayDollars,
  displayPercent,
  displaySol,
  displayUsdc,
  duration,
  grouped,
  micros,
  momentOf,
  shortId,
  sumUsdc,
  words,
} from './format.ts';

describe('amounts', () => {
  it.each([
    ['0', '0 SOL'],
    ['1', '0.000000001 SOL'],
    ['400', '0.0000004 SOL'],
    ['29172851', '0.0291 SOL'],
    ['-3251500001', '−3.2515 SOL'],
    ['1234567000000000', '1,234,567 SOL'],
  ])('%s lamports are %s', (lamports, text) => {
    expect(displaySol(lamports)).toBe(text);
  });

  it('are cut off and never rounded up', () => {
    expect([decimal('1999999', 6, 2), decimal('362513614561516', 6, 0), decimal('7', 0)]).toEqual([
      '1.99',
      '362,513,614',
      '7',
    ]);
  });

  it('in dollars have separators and keep their decimals', () => {
    expect(['37499.99', '0.5', '1234567'].map(displayDollars)).toEqual(['$37,499.99', '$0.5', '$1,234,567']);
  });

  it('are said not to be known where they are not', () => {
    expect([displaySol(null), displayPercent(undefined), duration(null), momentOf('no time')]).toEqual(
      Array(4).fill('not known'),
    );
  });

  it.each([
    [584, '5.84 %'],
    [-772, '−7.72 %'],
    [10_000, '100 %'],
    [50, '0.5 %'],
    [5, '0.05 %'],
  ])('%i basis points are %s', (bps, text) => {
    expect(displayPercent(bps)).toBe(text);
  });
});

describe('money', () => {
  it('goes there and back exactly', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (amount) => micros(displayUsdc(amount)) === amount));
  });

  it('has two decimals at least and six at most', () => {
    expect([0n, 10_000n, 4_980_000n, 1n].map(displayUsdc)).toEqual(['0.00', '0.01', '4.98', '0.000001']);
    expect(sumUsdc(['0.10', '0.02', '0.000001'])).toBe('0.120001');
    expect(micros('1.2345678')).toBe(0n);
  });
});

describe('words', () => {
  it('are short', () => {
    expect([duration(16_870), duration(266_411), duration(0), grouped('x'), shortId('86xCnPeV69n6t3DnyG')]).toEqual([
      '4 h 41 min',
      '3 d 2 h',
      '0 s',
      'x',
      '86xC…3DnyG'.replace('3DnyG', 'DnyG'),
    ]);
    expect([words('mint_authority'), words('lp_fees'), words('realized_pnl')]).toEqual([
      'Mint authority',
      'LP fees',
      'Realized profit',
    ]);
  });
});
