import { describe, expect, it } from 'vitest';
import { gatherTrade } from '#facts/trade/evidence.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import { EVERYWHERE } from '#gather/market/rounds.ts';
import { known } from '#lib/reading.ts';
import { judgeTrade } from '#rules/trade/verdict.ts';
import type { Address } from '#solana/address.ts';
import { CLOCK } from '#solana/slot-and-time.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { venues } from '#venues/index.ts';
import { raydiumCpmm } from '#venues/raydium-cpmm/index.ts';
import { mintBytes, someAddress, TRADE_POLICY, TradeWorld, tokenAccountBytes } from '../support/trade-world.ts';

const SOL = 1_000_000_000n;
const [MINT, STABLE] = [someAddress(1), someAddress(2)];
const CONFIGURATIONS = venues.flatMap(({ program, configurations }) => configurations.map((at) => ({ at, program })));
const ASKED = new Set<Address>([...CONFIGURATIONS.map(({ at }) => at), CLOCK, ...EVERYWHERE]);
const CPMM = CONFIGURATIONS.filter(({ program }) => program === raydiumCpmm.program);
const CALLS = [0, 1, 2];
/** Which of them a renewal finds blind. */
const RENEWALS = [...CALLS.map((call) => [call]), CALLS].map((calls) => ({ calls }));
/** For how long configurations are kept, and doubted, in milliseconds. */
const [RENEWED, DOUBT] = [300_000, 10_000];

const GOOD = ['ACCEPTABLE_COST', ['ROUND_TRIP_COST_LOW'], []];
/** No verdict, nothing to pay, and worth asking again. */
const DOUBTED = ['UNKNOWN', ['PROVIDER_DISAGREES'], ['rpc_disagrees']];

/** A mint that trades on one of many venues that are there, where calls for configurations may be answered as if nothing existed. */
class Venues extends TradeWorld {
  at = 0;
  asked = 0;
  blind: readonly number[] = [];
  readonly options = {
    configurations: openConfigurations(() => this.at),
    memory: openPoolMemory(() => this.at),
    stableMints: [STABLE],
    ...TRADE_POLICY,
  };

  constructor() {
    super();
    for (const { at, program } of CONFIGURATIONS) this.put(at, program, new Uint8Array(900));
    this.put(MINT, TOKEN_PROGRAM, mintBytes(10n ** 15n));
    this.putCpmm({ mint: MINT, tokens: 10n ** 12n, others: 100n * SOL });
    // More holders than an endpoint lists, so that none of them leads to the pool.
    for (let n = 500; n < 520; n++) {
      this.put(someAddress(n), TOKEN_PROGRAM, tokenAccountBytes(MINT, someAddress(100 + n), 4n * 10n ** 13n));
    }
  }

  override async snapshot(addresses: readonly Address[]) {
    const isBlind = addresses.every((one) => ASKED.has(one)) && this.blind.includes(this.asked++);
    const answer = await super.snapshot(addresses);
    return answer.known && isBlind ? known({ slot: answer.value.slot, value: addresses.map(() => null) }) : answer;
  }

  /** Verdict, codes and what decided it, where these calls for configurations are blind. */
  async judged(at: number, ...blind: readonly number[]) {
    Object.assign(this, { at, blind, asked: 0 });
    const evidence = await gatherTrade({ subject: MINT, sizeLamports: SOL }, this, this.options);
    const { verdict, reasons, decidedBy } = judgeTrade(evidence);
    return [verdict, reasons.map(({ code }) => code), [...new Set(decidedBy.map(({ cause }) => cause))]];
  }
}

describe('an endpoint for which nothing exists, asked for configurations', () => {
  it.each(CALLS)('first of all, in call %i, costs that check its answer and no other', async (call) => {
    const world = new Venues();
    expect(await world.judged(0, call)).toEqual(DOUBTED);
    for (const at of [1, 60_000, RENEWED + 1]) expect(await world.judged(at)).toEqual(GOOD);
  });

  it.each(RENEWALS)('again, in calls $calls, does so as well', async ({ calls }) => {
    const world = new Venues();
    expect(await world.judged(0)).toEqual(GOOD);
    expect(await world.judged(RENEWED, ...calls)).toEqual(DOUBTED);
    for (const at of [1, 60_000, RENEWED + 1]) expect(await world.judged(RENEWED + at)).toEqual(GOOD);
  });
});

describe('configurations that an endpoint with a clock no longer has', () => {
  function without(world: Venues, configurations: typeof CONFIGURATIONS): () => void {
    const before = configurations.flatMap(({ at }) => world.accounts.get(at) ?? []);
    for (const { at } of configurations) world.accounts.delete(at);
    return () => before.forEach((account) => void world.accounts.set(account.address, account));
  }

  it('are no reason to say that there is no pool while that may be its fault', async () => {
    const world = new Venues();
    await world.judged(0);
    const giveBack = without(world, CONFIGURATIONS);
    for (const at of [0, DOUBT - 1]) expect(await world.judged(RENEWED + at)).toEqual(DOUBTED);
    giveBack();
    expect(await world.judged(RENEWED + DOUBT)).toEqual(GOOD);
  });

  it('are gone when it says so again after a while, and there again as soon as they are', async () => {
    const world = new Venues();
    await world.judged(0);
    const giveBack = without(world, CONFIGURATIONS);
    await world.judged(RENEWED);
    // The pool is there, and what it would be priced with is not.
    expect(await world.judged(RENEWED + DOUBT)).toEqual(['UNKNOWN', ['POOLS_NOT_READ'], ['unreadable']]);
    giveBack();
    expect(await world.judged(RENEWED + 2 * DOUBT)).toEqual(GOOD);
  });

  it.each([
    ['of one venue', CPMM],
    ['of all venues', CONFIGURATIONS],
  ])('%s are looked under by the very check that first reads them', async (_, late) => {
    const world = new Venues();
    const giveBack = without(world, late);
    expect(await world.judged(0)).toEqual(['NO_POOL', ['NO_POOL_FOUND'], []]);
    giveBack();
    expect(await world.judged(RENEWED)).toEqual(GOOD);
  });
});
