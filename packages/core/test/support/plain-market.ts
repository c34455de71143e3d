import { type Address, addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Hop } from '#venues/routing/path.ts';
import type { Market, Pool, Quote, Refused, Side } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';

/** A constant product with fees in parts of a million, both on the input. */
export interface PlainSpec {
  readonly tokens: bigint;
  readonly others: bigint;
  readonly lp?: bigint;
  readonly creator?: bigint;
  /** The side that is switched off. */
  readonly refuses?: Side;
}

/** A market whose arithmetic fits on one line, so that code over quotes can be tested apart from the quotes. */
function plainMarket(spec: PlainSpec): Market {
  const { tokens, others, lp = 0n, creator = 0n } = spec;
  return {
    price: { numerator: others, denominator: tokens },
    depth: { mint: tokens, other: others },
    bounds: [],
    quote(side: Side, amountIn: bigint): Quote | Refused {
      if (side === spec.refuses) return refuse('disabled', side);
      const [reserveIn, reserveOut] = side === 'buy' ? [others, tokens] : [tokens, others];
      const fees = { lp: (amountIn * lp) / 1_000_000n, creator: (amountIn * creator) / 1_000_000n };
      const net = amountIn - fees.lp - fees.creator;
      const received = (net * reserveOut) / (reserveIn + net);
      if (received === 0n) return refuse('amount_too_small', 'nothing');
      const [tokensAfter, othersAfter] =
        side === 'buy' ? [tokens - received, others + net + fees.lp] : [tokens + net + fees.lp, others - received];
      return {
        spent: amountIn,
        received,
        fees: () => [
          { share: 'lp', of: 'input', amount: fees.lp },
          { share: 'creator', of: 'input', amount: fees.creator },
        ],
        afterwards: () => plainMarket({ ...spec, tokens: tokensAfter, others: othersAfter }),
      };
    },
  };
}

/** A pool with that market; `n` tells pools apart. */
export function plainHop(n: number, spec: PlainSpec, mint: Address, other: Address = WRAPPED_SOL): Hop {
  const address = addressOf(new Uint8Array(32).fill(n));
  const pool: Pool = {
    venue: 'raydium_cpmm',
    address,
    mint,
    other,
    vaults: { mint: address, other: address },
    needs: [],
    open: () => refuse('not_read', 'a pool of a test'),
  };
  return { pool, market: plainMarket(spec) };
}
