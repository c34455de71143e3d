import type { MetricSection, MetricSections } from '../metric.ts';
import { tokenMetrics } from './metrics.ts';

const mint: MetricSection = {
  description: 'Mint account and its extensions.',
  readings: ['hook'],
  fields: {
    account: {
      name: 'TokenMintAccount',
      description: 'State of the mint account.',
      nullWhere: 'the subject is no mint, or the mint was not read',
      fields: {
        program: 'token_program',
        isToken2022: 'is_token_2022',
        decimals: 'decimals',
        supply: 'supply',
        extensions: 'extensions',
        unknownExtensions: 'unknown_extensions',
        isFrozenByDefault: 'default_frozen',
      },
    },
    transferFee: 'transfer_fee',
    transferHook: 'transfer_hook',
    pause: 'pausable',
    interestRateBps: 'interest_rate_bps',
    uiMultiplier: 'ui_multiplier',
  },
};

const authorities: MetricSection = {
  description: 'Addresses and programs with a power over the mint.',
  readings: ['authorities', 'programs'],
  fields: {
    mintAuthority: 'mint_authority',
    freezeAuthority: 'freeze_authority',
    permanentDelegate: 'permanent_delegate',
    closeAuthority: 'close_authority',
    entries: 'authorities',
    programPowers: 'program_powers',
    stake: 'stake',
  },
};

const identity: MetricSection = {
  description: 'Name, symbol and issuer of the token.',
  readings: ['metadata', 'issuer'],
  fields: {
    name: 'name',
    symbol: 'symbol',
    link: 'uri',
    source: 'metadata_source',
    isMutable: 'metadata_mutable',
    updateAuthority: 'metadata_update_authority',
    issuer: 'issuer',
    curated: 'curated',
  },
};

const holders: MetricSection = {
  description:
    'Largest holders. Accounts of one owner count together. Pools, curves, lockers and custodians are no holders.',
  readings: ['holders'],
  fields: {
    examinedCount: 'holders_seen',
    circulatingSupply: 'circulating_supply',
    top1Bps: 'top1_bps',
    top5Bps: 'top5_bps',
    top10Bps: 'top10_bps',
    top20Bps: 'top20_bps',
    top1OfSupplyBps: 'top1_of_supply_bps',
    top10OfSupplyBps: 'top10_of_supply_bps',
    hhi: 'hhi',
    buckets: 'buckets',
    largest: 'holders',
    frozenCount: 'frozen_holders',
    vestings: 'vestings',
    treasuries: 'treasuries',
  },
};

const insiders: MetricSection = {
  description: 'Connections between holders and launch buyers.',
  readings: ['insiders'],
  fields: {
    trace: {
      name: 'TokenWalletTrace',
      description: 'Search for the first money of wallets, and the groups that it shows.',
      nullWhere: 'the market is older than 30 days and has no large holders, or the first money was not searched for',
      fields: {
        searchedWalletCount: 'wallets_asked',
        tracedWalletCount: 'wallets_traced',
        holderClusters: 'holder_clusters',
        funderClusters: 'funder_clusters',
      },
    },
    creatorFunder: 'creator_funder',
    creatorFunderSharedBy: 'creator_funder_shared_by',
    creatorOtherMints: 'creator_other_mints',
  },
};

const liquidity: MetricSection = {
  description: 'Pools of the token and the owners of their liquidity.',
  readings: ['liquidity'],
  fields: {
    depthLamports: 'depth_lamports',
    depthUsd: 'depth_usd',
    burnedBps: 'liquidity_burned_bps',
    lockedBps: 'liquidity_locked_bps',
    freeBps: 'liquidity_free_bps',
    notUnderstoodBps: 'liquidity_not_understood_bps',
    unreadBps: 'liquidity_unread_bps',
    ownerCount: 'liquidity_owners',
    unlocksAt: 'liquidity_unlocks_at_unix',
    pools: 'pools',
    unmeasured: 'unmeasured_liquidity',
  },
};

const price: MetricSection = {
  description: 'Price of SOL, and the fall of the price of the token.',
  readings: ['market', 'trades'],
  fields: {
    usdPerSol: 'usd_per_sol',
    drawdown: {
      name: 'TokenDrawdown',
      description: 'Fall of the price from the best proven one.',
      nullWhere: 'no price is proven, there is no market, or the trades were not read',
      fields: { bps: 'price_drawdown_bps', bestAt: 'price_best_at_unix', knownSince: 'price_since_unix' },
    },
  },
};

const trades: MetricSection = {
  description: 'Newest transactions of the deepest pool.',
  readings: ['trades'],
  fields: {
    recent: {
      name: 'TokenRecentTrades',
      description: 'Trades in the transactions that were read.',
      nullWhere: 'there is no market, or the trades were not read',
      fields: {
        transactionCount: 'trades_read',
        oldestTransactionAt: 'trades_since_unix?',
        buyerCount: 'trade_buyers',
        sellerCount: 'trade_sellers',
        boughtLamports: 'trade_bought_lamports',
        soldLamports: 'trade_sold_lamports',
        washBps: 'trade_wash_bps',
        makersSoldAmount: 'trade_makers_sold',
        frozenBuyerCount: 'trade_frozen_buyers?',
      },
    },
  },
};

const sale: MetricSection = {
  description: 'Computed sale of a small amount, and simulated sales of real holders.',
  readings: ['sale_quote', 'trial_sale'],
  fields: {
    quote: {
      name: 'TokenSaleQuote',
      description: 'Computed sale of a small amount through the best pool.',
      nullWhere: 'no sale was computed',
      fields: {
        sizeSol: 'sale_size_sol',
        amount: 'sale_tokens',
        lamportsBack: 'sale_lamports_back?',
        costBps: 'sale_cost_bps?',
        venue: 'sale_venue?',
        pool: 'sale_pool?',
      },
    },
    trial: 'trial_sale',
    trialError: 'trial_sale_error',
  },
};

const age: MetricSection = {
  description: 'Age of the mint and of its market.',
  readings: ['age', 'market'],
  fields: {
    mint: {
      name: 'TokenMintAge',
      description: 'Age of the mint.',
      nullWhere: 'the subject is no mint, or the age was not read',
      fields: {
        provenSince: 'proven_since_unix',
        seconds: 'age_seconds?',
        isExact: 'age_exact',
        proof: 'age_proof',
      },
    },
    market: {
      name: 'TokenMarketAge',
      description: 'Age of the deepest market.',
      nullWhere: 'there is no market, or the age of the market was not read',
      fields: {
        provenSince: 'market_since_unix',
        seconds: 'market_age_seconds?',
        isExact: 'market_age_exact',
        account: 'market_account',
      },
    },
  },
};

const launch: MetricSection = {
  description: 'First transactions of the market, and their buyers.',
  readings: ['launch'],
  fields: {
    account: 'launch_account',
    transactionCount: 'launch_transactions',
    tippedTransactionCount: 'launch_tipped',
    heldBps: 'launch_held_bps',
    keptBps: 'launch_kept_bps',
    shares: 'launch_shares',
    buyers: 'launch_buyers',
  },
};

const developer: MetricSection = {
  description: 'Creator of the token, and earlier launches of its developer.',
  readings: ['creator', 'developer'],
  fields: {
    creator: {
      name: 'TokenCreator',
      description: 'Creator of the token.',
      nullWhere: 'the creator is not known',
      fields: {
        address: 'creator',
        source: 'creator_by',
        amount: 'creator_tokens',
        shareBps: 'creator_share_bps?',
      },
    },
    record: {
      name: 'TokenDeveloperRecord',
      description: 'Earlier launches of the developer.',
      nullWhere: 'the market is older than 30 days, no wallet is named as the creator, or the developer was not read',
      fields: {
        wallet: 'developer',
        launchCount: 'developer_launches',
        tradingCount: 'developer_trading',
        dumpedCount: 'developer_dumped',
        walletProvenSince: 'developer_since_unix?',
        funder: 'developer_funder?',
      },
    },
  },
};

/** The metrics of a token as GraphQL groups them. */
export const tokenMetricSections: MetricSections = {
  metrics: tokenMetrics,
  wholeReadings: ['as_of', 'mint'],
  top: { dataQuality: 'data_quality' },
  sections: {
    mint,
    authorities,
    identity,
    holders,
    insiders,
    liquidity,
    price,
    trades,
    sale,
    age,
    launch,
    developer,
  },
};
