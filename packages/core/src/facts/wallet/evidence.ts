import type { ChainReader } from '#chain/chain-reader.ts';
import { effectOf } from '#derive/effects/effect.ts';
import type { KnownPrograms } from '#derive/effects/effect-scene.ts';
import { currenciesOf } from '#derive/sources/stable-coins.ts';
import { fundedBy } from '#derive/wallet/funded.ts';
import type { EffectStore } from '#gather/effects/effect-store.ts';
import type { MarketOptions } from '#gather/market/market-question.ts';
import { disputed, opinionInTime, secondOpinion, withDeadline } from '#gather/second-opinion.ts';
import { isPlainAccount } from '#gather/sources/account-facts.ts';
import { type Soundness, soundnessOf } from '#gather/sources/sound-list.ts';
import {
  type HistoryBounds,
  type HistoryQuestion,
  readHistory,
  readPresent,
  type WalletHistory,
} from '#gather/wallet/history.ts';
import { readMakers } from '#gather/wallet/makers.ts';
import { readMintTraits } from '#gather/wallet/mint-traits.ts';
import { readPayers } from '#gather/wallet/payers/read-payers.ts';
import { ifKnown, known, type Reading } from '#lib/reading.ts';
import type { Identity } from '#rules/address-facts.ts';
import type { AsOf } from '#rules/check.ts';
import type { Book, Currency } from '#rules/wallet/evidence/book.ts';
import { carryingMints, holdsRecord } from '#rules/wallet/evidence/carriers.ts';
import { mainCurrency } from '#rules/wallet/evidence/main-currency.ts';
import { type HistoryFacts, isCustodial, type WalletEvidence } from '#rules/wallet/evidence.ts';
import { type Address, address } from '#solana/address.ts';
import { type AddressInput, addressFacts } from '../address.ts';
import { allFacts, type Fact, factsOf, openFacts } from '../fact.ts';
import { keepBook } from './book/book.ts';
import { readHeld } from './quotes.ts';

/** How long an answer waits for the store to write. */
const STORE_MS_MAX = 1_000;

/** What a wallet check is gathered with. */
export interface WalletOptions {
  readonly programs: KnownPrograms;
  readonly bounds: HistoryBounds;
  readonly market: MarketOptions;
  readonly store: EffectStore | null;
  /** Draws which payers' transactions are read, so that the choice cannot be foretold. Absent on chains whose answers have to repeat. */
  readonly secret?: string | undefined;
}

interface WalletInput extends WalletOptions, AddressInput {
  readonly reader: ChainReader;
}

const { fact, reading, further } = factsOf<WalletInput>();
const { identity, state, account } = addressFacts;

/** The account at the moment of the check, and the schedule up to it. */
const present = reading('present', { state }, (given, { input: { subject, reader } }) =>
  readPresent(subject, given.state, reader),
);

/** The history on the chain, asked for beside the account. Null for an address whose answer needs none. */
const listed = fact('listed', { identity }, (given, { input, get }) => {
  if (!isWorthReading(given.identity.value)) return null;
  const { subject, reader, bounds, store, programs } = input;
  const own: HistoryQuestion['effectOf'] = (body, schedule) => effectOf(body, subject, { ...programs, schedule });
  return readHistory({ subject, reader, bounds, store, present: get(present), effectOf: own });
});

/** The same; null for what is no wallet, too. */
const past = fact('past', { account, listed }, (given): Reading<WalletHistory | null> => {
  if (!given.account.known) return given.account;
  return given.listed && isPlainAccount(given.account.value) ? given.listed : known(null);
});

const mints = further('mints', { past }, (given, { input: { reader } }) => readMintTraits(given.past.effects, reader));

/** Null for a wallet to which nothing happened. */
const book = reading('book', { past, mints }, (given, { input: { programs } }) => {
  if (!given.past || !given.mints) return known(null);
  const { effects, facts } = given.past;
  if (effects.length === 0 && !isTorn(facts)) return known(null);
  const stableCoins = currenciesOf(programs.stableMints);
  return known(keepBook({ effects, now: facts.windowTo, stableCoins, mints: given.mints }));
});

/** The positions and trades in the currency of the verdict. */
const record = further('record', { book }, (given) => {
  const main = mainCurrency(given.book);
  const isMain = ({ currency }: { readonly currency: Currency }) => currency === main;
  return known({ positions: given.book.positions.filter(isMain), trades: given.book.trades.filter(isMain) });
});

/** The makers of the mints that carry the profit. */
const makers = further('makers', { past, book, record }, (given, { input: { subject, reader, labels } }) => {
  const carrying = carryingMints(given.record.positions).map(address);
  if (carrying.length === 0) return known([]);
  const { created } = given.book;
  const { effects } = given.past;
  return readMakers({ subject, mints: carrying, created, effects, reader, labels });
});

/** The payers of the profit, where there is a record. */
const payers = further(
  'payers',
  { present, record },
  (given, { input: { subject, reader, programs, secret = '' } }) => {
    if (!holdsRecord(given.record.positions)) return known(null);
    const { slot } = given.present.account;
    return readPayers({ subject, record: given.record, slot, secret, reader, programs });
  },
);

/** What a second endpoint says of a sample of the history. */
const opinion = fact('opinion', {}, (_, { input: { reader } }) => secondOpinion(reader));

/** The opinion as far as an answer waits for it, once the facts of the verdict are there. Null without a history. */
const timelyOpinion = fact('timely_opinion', { past, book, makers, payers }, (given, { get }) =>
  ifKnown(given.past) ? opinionInTime(get(opinion)) : null,
);

/**
 * Writes new effects to the store once they are confirmed. A failure only costs the next check some calls, and a slow store goes on writing
 * after the answer has left.
 */
const stored = fact('stored', { past }, async (given, { input: { subject, store }, get }) => {
  const history = ifKnown(given.past);
  if (!history) return;
  const write = () => history.newlyKnown && store?.write(subject, history.newlyKnown).catch(() => undefined);
  const written = get(opinion).then((said) => (said === 'confirmed' ? write() : null));
  if ((await get(timelyOpinion)) === 'confirmed') await withDeadline(STORE_MS_MAX, written);
});

/** Needs makers and payers so that it begins after them: it takes no calls or time from the facts that decide. */
const held = fact('held', { past, book, makers, payers }, (given, { input }) => {
  const [history, found] = [ifKnown(given.past), ifKnown(given.book)];
  if (!history || !found) return null;
  return readHeld({ ...quotingOf(input, found), holdings: history.holdings, positions: found.positions });
});

const funded = fact('funded', { past }, (given) => {
  const history = ifKnown(given.past);
  return history && fundedBy(history.effects);
});

/** The fact, or this in its place where a second endpoint disputes the history. */
function undisputed<T>(of: Fact<WalletInput, T>, otherwise: T): Fact<WalletInput, T> {
  return fact(of.name, { of, timelyOpinion }, (given) => (given.timelyOpinion === 'disputed' ? otherwise : given.of));
}

const sound = undisputed(past, disputed('past'));

const asOf = reading('as_of', { state }, async (given, { get }): Promise<Reading<AsOf>> => {
  const [moment, history] = [ifKnown(await get(present)), ifKnown(await get(sound))];
  const { slot } = given.state;
  return known({ slot: Math.min(slot, history?.slot ?? slot), commitment: 'finalized', time: moment?.now ?? null });
});

const evidence = {
  identity,
  account,
  asOf,
  history: reading('history', { sound }, (given) => known(given.sound?.facts ?? null)),
  book: undisputed(book, disputed('book')),
  makers: undisputed(makers, known(null)),
  held: undisputed(held, null),
  funded: undisputed(funded, null),
  payers: undisputed(payers, known(null)),
};

/**
 * Reads everything that the wallet check judges: the account beside the newest page of its history; the pages and bodies of the window
 * with the lists of its token accounts; the traded mints; and the makers of those that brought most. A fact that settles the question
 * early ends the reading. Facts learned of finalized transactions go to the store.
 */
export async function gatherWallet(
  subject: Address,
  reader: ChainReader,
  options: WalletOptions,
): Promise<WalletEvidence> {
  const facts = openFacts<WalletInput>(
    { ...options, subject, reader, labels: options.programs.labels },
    () => reader.closed === true,
  );
  const [found] = await Promise.all([allFacts(facts, evidence), facts.get(stored)]);
  return { subject, ...found };
}

/** True for a program, a derived address and the account of a service, which are answered without their history. */
function isWorthReading({ onCurve, label }: Identity): boolean {
  return onCurve && !(label && isCustodial(label));
}

/** True where some balances do not follow from those before. */
function isTorn({ breaks, mismatches }: HistoryFacts): boolean {
  return breaks.length + mismatches.length > 0;
}

/** The pools that quote the holdings. Pools against euros are searched for where a position in euros is open. */
function quotingOf({ reader, market, programs }: WalletInput, { positions }: Book) {
  const currencies = currenciesOf(programs.stableMints);
  const currencyOf = (mint: Address) => currencies.get(mint) ?? null;
  const isEuroAsked = positions.some(({ currency, state: of }) => currency === 'eur' && of === 'open');
  const euros = isEuroAsked ? programs.stableMints.filter((mint) => currencyOf(mint) === 'eur') : [];
  return { reader, market: { ...market, stableMints: [...market.stableMints, ...euros] }, currencyOf };
}

/** The soundness of the lists that a wallet's past rests on. */
export function soundnessOfWallet({ history }: WalletEvidence): Soundness {
  return history.known && history.value && isTorn(history.value) ? 'torn' : soundnessOf(history);
}
