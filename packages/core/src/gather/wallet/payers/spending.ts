import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { effectOf } from '#derive/effects/effect.ts';
import type { EffectWorld } from '#derive/effects/effect-scene.ts';
import { drawn } from '#derive/wallet/payers/drawn.ts';
import { isFailure, known, type Reading } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';

/** Bodies of one payer's history that are read. */
const BODIES_MAX = 6;
/** Terminals give a part of their fees back to the recruiter of the customer, who may be the same person. */
const FEES_KEPT_PARTS = 2n;

/** A page of a wallet's history, the number of its entries with the payment behind it, and the lasting cost of single ones. */
export interface Spending {
  readonly page: readonly SignatureEntry[];
  readonly listed: number;
  readonly spent: readonly bigint[];
}

/**
 * Reads the page before a payment, which cannot be changed any more, and bodies that are drawn from it and the payment: two rounds. The
 * cost of a body is the network fee that the wallet paid, its tips to labelled takers and half of its fees to labelled terminals, in
 * lamports. A body that is gone cost nothing. The gap is that of a failed call.
 */
export async function readSpending(
  wallet: Address,
  before: Signature,
  { reader, world, seed }: { readonly reader: HistoryReader; readonly world: EffectWorld; readonly seed: string },
): Promise<Reading<Spending>> {
  const page = await reader.signatures(wallet, { before });
  if (!page.known) return isFailure(page.gap) ? page : known({ page: [], listed: 0, spent: [] });
  const listed = [before, ...page.value.map(({ signature }) => signature)];
  const read = drawn(listed, BODIES_MAX, `${seed} ${wallet}`, (signature) => signature);
  const bodies = await Promise.all(read.map((signature) => reader.transaction(signature)));
  const failed = bodies.find((body) => !body.known && isFailure(body.gap));
  if (failed && !failed.known) return failed;
  const spent = bodies.map((body) => {
    const effect = body.known ? effectOf(body.value, wallet, world) : body;
    if (!effect.known) return 0n;
    const { fee, tips, platformFees } = effect.value;
    return fee + tips + platformFees / FEES_KEPT_PARTS;
  });
  return known({ page: page.value, listed: listed.length, spent });
}
