import type { WalletEvidence } from '#checks/wallet/evidence.ts';
import { figuresOf } from '#checks/wallet/figures.ts';
import { judgeWallet } from '#checks/wallet/verdict.ts';
import { known } from '#lib/reading.ts';
import { paidGains } from '../../support/wallet-evidence.ts';
import { lineOf, type Told } from './deeds.ts';
import { bookOf } from './direct-road.ts';
import { playEdge } from './edge.ts';
import { type History, playStage } from './histories.ts';
import type { Life } from './life.ts';
import { Served } from './real-road.ts';
import { differencesOf, type Lines, linesOfBook, truthOf, WINDOW_SECONDS } from './truth.ts';

/** What came of proving some histories. A failure holds the seed, the steps and both ledgers. */
export interface Proof {
  readonly histories: number;
  /** Those that were told, or that were withheld. */
  readonly transactions: number;
  /** Positions that count in the ledger of the truth. */
  readonly counted: number;
  readonly failures: readonly string[];
}

/** Books of so many wallets of one stage, by RPC as the service reads them, against what the generator knows of each. */
export async function proveBooks(seed: string, wallets: number): Promise<Proof> {
  const { stage, histories } = playStage(seed, wallets);
  const served = await Served.open(stage);
  const failures: string[] = [];
  let [transactions, counted] = [0, 0];
  try {
    for (const history of histories) {
      transactions += history.life.told.length;
      const evidence = await served.evidence(history.life);
      const wrong = wrongWith(history, evidence);
      counted += countedIn(history, evidence);
      if (wrong.length > 0) failures.push(report(seed, history, wrong));
    }
  } finally {
    await served.close();
  }
  return { histories: histories.length, transactions, counted, failures };
}

function wrongWith({ life }: History, { book, asOf }: WalletEvidence): readonly string[] {
  const own = life.differences().map((line) => `the generator itself is wrong: ${line}`);
  if (!asOf.known || asOf.value.time === null) return [...own, `no moment: ${JSON.stringify(asOf)}`];
  const windowFrom = asOf.value.time - WINDOW_SECONDS;
  const isUntold = !life.told.some(({ time }) => time >= windowFrom);
  if (book.known && book.value === null && isUntold) return own;
  if (!book.known || !book.value) return [...own, `no book: ${JSON.stringify(book)}`];
  const now = asOf.value.time;
  const truth = truthOf(life.told, now);
  const lines = linesOfBook(book.value, figuresOf(book.value));
  const wrong = differencesOf(truth, lines);
  if (wrong.length === 0) return own;
  const direct = bookOf(life, now);
  const isReading = differencesOf(truth, linesOfBook(direct, figuresOf(direct))).length === 0;
  const words = isReading
    ? 'the book of the same transactions in their true order is right'
    : 'the book itself is wrong';
  return [...own, words, ...wrong, ...both(truth, lines)];
}

function countedIn({ life }: History, { asOf }: WalletEvidence): number {
  const time = asOf.known ? asOf.value.time : null;
  return [...truthOf(life.told, time ?? 0).values()].filter((value) => value.includes('counted true')).length;
}

function both(truth: Lines, book: Lines): readonly string[] {
  const shown = (lines: Lines) => [...lines].map(([name, value]) => `  ${name}: ${value}`);
  return ['ledger of the truth:', ...shown(truth), 'book:', ...shown(book)];
}

function report(seed: string, { name, life }: History, wrong: readonly string[]): string {
  return [`seed ${seed}, ${name}`, ...life.told.map(lineOf), ...wrong].join('\n');
}

/**
 * Withholds transactions of a wallet that is TRUSTED when all is told, one at a time: with their place in the lists, and only
 * their body. What changed a balance must cost the verdict; `share`: how many of these are tried. What changed none must change
 * nothing where no list names it, and never the profit.
 */
export async function proveWithholding(seed: string, share: number): Promise<Proof> {
  const { stage, history } = playEdge(seed);
  const served = await Served.open(stage);
  const failures: string[] = [];
  const { life } = history;
  let tried = 0;
  try {
    const whole = await served.evidence(life);
    const wrong = [...wrongWith(history, whole)];
    const verdict = verdictOf(whole);
    if (verdict !== 'TRUSTED') wrong.push(`the whole history is ${verdict}`);
    for (const told of life.told) {
      if (told.touches && !life.chance.happens(share)) continue;
      tried += 2;
      for (const listed of [false, true]) wrong.push(...(await wrongWithout(told, listed, { served, life, whole })));
    }
    if (wrong.length > 0) failures.push(report(seed, history, wrong));
  } finally {
    await served.close();
  }
  return { histories: 1, transactions: tried, counted: 0, failures };
}

interface Case {
  readonly served: Served;
  readonly life: Life;
  /** What is read when nothing is withheld; it is TRUSTED. */
  readonly whole: WalletEvidence;
}

async function wrongWithout(told: Told, listed: boolean, { served, life, whole }: Case): Promise<readonly string[]> {
  const { signature, touches } = told;
  const evidence = await served.evidence(life, { signature, listed });
  const verdict = verdictOf(evidence);
  const words = `without ${listed ? 'the body of ' : ''}${signature}`;
  const isTrusted = verdict === 'TRUSTED';
  if (touches) return isTrusted ? [`still TRUSTED ${words}`] : [];
  const isSame = profitOf(evidence) === profitOf(whole);
  return isSame && isTrusted ? [] : [`${verdict}, ${isSame ? 'the same profit' : 'another profit'} ${words}`];
}

/** The verdict if strangers had paid: one whale moves every price of a stage, so that who paid is asked elsewhere. */
function verdictOf(evidence: WalletEvidence): string {
  return judgeWallet({ ...evidence, payers: known(paidGains()) }).verdict;
}

function profitOf({ book }: WalletEvidence): string {
  if (!book.known || !book.value) return 'none';
  const { realizedPnl, pessimisticPnl } = figuresOf(book.value);
  return `${realizedPnl} ${pessimisticPnl}`;
}
