import type { Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { arrayOf, BINS, type Bin, type Bins } from './bins.ts';
import type { Bitmap } from './bitmap.ts';
import { MAX_BIN_ID } from './layout.ts';

/** Where swaps go. */
export interface Terrain {
  readonly activeId: number;
  readonly bins: Bins;
  readonly bitmap: Bitmap;
  readonly hasOrders: boolean;
}

/** A bin with something to take. */
export interface Visit {
  readonly id: number;
  readonly bin: Bin;
}

/**
 * The bins with something to take, in the order in which a swap of X or of Y comes to them: from bin array to bin array that
 * exists, bin by bin. Returns why there are no more.
 */
export function* visits(terrain: Terrain, sellsX: boolean): Generator<Visit, Refused, void> {
  let id = terrain.activeId;
  for (;;) {
    const entered = entrance(terrain, id, sellsX);
    if (typeof entered !== 'number') return entered;
    const left = yield* crossed(terrain, entered, sellsX);
    if (typeof left !== 'number') return left;
    id = left;
  }
}

/** Where a swap goes on: in the array in which it stands, else at the nearest bin of the next one that exists. */
function entrance({ bins, bitmap }: Terrain, id: number, sellsX: boolean): number | Refused {
  const here = arrayOf(id);
  const index = bitmap.next(here, sellsX);
  if (index === null) return refuse('insufficient_liquidity', 'no further bin array exists');
  if (!bins.wasRead(index)) return refuse('not_read', `bin array ${index}`);
  return index === here ? id : index * BINS + (sellsX ? BINS - 1 : 0);
}

/** The bins from `id` to the end of their array. Returns the bin behind it. */
function* crossed(terrain: Terrain, from: number, sellsX: boolean): Generator<Visit, number | Refused, void> {
  const { bins, hasOrders } = terrain;
  let id = from;
  while (arrayOf(id) === arrayOf(from)) {
    const bin = bins.at(id, sellsX, hasOrders);
    if (bin !== null && isRefused(bin)) return bin;
    if (bin !== null) yield { id, bin };
    id += sellsX ? -1 : 1;
    if (Math.abs(id) > MAX_BIN_ID) return refuse('insufficient_liquidity', 'the last bin that can exist');
  }
  return id;
}
