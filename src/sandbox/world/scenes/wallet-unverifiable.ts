import { address } from '#lib/address.ts';
import { PROGRAMS } from '../../chain/programs.ts';
import type { Cast } from '../actors.ts';
import { coinOf } from '../market/coin.ts';
import { EXCHANGES } from '../market/exchange.ts';
import { coinName, marketAt, PRICE_CYCLES_TITLE, priceCycleSlot, sold } from '../market/price-cycles.ts';
import { trader, tripsBetween } from '../market/trader.ts';
import { type Act, HOUR, type Scene, SOL } from '../scene.ts';
import { holdingOf, openHolding, transfer } from '../token-instructions.ts';
import { founder } from './wallet-market.ts';

/** Tokens of a gift: three millions of a supply of a thousand, with six decimals. */
const GIFT = 3_000_000_000_000n;
/** Tides in whose calm hours a gift is sold, a few hours after it came. */
const GIVEN = [40, 43, 46, 49, 52, 55, 58, 61, 64] as const;

/** Addresses whose profit cannot be told, because it is not theirs, or because nobody knows what their tokens cost. */
export function unverifiableWalletScene(cast: Cast): Scene {
  const giver = founder(cast);
  const { wallet, acts, record } = trader(cast, {
    ...{ name: 'a wallet that sells gifts', lane: 8, lamports: 6n * SOL },
    trips: tripsBetween(40, 46, () => 'early'),
  });
  const [from, to] = [address(giver.address), address(wallet.address)];
  const gifts = () =>
    GIVEN.flatMap((priceCycle): readonly Act[] => {
      const pool = marketAt(cast, priceCycle + 1);
      const slot = priceCycleSlot(priceCycle, 'low') + HOUR;
      const into = holdingOf(pool.coin, to);
      const instructions = [openHolding(from, to, pool.coin), transfer(pool.coin, from, into, GIFT)];
      return [{ slot, payer: giver, instructions }, sold(wallet, pool, { slot: slot + 4 * HOUR, closes: true })];
    });
  const subject = (of: string, what: string) =>
    ({ kind: 'wallet', verdict: 'UNVERIFIABLE', address: of, what }) as const;
  return {
    acts,
    sequels: [record, { title: PRICE_CYCLES_TITLE, acts: gifts, outline: gifts }],
    subjects: [
      subject(wallet.address, 'most of what it sells was sent to it, and nobody knows what that cost'),
      subject(EXCHANGES.okx, 'a hot wallet of OKX: the money is not its own'),
      subject(PROGRAMS.lookupTable, 'a program that keeps lists of addresses'),
      subject(holdingOf(coinOf(cast, coinName(0)), from), 'a token account, not the wallet that owns it'),
    ],
  };
}
