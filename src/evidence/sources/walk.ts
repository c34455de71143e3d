import type { Transaction } from '#chain/chain-reader.ts';
import { isFeePayer, nativeBalances } from '#chain/decode/balances.ts';
import { VOTE_PROGRAM } from '#chain/decode/moves/index.ts';
import { type HeldAt, isRentBetween } from '#chain/gates/collected-rent.ts';
import type { Birth, Continuity, Credit, Funding, Sponsor, TokenCredit } from '#checks/funder/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { placeOf } from './facts.ts';
import { lamportCredits } from './lamport-credits.ts';
import { isMoney, tokenCreditOf } from './token-credit.ts';

/** What the oldest transactions prove, starting at a balance of 0. */
export interface FundingWalk {
  readonly birth: Reading<Birth | null>;
  readonly continuity: Reading<Continuity | null>;
  readonly funding: Reading<Funding | null>;
}

/**
 * Reads the oldest bodies, ascending. An unreadable body spoils the funding only where it is older than the first transaction that
 * the subject paid for. `more`: newer entries exist, so that bodies without such a transaction reached the limit.
 */
export function walkFunding(subject: Address, bodies: readonly Reading<Transaction>[], more: boolean): FundingWalk {
  const readable = leading(bodies);
  const birth = birthOf(subject, readable);
  const continuity = continuityOf(subject, readable);
  const paid = readable.findIndex((transaction) => isFeePayer(transaction, subject));
  const broken = bodies[readable.length];
  if (paid < 0 && broken && !broken.known) return { birth, continuity, funding: renamed('funding', broken.gap) };
  if (paid < 0 && more) {
    const why = `no self-paid transaction among the oldest ${readable.length}`;
    return { birth, continuity, funding: missing('funding', 'limit_reached', why) };
  }
  const before = paid < 0 ? readable : readable.slice(0, paid);
  return { birth, continuity, funding: known(fundingOf(subject, before, paid >= 0)) };
}

/** True when the transactions reach the first one that the subject paid, or break off before it. */
export function reachesSpending(subject: Address, bodies: readonly Reading<Transaction>[]): boolean {
  return bodies.some((body) => !body.known || isFeePayer(body.value, subject));
}

function leading(bodies: readonly Reading<Transaction>[]): readonly Transaction[] {
  const transactions: Transaction[] = [];
  for (const body of bodies) {
    if (!body.known) break;
    transactions.push(body.value);
  }
  return transactions;
}

function birthOf(subject: Address, [oldest]: readonly Transaction[]): Reading<Birth | null> {
  if (!oldest) return known(null);
  const before = nativeBalances(oldest, subject)?.before ?? 0n;
  if (before > 0n) return missing('birth', 'history_missing', `held ${before} lamports before the oldest transaction`);
  return known({ place: placeOf(oldest) });
}

function continuityOf(subject: Address, transactions: readonly Transaction[]): Reading<Continuity | null> {
  if (transactions.length === 0) return known(null);
  const validates = transactions.some((one) => isFeePayer(one, subject) && runsVote(one));
  let left: HeldAt | null = null;
  let rewardLamports = 0n;
  for (const transaction of transactions) {
    const balances = nativeBalances(transaction, subject);
    if (!balances) continue;
    const { slot } = transaction;
    const jump: bigint = left === null ? 0n : balances.before - left.lamports;
    const isRent = left !== null && isRentBetween(left, { slot, lamports: balances.before });
    if (jump !== 0n && !isRent && !(validates && jump > 0n)) {
      return missing('continuity', 'history_missing', `${jump} lamports appear before ${transaction.signature}`);
    }
    if (jump > 0n) rewardLamports += jump;
    left = { slot, lamports: balances.after };
  }
  return known({ transactions: transactions.length, rewardLamports });
}

function runsVote({ instructions }: Transaction): boolean {
  return instructions.some(({ program }) => program === VOTE_PROGRAM);
}

function fundingOf(subject: Address, transactions: readonly Transaction[], spent: boolean): Funding {
  const found = transactions.map((transaction) => lamportCredits(transaction, subject));
  const tokenCredit = firstTokens(subject, transactions);
  return {
    credits: found.flatMap(({ credits }) => credits).map((credit) => withTokenSource(credit, tokenCredit)),
    tokenCredit,
    sponsor: firstSponsor(subject, transactions),
    spent,
    unexplainedLamports: found.reduce((total, { unexplained }) => total + unexplained, 0n),
  };
}

/** The first tokens that are money, else the first tokens of any kind. */
function firstTokens(subject: Address, transactions: readonly Transaction[]): TokenCredit | null {
  const credits = transactions.flatMap((transaction) => tokenCreditOf(transaction, subject) ?? []);
  return credits.find(({ mint }) => isMoney(mint)) ?? credits[0] ?? null;
}

/** The source of lamports that the subject got for its tokens is the source of the tokens. */
function withTokenSource(credit: Credit, tokens: TokenCredit | null): Credit {
  return credit.mechanism === 'own_swap' ? { ...credit, source: tokens?.source ?? null } : credit;
}

function firstSponsor(subject: Address, transactions: readonly Transaction[]): Sponsor | null {
  const signed = transactions.find((one) => one.signers.includes(subject) && !isFeePayer(one, subject));
  return signed ? { ...placeOf(signed), payer: signed.feePayer } : null;
}
