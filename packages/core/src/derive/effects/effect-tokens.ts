import type { Address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { isAssociated, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { smaller } from '#venues/arithmetic.ts';
import { runLamports } from '../sources/lamport-run.ts';
import { mayBeCurve } from './effect-market.ts';
import type { Stand, TokenAccountChange, WalletTransaction } from './effect-scene.ts';
import { amountDelta, isOurs, isPlain, isTopLevel } from './effect-scene.ts';
import type { MadeTokens, Moved } from './effect-type.ts';

const RELEASED_MAX = 8;

/**
 * Tokens that a program moved from the wallet into others' token accounts and left there. Wrapped SOL may arrive as lamports; it
 * counts up to the rise of its amount, so that rent is left out.
 */
export function depositsOf(scene: WalletTransaction): readonly Moved[] {
  return depositsBy(scene, () => true);
}

/**
 * Deposits of a mint that a program brought to the wallet earlier in the transaction, by top-level instructions that paid the wallet
 * nothing but receipts: bought and put to work at once. A pool that takes a coin pays for it in the same instruction. Without
 * wrapped SOL, which is not told apart from other lamports.
 */
export function onwardOf(scene: WalletTransaction): readonly Moved[] {
  const { moves } = scene.transaction;
  if (!moves.some((move) => isDeposit(scene, move)) || hasDirectCredit(scene)) return [];
  const paying = new Set(moves.flatMap((move) => (paysUs(scene, move) ? [move.at.outer] : [])));
  const came = (mint: Address, by: number) =>
    moves.some((move) => move.at.outer < by && !isTopLevel(move) && bringsUs(scene, move) === mint);
  return depositsBy(scene, ({ from, at }) => {
    const mint = scene.own.get(from);
    return mint !== undefined && mint !== WRAPPED_SOL && !paying.has(at.outer) && came(mint, at.outer);
  });
}

/** The mint of tokens that the move brings to the wallet from others or makes for it. */
function bringsUs({ own }: WalletTransaction, move: Move): Address | null {
  if (move.kind === 'mint_tokens') return own.get(move.to) ?? null;
  if (move.kind !== 'token_transfer' || own.has(move.from)) return null;
  return own.get(move.to) ?? null;
}

/** True for anything that comes to the wallet from others, but tokens made for it: those may be the receipt of a deposit. */
function paysUs(scene: WalletTransaction, move: Move): boolean {
  return 'from' in move && 'to' in move && isOurs(scene, move.to) && !isOurs(scene, move.from);
}

/** True where a program credited the wallet without an instruction: which one, and for what, nothing tells. */
function hasDirectCredit({ transaction, wallet, own }: WalletTransaction): boolean {
  const { residual } = runLamports(transaction);
  return [wallet, ...own.keys()].some((account) => residual(account) > 0n);
}

function depositsBy(scene: WalletTransaction, counts: (move: Sending) => boolean): readonly Moved[] {
  const units = new Map<Address, bigint>();
  const lamports = new Map<Address, bigint>();
  for (const move of scene.transaction.moves) {
    if (!isDeposit(scene, move) || !counts(move)) continue;
    if (move.kind === 'token_transfer') units.set(move.to, (units.get(move.to) ?? 0n) + move.amount);
    else lamports.set(move.to, (lamports.get(move.to) ?? 0n) + move.lamports);
  }
  if (units.size === 0 && lamports.size === 0) return [];
  return scene.sides.flatMap((side) => {
    const { account, mint } = side;
    const wrapped = mint === WRAPPED_SOL ? (lamports.get(account) ?? 0n) : 0n;
    const amount = smaller((units.get(account) ?? 0n) + wrapped, amountDelta(side));
    return amount > 0n ? [{ account, mint, amount }] : [];
  });
}

type Sending = Extract<Move, { readonly kind: 'token_transfer' | 'transfer' | 'create_account' }>;

function isDeposit(scene: WalletTransaction, move: Move): move is Sending {
  if (move.kind !== 'token_transfer' && move.kind !== 'transfer' && move.kind !== 'create_account') return false;
  return !isPlain(scene, move) && isOurs(scene, move.from) && !isOurs(scene, move.to);
}

/** Tokens that left others' token accounts while the wallet gained and neither side signed. */
export function releasedOf(scene: WalletTransaction, gained: bigint): readonly Moved[] {
  const { signed, tokens, sides, wallet, transaction } = scene;
  if (signed || (gained <= 0n && ![...tokens.values()].some((amount) => amount > 0n))) return [];
  const released: Moved[] = [];
  for (const side of sides) {
    const owner = side.before?.owner ?? null;
    if (owner === null || owner === wallet || transaction.signers.includes(owner)) continue;
    const amount = -amountDelta(side);
    if (amount > 0n) released.push({ account: side.account, mint: side.mint, amount });
  }
  return released.slice(0, RELEASED_MAX);
}

/** Tokens minted to, or burned from, the wallet's accounts. */
export function madeTokens(scene: WalletTransaction, kind: 'mint_tokens' | 'burn_tokens'): readonly MadeTokens[] {
  const { transaction, own } = scene;
  const made: { -readonly [name in keyof MadeTokens]: MadeTokens[name] }[] = [];
  for (const move of transaction.moves) {
    if (move.kind !== kind || !own.has(move.kind === 'mint_tokens' ? move.to : move.from)) continue;
    const byProgram = !isTopLevel(move);
    const byCurve = byProgram && mayBeCurve(scene, move.at.outer);
    const same = made.find((one) => one.mint === move.mint && one.byProgram === byProgram && one.byCurve === byCurve);
    if (same) same.amount += move.amount;
    else made.push({ mint: move.mint, amount: move.amount, byProgram, byCurve });
  }
  return made;
}

/** Mints that the transaction initialised, if the wallet signed. */
export function createdMints({ transaction, signed }: WalletTransaction): readonly Address[] {
  const mints: Address[] = [];
  for (const move of transaction.moves) if (signed && move.kind === 'create_mint') mints.push(move.mint);
  return mints;
}

/** Number of other signers that gained a mint which the wallet gained too. */
export function cobuyersOf({ transaction, tokens, sides, wallet }: WalletTransaction): number {
  if (transaction.signers.length < 2) return 0;
  return transaction.signers.filter(
    (signer) =>
      signer !== wallet && [...tokens].some(([mint, delta]) => delta > 0n && gainOf(sides, signer, mint) > 0n),
  ).length;
}

function gainOf(sides: WalletTransaction['sides'], owner: Address, mint: Address): bigint {
  let sum = 0n;
  for (const side of sides) {
    if (side.mint !== mint || mint === WRAPPED_SOL) continue;
    if (side.after?.owner === owner) sum += side.after.amount;
    if (side.before?.owner === owner) sum -= side.before.amount;
  }
  return sum;
}

/**
 * Fills in owners that old metadata lacks: from the other side of the account, from an instruction that only its owner may give, or
 * by deriving associated accounts. Returns false if an account changed and its owner stays unknown: the effect on the wallet is
 * then unknown, not empty.
 */
export function fillOwners(sides: readonly TokenAccountChange[], transaction: Transaction, wallet: Address): boolean {
  for (const side of sides) {
    if (!lacksOwner(side)) continue;
    const owner = side.before?.owner ?? side.after?.owner ?? provenOwner(side, transaction, wallet);
    if (owner === null) {
      if (isChanged(side)) return false;
      continue;
    }
    side.before = withOwner(side.before, owner);
    side.after = withOwner(side.after, owner);
  }
  return true;
}

function lacksOwner({ before, after }: TokenAccountChange): boolean {
  return before?.owner === null || after?.owner === null;
}

function isChanged(side: TokenAccountChange): boolean {
  return amountDelta(side) !== 0n || side.before?.lamports !== side.after?.lamports;
}

function withOwner(stand: Stand | null, owner: Address): Stand | null {
  return stand?.owner === null ? { ...stand, owner } : stand;
}

function provenOwner(side: TokenAccountChange, transaction: Transaction, wallet: Address): Address | null {
  for (const move of transaction.moves) {
    const owner = ownerSaid(move, side.account);
    if (owner !== null) return owner;
  }
  if (isAssociated(side.account, wallet, side.mint)) return wallet;
  // Only changed accounts matter, and deriving addresses is slow.
  return isChanged(side)
    ? (transaction.keys.find((key) => key !== wallet && isAssociated(side.account, key, side.mint)) ?? null)
    : null;
}

/** The owner that a move names. A delegate may move another's tokens, which old metadata does not show. */
function ownerSaid(move: Move, account: Address): Address | null {
  switch (move.kind) {
    case 'open_token_account':
      return move.account === account ? move.owner : null;
    case 'close_token_account':
      return move.from === account ? move.owner : null;
    case 'token_transfer':
    case 'burn_tokens':
      return move.from === account ? move.authority : null;
    default:
      return null;
  }
}
