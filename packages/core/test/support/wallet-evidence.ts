import { ifKnown, known, renamed } from '#lib/reading.ts';
import type { LabelFact } from '#rules/label.ts';
import type { Rule } from '#rules/rule.ts';
import type { Behaviour, Figures } from '#rules/wallet/book-figures.ts';
import type { Book, BookTrade, Position } from '#rules/wallet/evidence/book.ts';
import type { Break, GainPayer, HistoryFacts, MintMaker, PaidGains, WalletEvidence } from '#rules/wallet/evidence.ts';
import { holdTimesOf } from '#rules/wallet/figures/hold-times.ts';
import type { JudgedEvidence } from '#rules/wallet/policy.ts';
import { key } from './token-evidence.ts';
import { flows, sums } from './wallet-positions.ts';

/** One SOL in lamports. */
export const SOL = 1_000_000_000n;

const DAY = 86_400;

/** A time, Unix seconds, at which the sample evidence stands. */
export const NOW = 1_790_000_000;

const mints = Array.from({ length: 100 }, (_, n) => key(100 + n));

/** A mint for each number below 100. The sample wallet traded the first 40. */
export const mintOf = (n: number) => String(mints[n]);

/** Bought for one SOL and sold for 1.3 ten days ago. */
export const position = (changes: Partial<Position> = {}): Position => ({
  mint: mintOf(0),
  currency: 'sol',
  state: 'closed',
  counted: true,
  openedAt: NOW - 11 * DAY,
  closedAt: NOW - 10 * DAY,
  lastTradeAt: NOW - 10 * DAY,
  buys: 1,
  sells: 1,
  cost: SOL,
  proceeds: (13n * SOL) / 10n,
  pnl: (3n * SOL) / 10n,
  averagePnl: (3n * SOL) / 10n,
  unmatchedProceeds: 0n,
  transferredOut: 0n,
  openBasis: 0n,
  openUnits: 0n,
  bestTrade: '1'.repeat(64),
  cosigned: false,
  converted: false,
  taint: null,
  ...changes,
});

export const trade = (changes: Partial<BookTrade> = {}): BookTrade => ({
  kind: 'sell',
  mint: mintOf(0),
  currency: 'sol',
  units: 1_000n,
  amount: SOL,
  signature: '1'.repeat(64),
  slot: 1,
  index: null,
  time: NOW - 10 * DAY,
  cobuyers: 0,
  poolImpactBps: 10,
  counterparty: null,
  pnl: 0n,
  ...changes,
});

const noSums = sums();

/** Books of 40 mints, each bought and sold once with a profit. */
export const book = (changes: Partial<Book> = {}): Book => ({
  positions: Array.from({ length: 40 }, (_, n) => position({ mint: mintOf(n) })),
  trades: Array.from({ length: 40 }, (_, n) => [
    trade({ kind: 'buy', mint: mintOf(n) }),
    trade({ mint: mintOf(n), amount: (13n * SOL) / 10n }),
  ]).flat(),
  ...noSums,
  others: { usd: noSums, eur: noSums },
  rateBounds: { usd: null, eur: null },
  holds: [{ seconds: DAY, currency: 'sol', amount: SOL }],
  flows: flows({ buys: -40n * SOL, sells: 52n * SOL }),
  change: 12n * SOL,
  counts: { transactions: 80, failed: 0, atomicGains: 0, unpricedTrades: 0 },
  proceeds: 52n * SOL,
  unmatchedSales: [],
  rates: [],
  grossFlow: 92n * SOL,
  created: [],
  tradedMints: Array.from({ length: 40 }, (_, n) => mintOf(n)),
  ...changes,
});

export const behaviour = (changes: Partial<Behaviour> = {}): Behaviour => ({
  wash: null,
  sandwich: { cases: 0, shareBps: 0 },
  soldUnbought: { mints: 0, proceedsBps: 0 },
  atomicShareBps: 0,
  bundledBuysBps: 0,
  medianHoldSeconds: DAY,
  holdTimes: holdTimesOf([{ seconds: DAY, currency: 'sol', amount: SOL }]),
  fastHoldsBps: 0,
  tradesPerActiveDay: 4,
  thinPoolProfitBps: 0,
  cosignedProfitBps: 0,
  cosignedCostBps: 0,
  ...changes,
});

/** Forty round trips whose returns differ, from a loss of 30 percent to a gain of 90, of 30 percent on the whole. */
const scattered = (): readonly Position[] =>
  Array.from({ length: 40 }, (_, n) => {
    const pnl = (SOL * BigInt(4 * (n % 4) - 3)) / 10n;
    return position({ mint: mintOf(n), pnl, averagePnl: pnl, proceeds: SOL + pnl });
  });

/** Figures that pass every test. */
export const figures = (changes: Partial<Figures> = {}): Figures => ({
  currency: 'sol',
  sample: scattered(),
  closed: 40,
  evenTrips: 40,
  mints: 40,
  activeDays: 20,
  firstTradeAt: NOW - 80 * DAY,
  lastTradeAt: NOW - DAY,
  trades: 80,
  turnover: 92n * SOL,
  cost: 40n * SOL,
  realizedPnl: 12n * SOL,
  pessimisticPnl: 11n * SOL,
  uncountedLosses: 0n,
  averagePnl: 12n * SOL,
  overhead: SOL,
  makesUp: 0n,
  roiBps: 3_000,
  expectancy: { lowerBps: 500, upperBps: 5_000 },
  wins: 30,
  winRateBps: 7_500,
  winRateLowBps: 6_000,
  winRateHighBps: 8_600,
  grossProfit: 15n * SOL,
  grossLoss: 3n * SOL,
  profitFactorPercent: 500,
  maxDrawdownBps: 1_000,
  top1Bps: 800,
  top3Bps: 2_000,
  bestLeftOut: 2,
  pnlWithoutBest: 9n * SOL,
  firstHalfPnl: 6n * SOL,
  secondHalfPnl: 6n * SOL,
  unmatchedBps: 0,
  beforeWindowBps: 0,
  transferredOutBps: 0,
  openBasisBps: 0,
  unpricedBps: 0,
  convertedCostBps: 0,
  convertedBps: 0,
  specialFlowBps: 0,
  failedShareBps: 0,
  behaviour: behaviour(),
  topTrades: [{ position: position(), sale: trade() }],
  worstTrades: [],
  equity: [{ time: NOW - 10 * DAY, amount: 12n * SOL }],
  ...changes,
});

/** A window of 90 days without a hole. */
export const history = (changes: Partial<HistoryFacts> = {}): HistoryFacts => ({
  windowFrom: NOW - 90 * DAY,
  windowTo: NOW,
  bornInside: false,
  askedFrom: NOW - 90 * DAY,
  shortenedBy: null,
  signatures: 80,
  tokenSignatures: 0,
  dust: 0,
  pages: 1,
  transactions: 80,
  unusable: [],
  nativeLinks: 79,
  tokenLinks: 40,
  repaired: 0,
  breaks: [],
  mismatches: [],
  unprovenAccounts: 0,
  oldestTime: NOW - 80 * DAY,
  newestTime: NOW - DAY,
  newestSignature: 'newest',
  ...changes,
});

/** A jump of the wallet's own lamports by one SOL. */
export const jump = (changes: Partial<Break> = {}): Break => ({
  mint: null,
  account: null,
  lamports: SOL,
  units: 0n,
  after: 'older',
  before: 'newer',
  unread: false,
  ...changes,
});

const creator = key(60);

export const maker = (changes: Partial<MintMaker> = {}): MintMaker => ({
  mint: mintOf(0),
  creator,
  own: false,
  sharedFunder: null,
  supplied: false,
  ...changes,
});

/** A payer that is a stranger, and has spent one SOL for good. */
export const payer = (changes: Partial<GainPayer> = {}): GainPayer => ({
  wallet: key(90),
  paid: SOL / 4n,
  positions: 1,
  payments: 1,
  labelled: false,
  link: null,
  funder: null,
  listed: 1_000,
  spent: Array.from({ length: 6 }, () => 1_000_000n),
  ...changes,
});

/** Gains that were paid by forty strangers. */
export const paidGains = (changes: Partial<PaidGains> = {}): PaidGains => ({
  positions: 16,
  gain: 10n * SOL,
  unread: 0n,
  payers: Array.from({ length: 40 }, (_, n) => payer({ wallet: key(90 + n) })),
  ...changes,
});

export const label = (changes: Partial<LabelFact> = {}): LabelFact => ({
  label: 'Sample Exchange 1',
  category: 'cex',
  fundingClass: 'exchange',
  grade: 'strong',
  date: '2026-11',
  exchange: 'Sample Exchange',
  ...changes,
});

const subject = key(2);

/** Complete evidence of a wallet whose figures, `figures()`, pass every test. */
export function walletEvidence(changes: Partial<WalletEvidence> = {}): WalletEvidence {
  return {
    subject,
    identity: known({ onCurve: true, label: null }),
    asOf: known({ slot: 412_000_000, commitment: 'finalized', time: NOW }),
    account: known({ exists: true, lamports: SOL, ownedBySystem: true, executable: false }),
    history: known(history()),
    book: known(book()),
    makers: known(Array.from({ length: 40 }, (_, n) => maker({ mint: mintOf(n) }))),
    payers: known(paidGains()),
    held: [],
    funded: { wallets: 0, lamports: 0n, largest: [] },
    ...changes,
  };
}

/** The evidence as rules see it. */
export function judged(
  changes: Partial<WalletEvidence> = {},
  over: Partial<Figures> = {},
  others: readonly Figures[] = [],
): JudgedEvidence {
  const evidence = walletEvidence(changes);
  const { book: kept, makers } = evidence;
  return {
    ...evidence,
    figures: kept.known ? known(kept.value && figures(over)) : renamed('book', kept.gap),
    others: kept.known ? known(others) : renamed('book', kept.gap),
    seenMakers: known(ifKnown(makers) ?? []),
  };
}

/** What a rule finds: its codes, then its flags, or its outcome where it found none. */
export function foundBy(rule: Rule<JudgedEvidence>, evidence: JudgedEvidence): readonly string[] | string {
  const finding = rule.judge(evidence);
  if (finding.outcome !== 'raised') return finding.outcome;
  return [...finding.reasons.map(({ code }) => code), ...finding.flags];
}
