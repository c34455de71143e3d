import type { WalletEvidence } from '#rules/wallet/evidence.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { lineOf, namesOf } from './deeds.ts';
import { bookOf } from './direct-road.ts';
import { playEdge } from './edge.ts';
import { type History, playStage } from './histories.ts';
import { judgedAsPaid, LISTS_SHARE, wrongWithHoles, wrongWithout } from './holes.ts';
import { Served } from './real-road.ts';
import { differencesOf, type Lines, linesOfBook, truthOf } from './truth.ts';

/** How often a transaction of a history is withheld. */
const HOLES = 3;

/** What came of proving some histories. A failure holds the seed, the steps and both ledgers. */
export interface Proof {
  readonly histories: number;
  /** The entries, and how often one of them was withheld. */
  readonly transactions: number;
  readonly withheld: number;
  /** Windows that began later than asked, because fewer transactions were counted. */
  readonly shortened: number;
  /** Positions that count in the ledger of the truth. */
  readonly counted: number;
  /** How many transactions did what. */
  readonly acts: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** Books of so many wallets of one stage, by RPC as the service reads them, against what the generator knows of each. */
export async function proveBooks(seed: string, wallets: number): Promise<Proof> {
  const { stage, histories } = playStage(seed, wallets);
  const served = await Served.open(stage);
  const failures: string[] = [];
  let [transactions, counted, withheld, shortened] = [0, 0, 0, 0];
  const acts: Record<string, number> = {};
  try {
    for (const history of histories) {
      transactions += history.life.entries.length;
      const evidence = await served.evidence(history.life);
      const wrong = [...wrongWith(history, evidence)];
      counted += countedIn(history, evidence);
      if (wrong.length === 0)
        wrong.push(...(await wrongWithHoles({ served, life: history.life, whole: evidence }, HOLES)));
      withheld += HOLES;
      const short = await wrongWhenShort(history, served);
      shortened += short.windows;
      wrong.push(...short.wrong);
      for (const entry of history.life.entries) for (const name of namesOf(entry)) acts[name] = (acts[name] ?? 0) + 1;
      if (wrong.length > 0) failures.push(report(seed, history, wrong));
    }
  } finally {
    await served.close();
  }
  return { histories: histories.length, transactions, withheld, shortened, counted, acts, failures };
}

/** Reads a history again while a check counts only a part of its transactions, and compares what is judged then. */
async function wrongWhenShort(history: History, served: Served) {
  const { life } = history;
  const { chance, entries } = life;
  const evidence = await served.shortened(life, chance.whole(2, entries.length), chance.happens(LISTS_SHARE));
  const facts = evidence.history.known ? evidence.history.value : null;
  if (facts) {
    const wrong = wrongWith(history, evidence).map((line) => `since ${facts.windowFrom}: ${line}`);
    return { windows: facts.shortenedBy ? 1 : 0, wrong };
  }
  const { verdict } = judgeWallet(evidence);
  return { windows: 0, wrong: verdict === 'UNVERIFIABLE' ? [] : [`${verdict} without a history`] };
}

function wrongWith({ life }: History, evidence: WalletEvidence): readonly string[] {
  const own = life.differences().map((line) => `the generator itself is wrong: ${line}`);
  const span = spanOf(evidence);
  if (!span) return [...own, `no window: ${JSON.stringify([evidence.asOf, evidence.history])}`];
  const { from, now } = span;
  const { book } = evidence;
  const isEmpty = !life.entries.some(({ time }) => time >= from);
  if (book.known && book.value === null && isEmpty) return own;
  if (!book.known || !book.value) return [...own, `no book: ${JSON.stringify(book)}`];
  const truth = truthOf(life.entries, from, now);
  const lines = linesOfBook(book.value);
  const wrong = differencesOf(truth, lines);
  if (wrong.length === 0) return own;
  const isReading = differencesOf(truth, linesOfBook(bookOf(life, from, now))).length === 0;
  const words = isReading
    ? 'the book of the same transactions in their true order is right'
    : 'the book itself is wrong';
  return [...own, words, ...wrong, ...both(truth, lines)];
}

/** Where the judged window begins, and the moment of the answer. Unix seconds. */
function spanOf({ asOf, history }: WalletEvidence): { readonly from: number; readonly now: number } | null {
  if (!asOf.known || asOf.value.time === null || !history.known || !history.value) return null;
  return { from: history.value.windowFrom, now: asOf.value.time };
}

function countedIn({ life }: History, evidence: WalletEvidence): number {
  const span = spanOf(evidence);
  if (!span) return 0;
  return [...truthOf(life.entries, span.from, span.now).values()].filter((value) => value.includes('counted true'))
    .length;
}

function both(truth: Lines, book: Lines): readonly string[] {
  const shown = (lines: Lines) => [...lines].map(([name, value]) => `  ${name}: ${value}`);
  return ['ledger of the truth:', ...shown(truth), 'book:', ...shown(book)];
}

function report(seed: string, { name, life }: History, wrong: readonly string[]): string {
  return [`seed ${seed}, ${name}`, ...life.entries.map(lineOf), ...wrong].join('\n');
}

/** Withholds transactions of a wallet that is TRUSTED with all of them, one at a time. `share`: of how many that changed a balance. */
export async function proveWithholding(seed: string, share: number): Promise<Proof> {
  const { stage, history } = playEdge(seed);
  const served = await Served.open(stage);
  const failures: string[] = [];
  const { life } = history;
  let withheld = 0;
  try {
    const whole = await served.evidence(life);
    const wrong = [...wrongWith(history, whole)];
    const { verdict } = judgedAsPaid(whole);
    if (verdict !== 'TRUSTED') wrong.push(`the whole history is ${verdict}`);
    for (const entry of life.entries) {
      if (entry.changed && !life.chance.happens(share)) continue;
      withheld += 2;
      for (const listed of [false, true]) wrong.push(...(await wrongWithout(entry, listed, { served, life, whole })));
    }
    if (wrong.length > 0) failures.push(report(seed, history, wrong));
  } finally {
    await served.close();
  }
  return {
    histories: 1,
    transactions: life.entries.length,
    withheld,
    shortened: 0,
    counted: 0,
    acts: {},
    failures,
  };
}
