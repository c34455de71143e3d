import { describe, expect, it } from 'vitest';
import { exampleOf } from '#checks/metric.ts';
import { tokenMetrics } from '#checks/token/metrics.ts';
import { tradeExample } from '#transport/discovery/openapi/answer-examples.ts';
import type { Section } from './section.ts';
import type { TokenFigures } from './token.ts';
import { tokenSections } from './token.ts';
import { type TradeFigures, tradeSections } from './trade.ts';
import { walletSections } from './wallet.ts';

const tokenExampleMetrics = exampleOf(tokenMetrics);

const trade = tradeExample.metrics as unknown as TradeFigures;
const token: TokenFigures = {
  ...tokenExampleMetrics,
  buckets: { ...tokenExampleMetrics.buckets } as Record<string, number>,
};
const AUTHORITY = 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3';

/** The values of the key figures by name. */
function figuresOf(sections: readonly Section[]) {
  const found = sections.find(({ title }) => title === 'Key figures');
  if (found?.type !== 'figures') throw new Error('no key figures');
  return Object.fromEntries(found.figures.map(({ name, value }) => [name, value]));
}

describe('a token', () => {
  it('has no powers of nobody where its mint was not read', () => {
    const unread = { ...token, is_token_2022: null, mint_authority: null, freeze_authority: null };
    expect(figuresOf(tokenSections(unread))).toMatchObject({
      'Can mint more': 'not known',
      'Can freeze': 'not known',
      Program: 'not known',
    });
  });

  it('says who has a power by an address that can be looked up, or that nobody has it', () => {
    const creator = token.holders?.[0]?.owner ?? '';
    const figures = figuresOf(tokenSections({ ...token, mint_authority: AUTHORITY, creator }));
    expect(figures).toMatchObject({
      'Can mint more': [{ id: AUTHORITY, what: 'account' }],
      'Can freeze': 'nobody',
      Program: 'Token-2022',
      Creator: [{ id: creator, what: 'account' }],
    });
  });
});

describe('a trade', () => {
  it('names the largest size within each bound', () => {
    expect(figuresOf(tradeSections(trade))).toMatchObject({
      'Largest acceptable size': '0.07458 SOL',
      'Largest elevated size': '1.171 SOL',
      'Largest size of high cost': '7.004 SOL',
    });
  });

  it('groups the digits of a large size', () => {
    const recommended_max_size_sol = { elevated_cost: '5327.148123' };
    expect(figuresOf(tradeSections({ ...trade, recommended_max_size_sol }))['Largest elevated size']).toBe(
      '5,327.148 SOL',
    );
  });

  it('says that no size or nothing can be bought only where costs were read', () => {
    const recommended_max_size_sol = {};
    const bare = { ...trade, tokens_bought: null, recommended_max_size_sol };
    expect(figuresOf(tradeSections(bare))).toMatchObject({ Buys: 'nothing', 'Largest acceptable size': 'no size' });
    const unread = figuresOf(tradeSections({ ...bare, sizes: null }));
    expect([unread.Buys, unread['Largest acceptable size']]).toEqual([undefined, undefined]);
  });
});

describe('a wallet', () => {
  it.each([
    [{ closed: 3, gross_loss_lamports: '0', profit_factor_percent: null }, 'nothing was lost'],
    [{ closed: 0, gross_loss_lamports: '0', profit_factor_percent: null }, 'not known'],
    [{ closed: null, gross_loss_lamports: null, profit_factor_percent: null }, 'not known'],
    [{ closed: 3, gross_loss_lamports: '5', profit_factor_percent: 150 }, '1.5'],
  ])('with %j gains for each 1 lost: %s', (metrics, said) => {
    expect(figuresOf(walletSections(metrics))['Gains for each 1 lost']).toBe(said);
  });
});
