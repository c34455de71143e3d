import type { Address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { smaller } from '#venues/arithmetic.ts';
import { runLamports } from '../sources/lamport-run.ts';
import type { CosignedFill } from './effect-fill.ts';
import { type Amounts, isMarketTrade } from './effect-market.ts';
import { isFunding, rentOf } from './effect-rents.ts';
import type { Stand, TokenAccountChange, WalletTransaction } from './effect-scene.ts';
import { feeTakerOf, isOurs, isPlain, isTopLevel, serviceOfProgram, wayOf } from './effect-scene.ts';
import { lamportsGiven } from './effect-transfers.ts';
import type { Moved } from './effect-type.ts';

/** Lamports that others may spend on a trade of the wallet without a part in it: a sponsor's fee, rent and a tip. */
const SPONSORED_LAMPORTS_MAX = 1_000_000n;
/** Two prices that differ by at most a tenth belong to the same market. */
const PRICE_PARTS = { mine: 10n, theirs: 11n } as const;

/** What one owner gained or lost: lamports (wrapped or not) and tokens. */
interface Change {
  lamports: bigint;
  readonly tokens: Map<Address, bigint>;
}

/**
 * Whether others contributed to the transaction, so that it shows no market price: another signer lost lamports or tokens, stake
 * was withdrawn to the wallet, or a program that is no venue paid it. A signer who made the same trade at the same price does not
 * count, nor what the other party of a `fill` gave in it. Where a market made the price (`isMarket`), what programs move plainly is given.
 */
export function isJoint(scene: WalletTransaction, fill: CosignedFill | null, isMarket: () => boolean): boolean {
  const isGift = (move: Move) => isTopLevel(move) || (isPlain(scene, move) && isMarket());
  if (hasOtherInflow(scene, isGift)) return true;
  let moved: ReadonlySet<Address> | null = null;
  const changes = changesOfOthers(scene, isGift);
  // What the party gave beyond the fill, or from what it got, stays a contribution.
  if (fill) for (const { mint, change } of fill.legs) add(changeOf(changes, fill.counterparty), mint, -change);
  for (const [owner, change] of changes) {
    if (!isLoss(change) || isSameTrade(scene, change)) continue;
    moved ??= movedBySigners(scene);
    if (scene.transaction.signers.includes(owner) || moved.has(owner)) return true;
  }
  return false;
}

/**
 * Who filled a waiting order of the wallet out of his own: of all that signed, or whose account a signer moved from, the one that
 * lost most. Where nobody did, but no exchange made the price either, it is who paid the fee: what a program pays for him may be
 * his. Null where an exchange made the price, and where nothing but what the wallet got was released.
 */
export function fillerOf(scene: WalletTransaction, released: readonly Moved[], gained: bigint): Address | null {
  const { tokens, transaction } = scene;
  const coins = [...tokens].filter(([, units]) => units > 0n);
  const got: Amounts = coins.length > 0 ? new Map(coins) : new Map([[WRAPPED_SOL, gained]]);
  const given = new Map<string, bigint>();
  for (const { mint, amount } of released) if (!got.has(mint)) given.set(mint, (given.get(mint) ?? 0n) + amount);
  if (given.size === 0) return null;
  const filler = mostLosing(scene, new Map([...given, ...got]));
  return filler ?? (isMarketTrade(scene, given, got) ? null : transaction.feePayer);
}

/** Who loses less than such a part of what an order moved, in the same units, pays for no fill: keepers pay tips and round. */
const FILLER_PARTS = 20n;

/**
 * Of all that signed, or whose account a signer moved from, the one that lost most, tips left out; null where none lost a part of what
 * moved (`amounts`).
 */
function mostLosing(scene: WalletTransaction, amounts: Amounts): Address | null {
  const isPart = (mint: string, lost: bigint) => lost * FILLER_PARTS >= (amounts.get(mint) ?? 0n);
  const moved = movedBySigners(scene);
  let most: { readonly owner: Address; readonly lamports: bigint } | null = null;
  // Everything that is sent counts as payment for the order.
  for (const [owner, change] of changesOfOthers(scene, () => false)) {
    if (!scene.transaction.signers.includes(owner) && !moved.has(owner)) continue;
    change.lamports += tipsOf(scene, owner);
    const isFiller =
      (change.lamports < -SPONSORED_LAMPORTS_MAX && isPart(WRAPPED_SOL, -change.lamports)) ||
      [...change.tokens].some(([mint, amount]) => amount < 0n && isPart(mint, -amount));
    if (isFiller && (most === null || change.lamports < most.lamports)) most = { owner, lamports: change.lamports };
  }
  return most?.owner ?? null;
}

/** What somebody gave to labelled takers of tips. */
function tipsOf({ transaction: { moves }, world }: WalletTransaction, owner: Address): bigint {
  let sum = 0n;
  for (const move of moves)
    if (move.kind === 'transfer' && move.from === owner && feeTakerOf(world, move.to) === 'tip') sum += move.lamports;
  return sum;
}

/** Owners whose token accounts a signer moved from or closed, as delegate or close authority. Pools are never treated so. */
function movedBySigners({ transaction, sides }: WalletTransaction): ReadonlySet<Address> {
  const { moves, signers } = transaction;
  const accounts = new Set<Address>();
  for (const move of moves) {
    if (move.kind === 'close_token_account' && signers.includes(move.owner)) accounts.add(move.from);
    const isTaken = move.kind === 'token_transfer' || move.kind === 'burn_tokens' || move.kind === 'unwrap';
    if (isTaken && signers.includes(move.authority)) accounts.add(move.from);
  }
  return new Set(sides.flatMap(({ account, before }) => (accounts.has(account) ? (before?.owner ?? []) : [])));
}

function isLoss({ lamports, tokens }: Change): boolean {
  if (lamports < -SPONSORED_LAMPORTS_MAX) return true;
  for (const amount of tokens.values()) if (amount < 0n) return true;
  return false;
}

/**
 * Changes of all other owners: their token accounts, and the lamports of signers. Gifts to the wallet are accounted
 * elsewhere, so they are added back.
 */
function changesOfOthers(scene: WalletTransaction, isGift: (move: Move) => boolean): Changes {
  const { transaction, wallet } = scene;
  const changes = new Map<Address, Change>();
  for (const side of scene.sides) {
    addStand(changes, scene, side, side.before, -1n);
    addStand(changes, scene, side, side.after, 1n);
  }
  for (const signer of transaction.signers) {
    if (signer !== wallet) changeOf(changes, signer).lamports += ownLoss(scene, signer);
  }
  for (const move of transaction.moves) if (isGift(move)) addBack(changes, scene, move);
  return changes;
}

type Changes = Map<Address, Change>;

function changeOf(changes: Changes, owner: Address): Change {
  const found = changes.get(owner) ?? { lamports: 0n, tokens: new Map() };
  changes.set(owner, found);
  return found;
}

function addStand(
  changes: Changes,
  { wallet }: WalletTransaction,
  { mint }: TokenAccountChange,
  stand: Stand | null,
  sign: bigint,
): void {
  if (!stand || stand.owner === null || stand.owner === wallet || stand.amount === 0n) return;
  add(changeOf(changes, stand.owner), mint, sign * stand.amount);
}

function add(change: Change, mint: Address, amount: bigint): void {
  if (mint === WRAPPED_SOL) change.lamports += amount;
  else change.tokens.set(mint, (change.tokens.get(mint) ?? 0n) + amount);
}

function addBack(changes: Changes, scene: WalletTransaction, move: Move): void {
  if (!isPaying(move) || wayOf(scene, move) !== 'in') return;
  const source = scene.sides.find(({ account }) => account === move.from);
  const passing = source || move.kind !== 'close_token_account' ? null : move;
  const holder = source ? ((source.before ?? source.after)?.owner ?? null) : (passing?.owner ?? move.from);
  if (holder === null) return;
  const given = move.kind === 'token_transfer' ? move.amount : lamportsGiven(scene, move);
  // The rent of an account that was opened and closed within is no loss of its owner.
  const rent = passing ? (rentOf(scene, move.from) ?? 0n) : 0n;
  const mint = move.kind === 'token_transfer' && source ? source.mint : WRAPPED_SOL;
  add(changeOf(changes, holder), mint, given - smaller(given, rent));
}

type Paying = Extract<Move, { readonly kind: 'transfer' | 'token_transfer' | 'unwrap' | 'close_token_account' }>;

function isPaying(move: Move): move is Paying {
  const { kind } = move;
  return kind === 'transfer' || kind === 'token_transfer' || kind === 'unwrap' || kind === 'close_token_account';
}

/** The change of a signer's lamports, without the fee and the rent it paid. */
function ownLoss(scene: WalletTransaction, signer: Address): bigint {
  const { keys, preBalances, postBalances, feePayer, fee } = scene.transaction;
  const at = keys.indexOf(signer);
  const change = (postBalances[at] ?? 0n) - (preBalances[at] ?? 0n) + (feePayer === signer ? fee : 0n);
  return change < 0n ? change + smaller(-change, openedBy(scene, signer)) : change;
}

/**
 * The rent that a signer paid for accounts, and all lamports with which it created the wallet's accounts, which are accounted
 * elsewhere.
 */
function openedBy(scene: WalletTransaction, signer: Address): bigint {
  let sum = 0n;
  for (const move of scene.transaction.moves) {
    if (!isFunding(move) || move.from !== signer || (move.kind === 'transfer' && isTopLevel(move))) continue;
    if (move.kind === 'create_account' && isOurs(scene, move.to)) sum += move.lamports;
    else sum += smaller(move.lamports, rentOf(scene, move.to) ?? 0n);
  }
  return sum;
}

/** True for another trader of the same token at the wallet's price, at most a tenth worse, or better. */
function isSameTrade({ tokens, worth }: WalletTransaction, other: Change): boolean {
  const [mine, ...more] = [...tokens].filter(([, amount]) => amount !== 0n);
  if (!mine || more.length > 0) return false;
  const [mint, units] = mine;
  const theirs = other.tokens.get(mint) ?? 0n;
  const alone = [...other.tokens].every(([of, amount]) => of === mint || amount >= 0n);
  if (!alone || theirs > 0n !== units > 0n || theirs === 0n) return false;
  const [paid, theyPaid] = [-worth, -other.lamports];
  return units > 0n
    ? paid > 0n && theyPaid * units * PRICE_PARTS.mine <= paid * theirs * PRICE_PARTS.theirs
    : paid < 0n && theyPaid * units * PRICE_PARTS.theirs >= paid * theirs * PRICE_PARTS.mine;
}

/** True for stake, nonce or vote lamports withdrawn to the wallet, or a transfer or payout by a program that is no venue. */
function hasOtherInflow(scene: WalletTransaction, isGift: (move: Move) => boolean): boolean {
  const { transaction } = scene;
  const venues = tradingInstructions(scene);
  if (venues.size > 0 && isCreditedBeside(scene, venues)) return true;
  return transaction.moves.some((move) => {
    const { kind } = move;
    if (kind === 'withdraw_nonce' || kind === 'withdraw_stake' || kind === 'withdraw_vote')
      return isOurs(scene, move.to);
    if (!isPaying(move) && kind !== 'withdraw_excess') return false;
    if (venues.size === 0 || venues.has(move.at.outer) || wayOf(scene, move) !== 'in') return false;
    // An account that is closed for its rent pays for nothing.
    return (move.kind !== 'close_token_account' || lamportsGiven(scene, move) > 0n) && !isGift(move);
  });
}

/**
 * Whether the wallet received lamports without an instruction while an account that no venue used lost some: a program may credit
 * anybody from its own accounts, and may close one to anybody.
 */
function isCreditedBeside(scene: WalletTransaction, venues: ReadonlySet<number>): boolean {
  const { transaction, wallet, own } = scene;
  const { residual } = runLamports(transaction);
  if (![wallet, ...own.keys()].some((account) => residual(account) > 0n)) return false;
  const used = new Set(transaction.instructions.flatMap(({ at, accounts }) => (venues.has(at.outer) ? accounts : [])));
  return transaction.keys.some((key) => residual(key) < 0n && !isOurs(scene, key) && !used.has(key));
}

/** Indexes of top-level instructions that ran a known trading program. */
function tradingInstructions({ transaction, world }: WalletTransaction): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const { at, program } of transaction.instructions) {
    if (serviceOfProgram(world, program) === 'trade') indexes.add(at.outer);
  }
  return indexes;
}
