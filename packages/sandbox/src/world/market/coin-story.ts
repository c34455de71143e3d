import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { SampleSubject } from '#identity.ts';
import type { Actor, Cast } from '../actors.ts';
import { crowd, makerOf } from '../crowd.ts';
import type { Feature } from '../extension-instructions.ts';
import type { Naming } from '../metadata-instructions.ts';
import { type Act, DAY, MINUTE, type SampleScene, SOL } from '../scene.ts';
import {
  createMintAccount,
  initializeMint,
  issue,
  openHolding,
  setAuthority,
  tokenHoldingOf,
} from '../token-instructions.ts';
import { type Coin, coinOf, type Powers, SUPPLY } from './coin.ts';
import { openCpmm } from './cpmm.ts';
import { evenly, type LaunchPlan, launch, type Share } from './launch.ts';
import type { SamplePool } from './pool.ts';
import { type Purchase, purchases } from './trades.ts';

const MINT_BYTES = 82;

/** A coin with the facts that make it a sample. The defaults are harmless: many small holders and a deep, burned pool. */
export interface CoinStory
  extends Partial<
    Pick<LaunchPlan, 'by' | 'opens' | 'named' | 'mutable' | 'freezable' | 'thaws' | 'keepsMint' | 'mintsNext'>
  > {
  readonly name: string;
  readonly naming: Naming;
  readonly verdict: SampleSubject['verdict'];
  readonly what: string;
  readonly slot: number;
  /** Under Token-2022, with what its accounts have to make room for. */
  readonly powers?: Powers;
  readonly features?: (maker: Address) => readonly Feature[];
  /** True where the whole supply begins in the pool, and the crowd buys a part of it there. */
  readonly isSold?: boolean;
  /** The buyers there after the crowd. */
  readonly buyers?: readonly Omit<Purchase, 'slot'>[];
  readonly shares?: (crowd: readonly Actor[]) => readonly Share[];
  /** Lamports in the pool, and the percent of its liquidity that nobody can withdraw. */
  readonly lamports?: bigint;
  readonly burned?: bigint;
  readonly pool?: (coin: Coin, maker: Address) => SamplePool;
  /** The maker's later acts, a transaction each, and their first slot: a day after the launch by default. */
  readonly laterFrom?: number;
  readonly later?: (
    coin: Coin,
    maker: Address,
    crowd: readonly Actor[],
  ) => readonly (readonly TransactionInstruction[])[];
  /** Accounts that have to exist from the beginning beside the pool. */
  readonly accounts?: (coin: Coin, maker: Address) => readonly AccountBytes[];
}

/** Tokens in a pool, in atomic units: three tenths of the supply. */
const POOLED = 300_000_000_000_000n;
const LAMPORTS = 250n * SOL;
/** The spending of the first of the crowd; the others spend a little more each. */
const SPENT = SOL / 2n;
/** Slots between a launch and what its maker does later, and between two acts of it. */
const [LATER, APART] = [DAY, 7 * MINUTE];

/** The coins of some stories as a scene. */
export function coinScene(cast: Cast, stories: readonly CoinStory[]): SampleScene {
  const scenes = stories.map((story) => tell(cast, story));
  return {
    accounts: scenes.flatMap(({ accounts = [] }) => accounts),
    acts: scenes.flatMap(({ acts }) => acts),
    subjects: scenes.flatMap(({ subjects }) => subjects),
  };
}

function tell(cast: Cast, story: CoinStory): SampleScene {
  const { name, naming, slot, powers = null, by = 'issue' } = story;
  const coin = coinOf(cast, name, powers);
  const { maker, acts } = makerOf(cast, name, slot);
  const creator = address(maker.address);
  const { lamports = LAMPORTS, burned = 100n } = story;
  const coins = story.isSold ? SUPPLY : POOLED;
  const pool = story.pool?.(coin, creator) ?? openCpmm({ coin, creator, coins, lamports, config: 0, burned });
  const members = crowd(cast);
  const launched = launch({
    named: powers ? 'inline' : 'metaplex',
    ...story,
    coin,
    maker,
    slot,
    naming,
    pool,
    by,
    mint: cast.person(`mint of ${name}`),
    features: story.features?.(creator) ?? [],
    shares: story.isSold ? [] : (story.shares ?? evenly)(members),
  });
  const later = (story.later?.(coin, creator, members) ?? []).map((instructions, index): Act => {
    return { slot: (story.laterFrom ?? slot + LATER) + index * APART, payer: maker, instructions };
  });
  return {
    accounts: [...launched.accounts, ...(story.accounts?.(coin, creator) ?? [])],
    acts: [
      ...acts,
      ...launched.acts,
      ...(story.isSold ? bought(cast, pool, [...spenders(members), ...(story.buyers ?? [])], story.opens ?? slot) : []),
      ...later,
    ],
    subjects: [{ kind: 'token', verdict: story.verdict, address: coin.mint, what: story.what }],
  };
}

/** The spending of each of the crowd in a pool. */
function spenders(members: readonly Actor[]): readonly Omit<Purchase, 'slot'>[] {
  return members.map((buyer, index) => ({ buyer, lamports: SPENT + BigInt(index) * (SPENT / 100n) }));
}

/** Purchases in a pool from half an hour after it opened on, half a minute after each other. */
function bought(
  cast: Cast,
  pool: SamplePool,
  buyers: readonly Omit<Purchase, 'slot'>[],
  opened: number,
): readonly Act[] {
  const first = opened + 25 * MINUTE;
  return purchases(
    cast,
    pool,
    buyers.map((one, index) => ({ ...one, slot: first + Math.floor((index * MINUTE) / 2) })),
  );
}

/** The transaction that makes a coin of SPL Token with its whole supply on its curve, and gives it up. `name` is the coin's. */
export function bornOnCurve(cast: Cast, name: string, maker: Actor, curve: SamplePool, slot: number): Act {
  const by = address(maker.address);
  return { slot, payer: maker, signers: [cast.person(`mint of ${name}`)], instructions: birth(by, curve) };
}

function birth(by: Address, { coin, address: curve }: SamplePool): readonly TransactionInstruction[] {
  return [
    createMintAccount(by, coin, MINT_BYTES),
    initializeMint(coin, by, null),
    openHolding(by, curve, coin),
    issue(coin, by, tokenHoldingOf(coin, curve), SUPPLY),
    setAuthority(coin, 'mint', by, null),
  ];
}
