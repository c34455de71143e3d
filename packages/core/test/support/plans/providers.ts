import type { Limit, Plan, Price, Refusal, Units } from './plan.ts';
import * as refusals from './refusals.ts';

/*
 * Plans of providers as of November 2026, from their documentation and, where that is silent, from what users report. Where several
 * answers are possible, one is taken.
 */

const LATENCY_MS = 20;
const KB = 1_000;
const DAY_SECONDS = 86_400;
/** Age from which Chainstack counts a call twice. */
const ARCHIVE_SECONDS = 1.5 * DAY_SECONDS;
const free: Price = { nanoUsd: 0n, units: { each: 1 } };
const HISTORY_PAGES = 'getTransactionsForAddress';
const TOKEN_SCANS = ['getTokenAccountsByOwner', 'getTokenLargestAccounts', 'getProgramAccounts'];

function persecond(most: number, refusal: Refusal, more: Partial<Limit> = {}): Limit {
  return { most, seconds: 1, window: 'rolling', refusal, ...more };
}

/** What every provider has in common: some way to it, and nodes that take no longer body. */
const common = { latencyMs: LATENCY_MS, body: { most: 50 * KB, refusal: refusals.bodyTooLong } };

/** Methods of single providers, which others answer as unknown. */
const noPages = { methods: [HISTORY_PAGES], refusal: refusals.unknownMethod };

export const publicEndpoint: Plan = {
  ...common,
  name: 'public',
  limits: [
    { most: 100, seconds: 10, window: 'rolling', refusal: refusals.publicTooFast },
    { most: 40, seconds: 10, window: 'rolling', perMethod: true, refusal: refusals.publicTooFast },
  ],
  arrays: { most: 10, refusal: refusals.publicTooFast },
  refused: [
    { methods: ['getTokenLargestAccounts'], refusal: refusals.publicTooFast },
    { methods: ['getProgramAccounts'], refusal: refusals.excludedFromIndex },
    noPages,
  ],
  price: free,
};

function helius(name: string, most: number, scans: number, price: Price): Plan {
  const headers = 'x-ratelimit';
  return {
    ...common,
    name,
    limits: [
      persecond(most, refusals.heliusTooFast, { window: 'fixed', headers }),
      persecond(scans, refusals.heliusTooFast, { methods: ['getProgramAccounts'] }),
    ],
    refused: [],
    price,
  };
}

const heliusUnits: Units = { each: 1, byMethod: { getProgramAccounts: 10, [HISTORY_PAGES]: 100 } };
const heliusPaid: Price = { nanoUsd: 5_000n, units: heliusUnits };

export const heliusFree: Plan = {
  ...helius('Helius Free', 10, 5, free),
  arrays: { most: 0, refusal: refusals.heliusPaidOnly },
  refused: [{ methods: [HISTORY_PAGES], refusal: refusals.heliusPaidOnly }],
};
/** Most calls in an array are 10 for some methods of history and 100 else: the lower of both, for all. */
const heliusArrays = { most: 10, refusal: refusals.heliusPaidOnly };
export const heliusDeveloper: Plan = { ...helius('Helius Developer', 50, 25, heliusPaid), arrays: heliusArrays };
const heliusBusiness: Plan = { ...helius('Helius Business', 200, 50, heliusPaid), arrays: heliusArrays };

function quicknode(name: string, most: number, price: Price): Plan {
  return {
    ...common,
    name,
    limits: [
      persecond(most, refusals.quicknodeTooFast(most)),
      persecond(3, refusals.quicknodeTooFast(3), { methods: ['getProgramAccounts'] }),
    ],
    refused: [noPages],
    price,
  };
}

export const quicknodeFree: Plan = {
  ...quicknode('QuickNode Free', 15, free),
  addresses: { most: 5, refusal: refusals.quicknodeAddresses(5) },
};
export const quicknodeBuild = quicknode('QuickNode Build', 50, { nanoUsd: 620n, units: { each: 30 } });

const computeUnits: Units = {
  each: 20,
  byMethod: {
    getTransaction: 40,
    getSignaturesForAddress: 40,
    getBlock: 40,
    getAccountInfo: 10,
    getTokenAccountsByOwner: 10,
    getBalance: 10,
    getRecentPrioritizationFees: 10,
    getLargestAccounts: 3_000,
  },
};

/** Compute units of a second, counted in a bucket of ten. */
function alchemy(name: string, unitsPerSecond: number, price: Price): Plan {
  const limit = { most: unitsPerSecond * 10, seconds: 10, window: 'rolling', units: computeUnits } as const;
  return {
    ...common,
    name,
    limits: [{ ...limit, refusal: refusals.alchemyTooFast }],
    arrays: { most: 1_000, refusal: refusals.alchemyTooFast },
    refused: [{ methods: [HISTORY_PAGES], refusal: refusals.unsupportedMethod }],
    price,
  };
}

export const alchemyFree = alchemy('Alchemy Free', 500, free);
const alchemyByUse = alchemy('Alchemy pay as you go', 10_000, { nanoUsd: 450n, units: computeUnits });

function chainstack(name: string, most: number, price: Price): Plan {
  return {
    ...common,
    name,
    body: { most: 1_000 * KB, refusal: refusals.bodyTooLong },
    limits: [
      persecond(most, refusals.chainstackTooFast),
      persecond(3, refusals.chainstackTooFast, { methods: ['getProgramAccounts'] }),
    ],
    refused: [
      {
        methods: ['getTokenLargestAccounts', 'getLargestAccounts', 'getSupply'],
        refusal: refusals.chainstackDedicated,
      },
      noPages,
    ],
    price,
  };
}

const chainstackOpen = chainstack('Chainstack Developer', 5, free);
const chainstackDeveloper: Plan = {
  ...chainstackOpen,
  refused: [
    { methods: ['getProgramAccounts', 'getTokenAccountsByOwner'], refusal: refusals.chainstackPaid },
    ...chainstackOpen.refused,
  ],
};
const chainstackGrowth = chainstack('Chainstack Growth', 50, {
  nanoUsd: 15_000n,
  units: { each: 1 },
  doubleAfterSeconds: ARCHIVE_SECONDS,
});

const tritonShared: Plan = {
  ...common,
  name: 'Triton shared',
  body: { most: 1_000 * KB, refusal: refusals.bodyTooLong },
  limits: [
    {
      most: 1_200,
      seconds: 10,
      window: 'rolling',
      perMethod: true,
      headers: 'x-ratelimit-method',
      refusal: refusals.tritonTooFast,
    },
  ],
  refused: [],
  price: { nanoUsd: 10_000n, units: { each: 1 }, nanoUsdPerGigabyte: 80_000_000n },
};

const ankrFreemium: Plan = {
  ...common,
  name: 'Ankr freemium',
  limits: [{ most: 1_800, seconds: 60, window: 'fixed', refusal: refusals.ankrTooFast }],
  refused: [noPages],
  price: free,
};

export const drpcFree: Plan = {
  ...common,
  name: 'dRPC Free',
  limits: [{ most: 120_000, seconds: 60, window: 'fixed', units: { each: 20 }, refusal: refusals.drpcTooFast }],
  arrays: { most: 3, refusal: refusals.drpcArrays },
  refused: [{ methods: ['getProgramAccounts', HISTORY_PAGES], refusal: refusals.drpcPaid }],
  price: free,
};

const getblockFree: Plan = {
  ...common,
  name: 'GetBlock Free',
  limits: [persecond(5, refusals.getblockTooFast)],
  refused: [noPages],
  price: free,
};

const syndicaStandard: Plan = {
  ...common,
  name: 'Syndica Standard',
  limits: [
    persecond(100, refusals.syndicaTooFast),
    ...[
      ['getTransaction', 20] as const,
      ['getMultipleAccounts', 25] as const,
      ['getTokenAccountsByOwner', 35] as const,
      ['getBlockTime', 40] as const,
      ['getSignaturesForAddress', 50] as const,
    ].map(([method, most]) => persecond(most, refusals.syndicaTooFast, { methods: [method] })),
  ],
  refused: [{ methods: ['getProgramAccounts', HISTORY_PAGES], refusal: refusals.planLacksMethod }],
  price: free,
};

const shyftFree: Plan = {
  ...common,
  name: 'Shyft Free',
  limits: [
    persecond(10, refusals.shyftTooFast, { countsRequests: true }),
    persecond(1, refusals.shyftTooFast, { methods: TOKEN_SCANS }),
  ],
  arrays: { most: 430, refusal: refusals.arrayTooLong },
  refused: [noPages],
  price: free,
};

const tatumFree: Plan = {
  ...common,
  name: 'Tatum free',
  limits: [persecond(3, refusals.tatumTooFast)],
  arrays: { most: 400, refusal: refusals.arrayTooLong },
  refused: [{ methods: ['getProgramAccounts', 'getTokenAccountsByOwner'], refusal: refusals.tatumPaid }, noPages],
  price: free,
};

const blockdaemonFree: Plan = {
  ...common,
  name: 'Blockdaemon Free',
  limits: [persecond(5, refusals.blockdaemonTooFast)],
  refused: [noPages],
  price: free,
};

/** Nobody published its rate: thirty a second is taken. */
const publicNode: Plan = {
  ...common,
  name: 'PublicNode',
  limits: [persecond(30, refusals.publicnodeTooFast)],
  refused: [
    { methods: ['getTokenLargestAccounts', 'getTokenAccountsByOwner'], refusal: refusals.publicnodePaid },
    { methods: ['getProgramAccounts'], refusal: refusals.publicnodeGone },
    noPages,
  ],
  ledgerSeconds: 2 * DAY_SECONDS,
  price: free,
};

const MINIMAL_LACKS = [
  'getAccountInfo',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenAccountBalance',
  'getTokenSupply',
  'getSignaturesForAddress',
  'getTransaction',
  'getSignatureStatuses',
  'getBlock',
  'getBlocks',
  'getBlockTime',
  'getFirstAvailableBlock',
  'getLatestBlockhash',
  'getRecentPrioritizationFees',
  'getRecentPerformanceSamples',
  'getMinimumBalanceForRentExemption',
  'simulateTransaction',
  'sendTransaction',
  HISTORY_PAGES,
];

/** A node with its full set of methods that keeps transactions for as long as its ledger is. */
export const agaveShort: Plan = {
  ...common,
  name: 'Agave, short ledger',
  limits: [],
  refused: [noPages],
  ledgerSeconds: 2 * DAY_SECONDS,
  price: free,
};

/** A node as it starts without `--full-rpc-api`. */
const agaveMinimal: Plan = {
  ...common,
  name: 'Agave, minimal',
  limits: [],
  refused: [{ methods: MINIMAL_LACKS, refusal: refusals.unknownMethod }],
  price: free,
};

/** A node with `--full-rpc-api` and without `--enable-rpc-transaction-history`. */
export const agaveNoHistory: Plan = {
  ...common,
  name: 'Agave, no history',
  limits: [],
  refused: [
    { methods: ['getSignaturesForAddress', 'getTransaction'], refusal: refusals.noHistory },
    { methods: ['getTokenLargestAccounts', 'getTokenAccountsByOwner'], refusal: refusals.excludedFromIndex },
    noPages,
  ],
  price: free,
};

/** Every plan by itself. */
export const plans: readonly Plan[] = [
  publicEndpoint,
  heliusFree,
  heliusDeveloper,
  heliusBusiness,
  quicknodeFree,
  quicknodeBuild,
  alchemyFree,
  alchemyByUse,
  chainstackDeveloper,
  chainstackGrowth,
  tritonShared,
  ankrFreemium,
  drpcFree,
  getblockFree,
  syndicaStandard,
  shyftFree,
  tatumFree,
  blockdaemonFree,
  publicNode,
  agaveShort,
  agaveNoHistory,
  agaveMinimal,
];

/** Plans side by side of which each has what the other lacks, or both together have the pace. */
export const pairs: readonly (readonly [Plan, Plan])[] = [
  [publicEndpoint, heliusFree],
  [heliusFree, quicknodeFree],
  [chainstackDeveloper, alchemyFree],
  [publicNode, heliusFree],
  [agaveShort, alchemyFree],
];
