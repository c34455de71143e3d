import { address } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import type { Actor, Cast } from '../actors.ts';
import { pay } from '../instructions.ts';
import { coinOf } from '../market/coin.ts';
import { type CoinStory, coinScene } from '../market/coin-story.ts';
import { EXCHANGES } from '../market/exchange.ts';
import type { Share } from '../market/launch.ts';
import type { Purchase } from '../market/trades.ts';
import { type Act, ago, HOUR, MINUTE, type SampleScene, SOL } from '../scene.ts';
import { openHolding, tokenHoldingOf, transfer } from '../token-instructions.ts';

/** Wallets of a ring, of one that is paid by one wallet, and of the larger one whose histories say nothing. */
const [RING, FOUR, LARGE_RING] = [3, 4, 6];
/** The purchase of each of these wallets, and its withdrawal from an exchange before. */
const SPENT = 3n * SOL;
const PAID = 4n * SOL;
/** A wallet with this many payments before its first own transaction has no known first source. */
const PAYMENTS = 128;
/** The purchase of somebody for others, and of a maker of its coin. */
const [GIVEN, OF_MAKER] = [6n * SOL, 3n * SOL];
/** Purchases in a token account that are too many to be read. */
const CRUMBS = Array.from({ length: 120 }, () => SOL / 48n);
/** The largest holders of a coin, and their weight beside the others'. */
const GREAT = 20;
const [GREAT_WEIGHT, SMALL_WEIGHT] = [60n, 4n];

type Ring = readonly Actor[];

/** Young coins whose holders may be one, and an older one that twenty people have. */
export function joinedHolderScene(cast: Cast): SampleScene {
  const ring = (name: string, count = RING) =>
    Array.from({ length: count }, (_, index) => cast.person(`${name}, ${index + 1}`));
  const minute = ring('of one minute');
  const sink = ring('of one purse');
  const [busy, busier] = [ring('paid often'), ring('paid often, of more', LARGE_RING)];
  const paidByOne = ring('paid by one', FOUR);
  const giver = { from: cast.person('who buys for three'), to: ring('of one giver') };
  const nibbler = cast.person('who buys in crumbs');
  const coins = coinScene(cast, [
    ...ringCoins(minute, sink, busy, busier),
    {
      name: 'a coin of one purse',
      slot: ago(10, 6),
      isSold: true,
      buyers: paidByOne.map((buyer) => ({ buyer, lamports: SPENT + SOL })),
      naming: { name: 'One Purse', symbol: 'PURSE', uri: 'ipfs://sandbox/purse' },
      verdict: 'HIGH_RISK',
      what: 'four of its holders, who have a quarter of what circulates, got their first money from one wallet',
    },
    {
      name: 'a coin that one bought for three',
      slot: ago(10, 12),
      isSold: true,
      buyers: [{ buyer: giver.from, lamports: GIVEN }],
      naming: { name: 'Fair Shares', symbol: 'FAIR', uri: 'ipfs://sandbox/fair' },
      verdict: 'ELEVATED',
      what: 'three of its holders got what they have from one wallet that bought it',
    },
    {
      name: 'a coin of a nibbler',
      slot: ago(9, 18),
      isSold: true,
      buyers: [...nibbles(nibbler), { buyer: cast.person('who made a coin of a nibbler'), lamports: OF_MAKER }],
      naming: { name: 'Bread Crumbs', symbol: 'CRUMB', uri: 'ipfs://sandbox/crumb' },
      verdict: 'UNKNOWN',
      what: 'its maker has a fifteenth of what circulates, and may have handed on as much, which could not be followed',
    },
    {
      name: 'a coin of twenty',
      slot: ago(34, 6),
      by: 'transfer',
      shares: greatFirst,
      naming: { name: 'Round Table', symbol: 'TABLE', uri: 'ipfs://sandbox/table' },
      verdict: 'HIGH_RISK',
      what: 'twenty holders have more than four fifths of what circulates',
    },
  ]);
  return {
    ...coins,
    acts: [
      ...paidAlike(cast, minute),
      ...paidOften(cast, [...busy, ...busier]),
      ...swept(cast, sink),
      ...[giver.from, nibbler].map((one, index) => withdrawal(cast, one, ago(17) + index * HOUR, index, GIVEN + SOL)),
      ...paidOut(cast, paidByOne),
      ...coins.acts,
      ...handedOn(cast, giver),
    ],
  };
}

/** Coins whose largest holders are rings; of two of them it cannot be read who paid them first. */
function ringCoins(minute: Ring, sink: Ring, busy: Ring, busier: Ring): readonly CoinStory[] {
  return [
    {
      name: 'a coin of two rings',
      slot: ago(12),
      isSold: true,
      buyers: [...minute, ...sink].map((buyer) => ({ buyer, lamports: SPENT })),
      naming: { name: 'Same Minute', symbol: 'SAME', uri: 'ipfs://sandbox/same' },
      verdict: 'ELEVATED',
      what: 'three of its holders got like first money in one minute, and three others paid one wallet since',
    },
    {
      name: 'a coin of a busy ring',
      slot: ago(11),
      isSold: true,
      buyers: busy.map((buyer) => ({ buyer, lamports: SPENT })),
      naming: { name: 'Long Queue', symbol: 'QUEUE', uri: 'ipfs://sandbox/queue' },
      verdict: 'ELEVATED',
      what: 'three of its largest holders could not be traced, and may be one',
    },
    {
      name: 'a coin of a large busy ring',
      slot: ago(10),
      isSold: true,
      buyers: busier.map((buyer) => ({ buyer, lamports: SPENT })),
      naming: { name: 'Longer Queue', symbol: 'QUEUES', uri: 'ipfs://sandbox/queues' },
      verdict: 'UNKNOWN',
      what: 'six of its largest holders could not be traced, and may be one with a quarter of what circulates',
    },
  ];
}

/** Twenty of the crowd have far more than the others. */
function greatFirst(crowd: readonly Actor[]): readonly Share[] {
  return crowd.map((holder, index) => ({ holder, weight: index < GREAT ? GREAT_WEIGHT : SMALL_WEIGHT }));
}

/** Several purchases of one wallet. */
function nibbles(buyer: Actor): readonly Omit<Purchase, 'slot'>[] {
  return CRUMBS.map((lamports) => ({ buyer, lamports }));
}

/** A wallet's purchase goes to others in equal parts, each with money of its own. */
function handedOn(cast: Cast, { from, to }: { readonly from: Actor; readonly to: readonly Actor[] }): readonly Act[] {
  const coin = coinOf(cast, 'a coin that one bought for three');
  const giver = address(from.address);
  return to.flatMap((one, index): readonly Act[] => [
    withdrawal(cast, one, ago(13) + index * 5 * HOUR, index, PAID + BigInt(index) * SOL),
    {
      slot: ago(7) + index * HOUR,
      payer: from,
      instructions: ({ readAccount }) => {
        const account = readAccount(tokenHoldingOf(coin, giver));
        const left = (account && readTokenAccount(account)?.amount) ?? 0n;
        const owner = address(one.address);
        const into = tokenHoldingOf(coin, owner);
        return [openHolding(giver, owner, coin), transfer(coin, giver, into, left / BigInt(to.length - index))];
      },
    },
  ]);
}

const exchangesOf = (cast: Cast) => Object.values(EXCHANGES).map((one) => cast.stranger(one));

/** A withdrawal from one of the exchanges. */
function withdrawal(cast: Cast, to: Actor, slot: number, index: number, lamports: bigint): Act {
  const exchanges = exchangesOf(cast);
  const [first] = exchanges;
  const payer = exchanges[index % exchanges.length] ?? first;
  if (!payer) throw new Error('the sample world has exchanges');
  return { slot, payer, instructions: [pay(payer, to.publicKey, lamports)] };
}

/** Withdrawals of several exchanges in one minute, of nearly one amount. */
function paidAlike(cast: Cast, ring: readonly Actor[]): readonly Act[] {
  return ring.map((one, index) => withdrawal(cast, one, ago(14) + index, index, PAID + BigInt(index) * (SOL / 100n)));
}

/** Each wallet gets its first money from one that an exchange paid, days apart and of its own amount. */
function paidOut(cast: Cast, ring: readonly Actor[]): readonly Act[] {
  const payer = cast.person('who pays for four');
  return [
    withdrawal(cast, payer, ago(19), 0, 40n * SOL),
    ...ring.map((one, index): Act => {
      const instructions = [pay(payer, one.publicKey, (5n + BigInt(index)) * SOL)];
      return { slot: ago(18) + index * 9 * HOUR, payer, instructions };
    }),
  ];
}

/** Each wallet gets several withdrawals before it does anything. */
function paidOften(cast: Cast, ring: readonly Actor[]): readonly Act[] {
  return ring.flatMap((one, index) =>
    Array.from({ length: PAYMENTS }, (_, payment) =>
      withdrawal(cast, one, ago(16) + index * HOUR + payment * MINUTE, index + payment, PAID / 20n),
    ),
  );
}

/** Each wallet gets a withdrawal of its own, and pays somebody after it bought. */
function swept(cast: Cast, ring: readonly Actor[]): readonly Act[] {
  const recipient = cast.person('who gets what a ring earns');
  return ring.flatMap((one, index): readonly Act[] => [
    withdrawal(cast, one, ago(15) + index * 3 * HOUR, index, PAID + BigInt(index) * SOL),
    { slot: ago(8) + index * HOUR, payer: one, instructions: [pay(one, recipient.publicKey, SOL / 4n)] },
  ]);
}
