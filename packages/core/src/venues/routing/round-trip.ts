import { isRefused } from '../venue.ts';
import { type CostParts, costPartsOf } from './cost.ts';
import { buy, type Leg, type LegRefused, type Path, sell, type Toll } from './path.ts';

/**
 * A purchase and the sale of everything that it brought, along one path. All amounts in lamports but `tokens` (atomic units
 * of the mint). `back` counts what the purchase left unspent.
 */
export interface RoundTrip {
  readonly path: Path;
  readonly size: bigint;
  readonly tokens: bigint;
  readonly back: bigint;
  readonly legs: { readonly buy: Leg; readonly sell: Leg };
  /**
   * The proceeds of an immediate sale, against the state that the purchase left; null if it is refused. Computed on request, as most trips
   * are only compared.
   */
  backAtOnce(): bigint | null;
  /** The parts of the loss; computed on request. */
  parts(): CostParts;
}

/**
 * Buys for `size` lamports at the present state and sells the tokens at the present state too, as if the price had come
 * back by then: the price impact counts on both legs.
 */
export function roundTrip(path: Path, size: bigint, toll: Toll): RoundTrip | LegRefused {
  const bought = buy(path, size, toll);
  if (isRefused(bought)) return bought;
  const sold = sell(path, bought.received, toll);
  if (isRefused(sold)) return sold;
  const back = sold.received + bought.unspent;
  return {
    path,
    size,
    tokens: bought.received,
    back,
    legs: { buy: bought, sell: sold },
    backAtOnce() {
      const atOnce = sell(bought.afterwards(), bought.received, toll);
      return isRefused(atOnce) ? null : atOnce.received + bought.unspent;
    },
    parts: () => costPartsOf(path, [bought, sold], size - back),
  };
}
