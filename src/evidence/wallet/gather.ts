import type { AccountState, At, ChainReader, Confirmation, StateReader } from '#chain/chain-reader.ts';
import type { Identity } from '#checks/address-facts.ts';
import type { AsOf } from '#checks/check.ts';
import { keepBook } from '#checks/wallet/book/book.ts';
import { carryingMints, holdsRecord } from '#checks/wallet/book/carriers.ts';
import { mainCurrency } from '#checks/wallet/book/main-currency.ts';
import type { MintTraits } from '#checks/wallet/book/positions.ts';
import { type Effect, tokensOf } from '#checks/wallet/effect.ts';
import { isCustodial, type WalletEvidence } from '#checks/wallet/evidence.ts';
import { type Address, address, isOnCurve } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { isBare } from '#lib/token/programs.ts';
import { readTokenSubject } from '#lib/token/token-subject.ts';
import { effectOf } from '../effects/effect.ts';
import type { KnownPrograms } from '../effects/effect-scene.ts';
import type { EffectStore } from '../effects/effect-store.ts';
import type { MarketOptions } from '../market/market-question.ts';
import { accountFacts, blockTime, labelFact } from '../sources/facts.ts';
import { type Soundness, soundnessOf } from '../sources/sound-list.ts';
import { currenciesOf } from '../sources/stable-coins.ts';
import { disputed, heard, withDeadline, witnessed } from '../witness.ts';
import { fundedBy } from './funded.ts';
import { readHeld } from './held.ts';
import { type HistoryBounds, type Present, readHistory, type WalletHistory } from './history.ts';
import { readMakers } from './makers.ts';
import { readPayers } from './payers/read-payers.ts';

/** As many accounts as one snapshot takes. */
const ACCOUNTS_PER_SNAPSHOT = 100;

/** Extensions under which an account's balance does not show everything that it holds. */
const HIDING: ReadonlySet<string> = new Set(['confidential_transfer', 'confidential_mint_burn']);

/** How long an answer waits for the store to write. */
const STORE_MS_MAX = 1_000;

/** What a wallet check is gathered with. */
export interface WalletOptions {
  readonly programs: KnownPrograms;
  readonly bounds: HistoryBounds;
  readonly market: MarketOptions;
  readonly store: EffectStore | null;
  /** Draws what is read of those who paid, so that nobody can foretell it. Absent on chains whose answers have to repeat. */
  readonly secret?: string | undefined;
}

/**
 * Reads everything that the wallet check judges: the account beside the newest page of its history; the pages and bodies of
 * the window with what its token accounts have to be asked for; the mints that were traded; and who made those that brought
 * most. What settles the question early ends the reading. What was learned of finalized transactions goes to the store.
 */
export async function gatherWallet(
  subject: Address,
  reader: ChainReader,
  options: WalletOptions,
): Promise<WalletEvidence> {
  const identity: Identity = { onCurve: isOnCurve(subject), label: labelFact(options.programs.labels, subject) };
  const state = reader.account(subject);
  const present = readPresent(subject, state, reader);
  const worth = isWorthReading(identity);
  const history = worth
    ? await readHistory({
        ...{ subject, reader, present, bounds: options.bounds, store: options.store },
        effectOf: (transaction, schedule) => effectOf(transaction, subject, { ...options.programs, schedule }),
      })
    : null;
  const [account, seen] = [await state, await present];
  const start: WalletEvidence = {
    subject,
    identity: known(identity),
    account: account.known ? known(accountFacts(account.value.value)) : renamed('account', account.gap),
    asOf: asOfReading(account, seen),
    history: known(null),
    book: known(null),
    makers: known(null),
    held: null,
    funded: null,
    payers: known(null),
  };
  if (!account.known) {
    return { ...start, history: renamed('history', account.gap), book: renamed('book', account.gap) };
  }
  if (history === null || !isPlain(account.value.value)) return start;
  if (!history.known) return { ...start, history, book: renamed('book', history.gap) };
  const witness = witnessed(reader);
  const kept = keep(subject, history.value, witness, options.store);
  const rest = await readBook(subject, reader, history.value, seen, options);
  // After all that the verdict rests on, so that it takes none of the check's calls and time.
  const held = readHoldings(reader, history.value, rest.book, options);
  const word = await heard(witness);
  if (word === 'disputed') return { ...start, history: disputed('history'), book: disputed('book') };
  // A slow store goes on writing after the answer has left.
  if (word === 'confirmed') await withDeadline(STORE_MS_MAX, kept);
  return {
    ...{ ...start, ...rest, history: known(history.value.facts), asOf: atSlot(start.asOf, history.value.slot) },
    ...{ held: await held, funded: fundedBy(history.value.effects) },
  };
}

/** True for a program, a derived address and the account of a service, which are answered without their history. */
function isWorthReading({ onCurve, label }: Identity): boolean {
  return onCurve && !(label && isCustodial(label));
}

function isPlain(state: AccountState | null): boolean {
  const { ownedBySystem, executable } = accountFacts(state);
  return ownedBySystem && !executable;
}

/** The account, the moment that it was read at (the block time of its slot, else the newest one of the history) and the schedule. */
async function readPresent(
  subject: Address,
  state: Promise<Reading<At<AccountState | null>>>,
  reader: ChainReader,
): Promise<Reading<Present>> {
  const account = await state;
  if (!account.known) return renamed('account', account.gap);
  if (!isPlain(account.value.value)) return missing('account', 'not_found', 'it is no wallet');
  const [time, schedule] = await Promise.all([blockTime(account, reader), reader.schedule(account.value.slot)]);
  if (!schedule.known) return renamed('gates', schedule.gap);
  const present = { account: account.value, schedule: schedule.value };
  if (time !== null) return known({ ...present, now: time });
  const page = await reader.signatures(subject);
  if (!page.known) return renamed('as_of', page.gap);
  const listed = page.value.find((entry) => entry.blockTime !== null)?.blockTime ?? null;
  if (listed === null && page.value.length > 0) return missing('as_of', 'rpc_unavailable', 'no block has a time');
  return known({ ...present, now: listed ?? 0 });
}

function asOfReading(account: Reading<At<unknown>>, present: Reading<Present>): Reading<AsOf> {
  if (!account.known) return renamed('as_of', account.gap);
  return known({ slot: account.value.slot, commitment: 'finalized', time: present.known ? present.value.now : null });
}

function atSlot(asOf: Reading<AsOf>, slot: number): Reading<AsOf> {
  return asOf.known ? known({ ...asOf.value, slot: Math.min(asOf.value.slot, slot) }) : asOf;
}

/** The soundness of the lists that a wallet's past rests on: torn where some balances do not follow. */
export function soundnessOfWallet({ history }: WalletEvidence): Soundness {
  const facts = history.known ? history.value : null;
  const isBroken = facts !== null && facts.breaks.length + facts.mismatches.length > 0;
  return isBroken ? 'torn' : soundnessOf(history);
}

/** Writes new effects to the store once a second endpoint confirmed a sample. A failure only costs the next check some calls. */
async function keep(
  subject: Address,
  { newlyKnown }: WalletHistory,
  witness: Promise<Confirmation>,
  store: EffectStore | null,
): Promise<void> {
  if (!newlyKnown || !store || (await witness) !== 'confirmed') return;
  await store.write(subject, newlyKnown).catch(() => undefined);
}

async function readHoldings(
  reader: ChainReader,
  { holdings }: WalletHistory,
  book: WalletEvidence['book'],
  { market, programs }: WalletOptions,
): Promise<WalletEvidence['held']> {
  if (!book.known || book.value === null) return null;
  const { positions } = book.value;
  const currencies = currenciesOf(programs.stableMints);
  const currencyOf = (mint: Address) => currencies.get(mint) ?? null;
  const isEuroAsked = positions.some(({ currency, state }) => currency === 'eur' && state === 'open');
  const euros = isEuroAsked ? programs.stableMints.filter((mint) => currencyOf(mint) === 'eur') : [];
  const quoting = { reader, market: { ...market, stableMints: [...market.stableMints, ...euros] }, currencyOf };
  return readHeld({ holdings, positions, ...quoting });
}

type BookReadings = Pick<WalletEvidence, 'book' | 'makers' | 'payers'>;

/** The book of what was read, then who made the mints that carry the profit, and who paid for it where there is a record. */
async function readBook(
  subject: Address,
  reader: ChainReader,
  { effects, facts }: WalletHistory,
  present: Reading<Present>,
  { programs, secret = '' }: WalletOptions,
): Promise<BookReadings> {
  const isUntouched = effects.length === 0 && facts.breaks.length + facts.mismatches.length === 0;
  const unasked = { makers: known(null), payers: known(null) };
  if (isUntouched || !present.known) return { book: known(null), ...unasked };
  const mints = await readMintFacts(effects, reader);
  if (!mints.known) return { book: renamed('book', mints.gap), ...unasked };
  const stableCoins = currenciesOf(programs.stableMints);
  const book = keepBook({ effects, now: present.value.now, stableCoins, mints: mints.value });
  const main = mainCurrency(book);
  const positions = book.positions.filter(({ currency }) => currency === main);
  const best = carryingMints(positions).map(address);
  const question = { subject, mints: best, created: book.created, effects, reader, labels: programs.labels };
  const { slot } = present.value.account;
  const record = { positions, trades: book.trades.filter(({ currency }) => currency === main) };
  const [makers, payers] = await Promise.all([
    best.length > 0 ? readMakers(question) : known([]),
    holdsRecord(positions) ? readPayers({ subject, record, slot, secret, reader, programs }) : known(null),
  ]);
  return { book: known(book), makers, payers };
}

/**
 * The facts of the mints that the wallet traded, read in one round. A mint that was closed since has none; its balances were
 * visible while it existed. A mint whose bytes are not understood may hide balances.
 */
async function readMintFacts(effects: readonly Effect[], reader: StateReader): Promise<Reading<readonly MintTraits[]>> {
  const mints = tradedMints(effects);
  const readings = await Promise.all(
    portions(mints).map(async (portion) => ({ portion, snapshot: await reader.snapshot(portion) })),
  );
  const facts: MintTraits[] = [];
  for (const { portion, snapshot } of readings) {
    if (!snapshot.known) return renamed('mints', snapshot.gap);
    for (const [index, mint] of portion.entries()) {
      const state = snapshot.value.value[index] ?? null;
      if (state && isBare(state)) return missing('mints', 'rpc_disagrees', `the mint ${mint} came without data`);
      const found = factsOf(mint, state);
      if (found.nft || found.confidential) facts.push(found);
    }
  }
  return known(facts);
}

/** Mints that moved in a transaction with a program. Tokens that only arrived by plain transfer need no facts. */
function tradedMints(effects: readonly Effect[]): readonly Address[] {
  const traded = new Set<string>();
  for (const effect of effects) {
    if (effect.service === null || effect.failed) continue;
    for (const mint of tokensOf(effect).keys()) traded.add(mint);
  }
  return [...traded].sort().map(address);
}

function portions(mints: readonly Address[]): readonly (readonly Address[])[] {
  return Array.from({ length: Math.ceil(mints.length / ACCOUNTS_PER_SNAPSHOT) }, (_, index) =>
    mints.slice(index * ACCOUNTS_PER_SNAPSHOT, (index + 1) * ACCOUNTS_PER_SNAPSHOT),
  );
}

function factsOf(mint: Address, state: AccountState | null): MintTraits {
  if (!state) return { mint, nft: false, confidential: false };
  const subject = readTokenSubject(state);
  if (subject.is !== 'mint') return { mint, nft: false, confidential: true };
  const { decimals, supply, extensions, unknownExtensions } = subject.mint;
  const hides = extensions.some(({ type }) => HIDING.has(type)) || unknownExtensions.length > 0;
  return { mint, nft: decimals === 0 && supply === 1n, confidential: hides };
}
