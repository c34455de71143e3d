import { once } from 'assay-core/lib/once.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { Actor, Cast } from '../actors.ts';
import { associatedKey, openTokenAccount, pay, syncWrapped, WRAPPED_SOL_KEY } from '../instructions.ts';
import { merchantWallet } from '../market/accounts.ts';
import { coinMintAccount, coinOf } from '../market/coin.ts';
import { bornOnCurve } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { emptied } from '../market/launch.ts';
import {
  bought,
  PRICE_CYCLES_TITLE,
  priceCycleSlot,
  sold,
  trader,
  tripsBetween,
  withdrawal,
} from '../market/price-cycles.ts';
import { openCurve } from '../market/pump.ts';
import { type Act, ago, HOUR, MINUTE, type SampleScene, type Sequel, SOL, slotsIn } from '../scene.ts';

const COINS = 400_000_000_000_000n;

/** Wallets whose record proves loss, or that somebody made it up. */
export function untrustedWalletScene(cast: Cast): SampleScene {
  const parts = [losing(cast), washing(cast), dealing(cast)];
  return {
    acts: parts.flatMap(({ acts }) => acts),
    sequels: parts.flatMap(({ sequels = [] }) => sequels),
    subjects: parts.flatMap(({ subjects }) => subjects),
  };
}

/** Comes at high water again and again. */
function losing(cast: Cast): SampleScene {
  const { wallet, acts, record } = trader(cast, {
    name: 'a wallet that comes late',
    lane: 5,
    trips: tripsBetween(26, 67, (priceCycle) =>
      priceCycle % 4 === 2 ? null : priceCycle % 12 === 0 ? 'early' : 'late',
    ),
  });
  return {
    acts,
    sequels: [record],
    subjects: [untrusted(wallet, 'thirty-one round trips of which nearly all were lost')],
  };
}

/** Buys and sells one coin with itself all morning, between two ordinary trades. */
function washing(cast: Cast): SampleScene {
  const { wallet, acts, record } = trader(cast, {
    name: 'a wallet that trades with itself',
    lane: 6,
    trips: tripsBetween(59, 62, () => 'early'),
  });
  return {
    acts,
    sequels: [record, washes(cast, wallet)],
    subjects: [untrusted(wallet, 'twelve purchases and sales of one coin within ten minutes, at the same price')],
  };
}

function washes(cast: Cast, wallet: Actor): Sequel {
  const coin = coinOf(cast, 'a coin that one wallet trades');
  const creator = address(cast.person('who opens pools for one wallet').address);
  const pool = once(() => openCpmm({ coin, creator, coins: COINS, lamports: 300n * SOL, config: 0, burned: 100n }));
  const start = priceCycleSlot(63, 'low');
  const round = (index: number): readonly Act[] => {
    const slot = start + HOUR + index * slotsIn(40);
    return [bought(wallet, pool(), { slot, lamports: SOL }), sold(wallet, pool(), { slot: slot + slotsIn(16) })];
  };
  const wraps = (): Act => ({
    slot: start,
    payer: wallet,
    instructions: [
      openTokenAccount(wallet, wallet.publicKey, WRAPPED_SOL_KEY),
      pay(wallet, associatedKey(wallet.publicKey, WRAPPED_SOL_KEY), 5n * SOL),
      syncWrapped(wallet),
    ],
  });
  return {
    title: PRICE_CYCLES_TITLE,
    accounts: () => [coinMintAccount(coin, COINS), ...pool().accounts],
    acts: () => [wraps(), ...Array.from({ length: 12 }, (_, index) => round(index)).flat()],
    outline: () => [wraps(), ...round(0)],
  };
}

/** Makes coins, is the first to buy them, and sells to whoever comes after. */
function dealing(cast: Cast): SampleScene {
  const wallet = cast.person('a wallet that sells its own coins');
  return {
    acts: [withdrawal(cast, wallet, ago(38), 12n * SOL)],
    sequels: [deals(cast, wallet)],
    subjects: [untrusted(wallet, 'all its profit is from six coins that it made itself')],
  };
}

function deals(cast: Cast, wallet: Actor): Sequel {
  const victim = cast.person('who buys what others launch');
  const recipient = address(cast.person('who gets the fees of coins that their maker deals in').address);
  const launches = once(() =>
    [1, 2, 3, 4, 5, 6].map((number) => launched(cast, { wallet, victim, recipient }, number)),
  );
  const acts = () => launches().flatMap((one) => one.acts);
  return {
    title: 'coins that their maker deals in',
    endowments: [{ to: victim, lamports: 30n * SOL }],
    accounts() {
      const all = [merchantWallet(recipient, SOL), ...launches().flatMap((one) => one.accounts)];
      return [...new Map(all.map((account) => [account.address, account])).values()];
    },
    acts,
    outline: acts,
  };
}

function launched(
  cast: Cast,
  { wallet, victim, recipient }: { wallet: Actor; victim: Actor; recipient: Address },
  number: number,
): { readonly acts: readonly Act[]; readonly accounts: readonly AccountBytes[] } {
  const name = `a coin of its own, ${number}`;
  const curve = openCurve(cast, coinOf(cast, name), address(wallet.address), 0n, recipient);
  const slot = ago(40 - 5 * number, 8);
  const acts = [
    bornOnCurve(cast, name, wallet, curve, slot),
    bought(wallet, curve, { slot: slot + 2, lamports: SOL / 2n }),
    bought(victim, curve, { slot: slot + 20 * MINUTE, lamports: 3n * SOL }),
    sold(wallet, curve, { slot: slot + 25 * MINUTE, percent: 50n }),
    sold(wallet, curve, { slot: slot + 30 * MINUTE, closes: true }),
  ];
  return { acts, accounts: curve.accounts.map((account) => emptied(account, curve.coin)) };
}

function untrusted({ address: of }: Actor, what: string) {
  return { kind: 'wallet', verdict: 'UNTRUSTED', address: of, what } as const;
}
