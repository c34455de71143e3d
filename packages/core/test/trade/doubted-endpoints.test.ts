import { describe, expect, it } from 'vitest';
import { gatherTrade } from '#facts/trade/evidence.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import { RENT } from '#gather/market/rounds.ts';
import { known } from '#lib/reading.ts';
import type { TradeEvidence } from '#rules/trade/evidence.ts';
import { judgeTrade } from '#rules/trade/verdict.ts';
import type { Address } from '#solana/address.ts';
import { CLOCK } from '#solana/slot-and-time.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { mintBytes, someAddress, TRADE_POLICY, TradeWorld } from '../support/trade-world.ts';

const SOL = 1_000_000_000n;
const [MINT, STABLE] = [someAddress(1), someAddress(2)];

function optionsOf() {
  return {
    configurations: openConfigurations(() => 0),
    memory: openPoolMemory(() => 0),
    stableMints: [STABLE],
    ...TRADE_POLICY,
  };
}

const check = (world: TradeWorld, options = optionsOf()): Promise<TradeEvidence> =>
  gatherTrade({ subject: MINT, sizeLamports: SOL }, world, options);

/** What an answer without the chain must come to: no verdict, and nothing to pay. */
function expectDoubt(evidence: TradeEvidence): void {
  expect(evidence.mint).toMatchObject({ known: false, gap: { cause: 'rpc_disagrees' } });
  const { verdict, reasons, decidedBy } = judgeTrade(evidence);
  expect([verdict, reasons.map(({ code }) => code)]).toEqual(['UNKNOWN', ['PROVIDER_DISAGREES']]);
  expect(decidedBy.map(({ cause }) => cause)).toContain('rpc_disagrees');
}

/** A world whose mint trades, behind calls of which some are answered as if nothing existed. */
class PartlyBlindWorld extends TradeWorld {
  isBlind: (addresses: readonly Address[]) => boolean = () => false;

  constructor() {
    super();
    this.put(MINT, TOKEN_PROGRAM, mintBytes(10n ** 15n));
    this.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
  }

  override async snapshot(addresses: readonly Address[]) {
    const answer = await super.snapshot(addresses);
    if (!answer.known || !this.isBlind(addresses)) return answer;
    return known({ slot: answer.value.slot, value: addresses.map(() => null) });
  }
}

describe('an endpoint for which nothing exists', () => {
  it('does not prove that a mint is none', async () => {
    const world = new TradeWorld();
    world.accounts.clear();
    expectDoubt(await check(world));
  });

  it('does not after a healthy one returned the configurations either', async () => {
    const world = new PartlyBlindWorld();
    const options = optionsOf();
    expect((await check(world, options)).cost).toMatchObject({ known: true });
    world.isBlind = () => true;
    expectDoubt(await check(world, options));
  });

  it.each([
    ['all accounts', () => true],
    ['what every network has', (at: Address) => at === CLOCK || at === RENT || at === WRAPPED_SOL],
    ['the mint', (at: Address) => at === MINT],
  ])('does not where it sends %s without data', async (_, isStripped) => {
    const world = new PartlyBlindWorld();
    for (const [at, account] of world.accounts) {
      if (isStripped(at)) world.accounts.set(at, { ...account, data: new Uint8Array(0) });
    }
    expectDoubt(await check(world));
  });

  it('is not trusted about the part of the round that it answered', async () => {
    const world = new PartlyBlindWorld();
    const options = optionsOf();
    await check(world, options);
    world.isBlind = (addresses) => addresses.includes(MINT);
    expectDoubt(await check(world, options));
  });
});

describe('a chain that holds part of what every network has', () => {
  const sysvars = [CLOCK, RENT, WRAPPED_SOL] as const;

  it.each(sysvars)('is trusted about a mint that is none, having %s', async (kept) => {
    const world = new TradeWorld();
    for (const address of sysvars) if (address !== kept) world.accounts.delete(address);
    expect((await check(world)).mint).toMatchObject({ known: true, value: { is: 'nothing' } });
  });

  it('is trusted about a mint that is there, having none of it', async () => {
    const world = new PartlyBlindWorld();
    for (const address of sysvars) world.accounts.delete(address);
    expect((await check(world)).cost).toMatchObject({ known: true, value: { trip: { size: SOL } } });
  });
});
