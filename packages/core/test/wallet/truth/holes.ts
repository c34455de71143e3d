import { known } from '#lib/reading.ts';
import type { Judgement } from '#rules/check.ts';
import type { WalletEvidence } from '#rules/wallet/evidence.ts';
import { figuresOf } from '#rules/wallet/figures.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { maker, paidGains } from '../../support/wallet-evidence.ts';
import type { TruthEntry } from './deeds.ts';
import { allCurrencies } from './ledger.ts';
import type { Life } from './life.ts';
import type { Served, Withheld } from './real-road.ts';

/** A hole in lamports that may be passed over: so many, or this part of the turnover. */
const [SMALL_LAMPORTS, SMALL_PART] = [10_000_000n, 100n];

/** How often a wallet is read from lists without bodies, which takes a call for each transaction. */
export const LISTS_SHARE = 0.25;

/** A wallet of a stage, and what is read of it when nothing is withheld. */
export interface Case {
  readonly served: Served;
  readonly life: Life;
  readonly whole: WalletEvidence;
}

/**
 * Withholds so many transactions of a wallet, one at a time, from all lists or only their bodies. The first one moved lamports
 * alone, where there is one: no traded mint shows that it is missing.
 */
export async function wrongWithHoles(of: Case, holes: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  const plain = of.life.entries.filter(({ changed }) => changed && changed.mints.length === 0);
  for (let hole = 0; hole < holes; hole += 1) {
    const entry = of.life.oneOf(hole === 0 && plain.length > 0 ? plain : of.life.entries);
    if (entry) wrong.push(...(await wrongWithout(entry, of.life.chance.happens(0.5), of)));
  }
  return wrong;
}

/**
 * What is wrong with the verdict on a history without one of its transactions. What changed no balance inside the window must
 * change nothing. What changed one must cost the verdict; where that is too little to decide, it must cost the best verdict, and
 * be told.
 */
export async function wrongWithout(entry: TruthEntry, listed: boolean, of: Case): Promise<readonly string[]> {
  const { served, life, whole } = of;
  const withheld: Withheld = { signature: entry.signature, listed };
  const evidence = await served.evidenceWithout(life, withheld, life.chance.happens(LISTS_SHARE));
  const [given, right] = [judgedAsPaid(evidence), judgedAsPaid(whole)];
  const words = `${given.verdict} (${right.verdict} of all) without ${listed ? 'the body of ' : ''}${entry.signature}`;
  const isSame = given.verdict === right.verdict && profitOf(evidence) === profitOf(whole);
  if (!entry.changed) return isSame ? [] : [`changed nothing, yet: ${words}`];
  if (given.verdict === 'UNVERIFIABLE') return [];
  if (isBefore(entry, whole)) return isSame ? [] : [`lies before the window, yet: ${words}`];
  if (!isSmall(entry, of, evidence)) return [`a hole that matters: ${words}`];
  const isReported = given.reasons.some(({ code }) => code === 'SMALL_GAPS');
  return given.verdict !== 'TRUSTED' && isReported ? [] : [`a small hole that is not reported: ${words}`];
}

/**
 * What is judged if strangers paid for the gains and made the coins: one whale moves every price of a stage, and its coins were there
 * from the beginning, so that who paid and who made is asked elsewhere.
 */
export function judgedAsPaid(evidence: WalletEvidence): Judgement {
  const { book } = evidence;
  const mints = new Set(book.known ? book.value?.positions.map(({ mint }) => mint) : []);
  const makers = known([...mints].map((mint) => maker({ mint })));
  return judgeWallet({ ...evidence, makers, payers: known(paidGains()) });
}

function isBefore({ time }: TruthEntry, { history }: WalletEvidence): boolean {
  return history.known && history.value !== null && time < history.value.windowFrom;
}

function isSmall(entry: TruthEntry, { life, whole }: Case, evidence: WalletEvidence): boolean {
  if (!entry.changed) return true;
  const { lamports, mints } = entry.changed;
  const bounds = [SMALL_LAMPORTS, turnoverOf(whole) / SMALL_PART, turnoverOf(evidence) / SMALL_PART];
  if (bounds.every((bound) => lamports > bound)) return false;
  const others = life.entries.filter((one) => one !== entry && !isBefore(one, whole));
  const traded = new Set(others.flatMap(tradedIn));
  // Only the account's own list names a gift of tokens; beside a hole that undoes it no balance shows either.
  const hidden = new Set(others.flatMap((one) => (one.listed ? [] : one.tokensIn.map(([mint]) => mint))));
  return mints.every((mint) => !traded.has(mint) || hidden.has(mint));
}

/** Mints of coins that a transaction traded or paid with. */
function tradedIn({ failed, deed }: TruthEntry): readonly string[] {
  if (failed) return [];
  if (deed.kind === 'buy' || deed.kind === 'sell') return [deed.mint, ...deed.coins.map(([mint]) => mint)];
  return deed.kind === 'swap' ? [deed.gave[0], deed.got[0]] : [];
}

function turnoverOf({ book }: WalletEvidence): bigint {
  return book.known && book.value ? figuresOf(book.value).turnover : 0n;
}

function profitOf({ book }: WalletEvidence): string {
  if (!book.known || !book.value) return 'none';
  const { value } = book;
  return allCurrencies
    .map((currency) => figuresOf(value, currency))
    .map(({ realizedPnl, pessimisticPnl }) => `${realizedPnl} ${pessimisticPnl}`)
    .join(', ');
}
