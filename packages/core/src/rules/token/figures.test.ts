import { describe, expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import type { MintExtension } from '#solana/token/decoded-mint.ts';
import * as sample from '../../../test/support/token-evidence.ts';
import { cluster, developer, insiders, launch, launchBuyer } from '../../../test/support/token-insiders.ts';
import type { TokenEvidence } from './evidence.ts';
import { metricsOf } from './figures.ts';
import type { TokenMetrics } from './metrics.ts';

const { EPOCH, evidenceOf, evidenceWith, holder, holdersOf, key, liquidity, metadata, NOW, SUPPLY, saleQuote } = sample;
const quality = { control: 100, holders: 100, liquidity: 100, exit: 100, origin: 50 };
const figures = (evidence: TokenEvidence) => metricsOf(evidence, quality);
const figuresOf = (changes: Partial<TokenEvidence>) => figures(sample.tokenEvidence(changes));
const INTEGER_MAX = 2_147_483_647;

/** The members that are not null, the quality left out. */
function presentMembers({ data_quality: _quality, ...metrics }: TokenMetrics): readonly string[] {
  return Object.entries(metrics).flatMap(([name, value]) => (value === null ? [] : [name]));
}

describe('the figures of a subject', () => {
  it('are none where it is no mint, whatever was read', () => {
    const nft = sample.tokenEvidence({ mint: known({ is: 'uninitialized', owner: key(3) }) });
    expect([presentMembers(figures(sample.noMint)), presentMembers(figures(nft))]).toEqual([[], []]);
  });

  it('are none where nothing could be read', () => {
    const gap = missing('anything', 'rpc_unavailable');
    const names = Object.keys(sample.tokenEvidence()).filter((name) => name !== 'subject');
    const blind = Object.fromEntries(names.map((name) => [name, gap]));
    expect(presentMembers(figuresOf(blind))).toEqual([]);
  });

  it('have the same members, whatever was read', () => {
    expect(Object.keys(figures(sample.noMint))).toEqual(Object.keys(figuresOf({})));
  });

  it('say how good the data is', () => {
    expect(figuresOf({}).data_quality).toEqual(quality);
  });
});

describe('control', () => {
  const fee = (older: bigint, newer: bigint, from: bigint): MintExtension => ({
    type: 'transfer_fee',
    fee: {
      older: { epoch: 0n, maximum: 7n, basisPoints: older },
      newer: { epoch: from, maximum: 8n, basisPoints: newer },
      mutable: true,
    },
    authority: key(4),
    withdrawAuthority: null,
  });

  it('names the fee that holds and the one that is set to begin', () => {
    expect(figures(evidenceWith(fee(100n, 900n, EPOCH + 1n))).transfer_fee).toEqual({
      active_bps: 100,
      active_maximum: '7',
      scheduled_bps: 900,
      scheduled_maximum: '8',
      scheduled_epoch: 951,
      authority: key(4),
    });
    const begun = figures(evidenceWith(fee(100n, 900n, EPOCH))).transfer_fee;
    expect([begun?.active_bps, begun?.scheduled_bps, begun?.scheduled_epoch]).toEqual([900, null, null]);
    expect(figures(evidenceWith(fee(0n, 0n, 2n ** 64n - 1n))).transfer_fee?.scheduled_epoch).toBe(INTEGER_MAX);
  });

  it('tells a hook only where a program is set or can be', () => {
    const hook = (program: typeof sample.SUBJECT | null, authority: typeof sample.SUBJECT | null) =>
      sample.extended({ type: 'transfer_hook', program, authority });
    const facts = { program: key(5), upgradeable: true };
    expect(figuresOf({ mint: known(hook(null, null)) }).transfer_hook).toBeNull();
    expect(figuresOf({ mint: known(hook(null, key(6))) }).transfer_hook).toMatchObject({ program: null });
    expect(figuresOf({ mint: known(hook(key(5), null)), hook: known(facts) }).transfer_hook).toEqual({
      program: key(5),
      authority: null,
      upgradeable: true,
    });
  });

  it('tells the multiplier of the moment, and none where two are set and the moment has no time', () => {
    const scaled = (newMultiplier: string, newFrom: number) =>
      known(
        sample.extended({
          type: 'scaled_ui_amount',
          authority: null,
          multiplier: '1',
          newMultiplier,
          newFrom: BigInt(newFrom),
        }),
      );
    const timeless = known({ slot: 1, commitment: 'confirmed', time: null } as const);
    expect(figuresOf({ mint: scaled('2', NOW) }).ui_multiplier).toBe('2');
    expect(figuresOf({ mint: scaled('2', NOW + 1) }).ui_multiplier).toBe('1');
    expect(figuresOf({ mint: scaled('2', NOW), asOf: timeless }).ui_multiplier).toBeNull();
    expect(figuresOf({ mint: scaled('1', NOW), asOf: timeless }).ui_multiplier).toBe('1');
  });

  it('lists at most 64 extensions that nobody knows', () => {
    const unknownExtensions = Array.from({ length: 5_000 }, (_, n) => n + 100);
    expect(figures(evidenceOf({ unknownExtensions })).unknown_extensions).toEqual(unknownExtensions.slice(0, 64));
  });
});

describe('the name', () => {
  it('is shown without what nobody sees, and cut', () => {
    const name = `Good\u202e\u0000 ${'x'.repeat(300)}`;
    const shown = figuresOf({ metadata: known(metadata({ name, symbol: '\u{1d54f}'.repeat(99) })) });
    expect(shown.name).toBe(`Good ${'x'.repeat(59)}`);
    expect([...(shown.symbol ?? '')]).toHaveLength(16);
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  });

  it('is none without metadata, which is another thing than metadata that were not read', () => {
    const none = figuresOf({ metadata: known(metadata({ source: 'none', name: '', symbol: '', uri: '' })) });
    expect(none).toMatchObject({
      name: null,
      symbol: null,
      uri: null,
      metadata_source: 'none',
      metadata_mutable: null,
    });
    expect(figuresOf({ metadata: missing('metadata', 'unreadable') }).metadata_source).toBeNull();
  });
});

describe('holders', () => {
  const mixed = holdersOf(
    holder(0, { role: 'pool', tokens: SUPPLY / 2n }),
    holder(1, { tokens: SUPPLY / 10n }),
    holder(2, { owner: holder(1).owner, tokens: SUPPLY / 20n, frozen: true }),
    holder(3, {
      role: 'locker',
      tokens: SUPPLY / 25n,
      frozen: true,
      lock: { tokens: SUPPLY / 25n, unlocksAtUnix: null },
    }),
    holder(4, { tokens: 0n, frozen: true }),
  );

  it('count by owner, in what circulates and in the supply', () => {
    expect(figuresOf({ holders: known(mixed) })).toMatchObject({
      circulating_supply: ((SUPPLY * 46n) / 100n).toString(),
      holders_seen: 5,
      top1_bps: 3_260,
      top10_bps: 3_260,
      top20_bps: 3_260,
      top1_of_supply_bps: 1_500,
      top10_of_supply_bps: 1_500,
      hhi: 1_063,
      frozen_holders: 1,
      buckets: { pools: 5_000, curves: 0, burned: 0, launch_system: 0, lockers: 400, custody: 0, exchanges: 0 },
    });
  });

  it('have each a share of the supply, twenty at most', () => {
    const many = holdersOf(...Array.from({ length: 25 }, (_, n) => holder(n, { tokens: SUPPLY / 40n })));
    const { holders = [] } = figuresOf({ holders: known(many) });
    expect(holders).toHaveLength(20);
    expect(holders?.[0]?.share_bps).toBe(250);
  });

  it('have no shares of nothing, and none where the mint was not read', () => {
    const nothing = figuresOf({ mint: known(sample.mint({ supply: 0n })), holders: known(mixed) });
    const unread = figuresOf({ mint: missing('mint', 'unreadable'), holders: known(mixed) });
    for (const { top1_bps, top1_of_supply_bps, hhi, creator_share_bps, holders } of [nothing, unread]) {
      expect([top1_bps, top1_of_supply_bps, hhi, creator_share_bps, holders?.[0]?.share_bps]).toEqual(
        Array(5).fill(null),
      );
    }
    expect([nothing.circulating_supply, unread.circulating_supply]).toEqual(['0', null]);
  });
});

describe('the way out', () => {
  it('is as deep as the deepest pool, in dollars rounded down to cents', () => {
    const pools = [sample.tokenPool({ depthUsdMicros: 75_000_019_999n })];
    const {
      depth_lamports: depth,
      depth_usd: usd,
      usd_per_sol: rate,
    } = figuresOf({ liquidity: known(liquidity({ pools })) });
    expect([depth, usd, rate]).toEqual(['500000000000', '75000.01', '150.00']);
  });

  it('has no depth in dollars where the chain shows no price of SOL', () => {
    const pools = [sample.tokenPool({ depthUsdMicros: null })];
    const metrics = figuresOf({ liquidity: known(liquidity({ pools, usdMicrosPerSol: null })) });
    expect([metrics.depth_lamports, metrics.depth_usd, metrics.usd_per_sol]).toEqual(['500000000000', null, null]);
  });

  it('costs what is lost of the sale, rounded up, and never less than nothing', () => {
    const costOf = (lamportsBack: bigint | null) =>
      figuresOf({ saleQuote: known(saleQuote({ sizeLamports: 100_000_000n, lamportsBack })) }).sale_cost_bps;
    expect([99_700_000n, 99_999_999n, 100_000_000n, 200_000_000n, 0n, null].map(costOf)).toEqual([
      30,
      1,
      0,
      0,
      10_000,
      null,
    ]);
  });

  it('says what trial sales came to', () => {
    const refused = { sold: false, by: 'hook', error: 'error 6 of the hook program \u202ex' } as const;
    expect(figuresOf({})).toMatchObject({ trial_sale: 'passed', trial_sale_error: null });
    expect(figuresOf({ trialSale: known(refused) })).toMatchObject({
      trial_sale: 'refused',
      trial_sale_error: 'error 6 of the hook program x',
    });
    expect(figuresOf({ trialSale: known(null) })).toMatchObject({ trial_sale: null, trial_sale_error: null });
  });
});

describe('origin', () => {
  it('counts what a buyer of the launch holds once', () => {
    const buyers = [5n, 6n].map((tokens) =>
      launchBuyer(70, tokens, { tokensNow: SUPPLY / 10n, tokensKept: SUPPLY / 5n }),
    );
    const third = launchBuyer(71, SUPPLY / 50n, { role: 'bundle', tokensNow: SUPPLY / 20n, tokensKept: SUPPLY / 20n });
    const facts = launch({ buyers: [...buyers, third], tippedTransactions: 2 });
    expect(figuresOf({ launch: known(facts) })).toMatchObject({
      launch_account: key(69),
      launch_held_bps: 1_500,
      launch_kept_bps: 2_500,
      launch_tipped: 2,
      launch_shares: [
        { role: 'developer', wallets: 0, at_launch_bps: 0, kept_bps: 0 },
        { role: 'insider', wallets: 0, at_launch_bps: 0, kept_bps: 0 },
        { role: 'bundle', wallets: 1, at_launch_bps: 200, kept_bps: 500 },
        { role: 'sniper', wallets: 1, at_launch_bps: 0, kept_bps: 2_000 },
      ],
    });
  });

  it('adds up what wallets with one funder hold', () => {
    const wallets = [70, 71, 72].map((n) => ({ wallet: key(n), tokens: SUPPLY / 100n, lamports: 1n, time: null }));
    const facts = insiders({
      funderClusters: [{ funder: key(80), wallets, alike: true }],
      clusters: [cluster({ by: ['funder', 'sink'], tokens: SUPPLY / 4n })],
    });
    expect(figuresOf({ insiders: known(facts) })).toMatchObject({
      funder_clusters: [
        {
          funder: key(80),
          wallets: [70, 71, 72].map(key),
          tokens: `${(SUPPLY / 100n) * 3n}`,
          share_bps: 300,
          alike: true,
        },
      ],
      holder_clusters: [
        {
          by: ['funder', 'sink'],
          source: key(70),
          wallets: [71, 72, 73].map(key),
          tokens: `${SUPPLY / 4n}`,
          share_bps: 2_500,
        },
      ],
    });
  });

  it('tells what the developer launched before', () => {
    const facts = developer({ launches: 7, looked: 6, trading: 2, dumped: 1, since: 1_700_000_000, funder: key(81) });
    expect(figuresOf({ developer: known(facts) })).toMatchObject({
      developer: key(60),
      developer_launches: 7,
      developer_trading: 2,
      developer_dumped: 1,
      developer_since_unix: 1_700_000_000,
      developer_funder: key(81),
    });
    expect(figuresOf({}).developer_launches).toBeNull();
  });

  it('makes an age of 0 of a time that is still to come, and none without a time', () => {
    const later = known(sample.age({ provenSince: NOW + 5 }));
    const timeless = known({ slot: 1, commitment: 'confirmed', time: null } as const);
    expect(figuresOf({ age: later }).age_seconds).toBe(0);
    expect(figuresOf({ asOf: timeless }).age_seconds).toBeNull();
    expect(figuresOf({}).age_seconds).toBe(400 * 86_400);
  });

  it('takes no time that no clock shows', () => {
    const times = [-1, 2 ** 60, 0.5].map((provenSince) => figuresOf({ age: known(sample.age({ provenSince })) }));
    expect(times.map(({ proven_since_unix: since }) => since)).toEqual([null, null, null]);
  });
});
