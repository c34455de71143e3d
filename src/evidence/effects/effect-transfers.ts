import type { Move } from '#chain/chain-reader.ts';
import type { PlainTokens } from '#checks/wallet/effect.ts';
import type { Address } from '#lib/address.ts';
import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from '#lib/token/programs.ts';
import { runLamports } from '../sources/lamport-run.ts';
import { amountDelta, feeTakerOf, isOurs, isTopLevel, type WalletTransaction } from './effect-scene.ts';

/** Lamports that transfers moved between the wallet and others. */
export interface LamportTransfers {
  readonly tips: bigint;
  readonly platformFees: bigint;
  readonly givenIn: bigint;
  readonly givenOut: bigint;
}

/** Tips and platform fees at any depth, and what plain transfers brought and took. A plain transfer of wrapped SOL counts as lamports. */
export function lamportTransfers(scene: WalletTransaction): LamportTransfers {
  const sums = { tips: 0n, platformFees: 0n, givenIn: 0n, givenOut: 0n };
  for (const move of scene.transaction.moves) {
    if (move.kind === 'transfer') addTransfer(scene, move, sums);
    else if (move.kind === 'unwrap' || move.kind === 'withdraw_excess') addPayout(scene, move, sums);
    else if (move.kind === 'token_transfer' && isTopLevel(move)) addWrapped(scene, move, sums);
  }
  return sums;
}

type Sums = { -readonly [name in keyof LamportTransfers]: bigint };

function addTransfer(scene: WalletTransaction, move: Extract<Move, { readonly kind: 'transfer' }>, sums: Sums): void {
  const { from, to, lamports } = move;
  if (isOurs(scene, to)) {
    if (isTopLevel(move) && !isOurs(scene, from)) sums.givenIn += lamports;
    return;
  }
  if (from !== scene.wallet) return;
  const taker = feeTakerOf(scene.world, to);
  if (taker === 'tip') sums.tips += lamports;
  else if (taker === 'platform') sums.platformFees += lamports;
  else if (isTopLevel(move)) sums.givenOut += lamports;
}

function addWrapped(scene: WalletTransaction, move: TokenTransfer, sums: Sums): void {
  const { mint, direction } = plainOf(scene, move);
  if (mint !== WRAPPED_SOL || direction === null) return;
  sums[direction === 'in' ? 'givenIn' : 'givenOut'] += move.amount;
}

type Payout = Extract<Move, { readonly kind: 'unwrap' | 'withdraw_excess' }>;

/** A payout of a token account or mint counts as a transfer. Payouts of others' accounts by a program belong to its service. */
function addPayout(scene: WalletTransaction, move: Payout, sums: Sums): void {
  const from = isOurs(scene, move.from) ? scene.wallet : move.from;
  const lamports = payoutLamports(scene, move);
  addTransfer(scene, { ...move, kind: 'transfer', from, lamports }, sums);
}

/** Lamports that the instruction moved, as derived from balances. */
export function payoutLamports({ transaction }: WalletTransaction, move: Payout): bigint {
  return runLamports(transaction).flows.find((flow) => flow.move === move)?.lamports ?? 0n;
}

type TokenTransfer = Extract<Move, { readonly kind: 'token_transfer' }>;

/** The direction and mint of a transfer; null if both accounts, or neither, are the wallet's. */
function plainOf(
  { own }: WalletTransaction,
  { from, to }: TokenTransfer,
): { mint: Address | null; direction: 'in' | 'out' | null } {
  const [source, target] = [own.get(from), own.get(to)];
  if ((source === undefined) === (target === undefined)) return { mint: null, direction: null };
  return source === undefined ? { mint: target ?? null, direction: 'in' } : { mint: source, direction: 'out' };
}

/** Plain transfers and mints to the wallet by mint, without wrapped SOL, in received amounts: without transfer fees. */
export function plainTokens(scene: WalletTransaction): readonly PlainTokens[] {
  const sums = new Map<Address, { in: bigint; out: bigint }>();
  for (const move of scene.transaction.moves) {
    if (!isTopLevel(move)) continue;
    if (move.kind === 'mint_tokens') addMade(scene, move, sums);
    if (move.kind !== 'token_transfer') continue;
    const { mint, direction } = plainOf(scene, move);
    if (mint === null || direction === null || mint === WRAPPED_SOL) continue;
    const sum = sums.get(mint) ?? { in: 0n, out: 0n };
    sum[direction] += direction === 'in' && move.program === TOKEN_2022_PROGRAM ? arrived(scene, move) : move.amount;
    sums.set(mint, sum);
  }
  return [...sums].map(([mint, sum]) => ({ mint, ...sum }));
}

/** Tokens minted to the wallet are a gift of the mint authority. */
function addMade(
  { own }: WalletTransaction,
  { to, mint, amount }: Extract<Move, { readonly kind: 'mint_tokens' }>,
  sums: Map<Address, { in: bigint; out: bigint }>,
): void {
  if (!own.has(to)) return;
  const sum = sums.get(mint) ?? { in: 0n, out: 0n };
  sum.in += amount;
  sums.set(mint, sum);
}

/** The received amount of a Token-2022 transfer: what the balances lack beside all instructions was withheld as a fee. */
function arrived({ sides, transaction }: WalletTransaction, { to, amount }: TokenTransfer): bigint {
  const side = sides.find(({ account }) => account === to);
  if (side === undefined) return amount;
  const kept = transaction.moves.reduce((sum, move) => sum + unitsInto(move, to), -amountDelta(side));
  if (kept <= 0n) return amount;
  return kept < amount ? amount - kept : 0n;
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
