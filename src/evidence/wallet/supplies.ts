import type { Transaction } from '#chain/chain-reader.ts';
import type { Effect } from '#checks/wallet/effect.ts';
import { type Address, parseSignature, type Signature } from '#lib/address.ts';

/** Receipts of one mint that are looked into: the first ones are those that a sale lives on. */
const RECEIPTS_MAX = 2;

/**
 * The first transactions that brought tokens of the mint by plain transfer, or newly made ones, before the wallet sold any.
 * `effects` in the order in which they happened.
 */
export function receiptsBeforeSale(mint: Address, effects: readonly Effect[]): readonly Signature[] {
  const sold = effects.findIndex((effect) => isSale(effect, mint));
  return (sold < 0 ? effects : effects.slice(0, sold))
    .filter((effect) => !effect.failed && isReceipt(effect, mint))
    .slice(0, RECEIPTS_MAX)
    .flatMap(({ signature }) => parseSignature(signature) ?? []);
}

function isReceipt({ plain, minted }: Effect, mint: Address): boolean {
  return plain.some((tokens) => tokens.mint === mint && tokens.in > 0n) || minted.some((made) => made.mint === mint);
}

function isSale(effect: Effect, mint: Address): boolean {
  return !effect.failed && soldUnits(effect, mint) > 0n;
}

/** Units that left in a trade, beyond plain transfers. */
function soldUnits({ service, accounts, plain }: Effect, mint: Address): bigint {
  if (service !== 'trade') return 0n;
  const balance = accounts
    .filter((account) => account.mint === mint)
    .reduce((sum, { before, after }) => sum + (after?.amount ?? 0n) - (before?.amount ?? 0n), 0n);
  const moved = plain
    .filter((tokens) => tokens.mint === mint)
    .reduce((sum, tokens) => sum + tokens.in - tokens.out, 0n);
  return moved - balance;
}

/** What was given counts where it is at least this part of what was sold: anybody can send a holder dust. */
const MATERIAL_PARTS = 20n;

/** Whether what the wallet got of the mint by transfer, or newly made, in these transactions is a part of its sales that matters. */
export function isMaterial(mint: Address, receipts: readonly Signature[], effects: readonly Effect[]): boolean {
  let given = 0n;
  let sold = 0n;
  for (const effect of effects) {
    if (effect.failed) continue;
    if (receipts.some((signature) => signature === effect.signature)) {
      given += sumOf(effect.plain, mint, (tokens) => tokens.in) + sumOf(effect.minted, mint, (made) => made.amount);
    }
    const delta = soldUnits(effect, mint);
    if (delta > 0n) sold += delta;
  }
  return given * MATERIAL_PARTS >= sold;
}

function sumOf<T extends { readonly mint: string }>(
  of: readonly T[],
  mint: Address,
  units: (one: T) => bigint,
): bigint {
  return of.reduce((sum, one) => (one.mint === mint ? sum + units(one) : sum), 0n);
}

/** Whether the transaction took tokens of the mint from `giver`, or made new ones by its authority, into the wallet's accounts. */
export function suppliedBy(
  giver: Address,
  { mint, wallet, body }: { readonly mint: Address; readonly wallet: Address; readonly body: Transaction },
): boolean {
  if (body.failed) return false;
  const owners = new Map(
    [...body.preTokens, ...body.postTokens]
      .filter((holding) => holding.mint === mint)
      .map((holding) => [holding.account, holding.owner]),
  );
  return body.moves.some((move) => {
    if (move.kind !== 'token_transfer' && move.kind !== 'mint_tokens') return false;
    if (owners.get(move.to) !== wallet) return false;
    return move.authority === giver || (move.kind === 'token_transfer' && owners.get(move.from) === giver);
  });
}
