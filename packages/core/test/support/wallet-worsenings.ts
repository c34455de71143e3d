import { known } from '#lib/reading.ts';
import type { Behaviour, Figures } from '#rules/wallet/book-figures.ts';
import type { Book } from '#rules/wallet/evidence/book.ts';
import type { HistoryFacts, MintMaker, PaidGains, WalletEvidence, WindowLimit } from '#rules/wallet/evidence.ts';
import { behaviour, figures, jump, label, mintOf, NOW, position, SOL } from './wallet-evidence.ts';

const DAY = 86_400;
/** A dollar in millionths. */
const DOLLARS = 1_000_000n;

/** Evidence and the figures of its book. */
export interface WalletCase {
  readonly evidence: WalletEvidence;
  readonly figures: Figures;
  /** Those of other currencies. */
  readonly others?: readonly Figures[];
}

type Change = (given: WalletCase) => WalletCase;
/** A change for the worse. `smaller`: it takes of the sample, so that less is proven, and a loss may not be any more. */
interface Worsening {
  readonly what: string;
  readonly worsen: Change;
  readonly smaller: boolean;
}

const inFigures =
  (change: (value: Figures) => Partial<Figures>): Change =>
  ({ figures: value, ...given }) => ({ ...given, figures: { ...value, ...change(value) } });
const inBehaviour = (change: (value: Behaviour) => Partial<Behaviour>): Change =>
  inFigures(({ behaviour: value }) => ({ behaviour: { ...value, ...change(value) } }));
const inEvidence =
  (change: (value: WalletEvidence) => Partial<WalletEvidence>): Change =>
  ({ evidence, ...given }) => ({ ...given, evidence: { ...evidence, ...change(evidence) } });
const inHistory = (change: (value: HistoryFacts) => Partial<HistoryFacts>): Change =>
  inEvidence(({ history }) =>
    history.known && history.value ? { history: known({ ...history.value, ...change(history.value) }) } : {},
  );
const inBook = (change: (value: Book) => Partial<Book>): Change =>
  inEvidence(({ book: kept }) =>
    kept.known && kept.value ? { book: known({ ...kept.value, ...change(kept.value) }) } : {},
  );
/** A record in dollars beside the others. */
const withDollars =
  (changes: Partial<Figures>): Change =>
  ({ others = [], ...given }) => ({
    ...given,
    others: [...others, figures({ currency: 'usd', cost: 4_000n * DOLLARS, ...changes })],
  });
const inMakers = (change: (value: MintMaker) => Partial<MintMaker>): Change =>
  inEvidence(({ makers }) =>
    makers.known && makers.value ? { makers: known(makers.value.map((one) => ({ ...one, ...change(one) }))) } : {},
  );

const inPayers = (change: (value: PaidGains) => Partial<PaidGains>): Change =>
  inEvidence(({ payers }) =>
    payers.known && payers.value ? { payers: known({ ...payers.value, ...change(payers.value) }) } : {},
  );

const atLeast = (name: NumberName<Figures>, bound: number): Change =>
  inFigures((value) => ({ [name]: Math.max(Number(value[name]), bound) }));
type NumberName<T> = { [K in keyof T]: T[K] extends number | null ? K : never }[keyof T];

const bad = (what: string, worsen: Change): Worsening => ({ what, worsen, smaller: false });
const fewer = (what: string, worsen: Change): Worsening => ({ what, worsen, smaller: true });
const lower = (value: bigint, bound: bigint) => (value < bound ? value : bound);
const lost = (cause: 'history_missing' | 'unreadable', count: number): Change =>
  inHistory(({ unusable }) => ({
    unusable: [...unusable, ...Array.from({ length: count }, (_, n) => ({ signature: `lost ${n}`, cause }))],
  }));
/** A window that begins so many days ago, if it does not begin later; a failure of ours stays one. */
const shortened = (by: WindowLimit, days: number): Change =>
  inHistory(({ windowFrom, shortenedBy }) => ({
    windowFrom: Math.max(windowFrom, NOW - days * DAY),
    shortenedBy: shortenedBy === 'time' || by === 'time' ? 'time' : shortenedBy === 'calls' ? 'calls' : by,
  }));
const unbought = Array.from({ length: 5 }, () => ({
  mint: mintOf(0),
  currency: 'sol' as const,
  amount: SOL,
  receivedAt: NOW,
  soldAt: NOW,
}));

/** Facts that speak against a wallet. */
export const worsenings: readonly Worsening[] = [
  bad(
    'off the curve',
    inEvidence(({ identity }) => (identity.known ? { identity: known({ ...identity.value, onCurve: false }) } : {})),
  ),
  bad(
    'an exchange',
    inEvidence(({ identity }) => (identity.known ? { identity: known({ ...identity.value, label: label() }) } : {})),
  ),
  bad(
    'a program',
    inEvidence(({ account }) => (account.known ? { account: known({ ...account.value, executable: true }) } : {})),
  ),
  bad(
    'a large break',
    inHistory(({ breaks }) => ({ breaks: [...breaks, jump()] })),
  ),
  bad(
    'a small break',
    inHistory(({ breaks }) => ({ breaks: [...breaks, jump({ lamports: 1n })] })),
  ),
  bad(
    'a break of a traded mint',
    inHistory(({ breaks }) => ({ breaks: [...breaks, jump({ mint: mintOf(1), lamports: 0n, units: 1n })] })),
  ),
  bad(
    'a mismatch',
    inHistory(({ mismatches }) => ({ mismatches: [...mismatches, jump()] })),
  ),
  bad(
    'accounts that were not looked at',
    inHistory((value) => ({ unprovenAccounts: value.unprovenAccounts + 2 })),
  ),
  bad('a transaction without a body', lost('history_missing', 1)),
  bad('many without a body', lost('history_missing', 50)),
  bad('one of an unknown version', lost('unreadable', 1)),
  bad(
    'repairs',
    inHistory(({ repaired }) => ({ repaired: repaired + 2 })),
  ),
  bad('sales of bags from before the window', atLeast('beforeWindowBps', 2_001)),
  bad('many unmatched proceeds', atLeast('unmatchedBps', 5_001)),
  bad('trades without a price', atLeast('unpricedBps', 2_001)),
  bad('liquidity and lending', atLeast('specialFlowBps', 5_001)),
  bad('tokens transferred out', atLeast('transferredOutBps', 1_501)),
  bad('open bags', atLeast('openBasisBps', 3_001)),
  bad('one lucky hit', atLeast('top1Bps', 4_001)),
  bad(
    'nothing without the best',
    inFigures(({ pnlWithoutBest }) => ({ pnlWithoutBest: lower(pnlWithoutBest, 0n) })),
  ),
  bad(
    'a bad half',
    inFigures(({ secondHalfPnl }) => ({ secondHalfPnl: lower(secondHalfPnl, 0n) })),
  ),
  bad(
    'a low profit factor',
    inFigures(({ profitFactorPercent }) => ({ profitFactorPercent: Math.min(profitFactorPercent ?? 129, 129) })),
  ),
  bad(
    'profit that may be luck',
    inFigures(({ expectancy }) => ({ expectancy: { lowerBps: -1, upperBps: expectancy?.upperBps ?? 1 } })),
  ),
  bad(
    'no profit in the end',
    inFigures(({ pessimisticPnl }) => ({ pessimisticPnl: lower(pessimisticPnl, -1n) })),
  ),
  bad(
    'a proven loss',
    inFigures(({ pessimisticPnl, realizedPnl, averagePnl }) => ({
      expectancy: { lowerBps: -900, upperBps: -1 },
      pessimisticPnl: lower(pessimisticPnl, -1n),
      realizedPnl: lower(realizedPnl, -1n),
      averagePnl: lower(averagePnl, -1n),
    })),
  ),
  bad('a loss in dollars without a rate', withDollars({ closed: 3, pessimisticPnl: -1n, realizedPnl: -1n })),
  bad(
    'a proven loss in dollars',
    withDollars({ expectancy: { lowerBps: -900, upperBps: -1 }, pessimisticPnl: -1n, realizedPnl: -1n }),
  ),
  bad(
    'washing in dollars',
    withDollars({ behaviour: behaviour({ wash: { mint: mintOf(0), buys: 10, sells: 10, turnoverBps: 3_000 } }) }),
  ),
  bad('bags in dollars', (given) =>
    withDollars({})(
      inBook(({ positions }) => ({
        positions: [...positions, position({ currency: 'usd', state: 'open', counted: false, openBasis: DOLLARS })],
      }))(given),
    ),
  ),
  bad(
    'no trade for long',
    inFigures(({ lastTradeAt }) => ({ lastTradeAt: Math.min(lastTradeAt ?? NOW, NOW - 31 * DAY) })),
  ),
  bad(
    'arbitrage',
    inBehaviour(() => ({ atomicShareBps: 2_000 })),
  ),
  bad(
    'bundles',
    inBehaviour(() => ({ bundledBuysBps: 2_000 })),
  ),
  bad(
    'gains by fills of others',
    inBehaviour(() => ({ cosignedProfitBps: 2_001 })),
  ),
  bad(
    'losers that others take',
    inBehaviour(() => ({ cosignedCostBps: 2_001 })),
  ),
  bad(
    'rates between currencies',
    inFigures(() => ({ convertedBps: 2_001 })),
  ),
  bad(
    'emptied pools',
    inBehaviour(() => ({ thinPoolProfitBps: 3_000 })),
  ),
  bad(
    'holds of two seconds',
    inBehaviour(() => ({ medianHoldSeconds: 2 })),
  ),
  bad(
    'washing',
    inBehaviour(() => ({ wash: { mint: mintOf(0), buys: 10, sells: 10, turnoverBps: 3_000 } })),
  ),
  bad(
    'a few sandwiches',
    inBehaviour(({ sandwich }) => (sandwich.cases > 4 ? {} : { sandwich: { cases: 4, shareBps: 1_000 } })),
  ),
  bad(
    'sandwiches',
    inBehaviour(() => ({ sandwich: { cases: 5, shareBps: 1_000 } })),
  ),
  bad(
    'sales without purchases',
    inBehaviour(() => ({ soldUnbought: { mints: 3, proceedsBps: 1_000 } })),
  ),
  bad(
    'such sales of the first mint',
    inBook(({ unmatchedSales }) => ({ unmatchedSales: [...unmatchedSales, ...unbought] })),
  ),
  bad(
    'a supplier',
    inMakers(({ mint, supplied }) => ({ supplied: supplied || mint === mintOf(0) })),
  ),
  bad(
    'mints of its own',
    inMakers(() => ({ own: true })),
  ),
  bad(
    'a shared funder',
    inMakers(() => ({ sharedFunder: mintOf(99) })),
  ),
  bad('a window of a week', shortened('transactions', 7)),
  bad('a window that is a little shorter', shortened('transactions', 60)),
  bad(
    'a window that was filled',
    inHistory((value) => ({ shortenedBy: value.shortenedBy ?? 'transactions', signatures: value.signatures + 3_000 })),
  ),
  bad('calls that were used up', shortened('calls', 20)),
  fewer('time that was used up', shortened('time', 20)),
  bad(
    'payers with its own first money',
    inPayers(({ payers }) => ({ payers: payers.map((one) => ({ ...one, link: 'shared_funder' as const })) })),
  ),
  bad(
    'payers with the first money of one',
    inPayers(({ payers }) => ({ payers: payers.map((one) => ({ ...one, funder: mintOf(98) })) })),
  ),
  bad(
    'payers who spent nothing',
    inPayers(({ payers }) => ({ payers: payers.map((one) => ({ ...one, spent: one.spent.map(() => 0n) })) })),
  ),
  bad(
    'a gain of which nobody is known to have paid most',
    inPayers(({ gain }) => ({ unread: (gain * 2n) / 3n })),
  ),
  bad(
    'gains that are all alike',
    inFigures(({ sample }) => ({ sample: sample.map((one) => ({ ...one, pnl: (one.cost * 3n) / 10n })) })),
  ),
  fewer(
    'fewer round trips',
    inFigures(({ closed }) => ({ closed: Math.min(closed, 29) })),
  ),
  fewer(
    'very few round trips',
    inFigures(({ closed }) => ({ closed: Math.min(closed, 19) })),
  ),
  fewer(
    'uneven sizes',
    inFigures(({ evenTrips }) => ({ evenTrips: Math.min(evenTrips, 14) })),
  ),
  fewer(
    'few mints',
    inFigures(({ mints }) => ({ mints: Math.min(mints, 14) })),
  ),
  fewer(
    'few days',
    inFigures(({ activeDays }) => ({ activeDays: Math.min(activeDays, 6) })),
  ),
  fewer(
    'little at stake',
    inFigures(({ cost }) => ({ cost: lower(cost, 3n * SOL) })),
  ),
];
