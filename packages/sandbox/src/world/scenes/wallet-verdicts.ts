import { address } from 'assay-core/solana/address.ts';
import { PROGRAMS } from '#chain/programs.ts';
import type { Actor, Cast } from '../actors.ts';
import { associatedKey, closeAccount, openTokenAccount, pay, syncWrapped, WRAPPED_SOL_KEY } from '../instructions.ts';
import { coinOf } from '../market/coin.ts';
import { EXCHANGES } from '../market/exchange.ts';
import {
  bought,
  coinName,
  marketAt,
  PRICE_CYCLES_TITLE,
  priceCycleSlot,
  sold,
  trader,
  tripsBetween,
  withdrawal,
} from '../market/price-cycles.ts';
import { type Act, ago, dailyLife, HOUR, type SampleScene, SOL, slotsIn } from '../scene.ts';
import { openHolding, tokenHoldingOf, transfer } from '../token-instructions.ts';
import { founder } from './wallet-market.ts';

/** Tokens of a gift: nine millions of a supply of a thousand, with six decimals. */
const GIFT = 9_000_000_000_000n;

/** Price cycles in whose calm hours a gift is sold, a few hours after it came. */
const GIVEN = [40, 43, 46, 49, 52, 55, 58, 61, 64] as const;

/** The amount of a lucky wallet's one great trade, and its price cycle. */
const JACKPOT = { priceCycle: 51, lamports: 5n * SOL } as const;

/** Price cycles in which its first attempt fails, because the price ran away. */
const MISSED = [18, 33, 47, 60] as const;

/** A wallet whose profit is real, repeated and spread over many coins and days. */
export function trustedWalletScene(cast: Cast): SampleScene {
  const { wallet, acts, record } = trader(cast, {
    name: 'a wallet with a steady record',
    lane: 1,
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
        kind: 'wallet',
        verdict: 'TRUSTED',
        address: wallet.address,
        what: 'forty round trips in 18 coins over two months, most of them won, no single one of much weight',
      },
    ],
  };
}

/** Two SOL wrapped, and unwrapped an hour later: neither is a trade. */
function wrapping(wallet: Actor, slot: number): readonly Act[] {
  const wrapped = associatedKey(wallet.publicKey, WRAPPED_SOL_KEY);
  return [
    {
      slot,
      payer: wallet,
      instructions: [
        openTokenAccount(wallet, wallet.publicKey, WRAPPED_SOL_KEY),
        pay(wallet, wrapped, 2n * SOL),
        syncWrapped(wallet),
      ],
    },
    { slot: slot + HOUR, payer: wallet, instructions: [closeAccount(wallet, WRAPPED_SOL_KEY, wallet.publicKey)] },
  ];
}

/** Wallets with a profit that proves nothing: one trade made it, or luck could have, or it is long past. */
export function neutralWalletScene(cast: Cast): SampleScene {
  const lucky = trader(cast, {
    name: 'a wallet with one great trade',
    lane: 2,
    trips: tripsBetween(
      ...([22, 63] as const),
      (priceCycle) =>
        priceCycle === JACKPOT.priceCycle
          ? 'early'
          : priceCycle % 4 < 2
            ? null
            : priceCycle % 2 === 0
              ? 'early'
              : 'late',
      (priceCycle) => (priceCycle === JACKPOT.priceCycle ? JACKPOT.lamports : SOL / 5n),
    ),
  });
  const close = trader(cast, {
    name: 'a wallet that is just above nothing',
    lane: 3,
    trips: tripsBetween(30, 66, (priceCycle) => (priceCycle % 4 === 0 ? null : priceCycle % 5 < 3 ? 'early' : 'late')),
  });
  const gone = trader(cast, {
    name: 'a wallet that stopped trading',
    lane: 4,
    trips: tripsBetween(4, 38, (priceCycle) => (priceCycle % 10 === 5 ? 'late' : 'early')),
  });
  const subject = ({ wallet }: typeof lucky, what: string) =>
    ({ kind: 'wallet', verdict: 'NEUTRAL', address: wallet.address, what }) as const;
  return {
    acts: [...lucky.acts, ...close.acts, ...gone.acts],
    sequels: [lucky.record, close.record, gone.record],
    subjects: [
      subject(lucky, 'in profit by one great trade of two dozen'),
      subject(close, 'in profit by no more than luck could have made'),
      subject(gone, 'a good record that ended five weeks ago'),
    ],
  };
}

/** Wallets of which there is too little to judge. */
export function insufficientWalletScene(cast: Cast): SampleScene {
  const beginner = trader(cast, {
    name: 'a wallet with few trades',
    lane: 7,
    lamports: 6n * SOL,
    trips: tripsBetween(56, 62, (priceCycle) => (priceCycle % 3 === 0 ? 'late' : 'early')),
  });
  const saver = cast.person('a wallet that never trades');
  const nobody = cast.person('a wallet that nobody used');
  const subject = (address: string, what: string) =>
    ({ kind: 'wallet', verdict: 'INSUFFICIENT', address, what }) as const;
  return {
    acts: [
      ...beginner.acts,
      withdrawal(cast, saver, ago(35, 4), 5n * SOL),
      ...dailyLife(cast, saver, [34, 29, 23, 19, 12, 5]),
    ],
    sequels: [beginner.record],
    subjects: [
      subject(beginner.wallet.address, 'seven round trips, however good'),
      subject(saver.address, 'pays and gets paid, and never traded'),
      subject(nobody.address, 'an address that nobody ever used'),
    ],
  };
}

/** Addresses without a measurable profit: the tokens are not theirs, or their cost is unknown. */
export function unverifiableWalletScene(cast: Cast): SampleScene {
  const giver = founder(cast);
  const { wallet, acts, record } = trader(cast, {
    name: 'a wallet that sells gifts',
    lane: 8,
    lamports: 6n * SOL,
    trips: tripsBetween(40, 46, () => 'early'),
  });
  const [from, to] = [address(giver.address), address(wallet.address)];
  const gifts = () =>
    GIVEN.flatMap((priceCycle): readonly Act[] => {
      const pool = marketAt(cast, priceCycle + 1);
      const slot = priceCycleSlot(priceCycle, 'low') + HOUR;
      const into = tokenHoldingOf(pool.coin, to);
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
      subject(tokenHoldingOf(coinOf(cast, coinName(0)), from), 'a token account, not the wallet that owns it'),
    ],
  };
}
