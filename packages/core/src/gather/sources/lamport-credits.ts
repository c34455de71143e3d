import {
  creditingProgram,
  type Flow,
  type LamportRun,
  programAt,
  runLamports,
  wrappedAccounts,
} from '#derive/sources/lamport-run.ts';
import type { Credit, Mechanism } from '#rules/funder/evidence.ts';
import { type Address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import type { Move } from '#solana/move.ts';
import type { Transaction } from '#solana/transaction.ts';
import { smaller } from '#venues/arithmetic.ts';
import { placeOf, signable } from './account-facts.ts';
import { amountBefore, swapPayer } from './token-credit.ts';

const withdrawals = {
  withdraw_nonce: 'nonce_withdrawal',
  withdraw_stake: 'stake_withdrawal',
  withdraw_vote: 'vote_withdrawal',
} as const;

/**
 * All lamports that a transaction brought the address from others, by mechanism, and the part of its change that stays
 * unexplained. Rent that comes back from an account of its own counts as neither.
 */
export function lamportCredits(
  transaction: Transaction,
  to: Address,
): { readonly credits: readonly Credit[]; readonly unexplained: bigint } {
  const run = runLamports(transaction);
  const origins = run.flows.flatMap((flow) => (flow.move.to === to ? flowOrigins(transaction, run, flow, to) : []));
  const residual = run.residual(to);
  const program = residual > 0n ? creditingProgram(transaction, run, to, residual) : null;
  if (program) origins.push({ mechanism: 'program_credit', source: program, program, lamports: residual });
  const shared = { ...placeOf(transaction), ...recipientsOf(transaction), senderActivity: null };
  const proven = residual < 0n ? withoutExcess(origins, -residual) : origins;
  const credits = proven
    .filter(({ lamports }) => lamports > 0n)
    .map((origin) => ({ ...shared, ...throughSwap(transaction, origin, to) }));
  const isExplained = program !== null || proven !== origins;
  return { credits, unexplained: isExplained ? 0n : residual < 0n ? -residual : residual };
}

/** Credits come to no more than the balance shows. Where they have one source, the excess is not theirs. */
function withoutExcess(origins: readonly LamportOrigin[], excess: bigint): readonly LamportOrigin[] {
  const [first, ...others] = origins;
  const sum = origins.reduce((total, { lamports }) => total + lamports, 0n);
  if (!first || others.some(({ source }) => source !== first.source) || sum <= excess) return origins;
  let left = sum - excess;
  return origins.map((origin) => {
    const lamports = smaller(origin.lamports, left);
    left -= lamports;
    return { ...origin, lamports };
  });
}

function flowOrigins(
  transaction: Transaction,
  run: LamportRun,
  { move, lamports }: Flow,
  to: Address,
): LamportOrigin[] {
  if (move.from === to) return [];
  const program = programAt(transaction, move.at);
  switch (move.kind) {
    case 'transfer':
    case 'create_account':
      return [{ mechanism: move.kind, source: move.from, program, lamports }];
    case 'withdraw_nonce':
    case 'withdraw_stake':
    case 'withdraw_vote':
      return [{ mechanism: withdrawals[move.kind], source: other(move.authority, to), program, lamports }];
    case 'close_token_account':
      return ownerOrigins(transaction, run, { move, lamports }, move.owner);
    case 'unwrap':
    case 'withdraw_excess':
      // A delegate may unwrap, but the lamports belong to the owner.
      return ownerOrigins(transaction, run, { move, lamports }, ownerBefore(transaction, move.from) ?? move.authority);
    case 'token_transfer':
      return [];
  }
}

/** The giver of lamports that a token account, mint or multisig paid out: its owner before the transaction. */
function ownerOrigins(
  transaction: Transaction,
  run: LamportRun,
  { move, lamports }: Flow,
  owner: Address,
): LamportOrigin[] {
  const { kind, from, to, at } = move;
  const wraps = kind !== 'withdraw_excess' && wrappedAccounts(transaction).has(from);
  if (owner === to) return wraps ? unwrapped(transaction, run, { move, lamports }, to) : [];
  const mechanism = wraps ? 'wsol_unwrap' : 'account_close';
  return [{ mechanism, source: owner, program: programAt(transaction, at), lamports }];
}

function ownerBefore({ preTokens }: Transaction, account: Address): Address | null {
  return preTokens.find((balance) => balance.account === account)?.owner ?? null;
}

/** An account that the receiver controls does not show who funded it. */
function other(authority: Address, to: Address): Address | null {
  return authority === to ? null : authority;
}

/**
 * The payer of a swap's payout is the giver of the tokens: the address itself (then the source of its tokens counts, which the walk fills
 * in) or another signer.
 */
function throughSwap(transaction: Transaction, origin: LamportOrigin, to: Address): LamportOrigin {
  if (origin.mechanism !== 'program_credit' && (origin.source === null || signable(origin.source))) return origin;
  const payer = swapPayer(transaction, to);
  if (payer === null) return origin;
  return payer === to
    ? { ...origin, mechanism: 'own_swap', source: null }
    : { ...origin, mechanism: 'swap', source: payer };
}

/**
 * The number of addresses that the transaction gave lamports to, and of those whose main source it is: they held at most a quarter of it
 * before, so that a little money ahead does not hide it. An account that is made for a program is no recipient.
 */
function recipientsOf(transaction: Transaction): { recipients: number; freshRecipients: number } {
  const paid = new Set(transaction.moves.flatMap((move) => (isPayment(move) ? [move.to] : [])));
  const fresh = [...paid].filter((to) => {
    const balances = nativeBalances(transaction, to);
    return balances !== null && balances.after > balances.before && balances.after >= balances.before * 5n;
  });
  return { recipients: paid.size, freshRecipients: fresh.length };
}

function isPayment(move: Move): move is Extract<Move, { kind: 'transfer' | 'create_account' }> {
  return move.kind === 'transfer' || (move.kind === 'create_account' && move.owner === SYSTEM_PROGRAM);
}

/**
 * The funders of the owner's own wrapped-SOL account that the transaction closed or took `lamports` from: the senders within the
 * transaction. The sender of an earlier balance is unknown. The account's earlier rent is no income.
 */
function unwrapped(
  transaction: Transaction,
  run: LamportRun,
  { move, lamports }: Flow,
  owner: Address,
): LamportOrigin[] {
  const account = move.from;
  const origins = run.flows
    .filter(({ move }) => move.to === account && move.from !== owner)
    .map((flow) => originOf(transaction, flow))
    .filter(({ source }) => source !== owner);
  const before = amountBefore(transaction, account);
  const taken = before < lamports ? before : lamports;
  if (taken > 0n) origins.push({ mechanism: 'wsol_unwrap', source: null, program: null, lamports: taken });
  return origins;
}

function originOf(transaction: Transaction, { move, lamports }: Flow): LamportOrigin {
  const holder = transaction.preTokens.find((balance) => balance.account === move.from)?.owner ?? null;
  const sender = move.kind === 'token_transfer' ? (holder ?? move.authority) : move.from;
  return { mechanism: 'wsol_unwrap', source: sender, program: programAt(transaction, move.at), lamports };
}

/** The source of lamports, without the circumstances of the transaction. */
interface LamportOrigin {
  readonly mechanism: Mechanism;
  readonly source: Address | null;
  readonly program: Address | null;
  readonly lamports: bigint;
}
