import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { amountDelta, sidesOf } from '#derive/effects/effect-scene.ts';
import type { AskedPosition, AskedSale } from '#derive/wallet/payers/asked-positions.ts';
import { drawn } from '#derive/wallet/payers/drawn.ts';
import { buyerIn, changeOf, type PoolChange, type SalePool } from '#derive/wallet/payers/sale-pool.ts';
import { type Gap, isFailure, known, type Reading } from '#lib/reading.ts';
import type { Currency } from '#rules/wallet/evidence/book.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';

/** Bodies of the first round, and those that come just before the sale. */
const SPREAD = 10;
const LAST = 4;
/** Rounds that read more of the open stretches, and bodies of one round. */
const FURTHER_ROUNDS = 3;
const FURTHER = 6;
/** A stretch between two bodies is read if it brought more than one part in so many of the whole income. */
const LARGE_PARTS = 10n;
/** A pool that took all of a sale but one part in so many took it whole: the rest are fees in the coin. */
const WHOLE_PARTS = 20n;

/** What is asked about every position. */
export interface PaymentsQuestion {
  readonly wallet: Address;
  readonly reader: HistoryReader;
  /** What pools are paid in, and the currency that each stands for. */
  readonly quoteMints: ReadonlyMap<string, Currency>;
  readonly seed: string;
}

/** What one wallet paid for a position: its part of the gain, its purchases, and its newest one. */
interface Payment {
  readonly wallet: Address;
  readonly paid: bigint;
  readonly payments: number;
  readonly newest: Signature;
}

/** The payers of a position, as far as they were found. `paid` and `unread` make up its gain. */
export interface PaidPosition {
  readonly gain: bigint;
  readonly unread: bigint;
  readonly payments: readonly Payment[];
}

/**
 * Reads the payers of the gain of a position: the owners of the money that came into the pool of the sale after the purchase and is there
 * at the sale. One page of the pool's history is read, then bodies that are spread over it. Each body shows the pool's balance before and
 * after, so the income between two bodies is known without those between them; where it is large, more of them are read. So a single large
 * payer cannot hide behind many small ones. Two rounds, one for the bodies, and up to three more. The gap is that of a failed call, or of
 * the wallet's own transaction.
 */
export async function readPayments(asked: AskedPosition, question: PaymentsQuestion): Promise<Reading<PaidPosition>> {
  const { reader, wallet, quoteMints } = question;
  if (!asked.purchase || !asked.sale) return nobody(asked, null);
  const [purchase, sale] = await Promise.all([
    reader.transaction(asked.purchase),
    reader.transaction(asked.sale.signature),
  ]);
  if (!purchase.known) return purchase;
  if (!sale.known) return sale;
  const buyer = buyerIn(sale.value, wallet, asked.mint, quoteMints);
  if (!buyer) return nobody(asked, null);
  if ('maker' in buyer) {
    const one = { wallet: buyer.maker, paid: asked.gain, payments: 1, newest: asked.sale.signature };
    return known({ gain: asked.gain, unread: 0n, payments: [one] });
  }
  const last = changeOf(sale.value, buyer.pool);
  const owed = last && owedBy(last, { sale: asked.sale, asked, pool: buyer.pool, ...question }, sale.value);
  if (!owed) return nobody(asked, null);
  const page = await reader.signatures(buyer.pool.coins, { before: asked.sale.signature });
  if (!page.known) return nobody(asked, page.gap);
  const entries = between(page.value, purchase.value);
  const stretch = new Stretch({ pool: buyer.pool, wallet }, entries, changeOf(purchase.value, buyer.pool), last);
  const failed = await readStretch(stretch, entries, question);
  if (failed) return { known: false, gap: failed };
  return known(dividedBy(stretch, asked, owed));
}

/** A position without a known payer. A failed call is a gap, because it may not improve the answer about a wallet. */
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
  const indexes = entries.map((_, at) => at);
  const spread = drawn(indexes.slice(0, -LAST), SPREAD, seed, (at) => entries[at]?.signature ?? '');
  let wanted: readonly number[] = [...spread, ...indexes.slice(-LAST)];
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

/** Money that came into a pool and is still there: its owner, its transaction, and the entries around it where it was not read. */
interface Deposit {
  readonly of: Address | null;
  readonly signature: Signature | null;
  readonly from: number;
  readonly to: number;
  amount: bigint;
}

interface Point {
  readonly at: number;
  readonly change: PoolChange;
  readonly signature: Signature | null;
}

/** The entries of a pool between a purchase and a sale, as far as they were read. Amounts in atomic units of what the pool pays in. */
class Stretch {
  readonly #wallet: Address;
  readonly #entries: readonly SignatureEntry[];
  readonly #ends: readonly [PoolChange | null, PoolChange | null];
  readonly #read = new Map<number, Point | null>();
  readonly #pool: SalePool;

  constructor(
    { pool, wallet }: { readonly pool: SalePool; readonly wallet: Address },
    entries: readonly SignatureEntry[],
    first: PoolChange | null,
    last: PoolChange | null,
  ) {
    [this.#pool, this.#wallet, this.#entries, this.#ends] = [pool, wallet, entries, [first, last]];
  }

  read(at: number, body: Transaction | null): void {
    const change = body && changeOf(body, this.#pool);
    this.#read.set(at, body && change && { at, change, signature: body.signature });
  }

  #points(): readonly Point[] {
    const [first, last] = this.#ends;
    const known = [...this.#read.values()].flatMap((point) => point ?? []).sort((a, b) => a.at - b.at);
    return [
      ...(first ? [{ at: -1, change: { ...first, before: first.after }, signature: null }] : []),
      ...known,
      ...(last ? [{ at: this.#entries.length, change: { ...last, after: last.before }, signature: null }] : []),
    ];
  }

  /**
   * The money that came in and is still there at the sale. Withdrawals are matched to the newest deposits first, and to those of the same
   * trader before those of others: so a late pump stays visible behind purchases that others sold again. The wallet's own money is no
   * gain, and is left out.
   */
  left(): readonly Deposit[] {
    const deposits: Deposit[] = [];
    let before: Point | null = null;
    for (const point of this.#points()) {
      const { change, at, signature } = point;
      if (before) {
        const came = change.before - before.change.after;
        moved(deposits, { of: null, signature: null, from: before.at, to: at, amount: came });
      }
      const of = change.coins === 0n ? null : change.trader;
      const isPurchase = change.coins < 0n;
      const amount = change.after - change.before;
      moved(deposits, { of: amount > 0n && !isPurchase ? null : of, signature, from: at, to: at, amount });
      before = point;
    }
    return deposits.filter(({ of, amount }) => of !== this.#wallet && amount > 0n);
  }

  /** Entries inside the unread parts that brought most, spread evenly over each; a larger part gets more of them. */
  worthReading(count: number): readonly number[] {
    const left = this.left();
    const parts = left.filter((deposit) => isUnread(deposit) && isLarge(deposit, left)).sort(byAmount);
    const all = sumOf(parts);
    return parts.flatMap(({ from, to, amount }) => {
      const unread = Array.from({ length: to - from - 1 }, (_, n) => from + 1 + n).filter((at) => !this.#read.has(at));
      const share = Math.min(unread.length, Math.max(1, Number((BigInt(count) * amount) / all)));
      return Array.from({ length: share }, (_, n) => unread[Math.floor(((n + 0.5) * unread.length) / share)] ?? from);
    });
  }
}

/** Adds money that came in. Takes money that went out from the deposits. */
function moved(deposits: Deposit[], deposit: Deposit): void {
  if (deposit.amount >= 0n) {
    deposits.push(deposit);
    return;
  }
  let out = -deposit.amount;
  const own = deposits.filter(({ of }) => of !== null && of === deposit.of);
  for (const one of [...own.reverse(), ...[...deposits].reverse()]) {
    const taken = one.amount < out ? one.amount : out;
    one.amount -= taken;
    out -= taken;
  }
}

const isUnread = ({ from, to }: Deposit): boolean => from !== to;

const byAmount = (a: Deposit, b: Deposit): number => (a.amount > b.amount ? -1 : 1);

function sumOf(deposits: readonly Deposit[]): bigint {
  return deposits.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Only large unread parts can hide a payer; small ones are like those that were drawn. */
function isLarge({ amount }: Deposit, all: readonly Deposit[]): boolean {
  return amount * LARGE_PARTS > sumOf(all);
}

function paidOut({ coins, before, after }: PoolChange): bigint {
  return coins > 0n && after < before ? before - after : 0n;
}

/** The part of a position's gain that its pool paid, in atomic units of the book, and the same in what the pool pays in. */
interface Owed {
  readonly part: bigint;
  readonly money: bigint;
}

interface PoolSale {
  readonly asked: AskedPosition;
  readonly sale: AskedSale;
  readonly pool: SalePool;
  readonly wallet: Address;
  readonly quoteMints: PaymentsQuestion['quoteMints'];
}

/**
 * The part of the gain that a pool owes. Where it pays in the currency of the book, it owes its payment beyond the cost of the coins that
 * it took, so that a sale over two pools of which one pays a staged price rests on that one. Where it pays in another currency, the return
 * for its money is the rate; a sale of which it took a part only shows no rate. Null: unknown.
 */
function owedBy(
  change: PoolChange,
  { asked, sale, pool, wallet, quoteMints }: PoolSale,
  body: Transaction,
): Owed | null {
  const [out, taken] = [paidOut(change), change.coins];
  const sold = soldBy(wallet, body, pool.mint);
  if (out <= 0n || taken <= 0n || sold <= 0n || sale.received <= 0n) return null;
  const { gain, currency } = asked;
  const paidIn = pool.quoteMint === null ? 'sol' : quoteMints.get(pool.quoteMint);
  if (paidIn !== currency) {
    const isWhole = taken * WHOLE_PARTS >= sold * (WHOLE_PARTS - 1n);
    return isWhole ? { part: gain, money: (gain * out) / sale.received } : null;
  }
  const over = out * sold - (sale.received - sale.profit) * taken;
  if (over <= 0n) return null;
  const all = sale.profit * sold;
  const part = over < all ? (gain * over) / all : gain;
  return { part, money: part };
}

/** Units of the coin that left the wallet. */
function soldBy(wallet: Address, body: Transaction, mint: string): bigint {
  const own = sidesOf(body).filter((side) => side.mint === mint && (side.before ?? side.after)?.owner === wallet);
  return own.reduce((sum, side) => sum - amountDelta(side), 0n);
}

/**
 * Divides a gain between those whose money is still in the pool at the sale. Their payments have to be as much as the gain: the rest came
 * from others, such as the provider of the liquidity. That rest, payments whose coins were not kept, and large parts that were not read
 * are `unread`.
 */
function dividedBy(stretch: Stretch, { gain }: AskedPosition, owed: Owed): PaidPosition {
  const left = stretch.left();
  const came = sumOf(left);
  const counted = left.filter((deposit) => !isUnread(deposit) || isLarge(deposit, left));
  const whole = sumOf(counted);
  const part = came < owed.money ? (owed.part * came) / owed.money : owed.part;
  const paid = new Map<Address, Payment>();
  for (const { of, signature, amount } of counted) {
    if (of === null || signature === null) continue;
    const one = paid.get(of);
    const sum = (part * amount) / whole + (one?.paid ?? 0n);
    paid.set(of, { wallet: of, paid: sum, payments: 1 + (one?.payments ?? 0), newest: signature });
  }
  const payments = [...paid.values()];
  return { gain, unread: gain - payments.reduce((sum, one) => sum + one.paid, 0n), payments };
}
