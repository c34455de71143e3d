import type { Transaction } from '#chain/model.ts';
import type { FirstTrade } from '#checks/funder/evidence.ts';
import type { Effect } from '#checks/wallet/effect.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { effectOf } from '../wallet/effect.ts';
import type { EffectWorld } from '../wallet/effect-world.ts';
import { placeOf, WRAPPED_SOL } from './facts.ts';

/**
 * The first trade that gave the subject tokens, among its oldest transactions (ascending): one that it signed itself. Null
 * where there is none among them. Gaps: the cause why a body before the first trade, or the schedule of the chain that its rent
 * is known by, could not be read or understood.
 */
export function firstTradeOf(
  subject: Address,
  bodies: readonly Reading<Transaction>[],
  world: Reading<EffectWorld>,
): Reading<FirstTrade | null> {
  for (const body of bodies) {
    if (!body.known) return renamed('first_trade', body.gap);
    if (body.value.failed || !body.value.signers.includes(subject)) continue;
    if (!world.known) return renamed('first_trade', world.gap);
    const effect = effectOf(body.value, subject, world.value);
    if (!effect.known) return renamed('first_trade', effect.gap);
    const mint = effect.value.service === 'trade' ? boughtMint(effect.value) : null;
    if (mint !== null) return known({ ...placeOf(body.value), mint });
  }
  return known(null);
}

/** A mint of which the wallet has more than before, wrapped SOL aside. */
function boughtMint({ accounts }: Effect): string | null {
  const changes = new Map<string, bigint>();
  for (const { mint, before, after } of accounts) {
    if (mint === WRAPPED_SOL) continue;
    changes.set(mint, (changes.get(mint) ?? 0n) + (after?.amount ?? 0n) - (before?.amount ?? 0n));
  }
  for (const [mint, change] of changes) if (change > 0n) return mint;
  return null;
}
