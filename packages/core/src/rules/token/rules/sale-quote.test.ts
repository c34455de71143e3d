import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import {
  extended,
  foundBy,
  key,
  saleQuote as quote,
  reasonOf,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { saleQuote } from './sale-quote.ts';

const says = (why: string, n = 10) => ({ venue: 'raydium_cpmm', pool: key(n), why });
const refused = [says('insufficient_liquidity'), says('amount_too_small', 11), says('insufficient_liquidity', 12)];
const blocked = tokenEvidence({
  saleQuote: known(quote({ lamportsBack: null, venue: null, pool: null, refused })),
});

it('raises a small sale that no pool takes', () => {
  expect(foundBy(saleQuote, tokenEvidence())).toBe('clear');
  expect(reasonOf(saleQuote, blocked)).toMatchObject({
    code: 'SELL_BLOCKED_VENUE',
    severity: 'high',
    message: 'No pool that was found takes a small sale: 3 pools said amount_too_small, insufficient_liquidity.',
    evidence: {
      size_lamports: '100000000',
      tokens: '40000000000',
      pools: 3,
      venues: 'raydium_cpmm',
      refused: 'amount_too_small, insufficient_liquidity',
    },
  });
});

it('raises a sale that brings nothing, though no pool refuses it', () => {
  const evidence = tokenEvidence({ saleQuote: known(quote({ lamportsBack: null })) });
  expect(reasonOf(saleQuote, evidence)?.message).toBe(
    'No pool that was found takes a small sale: it would bring next to nothing.',
  );
});

it('does not ask of wrapped SOL', () => {
  expect(foundBy(saleQuote, { ...blocked, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(saleQuote, tokenEvidence({ saleQuote: missing('saleQuote', 'deadline') }))).toBe('unknown');
});

it('says nothing where a market was seen and not measured, which may take it', () => {
  const { liquidity } = tokenEvidence();
  if (!liquidity.known || liquidity.value === null) throw new Error('the clean evidence has liquidity');
  const unmeasured = [{ account: key(20), venue: 'Phoenix', tokens: 1n }];
  const evidence = { ...blocked, liquidity: known({ ...liquidity.value, unmeasured }) };
  expect(foundBy(saleQuote, evidence)).toBe('not_applicable');
});

it('raises a sale that loses half or more, where not the mint keeps it', () => {
  const selling = (lamportsBack: bigint) => tokenEvidence({ saleQuote: known(quote({ lamportsBack })) });
  expect(foundBy(saleQuote, selling(50_000_000n))).toBe('clear');
  expect(foundBy(saleQuote, selling(49_999_999n))).toEqual(['SELL_BLOCKED_VENUE']);
  const fee = {
    older: { epoch: 0n, maximum: 1n, basisPoints: 1n },
    newer: { epoch: 0n, maximum: 1n, basisPoints: 1n },
  };
  const taxed = extended({
    type: 'transfer_fee',
    fee: { ...fee, mutable: false },
    authority: null,
    withdrawAuthority: null,
  });
  expect(foundBy(saleQuote, { ...selling(1n), mint: known(taxed) })).toBe('clear');
});
