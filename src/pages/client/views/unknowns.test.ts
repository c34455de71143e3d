import { exampleOf } from 'assay-core/rules/metric.ts';
import { type TokenMetrics, tokenMetrics } from 'assay-core/rules/token/metrics.ts';
import { tradeMetrics } from 'assay-core/rules/trade/metrics.ts';
import { describe, expect, it } from 'vitest';
import type { Section } from './section.ts';
import { tokenSections } from './token.ts';
import { tradeSections } from './trade.ts';
import { walletSections } from './wallet.ts';

const token = exampleOf(tokenMetrics);
const trade = exampleOf(tradeMetrics);
const AUTHORITY = 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3';
const explain = () => null;

/** The sentences of all sections as text, one a line. */
function textOf(sections: readonly Section[]): string {
  return sections
    .flatMap((section) => (section.type === 'sentences' ? section.sentences : []))
    .map((one) => (typeof one === 'string' ? one : one.map((part) => Object.values(part)[0]).join('')))
    .join('\n');
}

describe('a token', () => {
  it('has no powers of nobody where its mint was not read', () => {
    const unread = { ...token, is_token_2022: null, mint_authority: null, freeze_authority: null };
    expect(textOf(tokenSections(unread, explain))).not.toMatch(/mint more|freeze|program/);
  });

  it('says whether somebody has a power, and by an address where no table does', () => {
    const powers = { ...token, mint_authority: AUTHORITY };
    expect(textOf(tokenSections(powers, explain))).toContain(
      'It is a mint of the program Token-2022.\nSomebody can mint more of it.\nNobody can freeze what holders have.',
    );
    expect(textOf(tokenSections({ ...powers, authorities: null }, explain))).toContain(
      `${AUTHORITY} can mint more of it.`,
    );
  });

  it('names the issuer, and the programs that have powers', () => {
    const issuer: NonNullable<TokenMetrics['issuer']> = {
      name: 'Coinbase',
      class: 'wrapped',
      reviewed: '2026-11-28',
      source: 'a document',
      transaction: null,
      how: 'listed',
      drift: [],
    };
    const program_powers: NonNullable<TokenMetrics['program_powers']> = [
      {
        role: 'mint',
        authority: AUTHORITY,
        program: AUTHORITY,
        program_name: 'Marinade',
        account: AUTHORITY,
        upgrade_authority: AUTHORITY,
        backing: null,
        backing_name: null,
        realm: null,
        delay_seconds: null,
        how: 'account_names_mint',
        upgradeable_by: 'program',
      },
    ];
    expect(textOf(tokenSections({ ...token, issuer, program_powers }, explain))).toContain(
      'The power to mint lies with the program Marinade.\nIts powers are those of Coinbase, reviewed on 2026-11-28.',
    );
    expect(textOf(tokenSections({ ...token, issuer: { ...issuer, drift: ['program'] } }, explain))).toContain(
      'It is listed as an asset of Coinbase, but its powers are not those reviewed on 2026-11-28.',
    );
  });
});

describe('a trade', () => {
  it('names the largest size within each bound', () => {
    expect(textOf(tradeSections(trade, explain))).toContain(
      'Up to 0.07458 SOL cost 3 % at most.\nUp to 1.171 SOL cost 10 % at most.\nUp to 7.004 SOL cost 35 % at most.',
    );
  });

  it('groups the digits of a large size, and says it of its best bound alone', () => {
    const most = '5327.148123';
    const recommended_max_size_sol = { acceptable_cost: null, elevated_cost: most, high_cost: most };
    const sentences = textOf(tradeSections({ ...trade, recommended_max_size_sol }, explain));
    expect(sentences).toContain('No size costs 3 % or less.\nUp to 5,327.148 SOL cost 10 % at most.\n');
    expect(sentences).not.toContain('35 %');
  });

  it('says that no size or nothing can be bought only where costs were read', () => {
    const recommended_max_size_sol = { acceptable_cost: null, elevated_cost: null, high_cost: null };
    const bare = { ...trade, pools: [], tokens_bought: null, recommended_max_size_sol };
    expect(textOf(tradeSections(bare, explain))).toMatch(
      /Nothing can be bought for 0.5 SOL\.[\s\S]*No size costs 3 % or less\./,
    );
    expect(textOf(tradeSections({ ...bare, sizes: null }, explain))).not.toMatch(/Nothing|No size/);
  });
});

describe('a wallet', () => {
  it.each([
    [{ closed: 3, gross_loss_lamports: '0', profit_factor_percent: null }, 'None of its round trips lost.'],
    [{ closed: 0, gross_loss_lamports: '0', profit_factor_percent: null }, 'None of its round trips has ended.'],
    [{ closed: null, gross_loss_lamports: null, profit_factor_percent: null }, ''],
    [{ closed: 3, gross_loss_lamports: '5', profit_factor_percent: 150 }, 'Its gains were 150 % of its losses.'],
    [{ closed: 3, gross_loss_lamports: '5', profit_factor_percent: 731 }, 'Its gains were 7.3 times its losses.'],
  ])('with %j says of gains and losses: %s', (metrics, said) => {
    expect(textOf(walletSections(metrics))).toBe(said);
  });
});
