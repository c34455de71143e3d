import type { VenueId } from '#venues/venue.ts';
import type { EndpointFacts } from './reader.ts';
import { type StrangerAct, strangerText } from './strangers/facts.ts';

/** Who keeps tokens or liquidity. `n` tells keepers of a kind apart; those behind programs are strangers to everybody. */
export type Keeper =
  | { readonly is: 'wallet'; readonly n: number }
  | { readonly is: 'creator' }
  /** A decoded lock for a year, which nobody can move. */
  | { readonly is: 'long_lock'; readonly n: number }
  | { readonly is: ProgramKeeper; readonly n: number };

/**
 * Keepers that are no wallet. `vault`: an address without a key and without an account. `bridge`: an account of a labelled bridge.
 * `locker`: an account of a program that locks, with nothing that proves a lock. `cancellable_lock`: a lock that its creator can end. `short_lock`: one that ends in
 * 20 days.
 * `junk_pool`: a pool against a mint that nobody trades. `junk_curve`: a launch curve that sells such a mint for the token.
 * `multisig`: a vault of Squads under keys of one person. `dao`: a vault of Realms.
 */
export const programKeepers = [
  'unknown_program',
  'vault',
  'bridge',
  'locker',
  'cancellable_lock',
  'short_lock',
  'junk_pool',
  'junk_curve',
  'multisig',
  'dao',
] as const;
type ProgramKeeper = (typeof programKeepers)[number];

/**
 * The first money of a wallet: who it came from, over which helper of that person (0: none) and how many wallets that are used once,
 * and how long before the purchase.
 */
export interface FundingFacts {
  readonly by: 'exchange' | 'creator' | number;
  readonly helper: number;
  readonly hops: number;
  /** The money is a multiple of this. */
  readonly milliSol: number;
  readonly minutesBefore: number;
}

/** Somebody who has `bps` of the supply. `through`: the wallet, or the creator, that bought it and passed it on. */
export interface HolderFacts {
  readonly keeper: Keeper;
  readonly bps: number;
  readonly got: 'launch' | 'later' | 'given';
  readonly through: number | 'creator' | null;
  readonly funding: FundingFacts;
  readonly frozen: boolean;
}

/** A part of a pool's liquidity. `burned`: destroyed; `kept`: in a lock without an end. */
export interface LiquidityPart {
  readonly keeper: Keeper | 'burned' | 'kept';
  readonly bps: number;
}

/**
 * A market, with SOL at the price and SOL that is parked far from it. Curves that are complete hold nothing. `bandHours`: since when
 * the liquidity lies at the price; before, it was parked. Absent: since the market opened. `of`: a stranger opened it, in his own name or in
 * the creator's. `joined`: what a stranger added to it, in parts of what it holds.
 */
export interface MarketFacts {
  readonly venue: VenueId;
  readonly index: number;
  readonly hours: number;
  readonly sol: number;
  readonly bps: number;
  readonly parkedSol: number;
  readonly bandHours?: number;
  readonly complete: boolean;
  readonly liquidity: readonly LiquidityPart[];
  readonly of?: 'stranger' | 'named';
  readonly joined?: { readonly part: number; readonly hours: number; readonly keeper: Keeper };
}

/** Transactions of strangers that name something of the token. `launch`: in the slots of the launch; `early`: before it. */
export interface CrowdFacts {
  readonly on: 'mint' | 'market' | 'lp' | 'creator' | 'holders';
  readonly count: number;
  readonly when: 'now' | 'launch' | 'early';
}

/**
 * What the creator did: earlier coins, how many of them ended, whether it sold those into their curves itself, and what it sold of this
 * one.
 */
interface CreatorFacts {
  readonly launches: number;
  readonly dumped: number;
  readonly soldThem: boolean;
  readonly soldBps: number;
  /** The wallet that sold for the creator; null: its own. */
  readonly soldThrough: number | null;
  /** Who administrates the fee-sharing account that launchpads name as the creator; null where they name the creator itself. */
  readonly admin: 'creator' | 'stranger' | null;
}

/**
 * Whom a maker names as the authority of the mint instead of himself: addresses of programs that serve other mints, a copy of a
 * staking program with a pool for the mint, and a governance whose votes he ends himself.
 */
export const signers = ['bridge', 'perpetuals', 'lending', 'copied_pool', 'own_vote'] as const;
export type Signer = (typeof signers)[number];

export const powers = ['mint', 'freeze', 'delegate', 'pause', 'hook', 'fee'] as const;
type Power = (typeof powers)[number];

/** All that there is to say about a token. Times are hours before now. */
export interface TokenFacts {
  readonly program: 'classic' | '2022';
  readonly powers: readonly Power[];
  /** Who may mint and freeze, where that is not the creator. */
  readonly signer?: Signer;
  readonly madeHours: number;
  /** The first one is where the token was launched. */
  readonly markets: readonly MarketFacts[];
  readonly holders: readonly HolderFacts[];
  readonly creator: CreatorFacts;
  readonly crowds: readonly CrowdFacts[];
  /** Pairs of a purchase and a sale by side wallets of one person. */
  readonly washTrades: number;
  readonly strangers?: readonly StrangerAct[];
  readonly endpoint: EndpointFacts;
}

const whole = (bps: number) => `${bps / 100} %`;

export function keeperText(keeper: Keeper): string {
  return keeper.is === 'creator' ? 'the creator' : `${keeper.is.replaceAll('_', ' ')} ${keeper.n}`;
}

function fundingText({ by, helper, hops, milliSol, minutesBefore }: FundingFacts): string {
  const from = typeof by === 'number' ? `person ${by}` : by;
  const over = `${helper > 0 ? ` through helper ${helper}` : ''}${hops > 0 ? ` over ${hops} wallets` : ''}`;
  return `money of ${from}${over} in ${milliSol / 1_000} SOL, ${minutesBefore} min before`;
}

function holderText({ keeper, bps, got, through, funding, frozen }: HolderFacts): string {
  const how = `${got}${through === null ? '' : ` through ${through === 'creator' ? 'the creator' : `wallet ${through}`}`}`;
  return `${keeperText(keeper)} holds ${whole(bps)} (${how}; ${fundingText(funding)})${frozen ? ', frozen' : ''}`;
}

function marketText(market: MarketFacts): string {
  const { venue, index, hours, sol, bps, parkedSol, bandHours, complete, liquidity, of, joined } = market;
  const owners = liquidity.map(({ keeper, bps: part }) => {
    return `${whole(part)} ${typeof keeper === 'string' ? keeper : keeperText(keeper)}`;
  });
  const held = complete ? 'complete' : `${sol} SOL and ${whole(bps)}`;
  const since = bandHours === undefined ? '' : `, at the price for ${bandHours} h`;
  const more = `${since}${parkedSol > 0 ? `, ${parkedSol} SOL parked` : ''}`;
  const strange = `${of ? ` (of a ${of === 'named' ? 'stranger who names the creator' : of})` : ''}${joined ? `, ${joined.part} times as much added ${joined.hours} h ago` : ''}`;
  return `${venue}${index > 0 ? ` ${index}` : ''}${strange} for ${hours} h: ${held}${more}; ${owners.join(', ') || 'of the program'}`;
}

/** The facts as a list that a person can read. */
export function textOf(facts: TokenFacts): readonly string[] {
  const { program, powers: live, signer, madeHours, markets, holders, creator, crowds, washTrades, endpoint } = facts;
  const { launches, dumped, soldThem, soldBps, soldThrough, admin } = creator;
  return [
    `a mint of ${program} made ${madeHours} h ago${live.length > 0 ? `, powers: ${live.join(', ')}` : ''}${signer ? ` of ${signer}` : ''}`,
    ...markets.map(marketText),
    ...holders.map(holderText),
    ...(launches > 0
      ? [`the creator launched ${launches} before; ${dumped} ended${soldThem ? ', sold by itself' : ''}`]
      : []),
    ...(soldBps > 0
      ? [`the creator sold ${whole(soldBps)}${soldThrough === null ? '' : ` through wallet ${soldThrough}`}`]
      : []),
    ...(admin ? [`the creator is a fee-sharing account of ${admin === 'creator' ? 'the creator' : 'a stranger'}`] : []),
    ...crowds.map(({ on, count, when }) => `${count} transactions name the ${on} (${when})`),
    ...(facts.strangers ?? []).map(strangerText),
    ...(washTrades > 0 ? [`${washTrades} wash trades`] : []),
    `the endpoint refuses ${endpoint.refuses.join(', ') || 'nothing'}, and lists ${endpoint.pageMax} transactions and ${endpoint.largestMax} holders at a time`,
  ];
}
