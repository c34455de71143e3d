import { describe, expect, it } from 'vitest';
import { gatherTrade } from '#facts/trade/evidence.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import type { TradeEvidence } from '#rules/trade/evidence.ts';
import type { Address } from '#solana/address.ts';
import { CLOCK } from '#solana/slot-and-time.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { mintBytes, someAddress, TRADE_POLICY, TradeWorld } from '../support/trade-world.ts';

const SOL = 1_000_000_000n;
const [MINT, STABLE] = [someAddress(1), someAddress(2)];

/** A chain that notes which accounts each call asks for. */
class NotedWorld extends TradeWorld {
  readonly asked: (readonly Address[])[] = [];

  constructor() {
    super();
    for (const mint of [MINT, STABLE]) this.put(mint, TOKEN_PROGRAM, mintBytes(10n ** 15n));
    this.putCpmm({ mint: MINT, other: STABLE, tokens: 10n ** 14n, others: 10n ** 13n });
    this.putCpmm({ mint: STABLE, tokens: 10n ** 14n, others: 1_000n * SOL, index: 1 });
  }

  override snapshot(addresses: readonly Address[]) {
    this.asked.push(addresses);
    return super.snapshot(addresses);
  }
}

function optionsOf() {
  return {
    configurations: openConfigurations(() => 0),
    memory: openPoolMemory(() => 0),
    stableMints: [STABLE],
    ...TRADE_POLICY,
  };
}

const check = (world: TradeWorld, options: ReturnType<typeof optionsOf>): Promise<TradeEvidence> =>
  gatherTrade({ subject: MINT, sizeLamports: SOL }, world, options);

describe('twenty checks that begin at once in a fresh process', () => {
  it('share one load of the configurations of venues and one search of hubs', async () => {
    const [one, many] = [new NotedWorld(), new NotedWorld()];
    const own = optionsOf();
    const alone = await check(one, own);
    const cold = one.asked.length;
    await check(one, own);
    const warm = one.asked.length - cold;
    const options = optionsOf();
    const all = await Promise.all(Array.from({ length: 20 }, () => check(many, options)));
    for (const evidence of all) expect(evidence).toEqual(alone);
    expect(cold).toBeGreaterThan(warm);
    // A check that comes to its hubs after the shared search is over, with none chosen yet, searches again.
    expect(many.asked.length).toBeGreaterThanOrEqual(cold + 19 * warm);
    expect(many.asked.length).toBeLessThan(cold + 19 * warm + 5);
  });

  it('fail together when the one load fails, and the next one loads again', async () => {
    const world = new NotedWorld();
    const options = optionsOf();
    world.failing.add('snapshot');
    for (const { mint } of await Promise.all([check(world, options), check(world, options)])) {
      expect(mint).toMatchObject({ known: false, gap: { cause: 'rpc_unavailable' } });
    }
    world.failing.clear();
    expect((await check(world, options)).cost).toMatchObject({ known: true });
  });
});

describe('an endpoint without the clock as an account', () => {
  it('is asked for the time beside the accounts, so that there is no round more', async () => {
    const world = new NotedWorld();
    world.accounts.delete(CLOCK);
    const options = optionsOf();
    expect((await check(world, options)).asOf).toMatchObject({ known: true, value: { time: 1_780_000_000 } });
    expect(world.rounds).toBe(3);
    world.rounds = 0;
    await check(world, options);
    expect(world.rounds).toBe(2);
  });
});
