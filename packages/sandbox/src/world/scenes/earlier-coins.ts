import { type Address, address } from 'assay-core/solana/address.ts';
import { PUMP_PROGRAM } from 'assay-core/venues/pump-fees/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { Cast } from '../actors.ts';
import { makerOf } from '../crowd.ts';
import { mintLength } from '../extension-instructions.ts';
import { memoInstruction } from '../instructions.ts';
import { type Coin, coinOf, SUPPLY } from '../market/coin.ts';
import { type CoinStory, coinScene } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { launch } from '../market/launch.ts';
import { openCurve } from '../market/pump.ts';
import { sale } from '../market/trades.ts';
import { type Act, ago, DAY, HOUR, MINUTE, type SampleScene, SOL } from '../scene.ts';
import { createMintAccount, initializeMint } from '../token-instructions.ts';

/** Coins that the maker of a series launched before. */
const SERIES = 5;
/** Notes of a maker whose history is too long to be read. */
const NOTES = 110;
/** The part of an earlier coin in its pool, and the lamports beside it: a sale of the rest takes nearly all of them. */
const POOLED = SUPPLY / 20n;
const LAMPORTS = 20n * SOL;
/** When the maker of a series, and makers with a long history, launch. */
const SERIAL = ago(5);
const BUSY = { once: ago(9, 6), twice: ago(9, 12) } as const;

/** Young coins of people who launched others before. */
export function earlierCoinScene(cast: Cast): SampleScene {
  const once = dumped(cast, 'a coin after a fall', ago(9), 1);
  const twice = dumped(cast, 'a coin after two falls', ago(8, 12), 2);
  const coins = coinScene(cast, [
    {
      name: 'a coin in a series',
      slot: SERIAL,
      isSold: true,
      accounts: (_, maker) => deadCurves(cast, maker, 'an earlier coin', SERIES),
      naming: { name: 'Sixth Try', symbol: 'SIXTH', uri: 'ipfs://sandbox/sixth' },
      verdict: 'ELEVATED',
      what: 'five days old, and its maker launched five others that nobody buys any more',
    },
    {
      name: 'a coin after a fall',
      slot: ago(9),
      isSold: true,
      naming: { name: 'Second Wind', symbol: 'WIND', uri: 'ipfs://sandbox/wind' },
      verdict: 'ELEVATED',
      what: 'nine days old; its maker sold an earlier coin until its pool was empty',
    },
    {
      name: 'a coin after two falls',
      slot: ago(8, 12),
      isSold: true,
      naming: { name: 'Third Charm', symbol: 'CHARM', uri: 'ipfs://sandbox/charm' },
      verdict: 'HIGH_RISK',
      what: 'eight days old; its maker sold two earlier coins until their pools were empty',
    },
    {
      name: 'a coin of a scribe',
      slot: BUSY.once,
      isSold: true,
      accounts: (_, maker) => deadCurves(cast, maker, 'an earlier coin of a scribe', 1),
      naming: { name: 'Long Letter', symbol: 'LETTER', uri: 'ipfs://sandbox/letter' },
      verdict: 'ELEVATED',
      what: 'an earlier coin that names its maker ended, and its maker did too much for it to be read who launched that',
    },
    {
      name: 'a coin of a chronicler',
      slot: BUSY.twice,
      isSold: true,
      accounts: (_, maker) => deadCurves(cast, maker, 'an earlier coin of a chronicler', 2),
      naming: { name: 'Thick Book', symbol: 'BOOK', uri: 'ipfs://sandbox/book' },
      verdict: 'ELEVATED',
      what: 'two earlier coins that name its maker ended, and its maker did too much for it to be read who launched them',
    },
  ]);
  return {
    accounts: [...once, ...twice].flatMap(({ accounts = [] }) => accounts).concat(coins.accounts ?? []),
    acts: [
      ...[...once, ...twice].flatMap(({ acts }) => acts),
      ...launches(cast, 'a coin in a series', SERIAL),
      ...notes(cast, 'a coin of a scribe', BUSY.once),
      ...notes(cast, 'a coin of a chronicler', BUSY.twice),
      ...coins.acts,
    ],
    subjects: coins.subjects,
  };
}

/** Curves of a maker's earlier coins without buyers. */
function deadCurves(cast: Cast, maker: Address, name: string, count: number): readonly AccountBytes[] {
  const coins = Array.from({ length: count }, (_, index): Coin => coinOf(cast, `${name}, ${index + 1}`, {}));
  return coins.flatMap((coin) =>
    openCurve(cast, coin, maker, SOL / 20n).accounts.filter(({ owner }) => owner === PUMP_PROGRAM),
  );
}

/** The transactions in which the maker of a story launches its series, on the day before. */
function launches(cast: Cast, story: CoinStory['name'], slot: number): readonly Act[] {
  const { maker } = makerOf(cast, story, slot);
  const by = address(maker.address);
  return Array.from({ length: SERIES }, (_, index) => {
    const name = `an earlier coin, ${index + 1}`;
    const coin = coinOf(cast, name, {});
    const { address: curve } = openCurve(cast, coin, by, SOL / 20n);
    return {
      slot: slot - 12 * HOUR + index * 5 * MINUTE,
      payer: maker,
      signers: [cast.person(`mint of ${name}`)],
      instructions: [createMintAccount(by, coin, mintLength([])), initializeMint(coin, by, null, [curve])],
    };
  });
}

/** The memo of a story's maker on the day before its launch. */
function notes(cast: Cast, story: CoinStory['name'], slot: number): readonly Act[] {
  const { maker } = makerOf(cast, story, slot);
  return Array.from({ length: NOTES }, (_, index) => ({
    slot: slot - 12 * HOUR + index * 5 * MINUTE,
    payer: maker,
    instructions: [memoInstruction(`note ${index + 1}`)],
  }));
}

/** Earlier coins of the maker of a story, each of them sold by its maker until its pool is empty. */
function dumped(
  cast: Cast,
  story: CoinStory['name'],
  slot: number,
  count: number,
): readonly Omit<SampleScene, 'subjects'>[] {
  return Array.from({ length: count }, (_, index) => {
    const launched = slot - (index + 4) * DAY;
    const { maker, acts } = makerOf(cast, story, launched);
    const name = `before ${story}, ${index + 1}`;
    const coin = coinOf(cast, name);
    const creator = address(maker.address);
    const pool = openCpmm({ coin, creator, coins: POOLED, lamports: LAMPORTS, config: 0, burned: 0n });
    const { accounts, acts: launching } = launch({
      coin,
      maker,
      pool,
      slot: launched,
      by: 'issue',
      named: 'metaplex',
      mint: cast.person(`mint of ${name}`),
      naming: { name: `Earlier ${index + 1}`, symbol: `WAS${index + 1}`, uri: 'ipfs://sandbox/was' },
      shares: [{ holder: maker, weight: 1n }],
    });
    return { accounts, acts: [...acts, ...launching, sale(pool, maker, launched + 6 * HOUR)] };
  });
}
