import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { venues as allVenues } from 'assay-core/venues/index.ts';
import { holdingAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { exchanges, optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import { tokensOf } from '../../packages/core/test/support/moves/cast.ts';
import { NOW_SLOT, named, SLOTS_PER_HOUR, SOL } from '../../packages/core/test/support/moves/chain.ts';
import type { MarketFacts, TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { judged } from '../../packages/core/test/support/moves/judge.ts';
import { accountOf, CREATOR, STRANGER, walletOf } from '../../packages/core/test/support/moves/keepers.ts';
import { MovesReader } from '../../packages/core/test/support/moves/reader.ts';

/*
 * Somebody opens a deeper pool beside the market of another's token, or adds liquidity to it, and can take it back. Half a thousand SOL
 * beside a kept pool of 400 made an old coin HIGH_RISK.
 */

const DAY_HOURS = 24;
const market = (more: Partial<MarketFacts>): MarketFacts => ({
  venue: 'pumpswap',
  hours: 60 * DAY_HOURS,
  index: 0,
  sol: 400,
  bps: 3_000,
  parkedSol: 0,
  complete: false,
  liquidity: [{ keeper: 'kept', bps: 10_000 }],
  ...more,
});
const ownedBy = (n: number, bps = 10_000) => ({ keeper: { is: 'wallet', n } as const, bps });
const stranger = (more: Partial<MarketFacts> = {}) =>
  market({ venue: 'raydium_cpmm', sol: 500, bps: 100, hours: 1, liquidity: [ownedBy(900)], ...more });
const token = (...markets: readonly MarketFacts[]): TokenFacts => ({
  program: 'classic',
  powers: [],
  madeHours: 90 * DAY_HOURS,
  markets,
  holders: [],
  crowds: [],
  creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
  washTrades: 0,
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
});
async function said(...markets: readonly MarketFacts[]) {
  const { verdict, reasons, flags } = (await judged(token(...markets))).token;
  return { verdict, codes: reasons.map(({ code }) => code), flags };
}

/** Venues at which anybody finds the pool of a mint. */
const venues = ['raydium_cpmm', 'meteora_damm_v1', 'meteora_damm_v2', 'raydium_clmm', 'orca_whirlpool'] as const;
const kept = market({});
const free = market({ liquidity: [ownedBy(3)] });

describe('liquidity that a stranger adds', () => {
  it.each([
    ['a deeper pool', [stranger()]],
    ['a pool many times as deep', [stranger({ sol: 9_000 })]],
    ['a pool on another venue', [stranger({ venue: 'raydium_amm_v4', index: 3 })]],
    ['a pool of positions', [stranger({ venue: 'meteora_damm_v2' })]],
    ['several deeper pools', venues.map((venue, n) => stranger({ venue, sol: 500 + n, bps: 20 }))],
    ['a shallow pool', [stranger({ sol: 3, bps: 1 })]],
  ])('leaves a kept market as it is: %s', async (_, added) => {
    expect(await said(kept)).toMatchObject({ verdict: 'LOW_RISK', codes: ['NO_ADVERSE_FACT'] });
    expect(await said(kept, ...added)).toMatchObject({ verdict: 'LOW_RISK', codes: ['NO_ADVERSE_FACT'] });
  });

  it.each([
    ['a deeper pool', [stranger()]],
    ['a pool many times as deep', [stranger({ sol: 9_000 })]],
    ['several deeper pools', venues.map((venue, n) => stranger({ venue, sol: 500 + n, bps: 20 }))],
  ])('leaves an old market that can be withdrawn as it is: %s', async (_, added) => {
    expect(await said(free)).toMatchObject({ verdict: 'ELEVATED', codes: ['LP_MOSTLY_FREE'] });
    expect(await said(free, ...added)).toMatchObject({ verdict: 'ELEVATED', codes: ['LP_MOSTLY_FREE'] });
  });

  it.each([500, 1_700, 9_000])('leaves a pool that only its vault shows as it is: %i SOL', async (sol) => {
    for (const liquidity of [[ownedBy(3)], kept.liquidity]) {
      const own = market({ venue: 'raydium_amm_v4', index: 3, liquidity });
      const before = await said(own);
      const { verdict, codes } = await said(own, stranger({ sol }));
      expect(verdict).toBe(before.verdict);
      expect(codes).not.toContain('MARKET_VERY_NEW');
    }
  });

  it.each(['raydium_cpmm', 'meteora_damm_v1'] as const)(
    'of %s is not found in place of a vault that it names',
    async (venue) => {
      const facts = token(market({ venue, index: 3 }));
      const { chain, mint } = chainOf(facts);
      const accounts = [...chain.accounts.values()]
        .filter((one) => readTokenAccount(one))
        .map(({ address }) => address);
      const program = allVenues.find(({ id }) => id === venue)?.program ?? mint;
      // Programs take more accounts than they ask for: a swap in a pool of his own.
      const instructions = [{ program, accounts: [STRANGER, ...accounts], data: Uint8Array.of(1) }];
      for (let n = 0; n < 30; n += 1) chain.happen({ slot: NOW_SLOT - 50 + n, payer: STRANGER, instructions });
      chain.play();
      const { verdict, gaps } = judgeToken(
        await gatherToken(mint, new MovesReader(chain, facts.endpoint), optionsOf()),
      );
      expect([verdict, gaps]).toEqual(['LOW_RISK', []]);
    },
  );

  it('leaves what is known of a kept pool, however many small ones are found before it', async () => {
    const small = (n: number) => stranger({ index: 1 + n, sol: 0.2, bps: 1 });
    const facts = token(market({ venue: 'raydium_cpmm' }), ...Array.from({ length: 20 }, (_, n) => small(n)));
    const { chain, mint } = chainOf(facts);
    const options = optionsOf();
    options.memory.remember(
      mint,
      facts.markets.slice(1).map(({ index }) => named(`CPMM pool ${index} of ${mint}`)),
    );
    const { verdict, reasons } = judgeToken(await gatherToken(mint, new MovesReader(chain, facts.endpoint), options));
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['LOW_RISK', ['NO_ADVERSE_FACT']]);
  });

  it('in the pool itself leaves what is kept of it', async () => {
    // As much again as was burned, with little of the supply.
    const both = market({ sol: 800, bps: 400, liquidity: [ownedBy(900, 5_000), { keeper: 'kept', bps: 5_000 }] });
    expect(await said(both)).toMatchObject({
      verdict: 'LOW_RISK',
      flags: expect.arrayContaining(['LIQUIDITY_NOT_COUNTED']),
    });
  });
});

/** Six wallets get 5 percent each out of the pool of a young coin: with 20 SOL that lay beside it, or for as much. */
async function taken(venue: MarketFacts['venue'], how: 'withdrawn' | 'bought') {
  const facts = { ...token(market({ venue, hours: 15 * DAY_HOURS - 1, bps: 2_000 })), madeHours: 15 * DAY_HOURS };
  const { chain, mint } = chainOf(facts);
  const accounts = [...chain.accounts.values()].flatMap((one) => {
    const held = readTokenAccount(one);
    return held && chain.history(one.address).length > 0
      ? [{ account: one.address, owner: held.authority, ...held }]
      : [];
  });
  const other = accounts.find((one) => one.mint === WRAPPED_SOL);
  const own = accounts.find((one) => one.mint === mint && one.owner === other?.owner);
  if (!other || !own) throw new Error('the pool holds nothing');
  const [tokens, sol] = [tokensOf(500), how === 'withdrawn' ? 20n * SOL : -20n * SOL];
  const change = ({ account, owner, mint }: typeof own, by: bigint) => ({ account, owner, mint, by });
  for (let n = 0; n < 6; n += 1) {
    const [holder, from] = [walletOf(600 + n), exchanges[n % 3] ?? CREATOR];
    const account = accountOf(holder, mint, TOKEN_PROGRAM);
    chain.put({ address: holder, owner: SYSTEM_PROGRAM, data: new Uint8Array(0) });
    chain.put(holdingAccount({ authority: holder, mint, amount: tokens, address: account }));
    const slot = NOW_SLOT - DAY_HOURS * SLOTS_PER_HOUR * (9 - n);
    chain.enrich(from);
    chain.give(from, holder, 30n * SOL + BigInt(n) * 170_000_000n, slot - SLOTS_PER_HOUR * (3 + 7 * n));
    const [put, got] = [
      [change(own, tokens), change(other, sol)],
      [change(own, -tokens), change(other, -sol)],
    ];
    chain.happen({ slot: slot - 100, payer: CREATOR, instructions: [], tokens: put });
    const held = { account, owner: holder, mint, by: tokens };
    chain.happen({ slot, payer: holder, instructions: [], lamports: [[holder, sol]], tokens: [...got, held] });
  }
  chain.play();
  const { verdict, reasons } = judgeToken(await gatherToken(mint, new MovesReader(chain, facts.endpoint), optionsOf()));
  return { verdict, codes: reasons.map(({ code }) => code) };
}

describe('liquidity that can leave', () => {
  it.each(['raydium_cpmm', 'pumpswap', 'meteora_damm_v2'] as const)(
    'of %s sells nothing to whom it goes',
    async (venue) => {
      expect((await taken(venue, 'bought')).verdict).toBe('LOW_RISK');
      const { verdict, codes } = await taken(venue, 'withdrawn');
      expect([verdict, codes.includes('HOLDER_HISTORY_LONG')]).toEqual(['UNKNOWN', true]);
    },
  );

  it('does not count as kept beside little that is', async () => {
    const thin = market({ sol: 20, bps: 100, venue: 'raydium_cpmm' });
    const young = market({ hours: 2 * DAY_HOURS, liquidity: [ownedBy(3)] });
    expect((await said(thin, young)).verdict).not.toBe('LOW_RISK');
    expect((await said(market({ sol: 3, bps: 10, venue: 'raydium_cpmm' }), young)).verdict).toBe('HIGH_RISK');
  });

  it('is a holding of who can withdraw it', async () => {
    const pool = market({
      venue: 'raydium_cpmm',
      sol: 500,
      bps: 2_500,
      hours: 50 * DAY_HOURS,
      liquidity: [ownedBy(5)],
    });
    expect((await said(kept, pool)).verdict).not.toBe('LOW_RISK');
    const split = { ...pool, liquidity: Array.from({ length: 20 }, (_, n) => ownedBy(20 + n, 500)) };
    expect((await said(kept, split)).verdict).toBe((await said(kept, pool)).verdict);
  });

  it('makes no market older than what is kept', async () => {
    const late = market({ hours: 5, venue: 'raydium_cpmm' });
    const early = market({ hours: 80 * DAY_HOURS, liquidity: [ownedBy(3)], sol: 100, bps: 700 });
    expect((await said(late, early)).verdict).not.toBe('LOW_RISK');
  });
});
