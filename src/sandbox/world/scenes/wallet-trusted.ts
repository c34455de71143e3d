import type { Actor, Cast } from '../actors.ts';
import { associatedAccount, closeAccount, openAccount, pay, syncWrapped, WRAPPED_SOL } from '../instructions.ts';
import { bought, marketAt, PRICE_CYCLES_TITLE, priceCycleSlot } from '../market/price-cycles.ts';
import { trader, tripsBetween } from '../market/trader.ts';
import { type Act, HOUR, type Scene, SOL, slotsIn } from '../scene.ts';

/** Tides in which its first attempt fails, because the price ran away. */
const MISSED = [18, 33, 47, 60] as const;

/** A wallet whose profit is real, repeated and spread over many coins and days. */
export function trustedWalletScene(cast: Cast): Scene {
  const { wallet, acts, record } = trader(cast, {
    ...{ name: 'a wallet with a steady record', lane: 1 },
    trips: tripsBetween(15, 68, (priceCycle) =>
      priceCycle % 4 === 3 ? null : priceCycle % 9 === 2 ? 'late' : 'early',
    ),
  });
  const misses = () =>
    MISSED.map((priceCycle) =>
      bought(wallet, marketAt(cast, priceCycle), {
        slot: priceCycleSlot(priceCycle, 'early') - slotsIn(16),
        lamports: SOL / 2n,
        misses: true,
      }),
    );
  const wraps = wrapping(wallet, priceCycleSlot(24, 'early') + slotsIn(8_000));
  return {
    acts,
    sequels: [
      record,
      { title: PRICE_CYCLES_TITLE, acts: () => [...misses(), ...wraps], outline: () => [...misses(), ...wraps] },
    ],
    subjects: [
      {
        ...{ kind: 'wallet', verdict: 'TRUSTED', address: wallet.address },
        what: 'forty round trips in 18 coins over two months, most of them won, no single one of much weight',
      },
    ],
  };
}

/** Two SOL wrapped, and unwrapped an hour later: neither is a trade. */
function wrapping(wallet: Actor, slot: number): readonly Act[] {
  const wrapped = associatedAccount(wallet.publicKey, WRAPPED_SOL);
  return [
    {
      ...{ slot, payer: wallet },
      instructions: [
        openAccount(wallet, wallet.publicKey, WRAPPED_SOL),
        pay(wallet, wrapped, 2n * SOL),
        syncWrapped(wallet),
      ],
    },
    { slot: slot + HOUR, payer: wallet, instructions: [closeAccount(wallet, WRAPPED_SOL, wallet.publicKey)] },
  ];
}
