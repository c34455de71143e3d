import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { OpenPool, Pool } from '#venues/model.ts';
import { isRefused } from '#venues/refusal.ts';
import { type Hop, type Path, priceAt } from '#venues/routing/path.ts';
import type { Opened } from './opened.ts';

/** A pool of the mint that can be quoted, and the path through it; null where its other mint leads to no SOL. */
export interface Priced {
  readonly pool: Pool;
  readonly open: OpenPool;
  readonly path: Path | null;
}

/** The pool between SOL and each stable coin that is gone through. */
export type Hubs = ReadonlyMap<Address, Hop>;

/** The pools that can be quoted, each with its path: straight, or by the pool of its stable coin. */
export function pricedPools(opened: readonly Opened[], hubs: Hubs): readonly Priced[] {
  return opened.flatMap(({ pool, result }) => {
    return isRefused(result) ? [] : [{ pool, open: result, path: pathOf({ pool, market: result.market }, hubs) }];
  });
}

function pathOf(hop: Hop, hubs: Hubs): Path | null {
  if (hop.pool.other === WRAPPED_SOL) return { hops: [hop] };
  const hub = hubs.get(hop.pool.other);
  return hub ? { hops: [hub, hop] } : null;
}

/** What a pool holds on its other side, in lamports; 0 where that leads to no SOL. */
export function depthLamportsOf({ path, open }: Priced): bigint {
  if (path === null) return 0n;
  const { numerator, denominator } = priceAt(path, path.hops.length - 1);
  return (open.market.depth.other * numerator) / denominator;
}
