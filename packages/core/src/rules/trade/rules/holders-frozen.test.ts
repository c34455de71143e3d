import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  frozenHolder,
  holders,
  key,
  mint,
  reasonOf,
  tradeEvidence,
} from '../../../../test/support/trade-evidence.ts';
import type { TradeMintFacts } from '../evidence.ts';
import { judgeTrade } from '../verdict.ts';
import { holdersFrozen } from './holders-frozen.ts';

const frozen = (over: Partial<TradeMintFacts>) =>
  tradeEvidence({ mint: known(mint(over)), holders: known(holders({ frozen: [frozenHolder] })) });

it.each([
  ['freezeAuthority', { freeze_authority: key(41), permanent_delegate: null }],
  ['permanentDelegate', { freeze_authority: null, permanent_delegate: key(41) }],
])('makes a mint untradeable whose ordinary holders are frozen while it has a %s', (power, evidence) => {
  const held = frozen({ [power]: key(41) });
  expect(reasonOf(holdersFrozen, held)).toMatchObject({
    code: 'HOLDERS_FROZEN',
    message: 'Of the 20 large accounts that were read, 1 of ordinary holders is frozen.',
    evidence: { frozen_accounts: 1, tokens: '9000000', ...evidence },
  });
  const { verdict, metrics } = judgeTrade(held);
  expect(verdict).toBe('UNTRADEABLE');
  expect(metrics).toMatchObject({ frozen_holders: 1, recommended_max_size_sol: { acceptable_cost: null } });
});

it('only tells it of a reviewed asset, and of nobody where nobody can freeze', () => {
  expect(foundBy(holdersFrozen, frozen({ freezeAuthority: key(41), reviewed: true }))).toEqual(['ISSUER_HAS_FROZEN']);
  expect(foundBy(holdersFrozen, frozen({}))).toBe('clear');
  expect(foundBy(holdersFrozen, tradeEvidence({ mint: known(mint({ freezeAuthority: key(41) })) }))).toBe('clear');
});

it('is unknown where somebody can freeze and holders were not read, and matters nowhere else', () => {
  const unread = { holders: missing('holders', 'rpc_unavailable') } as const;
  const open = judgeTrade(tradeEvidence({ ...unread, mint: known(mint({ freezeAuthority: key(41) })) }));
  expect(open.verdict).toBe('UNKNOWN');
  expect(open.reasons.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['HOLDERS_UNAVAILABLE', 'RPC_UNAVAILABLE']),
  );
  expect(judgeTrade(tradeEvidence(unread)).verdict).toBe('ACCEPTABLE_COST');
  const reviewed = known(mint({ freezeAuthority: key(41), reviewed: true }));
  expect(judgeTrade(tradeEvidence({ ...unread, mint: reviewed })).verdict).toBe('ACCEPTABLE_COST');
});
