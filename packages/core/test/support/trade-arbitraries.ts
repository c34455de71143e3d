import fc from 'fast-check';
import { type GapCause, gapFacts, known, missing, type Reading } from '#lib/reading.ts';
import type { TradeCheckSubject, TradedPool, TradeEvidence, TradeMintFacts } from '#rules/trade/evidence.ts';
import {
  cost,
  frozenHolder,
  holders,
  key,
  mint,
  NOW,
  network,
  noCost,
  pool,
  refusedPool,
  routelessEvidence,
  strangeHolder,
  tradeEvidence,
  trip,
  tripThrough,
  unpricedHolder,
} from './trade-evidence.ts';

const SOL = 1_000_000_000n;
const rarely = (arbitrary: fc.Arbitrary<boolean> = fc.constant(true)) =>
  fc.oneof({ arbitrary: fc.constant(false), weight: 12 }, { arbitrary, weight: 1 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });

const anyMint = fc
  .record({
    transferFee: fc.constantFrom(null, null, { bps: 0, maximum: 0n }, { bps: 300, maximum: 5n }),
    feeIsMutable: fc.boolean(),
    nonTransferable: rarely(),
    frozenByDefault: rarely(),
    paused: rarely(),
    hookProgram: fc.constantFrom(null, null, null, key(40)),
    freezeAuthority: fc.constantFrom(null, null, null, null, key(41)),
    permanentDelegate: fc.constantFrom(null, null, null, null, null, key(41)),
    reviewed: fc.constantFrom(false, false, true),
    unknownExtensions: fc.constantFrom<number[]>([], [], [], [], [], [99], [98, 99]),
  })
  .map((over) => mint(over as Partial<TradeMintFacts>));

const venue = fc.constantFrom('pumpswap', 'pump_curve', 'raydium_clmm', 'meteora_dlmm', 'raydium_launchlab');
const market = fc.record({
  depthLamports: fc.constantFrom(0n, 3n * SOL, 9n * SOL, 200n * SOL),
  depthTokens: fc.constantFrom(0n, 5n, 4_000_000_000_000n),
  openedAtUnix: fc.constantFrom(null, NOW - 60, NOW - 9_000_000, 2 ** 64, -5),
  lockedLiquidityBps: fc.constantFrom(null, 0, 4_999, 10_000),
  bounds: fc.constantFrom<string[]>([], [], [], ['the fee may be lower']),
  venue,
});

const refusals = [
  ['disabled', null],
  ['vault_frozen', null],
  ['not_open', 'buy'],
  ['completed', null],
  ['insufficient_liquidity', 'sell'],
  ['insufficient_liquidity', 'buy'],
  ['not_read', 'buy'],
  ['not_read', null],
  ['overflow', 'sell'],
  ['amount_too_small', 'buy'],
  ['unknown_variant', null],
  ['inconsistent', null],
  ['wrong_layout', null],
  ['account_missing', null],
  ['no_way_to_sol', null],
] as const;

const open = fc.tuple(market, fc.constantFrom(100, 231, 5_000)).map(
  ([over, costBps]) =>
    (address: number) =>
      pool({ ...over, costBps, address: key(address) }),
);
const refused = fc
  .tuple(market, fc.constantFrom(...refusals))
  .map(([over, [code, leg]]) => (address: number): TradedPool => {
    // What could not be opened has no figures; a pool that leads elsewhere has its tokens.
    const { depthTokens } = over;
    const figures = leg === null ? (code === 'no_way_to_sol' ? { depthTokens } : {}) : over;
    return refusedPool(code, leg, { ...figures, venue: over.venue, address: key(address) });
  });

const anyHolders = fc.constantFrom(
  ...[holders(), holders(), holders({ seen: 0 }), holders({ unpriced: [unpricedHolder] })],
  ...[holders({ strangers: [strangeHolder] }), holders({ frozen: [frozenHolder] })],
);
const anyNetwork = fc
  .record({ priorityIsAssumed: fc.boolean(), accountRentLamports: fc.constantFrom(null, 2_039_280n) })
  .map((over) => network(over));
/** A sale is tried only where a hook decides about it. */
const anySale = fc.constantFrom(
  null,
  { sold: true, error: null },
  { sold: true, error: null },
  { sold: false, error: 'e' },
);

const anyCost = fc.record({
  costBps: fc.constantFrom(0, 120, 231, 299, 300, 301, 640, 1_000, 1_001, 3_500, 3_501, 9_000, 4_000_000_000),
  disagreementBps: fc.constantFrom(null, 0, 500, 501, Number.MAX_SAFE_INTEGER),
  floorBps: fc.constantFrom(null, 10),
  breakEvenBps: fc.constantFrom(null, 240),
});

/** A mint that can be bought and sold: along one pool, through two, split, or as SOL's own token without a pool. */
const traded = fc
  .record({
    used: fc.array(open, { maxLength: 2 }),
    left: fc.array(fc.oneof(open, refused), { maxLength: 2 }),
    twoHops: fc.boolean(),
    figures: anyCost,
  })
  .map(({ used, left, twoHops, figures }) => {
    const through = used.map((make, index) => make(10 + index));
    const hub = pool({ address: key(9), venue: 'orca_whirlpool' });
    const { disagreementBps, ...over } = figures;
    const { route } =
      through.length === 0 ? trip({ route: [{ lamports: SOL / 2n, hops: [] }] }) : tripThrough(...parts(through));
    function parts(pools: readonly TradedPool[]) {
      return pools.map((one) => (twoHops ? [hub, one] : [one]));
    }
    const found = through.length === 0 ? [] : [...through, ...left.map((make, index) => make(20 + index))];
    return { pools: found, cost: cost({ trip: trip({ ...over, route }), disagreementBps }) };
  });

/** A mint with pools of which none carries the size, or without any. */
const stuck = fc
  .record({ found: fc.array(refused, { maxLength: 3 }), smaller: fc.boolean() })
  .map(({ found, smaller }) => ({
    pools: found.map((make, index) => make(20 + index)),
    cost: noCost(smaller && found.length > 0 ? { sizes: [{ size: 1_000n, costBps: 400 }] } : {}),
  }));

const aMint: fc.Arbitrary<TradeEvidence> = fc
  .record({
    subject: anyMint,
    market: fc.oneof({ arbitrary: traded, weight: 3 }, { arbitrary: stuck, weight: 2 }),
    holders: anyHolders,
    network: anyNetwork,
    sale: anySale,
    time: maybe(fc.constant(NOW)),
  })
  .map((given) =>
    tradeEvidence({
      asOf: known({ slot: 9, commitment: 'confirmed', time: given.time }),
      mint: known(given.subject),
      pools: known(given.market.pools),
      cost: known(given.market.cost),
      holders: known(given.holders),
      network: known(given.network),
      sale: known(given.subject.is === 'mint' && given.subject.mint.hookProgram !== null ? given.sale : null),
    }),
  );

const noMint = fc
  .constantFrom({ is: 'nothing' } as const, { is: 'other', owner: key(50) } as const)
  .map((subject) => routelessEvidence([], { mint: known(subject), holders: known(holders({ seen: 0 })) }));

const names = ['asOf', 'mint', 'pools', 'holders', 'network', 'cost', 'sale'] as const;
type Name = (typeof names)[number];
type ValueOf<K extends Name> = TradeEvidence[K] extends Reading<infer T> ? T : never;

/** Any reading of the evidence, and any cause. */
export const readings = fc.constantFrom(...names);
export const causes = fc.constantFrom(...(Object.keys(gapFacts) as GapCause[]));

/** The evidence without one reading; one that is missing already keeps its cause. */
export function withGap(evidence: TradeEvidence, name: Name, cause: GapCause): TradeEvidence {
  return evidence[name].known ? { ...evidence, [name]: missing(name, cause) } : evidence;
}

/** Evidence as a gatherer may leave it, with up to two readings missing. */
export const anyEvidence = fc
  .tuple(
    fc.oneof({ arbitrary: aMint, weight: 12 }, { arbitrary: noMint, weight: 1 }),
    fc.array(fc.tuple(readings, causes), { maxLength: 2 }),
    fc.nat({ max: 2 }),
  )
  .map(([evidence, gaps, few]) =>
    gaps.slice(0, few).reduce((left, [name, cause]) => withGap(left, name, cause), evidence),
  );

type Worsen = (evidence: TradeEvidence) => TradeEvidence;

function changed<K extends Name>(name: K, change: (value: ValueOf<K>) => ValueOf<K>): Worsen {
  return (evidence) => {
    const reading = evidence[name] as Reading<ValueOf<K>>;
    return reading.known ? { ...evidence, [name]: known(change(reading.value)) } : evidence;
  };
}

const ofMint = (over: Partial<TradeMintFacts>) =>
  changed(
    'mint',
    (value): TradeCheckSubject => (value.is === 'mint' ? { ...value, mint: { ...value.mint, ...over } } : value),
  );

const refusedAt = ([code, leg]: (typeof refusals)[number]) => refusedPool(code, leg, { address: key(60) });

/** The route is gone: every pool of it refuses. Without a route there is nothing to take away. */
const unrouted =
  (...codes: readonly (typeof refusals)[number][]): Worsen =>
  (evidence) => {
    const { cost: reading, pools } = evidence;
    if (!reading.known || reading.value.trip === null || !pools.known || pools.value.length === 0) return evidence;
    return { ...evidence, cost: known({ ...reading.value, trip: null }), pools: known(codes.map(refusedAt)) };
  };

/** Changes for the worse. */
export const worsened: fc.Arbitrary<Worsen> = fc.oneof(
  fc.constantFrom<Worsen[]>(
    ofMint({ nonTransferable: true }),
    ofMint({ frozenByDefault: true }),
    ofMint({ paused: true }),
    ofMint({ unknownExtensions: [97] }),
    ofMint({ transferFee: { bps: 500, maximum: 9n } }),
    changed('mint', (value): TradeCheckSubject => (value.is === 'mint' ? { is: 'other', owner: key(5) } : value)),
    (evidence) => {
      const { mint: subject } = evidence;
      if (!subject.known || subject.value.is !== 'mint' || subject.value.mint.hookProgram !== null) return evidence;
      return ofMint({ hookProgram: key(41) })(evidence);
    },
    changed('cost', (value) => ({ ...value, disagreementBps: 9_000 })),
    changed('holders', (value) => ({ ...value, unpriced: [...value.unpriced, unpricedHolder] })),
    changed('holders', (value) => ({ ...value, strangers: [...value.strangers, strangeHolder] })),
    changed('holders', (value) => ({ ...value, frozen: [...value.frozen, frozenHolder] })),
    changed('network', (value) => ({ ...value, priorityIsAssumed: true })),
    changed('sale', (value) => value && { sold: false, error: 'refused' }),
    changed('pools', (value) => [...value, refusedAt(['unknown_variant', null])]),
    // Where nothing was found, a pool that is switched off is more than nothing.
    changed('pools', (value) => (value.length === 0 ? value : [...value, refusedAt(['disabled', null])])),
    changed('pools', (value) =>
      value.map((one) => (one.refusal?.leg ? { ...one, refusal: { ...one.refusal, refused: 'disabled' } } : one)),
    ),
  ),
  fc.constantFrom(1, 70, 700, 2_500, 90_000).map((more) =>
    changed('cost', (value) => ({
      ...value,
      trip: value.trip && { ...value.trip, costBps: value.trip.costBps + more },
    })),
  ),
  fc.array(fc.constantFrom(...refusals), { minLength: 1, maxLength: 3 }).map((codes) => unrouted(...codes)),
);
