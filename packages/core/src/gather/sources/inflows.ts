import { creditingProgram, type Flow, type LamportRun, runLamports } from '#derive/sources/lamport-run.ts';
import type { Address } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import type { TokenBalance, Transaction } from '#solana/transaction.ts';
import { signable } from './account-facts.ts';
import { isBalanceOf, isStable, swapPayer } from './token-credit.ts';

/** The gifts of one party, less the returns to it. Lamports with wrapped SOL; dollars in millionths, a euro as one. */
export interface Inflow {
  /** Null where the transactions do not show the party. Programs are one party, named by the account that paid most. */
  readonly party: Address | null;
  readonly lamports: bigint;
  readonly dollars: bigint;
}

/**
 * Sums by party: by its address for a key, under `programs` for all programs, and under `unseen` for senders that no transaction shows.
 * `most`: the largest single payment, whose party names the entry.
 */
type PartySums = Map<string, { party: Address | null; lamports: bigint; dollars: bigint; most: bigint }>;

/**
 * The money that reached an address and its token accounts in these transactions (ascending, from its first one), net by party. A balance
 * that grew between two transactions came from a sender that named the token account alone. A transfer between the accounts of the address
 * is no inflow.
 */
export function netInflows(of: Address, transactions: readonly Transaction[]): readonly Inflow[] {
  const sums: PartySums = new Map();
  const held = new Map<Address, { readonly lamports: bigint; readonly dollars: bigint }>();
  for (const transaction of transactions) {
    const own = ownAccounts(transaction, of);
    for (const account of own) {
      const before = {
        lamports: nativeBalances(transaction, account)?.before ?? 0n,
        dollars: dollarsIn(transaction.preTokens, account),
      };
      const last = held.get(account) ?? { lamports: 0n, dollars: 0n };
      enter(sums, 'unseen', null, {
        lamports: grown(last.lamports, before.lamports),
        dollars: grown(last.dollars, before.dollars),
      });
      const after = nativeBalances(transaction, account)?.after ?? 0n;
      held.set(account, { lamports: after, dollars: dollarsIn(transaction.postTokens, account) });
    }
    if (transaction.failed) continue;
    enterLamports(sums, transaction, of, own);
    enterDollars(sums, transaction, of);
  }
  return [...sums.values()].map(({ party, lamports, dollars }) => ({ party, lamports, dollars }));
}

function grown(last: bigint, now: bigint): bigint {
  return now > last ? now - last : 0n;
}

function dollarsIn(balances: readonly TokenBalance[], account: Address): bigint {
  const balance = balances.find((one) => one.account === account);
  return balance && isStable(balance.mint) ? balance.amount : 0n;
}

/** The address itself and every token account of the transaction that it owns. */
function ownAccounts({ preTokens, postTokens, moves }: Transaction, of: Address): ReadonlySet<Address> {
  const held = [...preTokens, ...postTokens]
    .filter((balance) => isBalanceOf(balance, of))
    .map(({ account }) => account);
  const opened = moves.flatMap((move) =>
    move.kind === 'open_token_account' && move.owner === of ? [move.account] : [],
  );
  return new Set([of, ...held, ...opened]);
}

function enterLamports(sums: PartySums, transaction: Transaction, of: Address, own: ReadonlySet<Address>): void {
  const run = runLamports(transaction);
  for (const { move, lamports } of run.flows) {
    if (lamports === 0n || own.has(move.from) === own.has(move.to)) continue;
    if (own.has(move.to)) enterParty(sums, transaction, of, giverOf(transaction, move), { lamports, dollars: 0n });
    else enterParty(sums, transaction, of, holderOf(transaction, move.to), { lamports: -lamports, dollars: 0n });
  }
  const residual = run.residual(of);
  if (residual > 0n) enterResidual(sums, transaction, of, run, residual);
}

/** Lamports that no move explains: a program's, or of unknown origin. */
function enterResidual(
  sums: PartySums,
  transaction: Transaction,
  of: Address,
  run: LamportRun,
  lamports: bigint,
): void {
  const program = creditingProgram(transaction, run, of, lamports);
  if (program) enterParty(sums, transaction, of, program, { lamports, dollars: 0n });
  else enter(sums, 'unseen', null, { lamports, dollars: 0n });
}

function giverOf(transaction: Transaction, move: Flow['move']): Address {
  switch (move.kind) {
    case 'transfer':
    case 'create_account':
      return holderOf(transaction, move.from);
    case 'close_token_account':
      return move.owner;
    case 'token_transfer':
    case 'unwrap':
    case 'withdraw_excess':
      return ownerIn(transaction, move.from) ?? move.authority;
    case 'withdraw_nonce':
    case 'withdraw_stake':
    case 'withdraw_vote':
      return move.authority;
  }
}

function holderOf(transaction: Transaction, account: Address): Address {
  return ownerIn(transaction, account) ?? account;
}

function ownerIn({ preTokens, postTokens }: Transaction, account: Address): Address | null {
  return [...preTokens, ...postTokens].find((balance) => balance.account === account)?.owner ?? null;
}

function enterDollars(sums: PartySums, transaction: Transaction, of: Address): void {
  const held = [...transaction.preTokens, ...transaction.postTokens].filter((balance) => isBalanceOf(balance, of));
  for (const mint of new Set(held.map((balance) => balance.mint).filter(isStable))) {
    const dollars = changeOf(transaction, mint, (balance) => isBalanceOf(balance, of));
    if (dollars === 0n) continue;
    const party = otherSide(transaction, of, mint, dollars > 0n);
    enterParty(sums, transaction, of, party, { lamports: 0n, dollars });
  }
}

function changeOf(
  { preTokens, postTokens }: Transaction,
  mint: Address,
  whose: (balance: TokenBalance) => boolean,
): bigint {
  const sum = (balances: readonly TokenBalance[]) =>
    balances.reduce((total, one) => (one.mint === mint && whose(one) ? total + one.amount : total), 0n);
  return sum(postTokens) - sum(preTokens);
}

/** The other owner who lost most of the mint where the address gained, else the one who gained most; null for the issuer. */
function otherSide(transaction: Transaction, of: Address, mint: Address, gained: boolean): Address | null {
  const all = [...transaction.preTokens, ...transaction.postTokens];
  const owners = new Set(all.flatMap((one) => (one.mint === mint && one.owner && one.owner !== of ? [one.owner] : [])));
  let most = 0n;
  let found: Address | null = null;
  for (const owner of owners) {
    const change = changeOf(transaction, mint, (one) => one.owner === owner);
    const moved = gained ? -change : change;
    if (moved > most) [most, found] = [moved, owner];
  }
  return found;
}

type Amounts = Pick<Inflow, 'lamports' | 'dollars'>;

/** Adds an amount that a party gave (above 0) or got. A swap's payout belongs to the signer who paid for it with tokens. */
function enterParty(
  sums: PartySums,
  transaction: Transaction,
  of: Address,
  party: Address | null,
  amounts: Amounts,
): void {
  const payer = amounts.lamports + amounts.dollars > 0n ? swapPayer(transaction, of) : null;
  const side = signable(party) || payer === null ? party : payer;
  if (side !== null && side !== of && signable(side)) enter(sums, side, side, amounts);
  else enter(sums, 'programs', party === of ? null : party, amounts);
}

function enter(sums: PartySums, name: string, party: Address | null, { lamports, dollars }: Amounts): void {
  const entry = sums.get(name) ?? { party, lamports: 0n, dollars: 0n, most: 0n };
  const paid = lamports > dollars ? lamports : dollars;
  const leads = paid > entry.most;
  sums.set(name, {
    party: leads ? party : entry.party,
    lamports: entry.lamports + lamports,
    dollars: entry.dollars + dollars,
    most: leads ? paid : entry.most,
  });
}
