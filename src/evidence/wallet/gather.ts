import type { AccountState, At, ChainReader, Confirmation } from '#chain/model.ts';
import type { Identity } from '#checks/address-facts.ts';
import type { AsOf } from '#checks/check.ts';
import { keepBook } from '#checks/wallet/book/book.ts';
import { isCustodial, type WalletEvidence } from '#checks/wallet/evidence.ts';
import { type Address, address, isOnCurve } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { blockTime } from '../funder/as-of.ts';
import { accountFacts, labelFact } from '../funder/facts.ts';
import { disputed, heard, within, witnessed } from '../witness.ts';
import { effectOf } from './effect.ts';
import type { KnownPrograms } from './effect-world.ts';
import { type HistoryBounds, type Present, readHistory, type WalletHistory } from './history.ts';
import { readMakers } from './makers.ts';
import { readMintFacts } from './mint-facts.ts';
import { mostProfitable } from './most-profitable.ts';
import type { EffectStore } from './store-model.ts';

/** How long an answer waits for what was learned to be written. */
const STORE_MS_MAX = 1_000;

/** What a wallet check is gathered with. */
export interface WalletOptions {
  readonly programs: KnownPrograms;
  readonly bounds: HistoryBounds;
  readonly store: EffectStore | null;
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
  };
  if (!account.known) {
    return { ...start, history: renamed('history', account.gap), book: renamed('book', account.gap) };
  }
  if (history === null || !isPlain(account.value.value)) return start;
  if (!history.known) return { ...start, history, book: renamed('book', history.gap) };
  const witness = witnessed(reader);
  const kept = keep(subject, history.value, witness, options.store);
  const rest = await readBook(subject, reader, history.value, seen, options);
  const word = await heard(witness);
  if (word === 'disputed') return { ...start, history: disputed('history'), book: disputed('book') };
  // A store that takes long goes on by itself: the answer has its time.
  if (word === 'confirmed') await within(STORE_MS_MAX, kept);
  return { ...start, ...rest, history: known(history.value.facts), asOf: atSlot(start.asOf, history.value.slot) };
}

/** A program, a derived address and the account of a service are answered without their history. */
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

/** Whether the past was read and balances of it do not follow from those before. Another endpoint may know better. */
export function isBroken({ history }: WalletEvidence): boolean {
  const facts = history.known ? history.value : null;
  return facts !== null && facts.breaks.length + facts.mismatches.length > 0;
}

/** Gives the store what is new, once a second endpoint confirmed a sample of it. A failure costs the next check calls, and nothing else. */
async function keep(
  subject: Address,
  { newlyKnown }: WalletHistory,
  witness: Promise<Confirmation>,
  store: EffectStore | null,
): Promise<void> {
  if (!newlyKnown || !store || (await witness) !== 'confirmed') return;
  await store.write(subject, newlyKnown).catch(() => undefined);
}

type BookReadings = Pick<WalletEvidence, 'book' | 'makers'>;

/** The book of what was read, then who made the mints that brought most. */
async function readBook(
  subject: Address,
  reader: ChainReader,
  { effects, facts }: WalletHistory,
  present: Reading<Present>,
  { programs }: WalletOptions,
): Promise<BookReadings> {
  const isUntouched = effects.length === 0 && facts.breaks.length + facts.mismatches.length === 0;
  if (isUntouched || !present.known) return { book: known(null), makers: known(null) };
  const mints = await readMintFacts(effects, reader);
  if (!mints.known) return { book: renamed('book', mints.gap), makers: known(null) };
  const stableMints = programs.stableMints;
  const book = keepBook({ effects, now: present.value.now, stableMints, mints: mints.value });
  const best = mostProfitable(book).map(address);
  const question = { subject, mints: best, created: book.created, effects, reader, labels: programs.labels };
  const makers = best.length > 0 ? await readMakers(question) : known([]);
  return { book: known(book), makers };
}
