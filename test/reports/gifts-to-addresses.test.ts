/**
 * Anybody can send lamports to an address, or name it in a transaction, and before it has paid for one all of that is its first money. What
 * others give then never makes the origin of an address worse; and a little of an exchange ahead of much else never makes it one.
 * Specks that a wallet got unasked: https://github.com/FinAegis/core-banking-prototype-laravel/pull/1077
 */
import { describe, expect, it } from 'vitest';
import type {
  CreditFacts,
  FunderDust,
  FunderFacts,
  Giver,
} from '../../packages/core/test/support/moves/funders/facts.ts';
import { judgedFunder } from '../../packages/core/test/support/moves/funders/judge.ts';

const DAY_MINUTES = 1_440;

const from = (giver: Giver, milliSol: number, daysAgo: number): CreditFacts => ({
  from: giver,
  n: 0,
  milliSol,
  minutes: daysAgo * DAY_MINUTES,
  how: 'transfer',
  hops: 0,
  beside: 0,
});

const dust = (what: FunderDust['what'], when: FunderDust['when'], count: number): FunderDust => ({
  what,
  when,
  count,
  by: 'stranger',
});

const address = (credits: readonly CreditFacts[], more: Partial<FunderFacts> = {}): FunderFacts => ({
  credits,
  spentMinutes: null,
  siblings: 0,
  dust: [],
  withheld: [],
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
  ...more,
});

const withdrawn = from('exchange', 500, 30);
const verdictOf = async (facts: FunderFacts) => (await judgedFunder(facts)).verdict;

describe('what strangers give to an address that has spent nothing', () => {
  it.each([
    ['a fifth of what it has', [from('person', 100, 20)]],
    ['nearly as much as it has', [from('person', 499, 20)]],
    ['much, by a mixer', [from('mixer', 400, 20)]],
    ['much, by an exploiter', [from('exploiter', 400, 20)]],
    ['much, by a program', [{ ...from('person', 300, 20), how: 'program' } as const]],
    ['gifts of several', [from('person', 100, 20), from('hub', 100, 18), from('fresh', 100, 16)]],
    ['gifts between its own withdrawals', [from('person', 100, 20), from('exchange', 100, 18)]],
  ])('leaves the origin as it was: %s', async (_, gifts) => {
    expect(await verdictOf(address([withdrawn, ...gifts]))).toBe('CEX_FUNDED');
    const spent = { spentMinutes: DAY_MINUTES };
    expect(await verdictOf(address([withdrawn, ...gifts], spent))).toBe('CEX_FUNDED');
  });

  it('is told where it is more than a fifth', async () => {
    const { flags } = await judgedFunder(address([withdrawn, from('person', 400, 20)]));
    expect(flags).toEqual(expect.arrayContaining(['NEVER_SPENT', 'OTHERS_GAVE_LATER']));
  });

  it.each([
    ['300 specks of lamports', [dust('lamports', 'after', 300)]],
    ['300 transactions that name it', [dust('names', 'now', 300)]],
    ['1,900 transactions that name it', [dust('names', 'now', 1_900)]],
    ['one speck before its first money', [dust('lamports', 'before', 1)]],
    ['100 specks before its first money', [dust('lamports', 'before', 100)]],
    ['rent for accounts of its own', [dust('tokens', 'after', 12)]],
    ['450 transactions that name it before its first money', [dust('names', 'before', 450)]],
    ['450 failed ones before its first money', [{ ...dust('names', 'before', 450), failed: true }]],
    ['names and specks before its first money', [dust('names', 'before', 450), dust('lamports', 'before', 150)]],
    ['400 specks before its first money', [dust('lamports', 'before', 400)]],
    ['names before and after its first money', [dust('names', 'before', 250), dust('names', 'after', 450)]],
  ])('leaves the origin as it was: %s', async (_, specks) => {
    expect(await verdictOf(address([withdrawn], { dust: specks }))).toBe('CEX_FUNDED');
    const later = { spentMinutes: DAY_MINUTES, dust: specks };
    expect(await verdictOf(address([withdrawn], later))).toBe('CEX_FUNDED');
  });
});

describe('transactions that name an address before its first money', () => {
  it('do not hide who gave that', async () => {
    const specks = [dust('names', 'before', 450)];
    for (const giver of ['mixer', 'exploiter'] as const) {
      const facts = address([from(giver, 400, 30), from('exchange', 500, 20)], { dust: specks });
      expect(await verdictOf(facts)).toBe('UNKNOWN_ORIGIN');
    }
  });

  it('are told of where not all were read', async () => {
    const { flags } = await judgedFunder(address([withdrawn], { dust: [dust('names', 'before', 450)] }));
    expect(flags).toContain('LATER_MONEY_NOT_READ');
  });
});

describe('a little of an exchange ahead of much else', () => {
  const little = from('exchange', 10, 30);

  it.each([
    ['nothing between', []],
    ['crowds between', [dust('names', 'after', 300)]],
    ['specks between', [dust('lamports', 'after', 300)]],
  ])('is no origin of the rest: %s', async (_, specks) => {
    const facts = address([little, from('mixer', 50_000, 20)], { dust: specks });
    expect(await verdictOf(facts)).not.toBe('CEX_FUNDED');
  });

  it('is no origin of as much of others, or of what came before it', async () => {
    expect(await verdictOf(address([from('exchange', 500, 30), from('mixer', 500, 20)]))).toBe('UNKNOWN_ORIGIN');
    expect(await verdictOf(address([from('mixer', 400, 30), from('exchange', 500, 20)]))).toBe('UNKNOWN_ORIGIN');
    const parts = [from('exchange', 5, 30), from('mixer', 400, 25), from('exchange', 500, 20)];
    expect(await verdictOf(address(parts))).toBe('UNKNOWN_ORIGIN');
  });
});
