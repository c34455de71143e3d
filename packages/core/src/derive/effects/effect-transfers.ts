import { type Address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import type { Move } from '#solana/move.ts';
import { isTokenProgram, TOKEN_2022_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { smaller } from '#venues/arithmetic.ts';
import { runLamports } from '../sources/lamport-run.ts';
import { broughtBy, isFunding, payoutLamports, rentOf } from './effect-rents.ts';
import type { TokenAccountChange, WalletTransaction } from './effect-scene.ts';
import { amountDelta, feeTakerOf, isOurs, isPlain, isTopLevel, rents, wayOf } from './effect-scene.ts';
import type { PlainTokens } from './effect-type.ts';

/** Lamports that transfers moved between the wallet and others. */
export interface LamportTransfers {
  readonly tips: bigint;
  readonly platformFees: bigint;
  readonly givenIn: bigint;
  readonly givenOut: bigint;
}

/**
 * Tips and platform fees at any depth, and what else came or left beside a trade: by an instruction of the transaction itself, or under
 * one that calls no venue. What moves under a venue is the trade's.
 */
export function lamportTransfers(scene: WalletTransaction): LamportTransfers {
  const sums = { tips: 0n, platformFees: 0n, givenIn: 0n, givenOut: 0n };
  for (const move of scene.transaction.moves) {
    if (move.kind === 'hand_over') sums.givenOut += wrappedHandedOver(scene, move);
    else if ('from' in move && 'to' in move) addPassing(scene, move, sums);
  }
  return sums;
}

type Passing = Extract<Move, { readonly from: Address; readonly to: Address }>;

function addPassing(
  scene: WalletTransaction,
  move: Passing,
  sums: { -readonly [name in keyof LamportTransfers]: bigint },
): void {
  const direction = wayOf(scene, move);
  if (direction === null) return;
  const taker = direction === 'out' ? feeTakerOf(scene.world, move.to) : null;
  if (taker !== null) sums[taker === 'tip' ? 'tips' : 'platformFees'] += lamportsGiven(scene, move);
  else if (isPlain(scene, move)) sums[direction === 'in' ? 'givenIn' : 'givenOut'] += lamportsGiven(scene, move);
}

/**
 * The roads by which lamports leave the wallet or come to it, each with what counts as given on it: all but rent, which is counted
 * apart.
 */
export function lamportsGiven(scene: WalletTransaction, move: Passing): bigint {
  switch (move.kind) {
    case 'transfer':
      // A program may open an account by transferring its rent.
      return isTopLevel(move) ? move.lamports : beyondRent(scene, move);
    case 'create_account':
      return givenByCreating(scene, move);
    case 'token_transfer':
      return (scene.own.get(move.from) ?? scene.own.get(move.to)) === WRAPPED_SOL ? move.amount : 0n;
    case 'unwrap':
    case 'withdraw_excess':
      return payoutLamports(scene, move);
    case 'close_token_account':
      return givenByClosing(scene, move);
    case 'withdraw_nonce':
    case 'withdraw_stake':
    case 'withdraw_vote':
      // They make a trade joint instead.
      return 0n;
  }
}

function beyondRent(scene: WalletTransaction, { to, lamports }: { readonly to: Address; readonly lamports: bigint }) {
  return lamports - smaller(lamports, rentOf(scene, to) ?? 0n);
}

/**
 * A new wallet or token account of somebody else is given what exceeds its rent. An account of any other program is a deposit there,
 * and an own one is counted where its rent is. What such an account pays back to the wallet within a trade was never given.
 */
function givenByCreating(scene: WalletTransaction, move: Extract<Move, { readonly kind: 'create_account' }>): bigint {
  const { transaction, wallet } = scene;
  if (isOurs(scene, move.to)) return move.to === wallet ? move.lamports : 0n;
  if (move.owner !== SYSTEM_PROGRAM && !isTokenProgram(move.owner)) return 0n;
  const paysBack = (back: Move) => 'to' in back && 'from' in back && back.from === move.to && isOurs(scene, back.to);
  if (transaction.moves.some((back) => paysBack(back) && !isPlain(scene, back))) return 0n;
  const isThere = (nativeBalances(transaction, move.to)?.after ?? 0n) > 0n;
  return isThere ? beyondRent(scene, move) : move.lamports;
}

/** Of an account of another, what exceeds its rent; of an own one, all but what others had put in before it was the wallet's. */
function givenByClosing(
  scene: WalletTransaction,
  move: Extract<Move, { readonly kind: 'close_token_account' }>,
): bigint {
  const lamports = payoutLamports(scene, move);
  const side = scene.sides.find(({ account, before }) => account === move.from && before !== null);
  const apart = isOurs(scene, move.from)
    ? broughtBy(scene, scene.transaction.moves.filter(isFunding), move.from)
    : side
      ? rents(side).before
      : 0n;
  return lamports - smaller(lamports, apart);
}

type HandOver = Extract<Move, { readonly kind: 'hand_over' }>;

/** Wrapped lamports in an own account that another owner gets. Its rent is counted apart. */
function wrappedHandedOver(scene: WalletTransaction, move: HandOver): bigint {
  const side = handedOver(scene, move);
  if (side?.mint !== WRAPPED_SOL) return 0n;
  const earlier = before(scene, move);
  const came = runLamports(scene.transaction).flows.reduce((sum, { move: one, lamports }) => {
    if (!earlier.includes(one)) return sum;
    return sum + (one.to === move.account ? lamports : 0n) - (one.from === move.account ? lamports : 0n);
  }, 0n);
  return leftIn(side, came);
}

function before({ transaction: { moves } }: WalletTransaction, move: Move): readonly Move[] {
  return moves.slice(0, moves.indexOf(move));
}

/** The own token account, other than the wallet itself, that is another's after a plain instruction. */
function handedOver(scene: WalletTransaction, move: HandOver): TokenAccountChange | undefined {
  if (!scene.own.has(move.account) || move.account === scene.wallet || !isPlain(scene, move)) return undefined;
  return scene.sides.find(({ account, after }) => {
    return account === move.account && after !== null && after.owner !== scene.wallet;
  });
}

/** What was in an account when it was handed over: what it had and what came, and no more than the new owner has. */
function leftIn({ before, after }: TokenAccountChange, came: bigint): bigint {
  const had = (before?.amount ?? 0n) + came;
  return had > 0n ? smaller(had, after?.amount ?? 0n) : 0n;
}

type TokenTransfer = Extract<Move, { readonly kind: 'token_transfer' }>;

/**
 * Plain transfers and mints to the wallet by mint, and accounts handed over, without wrapped SOL, in received amounts: without
 * transfer fees.
 */
export function plainTokens(scene: WalletTransaction): readonly PlainTokens[] {
  const sums: Sums = new Map();
  for (const move of scene.transaction.moves) {
    if (!isPlain(scene, move)) continue;
    if (move.kind === 'mint_tokens' && isTopLevel(move)) addMade(scene, move, sums);
    if (move.kind === 'hand_over') addHandedOver(scene, move, sums);
    if (move.kind === 'token_transfer') addTransferred(scene, move, sums);
  }
  return [...sums].map(([mint, sum]) => ({ mint, ...sum }));
}

type Sums = Map<Address, { in: bigint; out: bigint }>;

function sumOf(sums: Sums, mint: Address): { in: bigint; out: bigint } {
  const sum = sums.get(mint) ?? { in: 0n, out: 0n };
  sums.set(mint, sum);
  return sum;
}

function addTransferred(scene: WalletTransaction, move: TokenTransfer, sums: Sums): void {
  const direction = wayOf(scene, move);
  const mint = scene.own.get(move.from) ?? scene.own.get(move.to);
  if (mint === undefined || direction === null || mint === WRAPPED_SOL) return;
  const isOfFee = direction === 'in' && move.program === TOKEN_2022_PROGRAM;
  sumOf(sums, mint)[direction] += isOfFee ? arrived(scene, move) : move.amount;
}

function addHandedOver(scene: WalletTransaction, move: HandOver, sums: Sums): void {
  const side = handedOver(scene, move);
  if (!side || side.mint === WRAPPED_SOL) return;
  const came = before(scene, move).reduce((sum, one) => sum + unitsInto(one, move.account), 0n);
  sumOf(sums, side.mint).out += leftIn(side, came);
}

/** Tokens minted to the wallet are a gift of the mint authority. */
function addMade(
  { own }: WalletTransaction,
  { to, mint, amount }: Extract<Move, { readonly kind: 'mint_tokens' }>,
  sums: Sums,
): void {
  if (own.has(to)) sumOf(sums, mint).in += amount;
}

/**
 * The received amount of a Token-2022 transfer. The transfers to one account share the fees that were withheld in it in proportion to
 * their amounts: below the maximum a fee is a fixed part of its transfer (`calculate_fee` of the extension `transfer_fee`).
 */
function arrived(scene: WalletTransaction, move: TokenTransfer): bigint {
  const transfers = scene.transaction.moves.filter(
    (one): one is TokenTransfer => one.kind === 'token_transfer' && one.to === move.to,
  );
  const sumUntil = (end: number) => transfers.slice(0, end).reduce((sum, one) => sum + one.amount, 0n);
  const all = sumUntil(transfers.length);
  if (all === 0n) return 0n;
  const fees = smaller(withheldIn(scene, move.to), all);
  const feesUntil = (end: number) => (fees * sumUntil(end)) / all;
  const index = transfers.indexOf(move);
  return move.amount - (feesUntil(index + 1) - feesUntil(index));
}

/**
 * What the balances of an account lack beside all instructions was withheld as fees. An account that was opened and closed within the
 * transaction has no balances, and nothing stayed in it.
 */
function withheldIn({ sides, transaction }: WalletTransaction, account: Address): bigint {
  let lacking = 0n;
  for (const move of transaction.moves) lacking += unitsInto(move, account);
  for (const side of sides) if (side.account === account) lacking -= amountDelta(side);
  return lacking > 0n ? lacking : 0n;
}

/** What the instruction put into the account, less what it took out. */
function unitsInto(move: Move, account: Address): bigint {
  switch (move.kind) {
    case 'token_transfer':
      return (move.to === account ? move.amount : 0n) - (move.from === account ? move.amount : 0n);
    case 'mint_tokens':
      return move.to === account ? move.amount : 0n;
    case 'burn_tokens':
      return move.from === account ? -move.amount : 0n;
    default:
      return 0n;
  }
}
