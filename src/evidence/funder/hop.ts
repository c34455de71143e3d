import type { LabelTable } from '#chain/labels/label.ts';
import type { ChainReader, SignatureEntry, Transaction } from '#chain/model.ts';
import { type Funding, type Hop, mainCredits } from '#checks/funder/evidence.ts';
import { type Address, parseAddress } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';
import { labelFact, placeOf } from './facts.ts';
import { PAGE_SIGNATURES } from './listing.ts';
import { walk } from './walk.ts';

/** Oldest bodies of the source that are read. */
const BODIES_MAX = 20;

/**
 * Where the source itself got its first lamports. `page` is its history before it funded the subject; only a history that
 * fits into that page is followed, so that a hop costs one round: the empty page and the oldest bodies.
 */
export async function followHop(
  source: Address,
  page: readonly SignatureEntry[],
  reader: ChainReader,
  bodies: Bodies,
  labels: LabelTable,
): Promise<Reading<Hop>> {
  const oldest = page.at(-1);
  if (!oldest) return missing('hop', 'history_missing', 'the source has no history before it paid');
  if (page.length >= PAGE_SIGNATURES) return missing('hop', 'limit_reached', 'the source has more than one page');
  const entries = [...page].reverse().slice(0, BODIES_MAX);
  const [end, read] = await Promise.all([
    reader.signatures(source, { before: oldest.signature }),
    bodies.load(entries),
  ]);
  if (!end.known) return renamed('hop', end.gap);
  if (end.value.length > 0) return missing('hop', 'limit_reached', 'the source has more than one page');
  return hopOf(source, oldest, read, page.length > entries.length, labels);
}

function hopOf(
  source: Address,
  oldest: SignatureEntry,
  bodies: readonly Reading<Transaction>[],
  more: boolean,
  labels: LabelTable,
): Reading<Hop> {
  const { birth, continuity, funding } = walk(source, bodies, more);
  for (const reading of [birth, continuity, funding]) if (!reading.known) return renamed('hop', reading.gap);
  return known({ oldest: placeOf(oldest), ...funderOf(funding.known ? funding.value : null, labels) });
}

function funderOf(funding: Funding | null, labels: LabelTable): Omit<Hop, 'oldest'> {
  const credits = mainCredits(funding?.credits ?? []);
  const [first] = credits;
  return {
    funder: first?.source ?? null,
    funderLabel: labelFact(labels, parseAddress(first?.source)),
    lamports: credits.reduce((total, { lamports }) => total + lamports, 0n),
    transaction: first?.transaction ?? null,
    slot: first?.slot ?? null,
    time: first?.time ?? null,
  };
}
