import type { HistoryReader, SignatureEntry, StateReader, Transaction } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { InsiderFacts } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { type FirstFunder, firstFunder } from '../sources/first-funder.ts';
import { openBodies, PAGE_SIGNATURES } from '../sources/listing.ts';
import { clustersOf, type FundedWallet, sharedSources, sharingWith } from './clusters.ts';
import { type LaunchEntries, launchBuyers, launchEntries, tokensLeft } from './launch.ts';

/** Wallets whose first funder is looked for, the creator included. */
const WALLETS_MAX = 10;

/** What is asked about the first minutes of a token. */
export interface InsiderQuestion {
  readonly mint: Address;
  /** The transaction that made the mint; null where it was not read. */
  readonly creation: Transaction | null;
  /** The oldest entries of the mint's complete history, ascending; null where that was not read. */
  readonly oldest: readonly SignatureEntry[] | null;
  readonly creator: Address | null;
  /** Accounts of wallets, largest first. `tokens` in atomic units. */
  readonly holders: readonly { readonly owner: Address; readonly account: Address; readonly tokens: bigint }[];
  /** True for an owner that is a market or a curve. */
  readonly isPool: (owner: Address) => boolean;
  readonly reader: HistoryReader & Pick<StateReader, 'snapshot'>;
  readonly labels: LabelTable;
}

interface Wallet {
  readonly wallet: Address;
  readonly tokens: bigint;
}

/**
 * What the launch and the first money of the creator and the largest holders show, in three rounds: the transactions of the
 * launch with the wallets' newest pages; the wallets' first funders with what the launch's buyers hold now; and whether
 * sources that wallets share serve the public. A wallet that cannot be traced, and one whose shared source could not be
 * told from a service, is missing from `walletsTraced`. The creator has tokens in a cluster only where it is among the
 * holders. Gaps: `limit_reached` where the launch is not among `oldest`, and the cause where a part of it was not readable.
 */
export async function readInsiders(question: InsiderQuestion): Promise<Reading<InsiderFacts>> {
  const { mint, creation, oldest, creator, isPool, reader, labels } = question;
  const entries = creation && oldest ? launchEntries(creation, oldest) : null;
  if (!creation || !entries)
    return missing('insiders', 'limit_reached', 'the launch is beyond the history that was read');
  const wallets = walletsOf(question);
  const [bodies, pages] = await Promise.all([
    readLaunch(question, creation, entries),
    Promise.all(wallets.map(({ wallet }) => reader.signatures(wallet))),
  ]);
  if (!bodies.known) return bodies;
  const [buyers, funders] = await Promise.all([
    tokensLeft(mint, launchBuyers(mint, bodies.value, isPool), reader),
    Promise.all(wallets.map(({ wallet }, index) => traced(wallet, pages[index], reader))),
  ]);
  if (!buyers.known) return buyers;
  const funded = wallets.flatMap((one, index): readonly FundedWallet[] => {
    const funder = funders[index];
    return funder ? [{ ...one, funder }] : [];
  });
  const sources = await sharedSources(funded, creator, labels, reader);
  const untold = sources.filter(({ person }) => person === null).flatMap((source) => source.wallets);
  const made = funded.find(({ wallet }) => wallet === creator)?.funder ?? null;
  return known({
    launchBuyers: buyers.value,
    launchTransactions: bodies.value.length,
    tippedTransactions: bodies.value.filter((transaction) => isTipped(transaction, labels)).length,
    walletsAsked: wallets.length,
    walletsTraced: funded.length - untold.length,
    clusters: clustersOf(sources),
    creatorFunder: made?.source ?? null,
    sharesCreatorFunder: sharingWith(creator, sources),
    creatorOtherMints: made?.mints.filter((other) => other !== mint) ?? null,
  });
}

/** The creator and the largest holders, each once with all its tokens; what has no key of its own has no first money either. */
function walletsOf({ creator, holders, isPool }: InsiderQuestion): readonly Wallet[] {
  const tokens = new Map<Address, bigint>(creator ? [[creator, 0n]] : []);
  for (const { owner, tokens: amount } of holders) tokens.set(owner, (tokens.get(owner) ?? 0n) + amount);
  return [...tokens]
    .filter(([owner]) => isOnCurve(owner) && !isPool(owner))
    .slice(0, WALLETS_MAX)
    .map(([wallet, amount]) => ({ wallet, tokens: amount }));
}

/** All of the launch or a gap: a transaction that is left out would hide who bought in it. */
async function readLaunch(
  { mint, oldest, reader }: InsiderQuestion,
  creation: Transaction,
  { succeeded, failed }: LaunchEntries,
): Promise<Reading<readonly Transaction[]>> {
  const others = succeeded.filter(({ signature }) => signature !== creation.signature);
  const launch = [creation];
  // The launch is the beginning of the mint's history, which some endpoints give in one request.
  const last = others.at(-1);
  if (last && oldest) await reader.oldestAhead?.(mint, oldest.slice(0, oldest.indexOf(last) + 1));
  const bodies = openBodies(reader);
  const [read, disputed] = await Promise.all([bodies.load(others), bodies.prove(failed)]);
  if (disputed) return renamed('insiders', disputed);
  for (const body of read) {
    if (!body.known) return renamed('insiders', body.gap);
    launch.push(body.value);
  }
  return known(launch);
}

/** The wallet's first funder; null where it could not be found. A full page has more behind it than is read here. */
async function traced(
  wallet: Address,
  page: Reading<readonly SignatureEntry[]> | undefined,
  reader: HistoryReader,
): Promise<FirstFunder | null> {
  if (!page?.known || page.value.length >= PAGE_SIGNATURES) return null;
  const funder = await firstFunder(wallet, reader, page);
  return funder.known ? funder.value : null;
}

/** True where the transaction pays who lands bundles in blocks. */
function isTipped({ moves }: Transaction, labels: LabelTable): boolean {
  return moves.some((move) => {
    const category = move.kind === 'transfer' ? labels.find(move.to)?.category : undefined;
    return category === 'jito_tip' || category === 'tip_account';
  });
}
