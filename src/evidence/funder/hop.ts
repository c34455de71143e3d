import type { LabelTable } from '#chain/labels/label.ts';
import { type Funding, type Hop, mainCredits } from '#checks/funder/evidence.ts';
import { type Address, parseAddress } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';
import { labelFact, lamportsOf, placeOf } from './facts.ts';
import { HOP_BODIES_MAX, type Past } from './past.ts';
import { walk } from './walk.ts';

/**
 * Where an address itself got its first lamports, from its history before it paid. Only a history that fits into one page
 * is followed, so that it costs no round beyond the proof that nothing is older. `name`: the reading that this fills.
 */
export async function followHop(
  name: 'hop' | 'hop_3',
  of: Address,
  { entries, whole }: Past,
  bodies: Bodies,
  labels: LabelTable,
): Promise<Reading<Hop>> {
  const oldest = entries.at(-1);
  if (!oldest) return missing(name, 'history_missing', `${of} has no history before it paid`);
  if (!whole) return missing(name, 'limit_reached', `${of} has more than one page`);
  const read = await bodies.load(entries.slice(-HOP_BODIES_MAX).reverse());
  const { birth, continuity, funding } = walk(of, read, entries.length > read.length);
  for (const reading of [birth, continuity, funding]) if (!reading.known) return renamed(name, reading.gap);
  return known({ oldest: placeOf(oldest), ...funderOf(funding.known ? funding.value : null, labels) });
}

function funderOf(funding: Funding | null, labels: LabelTable): Omit<Hop, 'oldest'> {
  const credits = mainCredits(funding?.credits ?? []);
  const [first] = credits;
  return {
    funder: first?.source ?? null,
    funderLabel: labelFact(labels, parseAddress(first?.source)),
    mechanism: first?.mechanism ?? null,
    lamports: lamportsOf(credits),
    transaction: first?.transaction ?? null,
    slot: first?.slot ?? null,
    time: first?.time ?? null,
  };
}
