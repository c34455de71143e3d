import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { knownPrograms } from 'assay-core/derive/effects/effect-scene.ts';
import { gatherWallet } from 'assay-core/facts/wallet/evidence.ts';
import { paidShares, provingLamports } from 'assay-core/rules/wallet/payers.ts';
import { judgeWallet } from 'assay-core/rules/wallet/verdict.ts';
import { type Chance, chanceOf } from '../../../packages/core/test/support/chance.ts';
import { SOL } from '../../../packages/core/test/support/moves/chain.ts';
import { noMarket } from '../../../packages/core/test/support/no-market.ts';
import type { Past } from './market.ts';
import { playRecord, type Strategy } from './strategies.ts';

const programs = knownPrograms(loadLabels(), []);
const bounds = {
  windowSeconds: 90 * 86_400,
  signaturesMax: 3_000,
  signaturesWithBodiesMax: 20_000,
  tokenSignaturesMax: 1_500,
};
/** A record below this cost must not be TRUSTED, but for one in a thousand. */
const BOUGHT_SOL_MIN = 20;
const BOUGHT_SHARE_MAX = 0.001;
/** The largest number of payers that are examined. */
const PAYERS_MAX = 60;

/** Returns of a market: most trips win, some lose, none like another. */
const scattered = (chance: Chance): number => (chance.happens(0.75) ? 10 + 60 * chance.next() : -5);
const even = (): number => 30;
const staged = (_: Chance, trip: number): number => (trip % 4 === 3 ? -5 : 30);

/** So many transactions, of which `share` costs so many lamports more than the base fee. */
function past(transactions: number, share: number, lamports: bigint): (chance: Chance) => Past {
  return (chance) => {
    const dear = Array.from({ length: transactions }, () => (chance.happens(share) ? lamports : 0n));
    return { transactions, dear: (nth) => dear[nth] ?? 0n };
  };
}

const plain: Strategy = {
  name: '',
  ownCoins: false,
  money: 'exchange',
  payers: 34,
  together: 1,
  past: null,
  tip: 0n,
  returns: scattered,
  noise: 0,
  passing: 0,
  byMaker: false,
};

/** Ways to buy a record, the cheapest that is known of each kind. */
const strategies: readonly Strategy[] = [
  { ...plain, name: 'own coins, made by the wallet', ownCoins: true },
  { ...plain, name: 'payers funded by the wallet', money: 'wallet' },
  { ...plain, name: 'payers funded over two hops', money: 'two hops' },
  { ...plain, name: 'payers funded by an exchange' },
  { ...plain, name: 'one payer, funded by an exchange', payers: 1 },
  { ...plain, name: 'aged payers, 1,000 transactions each', past: past(999, 0, 0n) },
  { ...plain, name: 'even wins', returns: even },
  { ...plain, name: 'even wins, aged payers', returns: even, past: past(999, 0, 0n) },
  { ...plain, name: 'wins with staged losses', returns: staged },
  { ...plain, name: 'volume bots around the payer', noise: 12 },
  { ...plain, name: 'a traded coin, raised at the end', passing: 60 },
  { ...plain, name: 'makers of its own who sign orders', byMaker: true },
  { ...plain, name: 'a dear tip of each payer, 0.6 SOL', tip: (SOL * 6n) / 10n },
  { ...plain, name: 'some dear transactions in a long past', past: past(999, 0.3, 2_000_000n) },
  { ...plain, name: 'a long past that costs 0.6 SOL', past: past(999, 1, 600_000n) },
  { ...plain, name: 'four payers a trip, 0.12 SOL each', payers: 160, together: 4, past: past(999, 1, 120_000n) },
];
/** The cost of buying one all the same. */
const dear: readonly Strategy[] = [
  { ...plain, name: 'a long past that costs 1.2 SOL', together: 2, payers: 80, past: past(999, 1, 1_200_000n) },
];
/** Honest records: strangers raise the prices, of whom each spends so much on a transaction. */
const stranger = { ...plain, money: 'nowhere', payers: 160, together: 4 } as const;
const honest: readonly Strategy[] = [
  { ...stranger, name: 'strangers, 0.0012 SOL a transaction', past: past(999, 0.8, 1_500_000n) },
  { ...stranger, name: 'strangers, 0.0006 SOL a transaction', past: past(999, 0.6, 1_000_000n) },
  { ...stranger, name: 'strangers, 0.0003 SOL a transaction', past: past(999, 0.6, 500_000n) },
  { ...stranger, name: 'strangers with sixty transactions', past: past(60, 0.8, 1_500_000n) },
];

/** The strategy of a name. Throws where there is none. */
export function strategyOf(name: string): Strategy {
  const found = [...strategies, ...dear, ...honest].find((one) => one.name === name);
  if (!found) throw new Error(`nobody does this: ${name}`);
  return found;
}

/** The result of one strategy. */
export interface Outcome {
  readonly name: string;
  readonly worlds: number;
  /** Cost in SOL: the mean, and the least of those that were TRUSTED. */
  readonly cost: number;
  readonly trusted: number;
  readonly trustedCheaply: number;
  readonly untrusted: number;
  /** The most frequent reason beside the first. */
  readonly reason: string;
}

/** Plays `worlds` records of a strategy and asks the check about each, over everything that it reads. */
export async function outcomeOf(strategy: Strategy, worlds: number): Promise<Outcome> {
  const reasons = new Map<string, number>();
  const [costs, trusted]: [number[], number[]] = [[], []];
  let untrusted = 0;
  for (let n = 0; n < worlds; n += 1) {
    const name = `${strategy.name} ${n}`;
    const { subject, reader, costLamports } = playRecord(strategy, chanceOf('bought records', name), name);
    const evidence = await gatherWallet(subject, reader, {
      programs,
      bounds,
      market: noMarket,
      store: null,
      secret: name,
    });
    const { verdict, reasons: said } = judgeWallet(evidence);
    const cost = Number(costLamports) / Number(SOL);
    costs.push(cost);
    if (verdict === 'TRUSTED') trusted.push(cost);
    if (verdict === 'UNTRUSTED') untrusted += 1;
    for (const { code } of said) reasons.set(code, (reasons.get(code) ?? 0) + 1);
  }
  const [most] = [...reasons].sort(([, a], [, b]) => b - a);
  return {
    name: strategy.name,
    worlds,
    untrusted,
    trusted: trusted.length,
    cost: costs.reduce((sum, one) => sum + one, 0) / worlds,
    trustedCheaply: trusted.filter((cost) => cost < BOUGHT_SOL_MIN).length,
    reason: most?.[0] ?? '',
  };
}

/**
 * The rule about strangers on figures alone, for many samples: a buyer spends just below 20 SOL on payers in the way that fools the sample
 * most often. Each payer has 1,000 transactions, of which a share is dear. Returns the share of records that pass.
 */
export function fooledShare(runs: number): { readonly share: number; readonly worst: string } {
  const ways = [30, 36, 48, PAYERS_MAX].flatMap((payers) => [0.6, 0.8, 1, 1.5, 2].map((whole) => ({ payers, whole })));
  const shares = ways.flatMap(({ payers, whole }) => {
    const part = (BOUGHT_SOL_MIN - 0.1) / (payers * whole);
    if (part > 1) return [];
    const chance = chanceOf('fooled', `${payers} ${whole}`);
    const passed = Array.from({ length: runs }, () => isFooled(chance, payers, whole, part)).filter(Boolean).length;
    return [{ share: passed / runs, worst: `${payers} payers, ${whole} SOL each if all were dear` }];
  });
  return shares.reduce((most, one) => (one.share > most.share ? one : most));
}

const SAMPLE = 6;

function isFooled(chance: Chance, payers: number, whole: number, part: number): boolean {
  const dear = BigInt(Math.round((whole * 1e9) / 1_000));
  const made = Array.from({ length: payers }, (_, n) => ({
    wallet: `${n}`,
    paid: 1n,
    positions: 1,
    payments: 1,
    labelled: false,
    link: null,
    funder: null,
    listed: 1_000,
    spent: Array.from({ length: SAMPLE }, () => (chance.happens(part) ? dear : 0n)),
  }));
  if (made.every((payer) => provingLamports(payer) === 0n)) return false;
  return paidShares({ positions: 32, gain: 1_000_000n, unread: 0n, payers: made }).provenBps >= 5_000;
}

/** All tables as text, and the bounds that are missed. */
export async function evaluateBought(worlds: number, runs: number) {
  const played = async (some: readonly Strategy[]) => {
    const outcomes: Outcome[] = [];
    for (const strategy of some) outcomes.push(await outcomeOf(strategy, worlds));
    return outcomes;
  };
  const [bought, paid, others] = [await played(strategies), await played(dear), await played(honest)];
  const fooled = fooledShare(runs);
  const all = bought.reduce((sum, one) => sum + one.worlds, 0);
  const cheap = bought.reduce((sum, one) => sum + one.trustedCheaply, 0);
  const text = (one: Outcome) =>
    `${one.name.padEnd(42)}${one.cost.toFixed(2).padStart(9)}${`${one.trusted}/${one.worlds}`.padStart(10)}${`${one.untrusted}`.padStart(11)}  ${one.reason}`;
  const head = `${'bought records'.padEnd(42)}${'SOL'.padStart(9)}${'TRUSTED'.padStart(10)}${'UNTRUSTED'.padStart(11)}  mostly`;
  return {
    lines: [
      head,
      ...bought.map(text),
      `TRUSTED below ${BOUGHT_SOL_MIN} SOL: ${cheap} of ${all} worlds`,
      `of figures alone, ${runs} runs each, 20 SOL spent on payers: ${fooled.share.toFixed(5)} at worst (${fooled.worst})`,
      '',
      'what it takes',
      ...paid.map(text),
      '',
      'the same paid by strangers, whose spending is theirs',
      ...others.map(text),
    ],
    missed: [
      ...(cheap > BOUGHT_SHARE_MAX * all
        ? [`${cheap} records bought for less than ${BOUGHT_SOL_MIN} SOL are TRUSTED`]
        : []),
      ...(fooled.share > BOUGHT_SHARE_MAX ? [`${fooled.worst}: more than one in a thousand passes`] : []),
      ...((others[0]?.trusted ?? 0) === 0 ? ['no honest record is TRUSTED'] : []),
    ],
  };
}
