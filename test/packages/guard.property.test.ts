import { AssayError, type CheckRequest } from 'assay-client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskBatch, type GuardCheck, type GuardRequest, guard } from '../../packages/assay-client/src/guard.ts';
import { DEPLOYER, MINT } from './stand-in.ts';
import { market, type World } from './worlds.ts';

const RANK = { block: 0, reduce: 1, allow: 2 };

/** A service that tells the truth about a world. */
const service =
  (world: World): AskBatch =>
  async (requests) =>
    requests.map((request) => market(world, request));

const worlds: fc.Arbitrary<World> = fc.record({
  token: fc.constantFrom('LOW_RISK', 'LOW_RISK', 'LOW_RISK', 'ELEVATED', 'HIGH_RISK'),
  funder: fc.constantFrom('CEX_FUNDED', 'CEX_FUNDED', 'WALLET_FUNDED', 'UNKNOWN_ORIGIN'),
  feeBps: fc.integer({ min: 0, max: 400 }),
  depthSol: fc.integer({ min: 1, max: 2_000 }),
  isSellable: fc.boolean(),
  creator: fc.constantFrom(null, DEPLOYER),
  broken: fc.constant({}),
});

const requests: fc.Arbitrary<GuardRequest> = fc.record({
  mint: fc.constant(MINT),
  sizeSol: fc.constantFrom('0.1', '0.5', '1', '7.25', '100'),
  deployer: fc.constant(DEPLOYER),
  budgetBps: fc.integer({ min: 0, max: 4_000 }),
  acceptElevated: fc.boolean(),
});

type Change = (check: GuardCheck, request: CheckRequest) => unknown;
const changed =
  (parts: object): Change =>
  (check) =>
    check instanceof AssayError ? check : { ...check, verified: check.verified, ...parts };

/** One bad fact, or one fact less, about the answers of one kind. */
const worsenings: Readonly<Record<string, Change>> = {
  'is not verified': changed({ verified: false }),
  'has a gap': changed({ gaps: [{ reading: 'holders', cause: 'rpc_unavailable', retryable: true }] }),
  'is old': changed({ as_of: { slot: 1, commitment: 'confirmed', time: '2020-01-01T00:00:00Z' } }),
  'is of tomorrow': changed({ as_of: { slot: 1, commitment: 'confirmed', time: '2999-01-01T00:00:00Z' } }),
  'is of no time': changed({ as_of: null }),
  'has a verdict that nobody knows': changed({ verdict: 'FINE' }),
  'has the verdict UNKNOWN': changed({ verdict: 'UNKNOWN' }),
  'has another schema version': changed({ schema_version: 2 }),
  'is about another network': changed({ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
  'has no figures': (check) => (check instanceof AssayError ? check : { ...check, verified: true, metrics: {} }),
  failed: () => new AssayError('unreachable', 'no answer', { retryable: true }),
};

const worse: fc.Arbitrary<(world: World) => World> = fc.oneof(
  fc.constantFrom<(world: World) => World>(
    (world) => ({ ...world, isSellable: false }),
    (world) => ({ ...world, token: world.token === 'LOW_RISK' ? 'ELEVATED' : 'CRITICAL' }),
    (world) => ({ ...world, funder: 'UNVERIFIABLE_ORIGIN' }),
    (world) => ({ ...world, creator: MINT }),
    (world) => ({ ...world, feeBps: world.feeBps + 100 }),
    (world) => ({ ...world, depthSol: Math.ceil(world.depthSol / 3) }),
  ),
  fc
    .tuple(fc.constantFrom('token', 'trade', 'funder'), fc.constantFrom(...Object.keys(worsenings)))
    .map(([kind, name]) => (world: World) => ({ ...world, broken: { [kind]: worsenings[name] } })),
);

describe('the guard', () => {
  it('never decides better because of one more bad fact, nor names a larger size', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, requests, worse, async (world, request, worsen) => {
        const before = await guard(service(world), request);
        const after = await guard(service(worsen(world)), request);
        expect(RANK[after.decision]).toBeLessThanOrEqual(RANK[before.decision]);
        expect(Number(after.sizeSol ?? 0)).toBeLessThanOrEqual(Number(before.sizeSol ?? 0));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never decides better for a smaller budget', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, requests, fc.nat(300), async (world, request, less) => {
        const before = await guard(service(world), request);
        const after = await guard(service(world), { ...request, budgetBps: Math.max(0, request.budgetBps - less) });
        expect(RANK[after.decision]).toBeLessThanOrEqual(RANK[before.decision]);
        expect(Number(after.sizeSol ?? 0)).toBeLessThanOrEqual(Number(before.sizeSol ?? 0));
      }),
      { numRuns: 500 },
    );
  });

  it('lets nothing be bought that costs more than the budget, and nothing larger than was asked for', async () => {
    let decided = { allow: 0, reduce: 0, block: 0 };
    await fc.assert(
      fc.asyncProperty(worlds, requests, async (world, request) => {
        const { decision, sizeSol, reasons, checks } = await guard(service(world), request);
        decided = { ...decided, [decision]: decided[decision] + 1 };
        if (decision !== 'allow') expect(reasons).not.toEqual([]);
        if (decision === 'block') {
          expect(sizeSol).toBeUndefined();
          return;
        }
        expect(Number(sizeSol)).toBeLessThanOrEqual(Number(request.sizeSol));
        expect(Number(sizeSol)).toBeGreaterThan(0);
        const last = checks.filter((one) => !(one instanceof AssayError) && one.kind === 'trade').at(-1);
        expect(last).toMatchObject({ metrics: { size_sol: sizeSol } });
        expect((last as { metrics: { cost_bps: number } }).metrics.cost_bps).toBeLessThanOrEqual(request.budgetBps);
      }),
      // Three of a hundred are reduced: of fewer cases, chance may leave ten.
      { numRuns: 4_000 },
    );
    // Each decision is reached, so none of this holds for want of cases.
    expect(Math.min(...Object.values(decided))).toBeGreaterThan(10);
  });
});
