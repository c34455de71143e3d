import type { HistoryReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { isHub } from '#checks/funder/evidence.ts';
import type { FunderCluster } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import type { FirstFunder } from '../sources/first-funder.ts';
import { pageBefore, readActivity } from '../sources/source.ts';

/** Wallets of one source that make a cluster. */
const CLUSTER_WALLETS_MIN = 3;
/** Sources that are looked at. */
const SOURCES_MAX = 3;
/** Payments within this time of each other are alike, and so are amounts that reach this share of the largest. */
const ALIKE_SECONDS_MAX = 21_600;
const ALIKE_AMOUNT_PERCENT_MIN = 85n;

/** A wallet with the tokens that it holds, and who gave it its first lamports. */
export interface FundedWallet {
  readonly wallet: Address;
  readonly tokens: bigint;
  readonly funder: FirstFunder;
}

/** The wallets of one source. `person`: not known to serve the public, as exchanges do; null where that could not be read. */
interface SharedSource {
  readonly source: Address;
  readonly wallets: readonly FundedWallet[];
  readonly person: boolean | null;
}

/**
 * The sources that gave three wallets, or the creator and another, their first lamports. A label, unless a weak one, or a
 * full page of history in a short time before the first payment shows a source that strangers share. Reads one page of
 * each, in one round.
 */
export async function sharedSources(
  funded: readonly FundedWallet[],
  creator: Address | null,
  labels: LabelTable,
  reader: HistoryReader,
): Promise<readonly SharedSource[]> {
  const bySource = new Map<Address, readonly FundedWallet[]>();
  for (const one of funded) bySource.set(one.funder.source, [...(bySource.get(one.funder.source) ?? []), one]);
  const shared = [...bySource]
    .map(([source, wallets]) => ({ source, wallets: [...wallets].sort((a, b) => a.funder.slot - b.funder.slot) }))
    .filter(({ wallets }) => wallets.length >= CLUSTER_WALLETS_MIN || (wallets.length > 1 && has(wallets, creator)));
  const labelled = shared.filter(({ source }) => isService(source, labels));
  const asked = shared.filter((one) => !labelled.includes(one));
  const read = asked.map(async (one, index) => ({
    ...one,
    person: index < SOURCES_MAX ? await isPerson(one, reader) : null,
  }));
  return [...labelled.map((one) => ({ ...one, person: false })), ...(await Promise.all(read))];
}

function has(wallets: readonly FundedWallet[], creator: Address | null): boolean {
  return wallets.some(({ wallet }) => wallet === creator);
}

function isService(source: Address, labels: LabelTable): boolean {
  const label = labels.find(source);
  return label !== null && label.grade !== 'weak';
}

/** Before the first payment: what a source did in paying its wallets must not make it look like a hub. */
async function isPerson(
  { source, wallets }: Pick<SharedSource, 'source' | 'wallets'>,
  reader: HistoryReader,
): Promise<boolean | null> {
  const page = await pageBefore(source, wallets[0]?.funder.transaction ?? '', reader);
  const busy = page.known ? await readActivity(page.value, reader) : page;
  return busy.known ? !isHub(busy.value) : null;
}

/** The clusters among the sources: three wallets or more of a person. */
export function clustersOf(sources: readonly SharedSource[]): readonly FunderCluster[] {
  return sources
    .filter(({ person, wallets }) => person === true && wallets.length >= CLUSTER_WALLETS_MIN)
    .map(({ source, wallets }) => ({
      funder: source,
      wallets: wallets.map(({ wallet, tokens, funder: { lamports, time } }) => ({ wallet, tokens, lamports, time })),
      alike: alike(wallets),
    }));
}

/** The others that the source of the creator's first lamports gave theirs. */
export function sharingWith(creator: Address | null, sources: readonly SharedSource[]): readonly Address[] {
  const own = sources.find(({ person, wallets }) => person === true && has(wallets, creator));
  return (own?.wallets ?? []).map(({ wallet }) => wallet).filter((wallet) => wallet !== creator);
}

function alike(wallets: readonly FundedWallet[]): boolean {
  const times = wallets.flatMap(({ funder }) => funder.time ?? []);
  if (times.length === wallets.length && Math.max(...times) - Math.min(...times) <= ALIKE_SECONDS_MAX) return true;
  const most = wallets.reduce((largest, { funder: { lamports } }) => (lamports > largest ? lamports : largest), 0n);
  return wallets.every(({ funder: { lamports } }) => lamports * 100n >= most * ALIKE_AMOUNT_PERCENT_MIN);
}
