import { type Currency, currencies } from './evidence/book.ts';

/** Why a token has no value. */
export const unquotedCauses = {
  no_market: 'No pool of the token was found.',
  no_quote: 'Pools were found, and none of them buys the whole amount.',
  blocked:
    'The token cannot be sold, or that is not known: it is frozen, paused or not transferable, or a program decides about transfers.',
  not_asked: 'The wallet holds more tokens than are asked about.',
  not_read: 'An endpoint did not answer in time, or not in a known format.',
} as const;
export type UnquotedCause = keyof typeof unquotedCauses;

/** The value of a holding, or why there is none. `pool`: where it would be sold; null for a stable coin, which counts as its face. */
export type HeldValue =
  | { readonly value: bigint; readonly pool: string | null; readonly why: null }
  | { readonly value: null; readonly pool: null; readonly why: UnquotedCause };

/** One mint that the wallet holds now. Amounts of the mint in its atomic units, `cost` in those of the currency. */
export interface HeldToken {
  readonly mint: string;
  /** In all its accounts. */
  readonly units: bigint;
  readonly currency: Currency;
  /** Those of `units` that were bought at a known cost, and that cost; null where none were. */
  readonly bought: bigint;
  readonly cost: bigint | null;
  /** The proceeds of selling all of it at once in one pool, before network fees. */
  readonly quoted: HeldValue;
}

/**
 * The profit that selling now would realize, in atomic units of the currency: of the bought units, because other holdings have no known
 * cost and count as no profit. Null without a value or a cost.
 */
export function unrealizedPnl({ units, bought, cost, quoted: { value } }: HeldToken): bigint | null {
  return value === null || cost === null ? null : (value * bought) / units - cost;
}

/** Sums of one currency. `cost` and `unrealizedPnl` are of tokens with both cost and value, `unquotedCost` of those without a value. */
export interface HeldSum {
  readonly currency: Currency;
  readonly value: bigint;
  readonly cost: bigint;
  readonly unrealizedPnl: bigint;
  readonly unquotedCost: bigint;
}

/** The sums of every currency in which something is held, in the order of the currencies. */
export function heldSums(tokens: readonly HeldToken[]): readonly HeldSum[] {
  return currencies.flatMap((currency) => {
    const own = tokens.filter((token) => token.currency === currency);
    if (own.length === 0) return [];
    let [value, cost, pnl, unquotedCost] = [0n, 0n, 0n, 0n];
    for (const token of own) {
      const { quoted } = token;
      const gain = unrealizedPnl(token);
      value += quoted.value ?? 0n;
      if (quoted.value === null) unquotedCost += token.cost ?? 0n;
      if (gain === null) continue;
      cost += token.cost ?? 0n;
      pnl += gain;
    }
    return [{ currency, value, cost, unrealizedPnl: pnl, unquotedCost }];
  });
}
