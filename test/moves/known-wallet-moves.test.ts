import { expect, it } from 'vitest';
import type { FunderFacts } from '../../packages/core/test/support/moves/funders/facts.ts';
import { judgedFunder } from '../../packages/core/test/support/moves/funders/judge.ts';
import { funderMoves, improvement, walletMoves } from '../../packages/core/test/support/moves/kinds.ts';
import { judgedWallet } from '../../packages/core/test/support/moves/wallets/judge.ts';
import { soundWallet } from '../../packages/core/test/support/moves/wallets/worlds.ts';

/* Worlds whose answer is known, and worlds in which a move once made the answer better. */

it.each([
  { what: 'names', when: 'spread', count: 100 },
  { what: 'lamports', when: 'early', count: 30 },
  { what: 'tokens', when: 'spread', count: 10 },
  { what: 'account', when: 'spread', count: 40 },
] as const)('trusts a wallet with which nothing is wrong, whatever dust it gets: $what', async (dust) => {
  const { verdict, gaps } = await judgedWallet({ ...soundWallet, dust: [dust] });
  expect({ verdict, gaps }).toEqual({ verdict: 'TRUSTED', gaps: [] });
});

it('trusts no wallet of which a body is withheld', async () => {
  const { verdict } = await judgedWallet({ ...soundWallet, withheld: [{ place: 400, listed: false }] });
  expect(verdict).not.toBe('TRUSTED');
});

it('finds who paid the wallet and the maker of its coins, whoever names the wallet before it pays for anything', async () => {
  const makers = Object.fromEntries(Array.from({ length: 24 }, (_, coin) => [coin, 'partner' as const]));
  const facts = { ...soundWallet, funder: 'person', makers } as const;
  const { verdict, reasons } = await judgedWallet(facts);
  expect([verdict, ...reasons.map(({ code }) => code)]).toContain('SELF_DEALING');
  for (const move of ['names the wallet before', 'sends lamports', 'sends tokens before'] as const) {
    expect(await improvement(walletMoves, facts, [[{ move, a: 1, b: 0 }]]), move).toBeNull();
  }
  const dust = [{ what: 'names', when: 'early', count: 980 }] as const;
  const endpoint = { ...facts.endpoint, refuses: [] };
  const crowded = await judgedWallet({ ...facts, dust, endpoint });
  expect(crowded.reasons.map(({ code }) => code)).toContain('SELF_DEALING');
});

const funded = (more: Partial<FunderFacts['credits'][number]>): FunderFacts => ({
  credits: [{ from: 'person', n: 0, milliSol: 900, minutes: 3_000, how: 'transfer', hops: 0, beside: 0, ...more }],
  spentMinutes: 2_900,
  siblings: 0,
  dust: [],
  withheld: [],
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
});

it.each([
  [{ from: 'exchange' }, 'CEX_FUNDED'],
  [{ from: 'person' }, 'WALLET_FUNDED'],
  [{ from: 'mixer' }, 'UNKNOWN_ORIGIN'],
  [{ from: 'hub' }, 'UNKNOWN_ORIGIN'],
  [{ how: 'program' }, 'UNKNOWN_ORIGIN'],
] as const)('knows the origin of money: %o', async (credit, verdict) => {
  expect((await judgedFunder(funded(credit))).verdict).toBe(verdict);
});

it('takes no origin of an exchange for dust or a little money of one that comes first', async () => {
  const sequences = [
    [{ move: 'takes a little of an exchange first', a: 0, b: 0 }],
    [{ move: 'sends lamports before', a: 1, b: 0 }],
  ] as const;
  for (const from of ['person', 'fresh', 'mixer'] as const) {
    expect(await improvement(funderMoves, funded({ from }), sequences)).toBeNull();
  }
});
