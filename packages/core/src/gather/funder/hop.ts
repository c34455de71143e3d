import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import {
  covers,
  type FunderEvidence,
  type FunderHop,
  type Funding,
  isHub,
  mainCredits,
  type Source,
} from '#rules/funder/evidence.ts';
import { type Address, parseAddress } from '#solana/address.ts';
import {
  accountFacts,
  creditedLamports,
  isPlainAccount,
  labelFact,
  placeOf,
  signable,
} from '../sources/account-facts.ts';
import { type Bodies, HOP_BODIES_MAX, openBodies, type PartOfList, readPast } from '../sources/listing.ts';
import { readSoundly, soundnessOf, soundnessOfAll } from '../sources/sound-list.ts';
import { pageBefore, readActivity } from '../sources/source.ts';
import { walkFunding } from '../sources/walk.ts';

/**
 * Maximum number of pages of the further funder, where an endpoint returns short pages: three rounds, with the proof that nothing
 * is older.
 */
const PAGES_MAX = 2;

/** The past of a source before it paid, and the giver of its first money. */
interface SourcePast {
  readonly list: Reading<PartOfList>;
  readonly hop: FunderEvidence['hop'];
}

/**
 * Reads the past of a source from the page before it paid. A first page that was cut short cannot show a hub, so the page is completed.
 * The lamports of a source of tokens or fees are unrelated to the funding, so they are not followed.
 */
export async function readSourcePast(
  { address: of, basis, transaction }: Source & { readonly address: Address },
  before: Promise<Reading<readonly SignatureEntry[]>>,
  { reader, bodies, labels }: SourceTools,
): Promise<SourcePast> {
  const nothing = known(null);
  if (basis !== 'lamports') return { list: await readPast(of, before, reader, null), hop: nothing };
  return readSoundly(
    of,
    reader,
    async (from) => {
      const own = from === reader ? bodies : openBodies(from);
      const page = from === reader ? before : pageBefore(of, transaction, from);
      const list = await readPast(of, page, from, own);
      return { list, hop: list.known ? await followHop('hop', of, list.value, own, labels) : nothing };
    },
    (read) => soundnessOfAll([read.list, read.hop]),
  );
}

/**
 * Finds the first funder of an address in its history before it paid. Only a history of one page is followed, so that it costs no
 * round beyond the proof that nothing is older. `name`: the reading that this fills.
 */
async function followHop(
  name: 'hop' | 'hop_3',
  of: Address,
  { entries, whole }: PartOfList,
  bodies: Bodies,
  labels: LabelTable,
): Promise<Reading<FunderHop>> {
  const oldest = entries.at(-1);
  if (!oldest) return missing(name, 'history_missing', `${of} has no history before it paid`);
  if (!whole) return missing(name, 'limit_reached', `${of} has more than one page`);
  const read = await bodies.load(entries.slice(-HOP_BODIES_MAX).reverse());
  const { birth, continuity, funding } = walkFunding(of, read, entries.length > read.length);
  for (const reading of [birth, continuity, funding]) if (!reading.known) return renamed(name, reading.gap);
  return known({ oldest: placeOf(oldest), ...funderOf(funding.known ? funding.value : null, labels) });
}

function funderOf(funding: Funding | null, labels: LabelTable): Omit<FunderHop, 'oldest'> {
  const credits = mainCredits(funding?.credits ?? []);
  const [first] = credits;
  return {
    funder: first?.source ?? null,
    funderLabel: labelFact(labels, parseAddress(first?.source)),
    mechanism: first?.mechanism ?? null,
    lamports: creditedLamports(credits),
    transaction: first?.transaction ?? null,
    slot: first?.slot ?? null,
    time: first?.time ?? null,
  };
}

/**
 * Finds the funder of the funder of `hop`, where the latter is a plain wallet that passed on its own money: unlabelled, with a private
 * key, covered and in time. Null where the trail ends at a label, a hub, a program or other money. Two rounds, at most three.
 */
export async function followFurther(
  hop: FunderHop,
  passedOn: { readonly lamports: bigint; readonly time: number | null },
  { reader, bodies, labels }: SourceTools,
): Promise<Reading<FunderHop | null>> {
  const funder = plainFunder(hop);
  if (!funder || !hop.transaction || !covers(hop, passedOn)) return known(null);
  const { transaction } = hop;
  const read = (from: HistoryReader) =>
    readFurtherFunder(funder, transaction, {
      reader: from,
      labels,
      bodies: from === reader ? bodies : openBodies(from),
    });
  return readSoundly(funder, reader, read, soundnessOf);
}

async function readFurtherFunder(
  funder: Address,
  transaction: string,
  { reader, bodies, labels }: SourceTools,
): Promise<Reading<FunderHop | null>> {
  const page = pageBefore(funder, transaction, reader);
  const [state, past] = await Promise.all([reader.account(funder), readPast(funder, page, reader, bodies, PAGES_MAX)]);
  if (!state.known) return renamed('hop_3', state.gap);
  if (!isPlainAccount(accountFacts(state.value.value))) return known(null);
  if (!past.known) return renamed('hop_3', past.gap);
  const busy = await readActivity(past.value.entries, reader);
  if (!busy.known) return renamed('hop_3', busy.gap);
  if (isHub(busy.value)) return known(null);
  return followHop('hop_3', funder, past.value, bodies, labels);
}

/** The funder, unless it has a label, or the lamports were not its own. */
function plainFunder({ funder, funderLabel, mechanism }: FunderHop): Address | null {
  if (funderLabel || mechanism === 'program_credit' || mechanism === 'own_swap') return null;
  const address = parseAddress(funder);
  return signable(address) ? address : null;
}

/** The input for reading the source and its funders. */
export interface SourceTools {
  readonly reader: HistoryReader;
  readonly bodies: Bodies;
  readonly labels: LabelTable;
}
