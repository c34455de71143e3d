import type { SaleQuote } from '#checks/token/evidence.ts';
import { isRefused } from '#venues/refusal.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { type Path, pathPrice, sell, type Toll } from '#venues/routing/path.ts';
import { depthLamportsOf, type Priced } from '../market/paths.ts';

/** The sale that is quoted: a tenth of a SOL, as nobody would notice, and at most a twentieth of what the deepest pool holds. */
const SALE_LAMPORTS_MAX = 100_000_000n;
const DEPTH_PARTS = 20n;

/** A way to sell, and what its pool holds on the other side in lamports. */
interface Way {
  readonly priced: Priced;
  readonly path: Path;
  readonly depth: bigint;
}

/**
 * What a small sale would bring, through the pool that pays most. Null where no pool has a price and holds anything. What
 * each pool says is listed where none takes the tokens.
 */
export function* quoteSale(priced: readonly Priced[], toll: Toll): Steps<SaleQuote | null> {
  const ways = priced.flatMap((one) => wayOf(one) ?? []).sort((a, b) => (a.depth < b.depth ? 1 : -1));
  const [deepest] = ways;
  if (!deepest) return null;
  const share = deepest.depth / DEPTH_PARTS;
  const sizeLamports = share < SALE_LAMPORTS_MAX ? share : SALE_LAMPORTS_MAX;
  const { numerator, denominator } = pathPrice(deepest.path);
  const tokens = numerator > 0n ? (sizeLamports * denominator) / numerator : 0n;
  if (tokens === 0n) return null;
  let best: { readonly way: Way; readonly back: bigint } | null = null;
  const refused: SaleQuote['refused'][number][] = [];
  for (const way of ways) {
    const leg = sell(way.path, tokens, toll);
    const { venue, address } = way.priced.pool;
    if (isRefused(leg)) refused.push({ venue, pool: address, why: leg.refused });
    else if (leg.received > 0n && (best === null || leg.received > best.back)) best = { way, back: leg.received };
    yield;
  }
  const taker = best?.way.priced.pool;
  return {
    ...{ sizeLamports, tokens, lamportsBack: best?.back ?? null },
    ...{ venue: taker?.venue ?? null, pool: taker?.address ?? null, refused },
  };
}

function wayOf(priced: Priced): Way | null {
  const { path } = priced;
  const depth = depthLamportsOf(priced);
  return path !== null && depth > 0n ? { priced, path, depth } : null;
}
