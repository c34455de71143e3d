import { once } from 'assay-core/lib/once.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { Actor, Cast } from '../actors.ts';
import { memoInstruction, pay } from '../instructions.ts';
import { merchantWallet } from '../market/accounts.ts';
import { coinMintAccount, coinOf } from '../market/coin.ts';
import type { PlainPool } from '../market/pool.ts';
import { bought, entered, sold } from '../market/price-cycles.ts';
import { openCurve } from '../market/pump.ts';
import { type Act, ago, DAY, HOUR, type SampleScene, type Sequel, SOL } from '../scene.ts';
import { openHolding } from '../token-instructions.ts';

/** Transactions in all, and how many of them are older than the 90 days that a check reads back. */
const [TRANSACTIONS, OLDER] = [5_000, 2_100];
/** Days before the start between which each part lies. */
const DAYS = { older: [98, 91], newer: [89, 1] } as const;
/**
 * Transactions of a round: a purchase, a sale, a note, in every fifth round a purchase that fails; the rest are payments. A
 * trade costs four times as much to execute as a payment, so there are not more of them.
 */
const ROUND = 20;
const AT = { buy: 0, miss: 4, sell: 9, note: 14 } as const;
const COINS = 12;
const PER_OPENING = 6;
const RAISED = 30n * SOL;

/** The wallet of the story, and the markets in which it trades alone. */
interface Story {
  readonly wallet: Actor;
  readonly elder: Actor;
  readonly shop: Actor;
  readonly recipient: Address;
  readonly pools: readonly PlainPool[];
}

/** A wallet with 5,000 transactions over a hundred days. It trades alone, so that each of its round trips costs the venue's fees. */
export function longWalletScene(cast: Cast): SampleScene {
  const elder = cast.person('a wallet that is never idle, its elder');
  const wallet = cast.person('a wallet that is never idle');
  const story = once(() => storyOf(cast, wallet, elder));
  const sequel: Sequel = {
    title: 'a wallet that is never idle',
    endowments: [{ to: elder, lamports: 200n * SOL }],
    accounts: () => accountsOf(story()),
    acts: () => life(story()),
    outline: () => outlineOf(story()),
  };
  return {
    acts: [],
    sequels: [sequel],
    subjects: [
      {
        kind: 'wallet',
        verdict: 'UNTRUSTED',
        address: wallet.address,
        what: '5,000 transactions, 2,900 of them in the last 90 days, with trades that only cost it fees',
      },
    ],
  };
}

function storyOf(cast: Cast, wallet: Actor, elder: Actor): Story {
  const recipient = address(cast.person('who gets the fees of quiet curves').address);
  const creator = address(cast.person('who made quiet coins').address);
  const pools = Array.from({ length: COINS }, (_, index) =>
    openCurve(cast, coinOf(cast, `a quiet coin, ${index + 1}`), creator, RAISED, recipient),
  );
  return { wallet, elder, shop: cast.person('a wallet that is never idle, its shop'), recipient, pools };
}

function accountsOf({ recipient, pools }: Story): readonly AccountBytes[] {
  const accounts = pools.flatMap(({ coin, pooled, accounts: own }) => [coinMintAccount(coin, pooled), ...own]);
  return [merchantWallet(recipient, SOL), ...new Map(accounts.map((one) => [one.address, one])).values()];
}

/** Its first money, and its token accounts. They count among its transactions. */
function beginning({ wallet, elder, pools }: Story): readonly Act[] {
  const owner = address(wallet.address);
  const slot = ago(DAYS.older[0]) - 12 * HOUR;
  const opened = [pools.slice(0, PER_OPENING), pools.slice(PER_OPENING)];
  return [
    { slot, payer: elder, instructions: [pay(elder, wallet.publicKey, 100n * SOL)] },
    ...opened.map((some, index) => ({
      slot: slot + 100 + index,
      payer: wallet,
      instructions: some.map(({ coin }) => openHolding(owner, owner, coin)),
    })),
  ];
}

/** All transactions: after its beginning evenly over the days of each part. */
function life(story: Story): readonly Act[] {
  const begun = beginning(story);
  const slots = [...evenly(OLDER - begun.length, DAYS.older), ...evenly(TRANSACTIONS - OLDER, DAYS.newer)];
  return [...begun, ...slots.map((slot, index) => step(story, slot, index))];
}

function outlineOf(story: Story): readonly Act[] {
  const round = [AT.buy, AT.note, AT.note + 1].map((index) => step(story, 0, index));
  return [...beginning(story), ...round, ...story.pools.map((pool) => entered(story.wallet, pool))];
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
    at === AT.note ? [memoInstruction(`note ${round}`)] : [pay(wallet, shop.publicKey, SOL / 1_000n + BigInt(index))];
  return { slot, payer: wallet, instructions };
}
