import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holder,
  holdersOf,
  key,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import type { HolderAccount } from '../evidence.ts';
import { topHolder } from './top-holder.ts';

const held = (...accounts: readonly HolderAccount[]) => tokenEvidence({ holders: known(holdersOf(...accounts)) });
const one = (bps: bigint) => foundBy(topHolder, held(holder(0, { tokens: (SUPPLY * bps) / 10_000n })));

it('raises a holder from ten and from twenty percent on', () => {
  expect([one(999n), one(1_000n), one(1_999n), one(2_000n)]).toEqual([
    'clear',
    ['TOP1_HOLDER_LARGE'],
    ['TOP1_HOLDER_LARGE'],
    ['TOP1_HOLDER_DOMINANT'],
  ]);
});

it('counts all accounts of an owner, against what circulates', () => {
  const own = [0, 1].map((n) => holder(n, { owner: key(130), tokens: SUPPLY / 20n }));
  expect(reasonOf(topHolder, held(holder(2, { role: 'pool', tokens: SUPPLY / 2n }), ...own))).toMatchObject({
    code: 'TOP1_HOLDER_DOMINANT',
    severity: 'high',
    message: 'The largest ordinary holder has 20 % of what circulates.',
    evidence: { owner: key(130), role: 'wallet', accounts: 2, circulating_bps: 2_000, supply_bps: 1_000 },
  });
});

it('flags an exchange and looks at the next', () => {
  const exchange = holder(0, { role: 'exchange', tokens: SUPPLY / 2n });
  expect(foundBy(topHolder, held(exchange))).toEqual(['TOP_HOLDER_IS_EXCHANGE']);
  const next = holder(1, { tokens: SUPPLY / 5n });
  expect(foundBy(topHolder, held(exchange, next))).toEqual(['TOP1_HOLDER_DOMINANT', 'TOP_HOLDER_IS_EXCHANGE']);
});

it('says nothing where shares say nothing', () => {
  const pool = holder(0, { role: 'pool', tokens: (SUPPLY * 99n) / 100n });
  expect(foundBy(topHolder, held(pool, holder(1)))).toBe('not_applicable');
  expect(foundBy(topHolder, tokenEvidence({ holders: missing('holders', 'rpc_unavailable') }))).toBe('unknown');
  expect(foundBy(topHolder, held())).toBe('clear');
});
