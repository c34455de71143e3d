import { address } from '#lib/address.ts';
import type { Actor, Cast } from '../actors.ts';
import { memo, pay } from '../instructions.ts';
import { purse } from '../market/accounts.ts';
import { coinOf, mintAccount } from '../market/coin.ts';
import type { PlainPool } from '../market/pool.ts';
import { openCurve } from '../market/pump.ts';
import { bought, sold } from '../market/tides.ts';
import { type Act, ago, type Scene, SOL } from '../scene.ts';
import { openHolding } from '../token-instructions.ts';

/** Transactions in all, and how many of them are older than the 90 days that a check reads back. */
const [TRANSACTIONS, OLDER] = [5_000, 2_100];
/** Days before the start between which each part lies. */
const DAYS = { older: [98, 91], newer: [89, 1] } as const;
const DAY = 216_000;
/**
 * Transactions of a round: a purchase, a sale, a note, in every fifth round a purchase that fails; the rest are payments. A
 * trade costs four times as much to execute as a payment, so there are not more of them.
 */
const ROUND = 20;
const AT = { buy: 0, miss: 4, sell: 9, note: 14 } as const;
const COINS = 12;
const PER_OPENING = 6;
const RAISED = 30n * SOL;

/** Whom a story is about, and the markets in which nobody else trades. */
interface Story {
  readonly wallet: Actor;
  readonly elder: Actor;
  readonly shop: Actor;
  readonly pools: readonly PlainPool[];
}

/**
 * A wallet with 5,000 transactions over a hundred days. It trades where nobody else does, so that each of its round trips
 * costs what the venue takes. Nearly all of its history is a sequel.
 */
export function longWalletScene(cast: Cast): Scene {
  const [wallet, elder, shop] = ['', ', its elder', ', its shop'].map((of) =>
    cast.person(`a wallet that is never idle${of}`),
  ) as [Actor, Actor, Actor];
  const recipient = address(cast.person('who gets the fees of quiet curves').address);
  const creator = address(cast.person('who made quiet coins').address);
  const pools = Array.from({ length: COINS }, (_, index) =>
    openCurve(cast, coinOf(cast, `a quiet coin, ${index + 1}`), creator, RAISED, recipient),
  );
  const story = { wallet, elder, shop, pools };
  const accounts = pools.flatMap(({ coin, pooled, accounts: own }) => [mintAccount(coin, pooled), ...own]);
  return {
    endowments: [{ to: elder, lamports: 200n * SOL }],
    accounts: [purse(recipient, SOL), ...new Map(accounts.map((one) => [one.address, one])).values()],
    acts: beginning(story),
    sequel: { ...addressesOf(story), acts: () => life(story) },
    subjects: [
      {
        ...{ kind: 'wallet', verdict: 'UNTRUSTED', address: wallet.address },
        what: '5,000 transactions, 2,900 of them in the last 90 days, with trades that only cost it fees',
      },
    ],
  };
}

/** Its first money, and its token accounts. They count among its transactions. */
function beginning({ wallet, elder, pools }: Story): readonly Act[] {
  const owner = address(wallet.address);
  const slot = ago(DAYS.older[0]) - DAY / 2;
  const opened = [pools.slice(0, PER_OPENING), pools.slice(PER_OPENING)];
  return [
    { slot, payer: elder, instructions: [pay(elder, wallet.publicKey, 100n * SOL)] },
    ...opened.map((some, index) => ({
      ...{ slot: slot + 100 + index, payer: wallet },
      instructions: some.map(({ coin }) => openHolding(owner, owner, coin)),
    })),
  ];
}

/** All other transactions, evenly over the days of each part. */
function life(story: Story): readonly Act[] {
  const begun = beginning(story).length;
  const slots = [...evenly(OLDER - begun, DAYS.older), ...evenly(TRANSACTIONS - OLDER, DAYS.newer)];
  return slots.map((slot, index) => step(story, slot, index));
}

function evenly(count: number, [from, to]: readonly [number, number]): readonly number[] {
  const apart = Math.floor(((from - to) * DAY) / count);
  return Array.from({ length: count }, (_, index) => ago(from) + index * apart);
}

function step({ wallet, shop, pools }: Story, slot: number, index: number): Act {
  const [round, at] = [Math.floor(index / ROUND), index % ROUND];
  const pool = pools[round % pools.length];
  const isMissed = at === AT.miss && round % 5 === 0;
  if (pool && (at === AT.buy || isMissed))
    return bought(wallet, pool, { slot, lamports: SOL / 5n, opens: false, misses: isMissed });
  if (pool && at === AT.sell) return sold(wallet, pool, { slot });
  const instructions =
    at === AT.note ? [memo(`note ${round}`)] : [pay(wallet, shop.publicKey, SOL / 1_000n + BigInt(index))];
  return { slot, payer: wallet, instructions };
}

/** All addresses that the later part has, told apart by whether it changes them. */
function addressesOf({ wallet, shop, pools }: Story) {
  const order = { wallet: address(wallet.address), side: 'buy', amountIn: 1n, minimumOut: 1n } as const;
  const swaps = pools.map((pool) => pool.swap(order, () => null));
  const uses = [pay(wallet, shop.publicKey, 1n), memo(''), ...swaps].flatMap(({ keys, programId }) => [
    ...keys.map(({ pubkey, isWritable }) => ({ address: pubkey.toBase58(), isWritable })),
    { address: programId.toBase58(), isWritable: false },
  ]);
  const written = uses.flatMap((use) => (use.isWritable ? [use.address] : []));
  const changes = new Set([...written, ...pools.map(({ coin }) => coin.mint)]);
  return { changes: [...changes], names: uses.flatMap((use) => (changes.has(use.address) ? [] : [use.address])) };
}
