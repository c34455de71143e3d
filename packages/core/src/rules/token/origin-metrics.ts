import {
  addressType,
  bps,
  flag,
  integer,
  lamports,
  listOf,
  metric,
  objectOf,
  orNull,
  orNullWhere,
  seconds,
  tokens,
  unixTime,
  type ValuesOf,
} from '../metric.ts';
import { FunderCluster, HolderCluster, LaunchBuyer, LaunchShare, TokenAgeProof } from './metric-parts.ts';
import { CreatorSource } from './metric-words.ts';

const ofLaunch = orNullWhere('there is no market, the market is older than 30 days, or the launch was not read');
const ofFirstMoney = orNullWhere(
  'the market is older than 30 days and has no large holders, or the first money was not searched for',
);
const ofDeveloper = orNullWhere(
  'the market is older than 30 days, no wallet is named as the creator, or the developer was not read',
);
const ofMarket = orNullWhere('there is no market, or the age of the market was not read');
const ofAge = orNullWhere('the subject is no mint, or the age was not read');
const ofCreator = orNullWhere('the creator is not known');

/** The age, the creator, and the common funders of the first holders. */
export const originMembers = {
  proven_since_unix: metric(ofAge(unixTime), 'Earliest moment at which the mint is proven to exist.', 1754903021),
  age_seconds: metric(
    ofAge(seconds, 'the time of the answer is not known'),
    'Time from the earliest proof of the mint to the answer.',
    266411,
  ),
  age_exact: metric(
    ofAge(flag),
    'Whether the earliest proof of the mint is its creation. Otherwise the mint is at least as old.',
    true,
  ),
  age_proof: metric(ofAge(objectOf(TokenAgeProof)), 'Proof of the age of the mint.', {
    what: 'creation',
    transaction: '3ckAbc4JmELofCdogUouJ3kxAGrPGzKipTMuBsk1D5vofoxZPNA8UzmzknUtnGuunjRDH23Pyuugbi7LSgHCeu5C',
    slot: 359331022,
  }),
  market_since_unix: metric(
    ofMarket(unixTime),
    'Moment since which the deepest market is proven to hold half of its present depth, or as much as counts as enough.',
    1754903021,
  ),
  market_age_seconds: metric(
    ofMarket(seconds, 'the time of the answer is not known'),
    'Time from the proof of the market to the answer.',
    266411,
  ),
  market_age_exact: metric(
    ofMarket(flag),
    'Whether all transactions of the market were listed. Otherwise the market is at least as old.',
    true,
  ),
  market_account: metric(
    ofMarket(addressType),
    'Account where the deepest market began: its launch curve or its pool.',
    'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
  ),
  creator: metric(
    ofCreator(addressType),
    'Address that created the token.',
    '7N9iwD3uRyxU1xZHn8SPgjU7uBa9tTPaou2Q21WMtwaR',
  ),
  creator_by: metric(ofCreator(CreatorSource), 'Source that names the creator.', 'launchpad'),
  creator_tokens: metric(ofCreator(tokens), 'Tokens that the creator holds now.', '0'),
  creator_share_bps: metric(
    ofCreator(bps, 'the circulating supply is not known'),
    'Share of the creator in the circulating supply, rounded down.',
    0,
  ),
  launch_buyers: metric(
    ofLaunch(listOf(objectOf(LaunchBuyer))),
    'Owners that got tokens in the slots of the launch, at most 50.',
    [
      {
        owner: 'J2rD7PqJd9v1PQoCDQq2D77Lhh2Dt7ryE8Qc8zBY6cXD',
        role: 'sniper',
        tokens: '12400000000000',
        tokens_now: '9062840364037',
        tokens_kept: '9062840364037',
      },
    ],
  ),
  launch_account: metric(
    ofLaunch(addressType),
    'Account whose history shows the opening of the market.',
    'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
  ),
  launch_shares: metric(
    ofLaunch(listOf(objectOf(LaunchShare))),
    'Shares of developer, insiders, bundle and snipers at the launch and now.',
    [{ role: 'sniper', wallets: 1, at_launch_bps: 124, kept_bps: 249 }],
  ),
  launch_held_bps: metric(
    ofLaunch(bps, 'the circulating supply is not known'),
    'Share of the circulating supply that the buyers of the launch still hold, rounded down.',
    249,
  ),
  launch_kept_bps: metric(
    ofLaunch(bps, 'the circulating supply is not known'),
    'Share of the circulating supply that the buyers of the launch are not proven to have sold to a market, rounded down. Tokens that they moved to other wallets count.',
    249,
  ),
  launch_transactions: metric(ofLaunch(integer), 'Number of transactions in the slots of the launch.', 4),
  launch_tipped: metric(
    ofLaunch(integer),
    'Number of transactions in the slots of the launch that tipped a block engine: a lower bound of bundles.',
    0,
  ),
  wallets_asked: metric(ofFirstMoney(integer), 'Number of wallets whose first money was searched for.', 2),
  wallets_traced: metric(ofFirstMoney(integer), 'Number of wallets whose first money was found.', 2),
  holder_clusters: metric(
    ofFirstMoney(listOf(objectOf(HolderCluster))),
    'Holders and launch buyers who count as one, at most 20 clusters, largest first.',
    [],
  ),
  funder_clusters: metric(
    ofFirstMoney(listOf(objectOf(FunderCluster))),
    'Groups of three wallets or more with the same first money, at most 20.',
    [],
  ),
  creator_funder: metric(
    orNull(addressType, 'none was found, or it was not searched for'),
    'Wallet that gave the creator its first money.',
    null,
  ),
  creator_funder_shared_by: metric(
    ofFirstMoney(listOf(addressType)),
    'Large holders and launch buyers with the same first money as the creator, at most 50.',
    [],
  ),
  creator_other_mints: metric(
    orNull(listOf(addressType), 'no wallet is named as the creator, or the transactions of the creator were not read'),
    'Other mints that the creator made in the transactions that were read, at most 50: a lower bound.',
    [],
  ),
  developer: metric(
    ofDeveloper(addressType),
    'Wallet whose earlier launches were searched for: the creator, or the administrator of the fee-sharing account that is named as creator.',
    '7N9iwD3uRyxU1xZHn8SPgjU7uBa9tTPaou2Q21WMtwaR',
  ),
  developer_launches: metric(
    ofDeveloper(integer),
    'Number of other tokens that the developer launched, as far as read.',
    3,
  ),
  developer_trading: metric(ofDeveloper(integer), "Number of the developer's other tokens that still trade.", 1),
  developer_dumped: metric(
    ofDeveloper(integer),
    "Number of the developer's other tokens that lost more than 90 percent of their market while the developer sold: a lower bound.",
    0,
  ),
  developer_since_unix: metric(
    ofDeveloper(unixTime, 'no moment is proven'),
    "Earliest moment at which the developer's wallet is proven to exist.",
    1754100000,
  ),
  developer_funder: metric(
    ofDeveloper(addressType, 'none was found'),
    'Wallet that gave the developer its first money.',
    null,
  ),
};

export type OriginMetrics = ValuesOf<typeof originMembers>;

const ofPrice = orNullWhere('no price is proven, there is no market, or the trades were not read');
const ofTrades = orNullWhere('there is no market, or the trades were not read');

/** The fall of the price, and the latest traders. */
export const dumpMetrics = {
  price_drawdown_bps: metric(
    ofPrice(bps),
    'Fall of the price in SOL from the best price that transactions of the deepest pools prove.',
    1200,
  ),
  price_best_at_unix: metric(ofPrice(unixTime), 'Moment at which the best price was proven last.', 1754905000),
  price_since_unix: metric(
    ofPrice(unixTime),
    'Moment since which prices are known. An earlier price may have been higher.',
    1754903021,
  ),
  trades_read: metric(ofTrades(integer), 'Number of the newest transactions of the deepest pool that were read.', 18),
  trades_since_unix: metric(
    ofTrades(unixTime, 'there is no transaction'),
    'Moment of the oldest transaction that was read.',
    1755168000,
  ),
  trade_buyers: metric(ofTrades(integer), 'Number of wallets that bought in the transactions that were read.', 9),
  trade_sellers: metric(ofTrades(integer), 'Number of wallets that sold in the transactions that were read.', 6),
  trade_bought_lamports: metric(
    ofTrades(lamports),
    'Sum that the buyers paid in the transactions that were read.',
    '2100000000',
  ),
  trade_sold_lamports: metric(
    ofTrades(lamports),
    'Sum that the sellers received in the transactions that were read.',
    '1900000000',
  ),
  trade_wash_bps: metric(
    ofTrades(bps),
    'Share of the volume of wallets that bought and sold back the same several times.',
    0,
  ),
  trade_makers_sold: metric(
    ofTrades(tokens),
    'Tokens that the creator, the developer and the insiders of the launch sold in the transactions that were read.',
    '0',
  ),
  trade_frozen_buyers: metric(
    ofTrades(integer, 'nobody can freeze'),
    'Number of recent buyers whose accounts are frozen now.',
    null,
  ),
};

export type DumpMetrics = ValuesOf<typeof dumpMetrics>;
