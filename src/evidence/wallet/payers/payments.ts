import type { HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { Address, Signature } from '#lib/address.ts';
import { type Gap, isFailure, known, type Reading } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { AskedPosition } from './asked-positions.ts';
import { drawn } from './drawn.ts';
import { buyerIn, changeOf, type PoolChange, type SalePool } from './pool.ts';

/** Bodies of the first round, and those that come just before the sale. */
const SPREAD = 10;
const LAST = 4;
/** Rounds that look into what is still open, and bodies of one round. */
const FURTHER_ROUNDS = 3;
const FURTHER = 6;
/** A stretch between two bodies that brought more than one part in so many of all that came in is looked into. */
const LARGE_PARTS = 10n;

/** What is asked about every position. */
export interface PaymentsQuestion {
  readonly wallet: Address;
  readonly reader: HistoryReader;
  readonly moneys: ReadonlySet<string>;
  readonly seed: string;
}

/** What one wallet paid for a position: its part of the gain, its purchases, and its newest one. */
interface Payment {
  readonly wallet: Address;
  readonly paid: bigint;
  readonly payments: number;
  readonly newest: Signature;
}

/** Who paid for a position, as far as that was found. `paid` and `unread` make up its gain. */
export interface PaidPosition {
  readonly gain: bigint;
  readonly unread: bigint;
  readonly payments: readonly Payment[];
}

/**
 * Reads who paid for the gain of a position: whoever bought more than he sold in the pool of the sale, between the purchase and the
 * sale. One page of the pool's history is read, then bodies that are spread over it. Each body says what the pool held before and
 * after, so that what came in between two bodies is known without those between them; where much did, more of them are read. So a
 * single large payer cannot hide among many small ones. Two rounds, one for the bodies, and up to three more. The gap is that of a
 * call that failed, or of the wallet's own transaction.
 */
export async function readPayments(asked: AskedPosition, question: PaymentsQuestion): Promise<Reading<PaidPosition>> {
  const { reader, wallet, moneys } = question;
  const [purchase, sale] = await Promise.all([reader.transaction(asked.purchase), reader.transaction(asked.sale)]);
  if (!purchase.known) return purchase;
  if (!sale.known) return sale;
  const buyer = buyerIn(sale.value, wallet, asked.mint, moneys);
  if (!buyer) return nobody(asked, null);
  if ('maker' in buyer) {
    const one = { wallet: buyer.maker, paid: asked.gain, payments: 1, newest: asked.sale };
    return known({ gain: asked.gain, unread: 0n, payments: [one] });
  }
  const page = await reader.signatures(buyer.pool.coins, { before: asked.sale });
  if (!page.known) return nobody(asked, page.gap);
  const entries = between(page.value, purchase.value);
  const stretch = new Stretch(
    buyer.pool,
    entries,
    changeOf(purchase.value, buyer.pool),
    changeOf(sale.value, buyer.pool),
  );
  const failed = await readStretch(stretch, entries, question);
  if (failed) return { known: false, gap: failed };
  return known(dividedBy(stretch, asked, wallet, gainInPool(asked.gain, sale.value, buyer.pool, wallet)));
}

/** A position of which nobody is known to have paid. A failed call is a gap, because no wallet may look better for it. */
function nobody({ gain }: AskedPosition, gap: Gap | null): Reading<PaidPosition> {
  if (gap && isFailure(gap)) return { known: false, gap };
  return known({ gain, unread: gain, payments: [] });
}

/** The entries after the purchase, oldest first; failed ones changed nothing. */
function between(newestFirst: readonly SignatureEntry[], { signature, slot }: Transaction): readonly SignatureEntry[] {
  const at = newestFirst.findIndex((entry) => entry.signature === signature);
  const after = at < 0 ? newestFirst.filter((entry) => entry.slot > slot) : newestFirst.slice(0, at);
  return after.filter(({ failed }) => !failed).reverse();
}

/** The first round, then rounds about the stretches that brought most. Returns the gap of a call that failed. */
async function readStretch(
  stretch: Stretch,
  entries: readonly SignatureEntry[],
  { reader, seed }: PaymentsQuestion,
): Promise<Gap | null> {
  const places = entries.map((_, at) => at);
  const spread = drawn(places.slice(0, -LAST), SPREAD, seed, (at) => entries[at]?.signature ?? '');
  let wanted: readonly number[] = [...spread, ...places.slice(-LAST)];
  for (let round = 0; round <= FURTHER_ROUNDS && wanted.length > 0; round += 1) {
    const bodies = await Promise.all(
      wanted.map(async (at) => ({ at, body: await reader.transaction((entries[at] as SignatureEntry).signature) })),
    );
    for (const { at, body } of bodies) {
      if (!body.known && isFailure(body.gap)) return body.gap;
      stretch.read(at, body.known ? body.value : null);
    }
    wanted = stretch.worthReading(FURTHER);
  }
  return null;
}

/** A part of a pool's history between two bodies: what the pool held at both ends, and how many entries lie between. */
interface Open {
  readonly from: number;
  readonly to: number;
  readonly came: bigint;
}

/** The entries of a pool between a purchase and a sale, as far as they were read. Amounts in atomic units of what the pool pays in. */
class Stretch {
  readonly trades: { readonly signature: Signature; readonly change: PoolChange }[] = [];
  readonly #pool: SalePool;
  readonly #entries: readonly SignatureEntry[];
  readonly #ends: readonly [PoolChange | null, PoolChange | null];
  readonly #read = new Map<number, PoolChange | null>();

  constructor(pool: SalePool, entries: readonly SignatureEntry[], first: PoolChange | null, last: PoolChange | null) {
    this.#pool = pool;
    this.#entries = entries;
    this.#ends = [first, last];
  }

  read(at: number, body: Transaction | null): void {
    const change = body && changeOf(body, this.#pool);
    this.#read.set(at, change);
    if (body && change) this.trades.push({ signature: body.signature, change });
  }

  /** The parts that are not read and brought something. */
  open(): readonly Open[] {
    const [first, last] = this.#ends;
    const known = [...this.#read]
      .flatMap(([at, change]) => (change ? [{ at, change }] : []))
      .sort((a, b) => a.at - b.at);
    const points = [
      ...(first ? [{ at: -1, change: first }] : []),
      ...known,
      ...(last ? [{ at: this.#entries.length, change: last }] : []),
    ];
    return points.slice(1).flatMap(({ at, change }, index) => {
      const before = points[index];
      const came = before ? change.before - before.change.after : 0n;
      return before && came > 0n ? [{ from: before.at, to: at, came }] : [];
    });
  }

  /** What read purchases brought, and what large parts that are not read did. */
  large(): readonly Open[] {
    const open = this.open();
    const bought = this.trades.reduce((sum, { change }) => sum + brought(change), 0n);
    const all = open.reduce((sum, { came }) => sum + came, bought);
    return open.filter(({ came }) => came * LARGE_PARTS > all);
  }

  /** Entries inside the parts that brought most, spread evenly over each; a larger part gets more of them. */
  worthReading(count: number): readonly number[] {
    const parts = [...this.large()].sort((a, b) => (a.came > b.came ? -1 : 1));
    const all = parts.reduce((sum, { came }) => sum + came, 0n);
    return parts.flatMap(({ from, to, came }) => {
      const unread = Array.from({ length: to - from - 1 }, (_, n) => from + 1 + n).filter((at) => !this.#read.has(at));
      const share = Math.min(unread.length, Math.max(1, Number((BigInt(count) * came) / all)));
      return Array.from({ length: share }, (_, n) => unread[Math.floor(((n + 0.5) * unread.length) / share)] ?? from);
    });
  }
}

/** What a purchase brought into the pool; 0 for anything else: liquidity comes with coins, or without taking any. */
function brought({ coins, before, after }: PoolChange): bigint {
  return coins < 0n && after > before ? after - before : 0n;
}

function paidOut({ coins, before, after }: PoolChange): bigint {
  return coins > 0n && after < before ? before - after : 0n;
}

/** The gain in what the pool pays in: by what the pool paid for what the wallet got. */
function gainInPool(gain: bigint, sale: Transaction, pool: SalePool, wallet: Address): bigint {
  if (pool.money === null || pool.money === WRAPPED_SOL) return gain;
  const change = changeOf(sale, pool);
  const at = sale.keys.indexOf(wallet);
  const got = at < 0 ? 0n : (sale.postBalances[at] ?? 0n) - (sale.preBalances[at] ?? 0n);
  return change && got > 0n ? (gain * paidOut(change)) / got : 0n;
}

/**
 * Divides a gain among those who bought more than they sold. What they paid has to be as much as the gain: the rest came from
 * somebody else, such as who put up the liquidity. That rest, what nobody kept the coins of, and large parts that were not read are
 * `unread`.
 */
function dividedBy(stretch: Stretch, { gain }: AskedPosition, wallet: Address, owed: bigint): PaidPosition {
  const net = new Map<Address, { paid: bigint; payments: number; newest: Signature }>();
  let nobodys = 0n;
  for (const { signature, change } of stretch.trades) {
    if (change.trader === wallet) continue;
    const [plus, minus] = [brought(change), paidOut(change)];
    if (change.trader === null) {
      nobodys += plus;
      continue;
    }
    const one = net.get(change.trader) ?? { paid: 0n, payments: 0, newest: signature };
    net.set(change.trader, {
      paid: one.paid + plus - minus,
      payments: one.payments + (plus > 0n ? 1 : 0),
      newest: plus > 0n ? signature : one.newest,
    });
  }
  const payers = [...net].filter(([, { paid }]) => paid > 0n);
  const found = payers.reduce((sum, [, { paid }]) => sum + paid, 0n);
  const hidden = stretch.large().reduce((sum, { came }) => sum + came, found + nobodys);
  const whole = hidden > owed ? hidden : owed;
  const payments = payers.map(([of, one]) => ({ ...one, wallet: of, paid: (gain * one.paid) / whole }));
  return { gain, unread: gain - payments.reduce((sum, { paid }) => sum + paid, 0n), payments };
}
