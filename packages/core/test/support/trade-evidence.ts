import { known } from '#lib/reading.ts';
import type { Reason } from '#rules/check.ts';
import type { Rule } from '#rules/rule.ts';
import type {
  CostFacts,
  LargeHolders,
  NetworkFacts,
  RoundTripFacts,
  TradeCheckSubject,
  TradedPool,
  TradeEvidence,
  TradeMintFacts,
} from '#rules/trade/evidence.ts';
import { addressOf } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/token/programs.ts';

const SOL = 1_000_000_000n;

/** A time, Unix seconds, at which the sample evidence stands. */
export const NOW = 1_790_000_000;

/** An address for each number. */
export const key = (n: number) => addressOf(new Uint8Array(32).fill(n));

/** A pool of 200 SOL and as much in tokens, opened long ago, its liquidity locked, through which the sample trip goes. */
export const pool = (over: Partial<TradedPool> = {}): TradedPool => ({
  venue: 'pumpswap',
  address: key(10),
  other: key(1),
  depthLamports: 200n * SOL,
  depthTokens: 4_000_000_000_000n,
  depthTokensLamports: 200n * SOL,
  priceLamportsPerMillion: 50_000n,
  costBps: 231,
  refusal: null,
  creator: null,
  openedAtUnix: NOW - 100 * 86_400,
  lockedLiquidityBps: 10_000,
  bounds: [],
  ...over,
});

/** A pool whose own account cannot be priced, or whose leg is refused. */
export const refusedPool = (refused: string, leg: 'buy' | 'sell' | null = null, over: Partial<TradedPool> = {}) =>
  pool({
    address: key(20),
    costBps: null,
    refusal: { refused, detail: `the pool is ${refused}`, leg },
    ...(leg === null
      ? { depthLamports: null, depthTokens: null, depthTokensLamports: null, priceLamportsPerMillion: null }
      : {}),
    ...over,
  });

/** A round trip of 0.5 SOL for 2.31 %. */
export const trip = (over: Partial<RoundTripFacts> = {}): RoundTripFacts => ({
  size: SOL / 2n,
  tokens: 9_880_000_000n,
  back: 488_450_000n,
  cost: 11_550_000n,
  costBps: 231,
  floorBps: 121,
  breakEvenBps: 237,
  parts: {
    priceImpact: 5_000_000n,
    lpFees: 5_000_000n,
    protocolFees: 1_000_000n,
    creatorFees: 500_000n,
    transferFees: 0n,
    networkBase: 10_000n,
    networkPriority: 40_000n,
  },
  route: [{ lamports: SOL / 2n, hops: [{ venue: 'pumpswap', pool: key(10), bounds: [] }] }],
  ...over,
});

export const cost = (over: Partial<CostFacts> = {}): CostFacts => ({
  trip: trip(),
  sizes: [
    { size: SOL / 10n, costBps: 205 },
    { size: SOL / 2n, costBps: 231 },
    { size: 10n * SOL, costBps: null },
  ],
  largest: [
    { bps: 300, lamports: 2n * SOL, endsUnread: false },
    { bps: 1_000, lamports: 9n * SOL, endsUnread: false },
    { bps: 3_500, lamports: null, endsUnread: false },
  ],
  disagreementBps: 40,
  ...over,
});

/** What no size comes to. */
export const noCost = (over: Partial<CostFacts> = {}): CostFacts => ({
  trip: null,
  sizes: [{ size: SOL / 2n, costBps: null }],
  largest: [300, 1_000, 3_500].map((bps) => ({ bps, lamports: null, endsUnread: false })),
  disagreementBps: null,
  ...over,
});

export const mint = (over: Partial<TradeMintFacts> = {}): TradeCheckSubject => ({
  is: 'mint',
  mint: {
    program: TOKEN_PROGRAM,
    decimals: 6,
    supply: 1_000_000_000_000_000n,
    transferFee: null,
    feeIsMutable: false,
    nonTransferable: false,
    frozenByDefault: false,
    paused: false,
    hookProgram: null,
    freezeAuthority: null,
    permanentDelegate: null,
    pauseAuthority: null,
    hookAuthority: null,
    reviewed: false,
    unknownExtensions: [],
    ...over,
  },
});

/** A mint of Token-2022 with a hook program. */
export const hooked = (over: Partial<TradeMintFacts> = {}): TradeCheckSubject =>
  mint({ program: TOKEN_2022_PROGRAM, hookProgram: key(40), ...over });

export const holders = (over: Partial<LargeHolders> = {}): LargeHolders => ({
  seen: 20,
  unpriced: [],
  strangers: [],
  frozen: [],
  ...over,
});

/** Frozen tokens of an ordinary holder. */
export const frozenHolder = { account: key(32), owner: key(33), tokens: 9_000_000n };

/** A large holder under a program that nobody knows. */
export const strangeHolder = { account: key(34), authority: key(35), program: key(36), tokens: 8_000_000n };

/** A large holder under an authority of a venue. */
export const unpricedHolder = { account: key(30), authority: key(31), venue: 'raydium_clmm', tokens: 7_000_000n };

export const network = (over: Partial<NetworkFacts> = {}): NetworkFacts => ({
  priorityMicroLamports: 100_000n,
  priorityIsAssumed: false,
  accountRentLamports: 2_039_280n,
  ...over,
});

/** Complete evidence of a mint whose round trip of 0.5 SOL costs little. */
export function tradeEvidence(over: Partial<TradeEvidence> = {}): TradeEvidence {
  return {
    subject: key(2),
    sizeLamports: SOL / 2n,
    asOf: known({ slot: 412_000_000, commitment: 'confirmed', time: NOW }),
    mint: known(mint()),
    pools: known([pool()]),
    holders: known(holders()),
    network: known(network()),
    cost: known(cost()),
    sale: known(null),
    ...over,
  };
}

/** Complete evidence of a mint of which pools were found, or none, and no route through them. */
export function routelessEvidence(pools: readonly TradedPool[], over: Partial<TradeEvidence> = {}): TradeEvidence {
  return tradeEvidence({ pools: known(pools), cost: known(noCost()), ...over });
}

/** The same trip through other pools, each part with its pools. */
export const tripThrough = (...parts: readonly (readonly TradedPool[])[]): RoundTripFacts =>
  trip({
    route: parts.map((pools) => ({
      lamports: SOL / 2n / BigInt(parts.length),
      hops: pools.map(({ venue, address, bounds }) => ({ venue, pool: address, bounds })),
    })),
  });

/** What a rule finds: its codes, then its flags, or its outcome where it found none. */
export function foundBy(rule: Rule<TradeEvidence>, evidence: TradeEvidence): readonly string[] | string {
  const finding = rule.judge(evidence);
  if (finding.outcome !== 'raised') return finding.outcome;
  return [...finding.reasons.map(({ code }) => code), ...finding.flags];
}

/** The first reason that a rule finds. */
export function reasonOf(rule: Rule<TradeEvidence>, evidence: TradeEvidence): Reason | null {
  const finding = rule.judge(evidence);
  return finding.outcome === 'raised' ? (finding.reasons[0] ?? null) : null;
}
