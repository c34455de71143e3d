import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holder,
  holdersOf,
  key,
  NOW,
  reasonOf,
  SUPPLY,
  tokenEvidence,
  trades,
} from '../../../../test/support/token-evidence.ts';
import { launch, launchBuyer } from '../../../../test/support/token-insiders.ts';
import type { LaunchBuyer, TokenEvidence } from '../evidence.ts';
import { creatorDumped } from './creator-dumped.ts';

const PERCENT = SUPPLY / 100n;
const fallen = trades({
  prices: [NOW - 90_000, NOW - 86_500].map((time) => ({ time, lamportsPerTrillion: 100_000n })),
  lamportsPerTrillion: 5_000n,
});
const buyer = (n: number, percent: bigint, left: bigint, role: LaunchBuyer['role'] = 'developer') =>
  launchBuyer(n, percent * PERCENT, { role, tokensNow: left * PERCENT });
const of = (buyers: readonly LaunchBuyer[], changes: Partial<TokenEvidence> = {}) =>
  tokenEvidence({ trades: known(fallen), launch: known(launch({ buyers })), ...changes });
const found = (...input: Parameters<typeof of>) => foundBy(creatorDumped, of(...input));

it('is a collapse after which the makers have at most half of what they got', () => {
  expect([0n, 4n, 5n].map((left) => found([buyer(90, 8n, left)]))).toEqual([
    ['DUMPED_BY_CREATOR'],
    ['DUMPED_BY_CREATOR'],
    'clear',
  ]);
  expect(reasonOf(creatorDumped, of([buyer(90, 8n, 1n), buyer(91, 2n, 0n, 'insider')]))).toMatchObject({
    severity: 'high',
    message:
      'The price is 95 % below its best proven one, and of the 10 % of the supply that its makers got at the launch they have 1 % left.',
    evidence: { wallets: 2, supply_bps: 1_000, drawdown_bps: 9_500 },
  });
});

it('counts what they handed to others as gone', () => {
  const handed = launchBuyer(90, 8n * PERCENT, { role: 'developer', tokensNow: 0n, tokensKept: 8n * PERCENT });
  expect(found([handed])).toEqual(['DUMPED_BY_CREATOR']);
});

it('counts what a lock keeps for them as theirs', () => {
  const locked = holder(1, { tokens: 8n * PERCENT, controller: key(90), role: 'locker' });
  expect(found([buyer(90, 8n, 0n)], { holders: known(holdersOf(locked)) })).toBe('clear');
  const other = { ...locked, controller: key(91) };
  expect(found([buyer(90, 8n, 0n)], { holders: known(holdersOf(other)) })).toEqual(['DUMPED_BY_CREATOR']);
});

it('leaves out snipers, small amounts, and prices that stand', () => {
  expect(found([buyer(90, 8n, 0n, 'sniper'), buyer(91, 8n, 0n, 'bundle')])).toBe('clear');
  expect(found([launchBuyer(90, PERCENT - SUPPLY / 10_000n, { role: 'developer', tokensNow: 0n })])).toBe('clear');
  expect(found([buyer(90, 8n, 0n)], { trades: known(trades()) })).toBe('clear');
});

it('trusts no price that noise may hide, where the makers left', () => {
  const crowd = (listed: number, idle: number) => known(trades({ seen: { listed, failed: 0, read: 24, idle } }));
  expect(found([buyer(90, 8n, 0n)], { trades: crowd(25, 13) })).toEqual(['DUMP_NOT_EXCLUDED']);
  expect(found([buyer(90, 8n, 8n)], { trades: crowd(25, 13) })).toBe('clear');
  expect(found([buyer(90, 8n, 0n)], { trades: crowd(25, 12) })).toBe('clear');
  expect(found([buyer(90, 8n, 0n)], { trades: crowd(24, 20) })).toBe('clear');
});

it('counts who is listed twice once', () => {
  expect(reasonOf(creatorDumped, of([buyer(90, 8n, 0n), buyer(90, 3n, 0n, 'insider')]))?.evidence).toMatchObject({
    wallets: 1,
    supply_bps: 800,
  });
});

it('needs a launch that was read', () => {
  expect(found([], { launch: missing('launch', 'limit_reached') })).toBe('unknown');
});
