import type { AccountState, HistoryReader, SignatureEntry, StateReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { Effect } from '#derive/effects/effect-type.ts';
import { isFailure, known, type Reading, renamed } from '#lib/reading.ts';
import type { MintMaker } from '#rules/wallet/evidence.ts';
import { type Address, parseSignature, type Signature, SYSTEM_PROGRAM } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { curveAddress, readCurve } from '#venues/pump-curve/layout.ts';
import { canonicalPool, readPool as readPumpSwapPool } from '#venues/pumpswap/layout.ts';
import { poolAddress, readPool as readLaunchlabPool } from '#venues/raydium-launchlab/layout.ts';
import { isRefused } from '#venues/venue.ts';
import { openBodies } from '../sources/listing.ts';
import { beginHistory, existenceProof, nearsEnd, readFurtherBack } from '../token/mint-history.ts';
import { openFirstMoney } from './first-money.ts';
import { ACCOUNTS_PER_SNAPSHOT, portions } from './mint-traits.ts';

/** How many receipts of one mint are read. Sales are made from the first ones. */
const RECEIPTS_MAX = 2;

/** Given tokens count from this part of the sold ones on, because anybody can send a holder dust. */
const MATERIAL_PARTS = 20n;

/**
 * Launchpads whose account of a coin has an address that is derived from the coin, and names who launched it. The account stays
 * when the coin has moved to another pool and the account gives no price. So its layout is read, and no pool is opened.
 */
const LAUNCHPADS: readonly {
  readonly placeOf: (mint: Address) => Address;
  readonly creatorIn: (account: AccountState, mint: Address) => Address | null;
}[] = [
  {
    placeOf: curveAddress,
    creatorIn: (account) => {
      const curve = readCurve(account);
      return isRefused(curve) ? null : curve.creator;
    },
  },
  {
    placeOf: (mint) => canonicalPool(mint, WRAPPED_SOL),
    creatorIn: (account, mint) => {
      const pool = readPumpSwapPool(account);
      return isRefused(pool) || pool.base !== mint ? null : pool.coinCreator;
    },
  },
  {
    placeOf: (mint) => poolAddress(mint, WRAPPED_SOL),
    creatorIn: (account, mint) => {
      const pool = readLaunchlabPool(account);
      return isRefused(pool) || pool.baseMint !== mint ? null : pool.creator;
    },
  },
];

/** The mints whose makers are searched, and the facts known already. */
export interface MakersQuestion {
  readonly subject: Address;
  /** Those that brought most first. */
  readonly mints: readonly Address[];
  /** Mints that the wallet itself made. */
  readonly created: readonly string[];
  /** In the order in which they happened. */
  readonly effects: readonly Effect[];
  readonly reader: HistoryReader & Pick<StateReader, 'snapshot'>;
  readonly labels: LabelTable;
}

/** A maker before its first money is searched, which happens once all creators are known. */
type Named = Omit<MintMaker, 'sharedFunder'> & { readonly creator: Address | null };

/** The number of mints whose newest page is read, which shows who initialised those without a launchpad. */
const INITIALISERS_MAX = 12;

/**
 * Finds the makers of these mints, in three rounds. The first reads the launchpads' accounts, the newest pages of the mints and the
 * transactions in which the wallet got tokens. The second reads the beginning of short histories that no launchpad knows, or the newest
 * pages of creators. The third reads the first money of creators, with the hub test of the wallet's own funder. A creator that only the
 * beginning of a mint shows takes one round more. A mint whose history is incomplete is missing from the list. A failed call is a gap of
 * the whole, because it may not improve the answer about a wallet.
 */
export async function readMakers(question: MakersQuestion): Promise<Reading<readonly MintMaker[]>> {
  const { subject, mints, reader, labels } = question;
  const others = mints.filter((mint) => !question.created.includes(mint));
  if (others.length === 0) return known(mints.map((mint) => ({ ...ownMint(mint, subject), sharedFunder: null })));
  const launched = readLaunched(others, reader);
  const linkedBy = openFirstMoney(subject, { reader, labels });
  const found = await Promise.all(
    mints.map((mint) => {
      const place = others.indexOf(mint);
      if (place < 0) return known(ownMint(mint, subject));
      return readMaker({ mint, mayPage: place < INITIALISERS_MAX }, launched, question);
    }),
  );
  const failed = found.find((maker) => !maker.known && isFailure(maker.gap));
  if (failed && !failed.known) return renamed('makers', failed.gap);
  const makers = found.flatMap((maker) => (maker.known ? maker.value : []));
  const creators = makers.flatMap(({ creator, own }) => (creator && !own ? [creator] : []));
  const linked = await linkedBy(creators);
  if (!linked.known) return renamed('makers', linked.gap);
  const funders = linked.value;
  return known(
    makers.map((maker) => ({ ...maker, sharedFunder: (maker.creator && funders.get(maker.creator)) ?? null })),
  );
}

function ownMint(mint: Address, subject: Address): Named {
  return { mint, creator: subject, own: true, supplied: false };
}

/** The creators that launchpads name, by mint. */
async function readLaunched(
  mints: readonly Address[],
  reader: MakersQuestion['reader'],
): Promise<Reading<ReadonlyMap<Address, Address | null>>> {
  const launches = mints.map((mint) => ({ mint, at: launchAddresses(mint) }));
  const named = new Map<Address, Address | null>();
  const perSnapshot = Math.floor(ACCOUNTS_PER_SNAPSHOT / LAUNCHPADS.length);
  const read = await Promise.all(
    portions(launches, perSnapshot).map(async (portion) => ({
      portion,
      accounts: await reader.snapshot(portion.flatMap(({ at }) => at)),
    })),
  );
  for (const { portion, accounts } of read) {
    if (!accounts.known) return accounts;
    for (const [n, { mint }] of portion.entries()) {
      const from = n * LAUNCHPADS.length;
      named.set(mint, namedCreator(mint, accounts.value.value.slice(from, from + LAUNCHPADS.length)));
    }
  }
  return known(named);
}

/** The maker of one mint. The gap is that of the reading that decides. */
async function readMaker(
  { mint, mayPage }: { readonly mint: Address; readonly mayPage: boolean },
  launched: ReturnType<typeof readLaunched>,
  { subject, effects, reader }: MakersQuestion,
): Promise<Reading<Named>> {
  const received = receiptsBeforeSale(mint, effects);
  const looked = isMaterial(mint, received, effects) ? received : [];
  const receipts = Promise.all(looked.map((signature) => reader.transaction(signature)));
  const [named, page, bodies] = await Promise.all([launched, mayPage ? reader.signatures(mint) : null, receipts]);
  if (!named.known) return named;
  const byLaunchpad = named.value.get(mint) ?? null;
  const initialiser = () => (page ? readInitialiser(mint, subject, page, reader) : known(null));
  // A launcher can name anybody as the creator, so the wallet made the coins whose launch it signed, which is mostly known already.
  const maker = byLaunchpad && byLaunchpad !== subject ? known(byLaunchpad) : await initialiser();
  if (!maker.known) return maker;
  const creator = maker.value;
  if (creator === subject) return known(ownMint(mint, subject));
  if (creator === null) return known({ mint, creator, own: false, supplied: false });
  const supplied = bodies.some(
    (body) => body.known && suppliedBy(creator, { mint, wallet: subject, body: body.value }),
  );
  const lost = supplied ? undefined : bodies.find((body) => !body.known);
  return lost && !lost.known ? lost : known({ mint, creator, own: false, supplied });
}

/**
 * The wallet where it signed the transaction that made the mint, else the payer of that; null where the history is longer than a page, or
 * does not show it.
 */
async function readInitialiser(
  mint: Address,
  wallet: Address,
  page: Reading<readonly SignatureEntry[]>,
  reader: HistoryReader,
): Promise<Reading<Address | null>> {
  if (!page.known) return page;
  const begun = beginHistory(mint, page);
  if (!nearsEnd(begun)) return known(null);
  const { bodies, gaps } = await readFurtherBack(begun, true, { reader, bodies: openBodies(reader) });
  const proves = existenceProof(mint);
  const [made] = bodies.filter((body) => proves(body) === 'creation').sort((a, b) => b.slot - a.slot);
  const [gap] = gaps;
  if (made) return known(made.signers.includes(wallet) ? wallet : made.feePayer);
  return gap ? { known: false, gap } : known(null);
}

/** The addresses at which launchpads would keep the coin. */
function launchAddresses(mint: Address): readonly Address[] {
  return LAUNCHPADS.map(({ placeOf }) => placeOf(mint));
}

/** The creator that a launchpad names; null where none does. `accounts` are those of `launchAddresses`. */
function namedCreator(mint: Address, accounts: readonly (AccountState | null)[]): Address | null {
  for (const [place, { creatorIn }] of LAUNCHPADS.entries()) {
    const account = accounts[place];
    const creator = account ? creatorIn(account, mint) : null;
    // The System program's address is the one of 32 zero bytes, which stands for no creator.
    if (creator && creator !== SYSTEM_PROGRAM) return creator;
  }
  return null;
}

/**
 * The first transactions that brought tokens of the mint by plain transfer, or newly made ones, before the wallet sold any.
 * `effects` in the order in which they happened.
 */
function receiptsBeforeSale(mint: Address, effects: readonly Effect[]): readonly Signature[] {
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

/** Whether the tokens that the wallet got by transfer, or newly made, in these transactions are a part of its sales that matters. */
function isMaterial(mint: Address, receipts: readonly Signature[], effects: readonly Effect[]): boolean {
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
function suppliedBy(
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
