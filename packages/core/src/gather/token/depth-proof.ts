import type { SignatureEntry } from '#chain/chain-reader.ts';
import { wrappedVault } from '#derive/token/roles.ts';
import type { Reading } from '#lib/reading.ts';
import type { MarketFacts } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { mainnetSchedule, rentFor } from '#solana/gates/gate-schedule.ts';
import type { Transaction } from '#solana/transaction.ts';
import { bandDepth, paidOverBand } from '#venues/routing/band-depth.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { isRefused, type Market, type Pool, type Price } from '#venues/venue.ts';
import { RENT_MIN } from '../sources/list-beginning.ts';
import { absolute, changesOf, heldIn, unitPrice } from './trades/pool-trade.ts';

/** Lists of at most this many transactions are read whole. */
const READ_WHOLE_MAX = 16;
/** Longer ones are cut into this many spans of equal time, of which two transactions each are read. */
const SPANS = 8;

/** A successful transaction of a market, with its time. */
export type MarketEntry = SignatureEntry & { readonly blockTime: number };

/**
 * Transactions that together say how deep the market was in a span. `mayBeSilent`: every transaction around them is read, too.
 * `around`: the others of its time, nearest first, of which some are read where these turn out to leave the market alone.
 */
export interface Span {
  readonly entries: readonly MarketEntry[];
  readonly mayBeSilent: boolean;
  readonly around?: readonly MarketEntry[];
}

/** The accounts that hold the market's other side, now and before it moved. */
export interface MarketAccounts {
  readonly pool: Pool;
  /** The curve that became the pool; null where there is none. Its balance counts in transactions that are older than the pool. */
  readonly curve: Pool | null;
  /** Lamports of the main account that are rent, where it holds lamports itself. */
  readonly rentLamports: bigint;
  /** The balance of the other side that counts as deep, in its atomic units. */
  readonly enough: bigint;
  /** The present market where liquidity lies in ranges or bins; null where all that a pool holds backs its price. */
  readonly ranged: RangedMarket | null;
  /** Swaps that are too small to prove that such a market is deep say nothing: anybody may make many of them. */
  readonly skipsSmall?: boolean;
}

/** A market whose liquidity may lie far from its price, and the program of its venue. */
export interface RangedMarket {
  readonly market: Market;
  readonly program: Address;
}

/** The oldest proven moment since which the market was deep; null where no transaction proves it. */
export interface DepthProof {
  readonly since: { readonly time: number; readonly slot: number; readonly transaction: string } | null;
  /** Balances of both sides of the pool, oldest first. */
  readonly balances: readonly { readonly time: number; readonly mint: bigint; readonly other: bigint }[];
}

/**
 * Chooses the transactions that are read, newest span first. Of each span of a long list it takes the transaction before the longest
 * pause, with the one before it: liquidity that stays only for a moment is not met there.
 */
export function spansOf(entries: readonly MarketEntry[], now: number): readonly Span[] {
  const ascending = [...entries].sort((a, b) => a.slot - b.slot);
  if (ascending.length <= READ_WHOLE_MAX) {
    return ascending.map((entry) => ({ entries: [entry], mayBeSilent: true })).reverse();
  }
  const first = ascending[0]?.blockTime ?? now;
  const spanOf = ({ blockTime }: MarketEntry) =>
    Math.min(SPANS - 1, Math.floor(((blockTime - first) * SPANS) / Math.max(1, now - first)));
  const quietFor = (at: number) => (ascending[at + 1]?.blockTime ?? now) - (ascending[at]?.blockTime ?? now);
  const spans: Span[] = [{ entries: ascending.slice(-1), mayBeSilent: true, around: ascending.toReversed() }];
  for (let span = SPANS - 1; span >= 0; span -= 1) {
    const indexes = ascending.flatMap((entry, at) => (spanOf(entry) === span ? [at] : []));
    const quietest = indexes.reduce<number | null>(
      (best, at) => (best === null || quietFor(at) >= quietFor(best) ? at : best),
      null,
    );
    if (quietest === null) continue;
    const around = indexes
      .sort((a, b) => Math.abs(a - quietest) - Math.abs(b - quietest))
      .flatMap((at) => ascending[at] ?? []);
    const entries = ascending.slice(Math.max(0, quietest - 1), quietest + 1).reverse();
    spans.push({ entries, mayBeSilent: false, around });
  }
  const [oldest] = ascending;
  return oldest ? [...spans, { entries: [oldest], mayBeSilent: false, around: ascending }] : spans;
}

/**
 * The entries without those whose bodies show no change of the market: naming its accounts moves nothing. So such noise neither represents
 * a time nor breaks a pause.
 */
export function showingIn<Entry extends { readonly signature: string }>(
  entries: readonly Entry[],
  bodies: ReadonlyMap<string, Reading<Transaction>>,
  accounts: MarketAccounts,
): readonly Entry[] {
  const opened = openedIn(bodies, accounts);
  return entries.filter(({ signature }) => {
    const body = bodies.get(signature);
    if (!body?.known) return true;
    const other = otherBalance(body.value, accounts, opened);
    return other !== null && !(accounts.skipsSmall && other >= accounts.enough && isSmall(body.value, accounts));
  });
}

function isSmall(body: Transaction, { pool, ranged, enough }: MarketAccounts): boolean {
  const moved = ranged && swappedIn(body, pool, ranged.program);
  return moved !== null && absolute(moved.other) < paidOverBand(enough);
}

/** The first slot in which a transaction that was read shows the pool's vault. */
function openedIn(bodies: ReadonlyMap<string, Reading<Transaction>>, { pool }: MarketAccounts): number {
  const slots = [...bodies.values()].flatMap((body) =>
    body.known && vaultBalance(body.value, pool) !== null ? [body.value.slot] : [],
  );
  return Math.min(...slots);
}

/**
 * Walks back from the present for as long as every span that was read shows a deep market. Where liquidity lies in ranges, the
 * balance alone proves nothing: the oldest moment counts at which the market is shown to have traded.
 */
export function* proveDepth(
  spans: readonly Span[],
  bodies: ReadonlyMap<string, Reading<Transaction>>,
  accounts: MarketAccounts,
): Steps<DepthProof> {
  const opened = openedIn(bodies, accounts);
  const seen: Moment[] = [];
  for (const span of spans) {
    const { moments, isDeep } = momentsIn(span, bodies, accounts, opened);
    seen.push(...moments);
    if (!isDeep) break;
  }
  const traded = accounts.ranged ? yield* tradedIn(spans, bodies, { ...accounts, ranged: accounts.ranged }) : null;
  const last = traded ? seen.findLastIndex(({ transaction }) => traded.has(transaction)) : seen.length - 1;
  const oldest = seen[last];
  return {
    since: oldest ? { time: oldest.time, slot: oldest.slot, transaction: oldest.transaction } : null,
    balances: seen
      .slice(0, last + 1)
      .flatMap(({ time, mint, other, slot }) =>
        mint !== null && mint > 0n && slot >= opened ? [{ time, mint, other }] : [],
      )
      .reverse(),
  };
}

/**
 * Swaps of pools with ranges or bins: the first eight bytes of their instructions, which Anchor makes of the names swap, swap_v2,
 * swap2, two_hop_swap, two_hop_swap_v2, swap_router_base_in, swap_exact_out, swap_exact_out2, swap_with_price_impact and
 * swap_with_price_impact2 (IDLs of Raydium CLMM, Orca Whirlpools and Meteora).
 */
const SWAPS: ReadonlySet<string> = new Set([
  ...['f8c69e91e17587c8', '2b04ed0b1ac91e62', '414b3f4ceb5b5b88', 'c360ed6c44a2dbe6', 'ba8fd11dfe02c275'],
  ...['457d73daf5baf2c4', 'fa49652126cf4bb8', '2bd7f784893cf351', '38ade6d0ade49ccd', '4a62c0d6b1334b33'],
]);
const DISCRIMINATOR_BYTES = 8;

/** Prices of two deep trades in a row differ by less than this factor: SOL far from the price is no depth at it. Own choice. */
const PRICE_FACTOR = 10n;

/**
 * The transactions after which the market is shown to trade. Either its liquidity lay as now, because only swaps followed, and reversing
 * them leaves it deep; or the transaction itself is a swap of the amount that such a depth pays over the band.
 */
function* tradedIn(
  spans: readonly Span[],
  bodies: ReadonlyMap<string, Reading<Transaction>>,
  { pool, enough, ranged, skipsSmall }: MarketAccounts & { readonly ranged: RangedMarket },
): Steps<ReadonlySet<string>> {
  const shown = new Set<string>();
  const entries = spans.flatMap((span) => span.entries.map((entry) => ({ ...entry, isNext: span.mayBeSilent })));
  let { price } = ranged.market;
  // Many small swaps move a price far, so the present market does not show where the price was before them.
  let market: Market | null = skipsSmall ? null : ranged.market;
  for (const { signature, isNext } of entries) {
    const body = bodies.get(signature);
    if (!body?.known) return shown;
    if (!isNext) market = null;
    if (market && (yield* bandDepth(market)) >= enough) shown.add(signature);
    const moved = swappedIn(body.value, pool, ranged.program);
    const own = moved && priceOf(moved);
    if (own && own.numerator >= paidOverBand(enough) && areNear(price, own)) {
      shown.add(signature);
      price = own;
    }
    market = moved && market && before(market, moved);
  }
  return shown;
}

interface Swapped {
  readonly mint: bigint;
  readonly other: bigint;
}

/** The amounts that the transaction swapped in the pool, zero included; null where it changed the pool otherwise, or did not show it. */
function swappedIn(body: Transaction, pool: Pool, program: Address): Swapped | null {
  const own = body.instructions.filter((one) => one.program === program && one.accounts.includes(pool.address));
  const sides = changesOf(body, pool) ?? { mint: 0n, other: 0n };
  const isStill = sides.mint === 0n && sides.other === 0n;
  const isTrade = sides.mint > 0n ? sides.other < 0n : sides.mint < 0n && sides.other > 0n;
  const isSwap = own.length > 0 && own.every(({ data }) => data !== null && SWAPS.has(headOf(data)));
  if (own.length === 0) return isStill ? sides : null;
  return isSwap && (isStill || isTrade) ? sides : null;
}

function headOf(data: Uint8Array): string {
  return Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
}

/** The market before a swap, without the fees of the way back; null where it cannot go back. */
function before(market: Market, { mint, other }: Swapped): Market | null {
  if (mint === 0n && other === 0n) return market;
  const quote = mint < 0n ? market.quote('sell', -mint) : market.quote('buy', -other);
  return isRefused(quote) ? null : quote.afterwards();
}

/** The price of a swap, fees included; null where nothing was swapped. */
function priceOf({ mint, other }: Swapped): Price | null {
  return mint === 0n ? null : { numerator: absolute(other), denominator: absolute(mint) };
}

function areNear(one: Price, another: Price): boolean {
  const [a, b] = [one.numerator * another.denominator, another.numerator * one.denominator];
  return a < b * PRICE_FACTOR && b < a * PRICE_FACTOR;
}

/** What a transaction left in a deep market. */
interface Moment {
  readonly time: number;
  readonly slot: number;
  readonly transaction: string;
  readonly other: bigint;
  readonly mint: bigint | null;
}

/** The moments of a span up to the first that is unreadable or not deep. */
function momentsIn(
  { entries, mayBeSilent }: Span,
  bodies: ReadonlyMap<string, Reading<Transaction>>,
  accounts: MarketAccounts,
  opened: number,
): { readonly moments: readonly Moment[]; readonly isDeep: boolean } {
  const moments: Moment[] = [];
  for (const { signature, blockTime } of entries) {
    const body = bodies.get(signature);
    if (!body?.known) return { moments, isDeep: false };
    const other = otherBalance(body.value, accounts, opened);
    if (other === null) continue;
    if (other < accounts.enough) return { moments, isDeep: false };
    // One of the two times is wrong where they differ.
    const time = Math.max(blockTime, body.value.blockTime ?? 0);
    const mint = heldIn(body.value, accounts.pool, 'mint')?.after ?? null;
    moments.push({ time, slot: body.value.slot, transaction: signature, other, mint });
  }
  return { moments, isDeep: mayBeSilent || moments.length > 0 };
}

/** The balance of the other side after the transaction; null where it says nothing of it. */
function otherBalance(
  body: Transaction,
  { pool, curve, rentLamports, enough }: MarketAccounts,
  opened: number,
): bigint | null {
  const own = vaultBalance(body, pool);
  if (own !== null) return pool.vaults.other === null ? own - rentLamports : own;
  if (curve && body.slot < opened) return vaultBalance(body, curve);
  // A transaction without a token program shows no balances of tokens, but the lamports behind wrapped SOL. Only a deep balance counts.
  const wrapped = body.slot >= opened ? wrappedIn(body, wrappedVault(pool)) : 0n;
  return wrapped >= enough ? wrapped : null;
}

/** The rent of a token account at the first rate, which is the highest: its lamports hold it beside wrapped SOL. */
const ACCOUNT_RENT = rentFor(mainnetSchedule, 0, 165);

function wrappedIn({ keys, postBalances }: Transaction, vault: Address | null): bigint {
  const at = vault === null ? -1 : keys.indexOf(vault);
  return (postBalances[at] ?? 0n) - ACCOUNT_RENT;
}

/** What the vault held after the transaction. An address can be named before there is anything at it. */
function vaultBalance(body: Transaction, pool: Pool): bigint | null {
  const held = heldIn(body, pool);
  const isThere = held !== null && (pool.vaults.other !== null || held.after >= RENT_MIN);
  return isThere ? held.after : null;
}

/** Prices of a constant product at the moments that were read: `rate` values the other side in lamports at present. */
export function pricesOf({ balances }: DepthProof, rate: Price): MarketFacts['prices'] {
  return balances.map(({ time, mint, other }) => ({ time, lamportsPerTrillion: unitPrice(mint, other, rate) }));
}
