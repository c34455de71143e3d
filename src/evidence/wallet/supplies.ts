import type { Transaction } from '#chain/model.ts';
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

function isSale({ failed, service, accounts, plain }: Effect, mint: Address): boolean {
  if (failed || service !== 'trade') return false;
  const held = accounts
    .filter((account) => account.mint === mint)
    .reduce((sum, { before, after }) => sum + (after?.amount ?? 0n) - (before?.amount ?? 0n), 0n);
  const moved = plain
    .filter((tokens) => tokens.mint === mint)
    .reduce((sum, tokens) => sum + tokens.in - tokens.out, 0n);
  return held - moved < 0n;
}

/** Whether the transaction took tokens of the mint from `giver`, or made new ones by its authority, into the wallet's accounts. */
export function suppliedBy(
  giver: Address,
  { mint, wallet, body }: { readonly mint: Address; readonly wallet: Address; readonly body: Transaction },
): boolean {
  if (body.failed) return false;
  const owners = new Map(
    [...body.preTokens, ...body.postTokens]
      .filter((held) => held.mint === mint)
      .map((held) => [held.account, held.owner]),
  );
  return body.moves.some((move) => {
    if (move.kind !== 'token_transfer' && move.kind !== 'mint_tokens') return false;
    if (owners.get(move.to) !== wallet) return false;
    return move.authority === giver || (move.kind === 'token_transfer' && owners.get(move.from) === giver);
  });
}
