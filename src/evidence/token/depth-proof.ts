import type { SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { MarketFacts } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';
import type { Pool, Price } from '#venues/venue.ts';
import { unitPrice } from './trades/pool-trade.ts';

/** Lists of at most this many transactions are read whole. */
const READ_WHOLE_MAX = 16;
/** Longer ones are cut into this many spans of equal time, of which two transactions each are read. */
const SPANS = 8;

/** A successful transaction of a market, with its time. */
export type MarketEntry = SignatureEntry & { readonly blockTime: number };

/** Transactions that together say how deep the market was in a span. `mayBeSilent`: every transaction around them is read, too. */
export interface Span {
  readonly entries: readonly MarketEntry[];
  readonly mayBeSilent: boolean;
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
}

/** The oldest proven moment since which the market was deep; null where no transaction proves it. */
export interface DepthProof {
  readonly since: { readonly time: number; readonly slot: number; readonly transaction: string } | null;
  /** Balances of both sides of the pool, oldest first. */
  readonly balances: readonly { readonly time: number; readonly mint: bigint; readonly other: bigint }[];
}

/**
 * Chooses the transactions that are read, newest span first. Of each span of a long list it takes the one after which nothing
 * happened for longest, with the one before it: liquidity that stays for a moment only is not met there.
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
  const spans: Span[] = [{ entries: ascending.slice(-1), mayBeSilent: true }];
  for (let span = SPANS - 1; span >= 0; span -= 1) {
    const places = ascending.flatMap((entry, at) => (spanOf(entry) === span ? [at] : []));
    const quietest = places.reduce<number | null>(
      (best, at) => (best === null || quietFor(at) >= quietFor(best) ? at : best),
      null,
    );
    if (quietest === null) continue;
    spans.push({ entries: ascending.slice(Math.max(0, quietest - 1), quietest + 1).reverse(), mayBeSilent: false });
  }
  const [oldest] = ascending;
  return oldest ? [...spans, { entries: [oldest], mayBeSilent: false }] : spans;
}

/** Walks back from the present for as long as every span that was read shows a deep market. */
export function proveDepth(
  spans: readonly Span[],
  bodies: ReadonlyMap<string, Reading<Transaction>>,
  accounts: MarketAccounts,
): DepthProof {
  const slots = [...bodies.values()].flatMap((body) =>
    body.known && vaultBalance(body.value, accounts.pool) !== null ? [body.value.slot] : [],
  );
  const opened = Math.min(...slots);
  const seen: Moment[] = [];
  for (const span of spans) {
    const { moments, isDeep } = momentsIn(span, bodies, accounts, opened);
    seen.push(...moments);
    if (!isDeep) break;
  }
  const oldest = seen.at(-1);
  return {
    since: oldest ? { time: oldest.time, slot: oldest.slot, transaction: oldest.transaction } : null,
    balances: seen
      .flatMap(({ time, mint, other, slot }) =>
        mint !== null && mint > 0n && slot >= opened ? [{ time, mint, other }] : [],
      )
      .reverse(),
  };
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
    const mint = tokenBalance(body.value, accounts.pool.vaults.mint);
    moments.push({ time, slot: body.value.slot, transaction: signature, other, mint });
  }
  return { moments, isDeep: mayBeSilent || moments.length > 0 };
}

/** The balance of the other side after the transaction; null where it says nothing of it. */
function otherBalance(body: Transaction, { pool, curve, rentLamports }: MarketAccounts, opened: number): bigint | null {
  const own = vaultBalance(body, pool);
  if (own !== null) return pool.vaults.other === null ? own - rentLamports : own;
  return curve && body.slot < opened ? vaultBalance(body, curve) : null;
}

function vaultBalance(body: Transaction, { address, vaults }: Pool): bigint | null {
  if (vaults.other !== null) return tokenBalance(body, vaults.other);
  const at = body.keys.indexOf(address);
  const lamports = at < 0 ? null : (body.postBalances[at] ?? null);
  // The address was named before there was anything at it.
  return lamports === 0n ? null : lamports;
}

function tokenBalance({ postTokens }: Transaction, account: Address): bigint | null {
  return postTokens.find((balance) => balance.account === account)?.amount ?? null;
}

/** Prices of a constant product at the moments that were read: `rate` values the other side in lamports at present. */
export function pricesOf({ balances }: DepthProof, rate: Price): MarketFacts['prices'] {
  return balances.map(({ time, mint, other }) => ({ time, lamportsPerTrillion: unitPrice(mint, other, rate) }));
}
