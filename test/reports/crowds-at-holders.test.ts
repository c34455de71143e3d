/**
 * Anybody can name the largest holders of a coin and their accounts in any number of transactions, and send them specks of SOL or of the coin.
 * Honest strangers become neither one holder nor unknown by that, and one holder with many wallets is found behind it.
 * Specks that a wallet got unasked: https://github.com/FinAegis/core-banking-prototype-laravel/pull/1077
 */

import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { type Address, isOnCurve } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import { type MovesChain, NOW_SLOT, named } from '../../packages/core/test/support/moves/chain.ts';
import type { FundingFacts, MarketFacts, TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { MovesReader } from '../../packages/core/test/support/moves/reader.ts';
import type { StrangerAct, When } from '../../packages/core/test/support/moves/strangers/facts.ts';
import { accountFor } from '../../packages/core/test/support/moves/wallets/acts.ts';

const STRANGER = named('who sends specks to holders');
const LARGEST = 14;

const market = (more: Partial<MarketFacts>): MarketFacts => ({
  venue: 'pump_curve',
  hours: 400,
  index: 0,
  sol: 0,
  bps: 0,
  parkedSol: 0,
  complete: true,
  liquidity: [],
  ...more,
});
const POOL = market({ venue: 'pumpswap', hours: 360, sol: 400, bps: 2_000, complete: false });

/** A coin of two weeks with ten large holders, each with money of an exchange, or all with that of one person. */
const coin = (by: FundingFacts['by']): TokenFacts => ({
  program: 'classic',
  powers: [],
  madeHours: 400,
  crowds: [],
  washTrades: 0,
  markets: [market({}), { ...POOL, liquidity: [{ keeper: 'kept', bps: 10_000 }] }],
  holders: Array.from({ length: 10 }, (_, n) => ({
    keeper: { is: 'wallet', n },
    bps: 380 - n,
    got: 'later',
    through: null,
    frozen: false,
    funding: { by, helper: 0, hops: 0, milliSol: 700 + 211 * n, minutesBefore: 3_000 + 777 * n },
  })),
  creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
});

interface Scene {
  readonly chain: MovesChain;
  readonly mint: Address;
  readonly holders: readonly { readonly owner: Address; readonly account: Address }[];
}
type Doing = (scene: Scene) => void;

async function codesAfter(facts: TokenFacts, doing: Doing): Promise<readonly string[]> {
  const { chain, mint } = chainOf(facts);
  chain.enrich(STRANGER);
  const held = [...chain.accounts.values()].flatMap((account) => {
    const token = readTokenAccount(account);
    const isHeld = token?.mint === mint && isOnCurve(token.authority);
    return isHeld ? [{ owner: token.authority, account: account.address, amount: token.amount }] : [];
  });
  const holders = held.sort((a, b) => (a.amount > b.amount ? -1 : 1)).slice(0, LARGEST);
  doing({ chain, mint, holders });
  chain.play();
  const { verdict, reasons } = judgeToken(await gatherToken(mint, new MovesReader(chain, facts.endpoint), optionsOf()));
  return [verdict, ...reasons.map(({ code }) => code)];
}

const lamports =
  (amount: bigint, times: number): Doing =>
  ({ chain, holders }) => {
    for (const { owner } of holders) {
      for (let n = 0; n < times; n += 1) chain.give(STRANGER, owner, amount, NOW_SLOT - 4_000 + n);
    }
  };
const tokens =
  (times: number): Doing =>
  ({ chain, mint, holders }) => {
    const from = { account: accountFor(STRANGER, mint), owner: STRANGER, mint };
    chain.stock({ ...from, by: 10n ** 9n });
    for (const holder of holders) {
      for (let n = 0; n < times; n += 1) {
        const moved = [
          { ...from, by: -7n },
          { ...holder, mint, by: 7n },
        ];
        chain.happen({ slot: NOW_SLOT - 500 + n, payer: STRANGER, instructions: [], names: [mint], tokens: moved });
      }
    }
  };
const names =
  (what: 'owner' | 'account', count: number): Doing =>
  ({ chain, holders }) => {
    for (const holder of holders) chain.crowd(holder[what], count, NOW_SLOT - 50);
  };
/** So many before there is an account, and after it. */
const namesAround =
  (before: number, after: number): Doing =>
  ({ chain, holders }) => {
    for (const { account } of holders) {
      const opened = Math.min(NOW_SLOT, ...chain.history(account).map(({ slot }) => slot));
      chain.crowd(account, before, opened - 1, 40);
      chain.crowd(account, after, NOW_SLOT - 50);
    }
  };

const doings: readonly (readonly [string, Doing])[] = [
  ['a speck of SOL each', lamports(1_000n, 1)],
  ['like amounts of SOL in one minute', lamports(20_000_000n, 1)],
  ['60 specks of SOL each', lamports(1n, 60)],
  ['20 specks of the coin each', tokens(20)],
  ['1,100 transactions that name each of them', names('owner', 1_100)],
  ['5,000 transactions that name each of them', names('owner', 5_000)],
  ['1,100 transactions that name the account of each', names('account', 1_100)],
  ['900 that name the account of each, 300 of them before it is there', namesAround(300, 600)],
  ['3,000 that name the account of each, 1,200 of them before it is there', namesAround(1_200, 1_800)],
];

const act = (does: StrangerAct['does'], on: StrangerAct['on'], when: When, count: number): StrangerAct => ({
  does,
  on,
  when,
  count,
});
const acts: readonly (readonly [string, StrangerAct])[] = [
  ['24 that name each of them before its money', act('names', 'holders', 'first', 24)],
  ['1,100 that name each of them before its money', act('names', 'holders', 'first', 1_100)],
  ['60 that fail and name each of them before its money', act('fails to use', 'holders', 'first', 60)],
  ['60 that name each of them in the launch', act('names', 'holders', 'launch', 60)],
  ['12 specks of SOL each before its money', act('sends lamports to', 'holders', 'first', 12)],
  ['12 specks of SOL each in the launch', act('sends lamports to', 'holders', 'launch', 12)],
  ['60 specks of SOL each before its money', act('sends lamports to', 'holders', 'first', 60)],
  ['400 specks of SOL each before its money', act('sends lamports to', 'holders', 'first', 400)],
  ['5 specks of another coin each', act('sends other tokens to', 'holders', 'between', 5)],
  ['3,500 that name the account of each before it is there', act('names', 'accounts', 'early', 3_500)],
  ['1,100 that name the account of each over time', act('names', 'accounts', 'between', 1_100)],
  ['1,100 that fail and name the account of each', act('fails to use', 'accounts', 'now', 1_100)],
];

describe('what strangers send to the largest holders of a coin', () => {
  it.each(doings)('leaves honest ones as they are: %s', async (_, doing) => {
    expect(await codesAfter(coin('exchange'), doing)).toEqual(['LOW_RISK', 'NO_ADVERSE_FACT']);
  });

  it.each(doings)('does not hide that they are one: %s', async (_, doing) => {
    expect(await codesAfter(coin(1), doing)).toEqual(['HIGH_RISK', 'COMMON_FUNDER_CLUSTER_LARGE']);
  });

  it.each(acts)('neither harms nor hides: %s', async (_, one) => {
    const codes = (by: FundingFacts['by']) => codesAfter({ ...coin(by), strangers: [one] }, () => {});
    expect(await codes('exchange')).toEqual(['LOW_RISK', 'NO_ADVERSE_FACT']);
    expect(await codes(1)).toEqual(['HIGH_RISK', 'COMMON_FUNDER_CLUSTER_LARGE']);
  });
});
