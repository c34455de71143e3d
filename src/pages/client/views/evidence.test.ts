import { describe, expect, it } from 'vitest';
import { shownRows } from './evidence.ts';

const SYSTEM_PROGRAM = '1'.repeat(32);

describe('the facts of a reason', () => {
  it('name the System Program by its address, which is all digits', () => {
    expect(shownRows({ owner: SYSTEM_PROGRAM })).toEqual([
      { name: 'Owner', parts: [{ id: SYSTEM_PROGRAM, what: 'account' }] },
    ]);
    expect(shownRows({ slot: '360000000' })).toEqual([{ name: 'At slot', parts: [{ text: '360,000,000' }] }]);
  });

  it('say amounts of tokens in tokens where the decimals are known, else in atomic units', () => {
    const evidence = { tokens: '1250044555107', visible_supply: '5000000', wallets_with_tokens: 1200 };
    expect(shownRows(evidence, 6).map(({ name, parts }) => [name, ...parts])).toEqual([
      ['Tokens', { text: '1,250,044.55' }],
      ['Visible supply', { text: '5' }],
      ['Wallets with tokens', { text: '1,200' }],
    ]);
    expect(shownRows({ tokens: '1250044555107' })).toEqual([
      { name: 'Tokens', parts: [{ text: '1,250,044,555,107 atomic units' }] },
    ]);
  });

  it('name a figure by the half of the time that it is of, and leave out amounts of nothing beside it', () => {
    const test = { figure: '-1797627965', bound: '1', direction: 'at_least', unit: 'lamports' };
    const halves = { first_half_lamports: '-1797627965', second_half_lamports: '-1453883679' };
    expect(
      shownRows({ ...test, ...halves, overhead_lamports: '0' }).map(({ name, parts }) => [name, ...parts]),
    ).toEqual([
      ['First half', { text: '−1.7976 SOL; needed: above 0' }],
      ['Second half', { text: '−1.4538 SOL' }],
    ]);
  });

  it('say amounts of dollars and euros, and a profit in them', () => {
    const test = { figure: '-1797627965', bound: '1', direction: 'at_least', unit: 'usd_millionths' };
    const facts = shownRows({
      ...test,
      overhead_usd_millionths: '0',
      cost_usd_millionths: '2000000',
      loss_eur_millionths: '5',
    });
    expect(facts.map(({ name, parts }) => [name, ...parts])).toEqual([
      ['Found', { text: '−1,797.62 USD; needed: above 0' }],
      ['Cost', { text: '2 USD' }],
      ['Loss', { text: '0.000005 EUR' }],
    ]);
  });

  it('call an amount by its name and not by its unit', () => {
    const facts = shownRows({ lamports: '3958700000', seconds: 60, back_lamports: '0' });
    expect(facts.map(({ name }) => name)).toEqual(['Amount', 'Time', 'Back']);
  });
});
