import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { ifKnown } from 'assay-core/lib/reading.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import type { Address } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import {
  poolAddresses,
  poolSharesAddress,
  tokenVaultAddress,
  vaultAddress,
  vaultLpMintAddress,
} from 'assay-core/venues/meteora-damm-v1/addresses.ts';
import { dammV1Accounts } from 'assay-sandbox/pools/meteora-damm-v1.ts';
import { holdingAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import { tokensOf } from '../../packages/core/test/support/moves/cast.ts';
import { NOW_SLOT, NOW_UNIX, named, SLOTS_PER_HOUR, SOL } from '../../packages/core/test/support/moves/chain.ts';
import type { TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { accountOf, walletOf } from '../../packages/core/test/support/moves/keepers.ts';
import { OF_OTHER_POOLS } from '../../packages/core/test/support/moves/markets.ts';
import { MovesReader } from '../../packages/core/test/support/moves/reader.ts';

/*
 * Pools of Meteora DAMM v1 keep their tokens in vaults that all of them use: that of SOL held 86,431 SOL in a transaction of a pool that
 * owned 5 of them. What is a pool's own are its shares.
 */

const OPENED_HOURS = 60 * 24;
const facts: TokenFacts = {
  program: 'classic',
  powers: [],
  madeHours: OPENED_HOURS + 24,
  holders: [],
  crowds: [],
  washTrades: 0,
  markets: [
    {
      venue: 'meteora_damm_v1',
      hours: OPENED_HOURS,
      index: 0,
      sol: 400,
      bps: 2_000,
      parkedSol: 0,
      complete: false,
      liquidity: [{ keeper: 'kept', bps: 10_000 }],
    },
  ],
  creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
};

interface Gained {
  readonly hours: number;
  readonly tokens?: bigint;
  readonly sol?: bigint;
}

/** The accounts of the vaults of a mint and of SOL that hold as much and have issued as many shares. */
function vaultsOf(mint: Address, held: { readonly tokens: bigint; readonly sol: bigint }) {
  const side = (all: bigint) => ({ total: all, supply: all, shares: all, cash: all });
  const pool = { address: named('any pool'), lpMint: named('any LP mint'), mintA: mint, mintB: WRAPPED_SOL };
  const vaults = [mint, WRAPPED_SOL].map(vaultAddress);
  const kept = new Set(vaults.flatMap((vault) => [vault, tokenVaultAddress(vault), vaultLpMintAddress(vault)]));
  return dammV1Accounts(pool, { a: side(held.tokens), b: side(held.sol) }).filter(({ address }) => kept.has(address));
}

/** A chain with the pool, whose own shares or whose vaults alone others change. */
function shared(of = facts) {
  const { chain, mint } = chainOf(of);
  const [pool] = poolAddresses(mint, WRAPPED_SOL);
  if (!pool) throw new Error('no pool');
  const owner = named('whoever uses the vaults');
  const sides = [mint, WRAPPED_SOL].map((of) => {
    const vault = vaultAddress(of);
    const shares = { account: poolSharesAddress(vault, pool), owner: pool, mint: vaultLpMintAddress(vault) };
    return { vault: { account: tokenVaultAddress(vault), owner: vault, mint: of }, shares };
  });
  const move = (
    of: readonly ('vault' | 'shares')[],
    names: readonly Address[],
    { hours, tokens = 0n, sol = 0n }: Gained,
  ) =>
    chain.happen({
      slot: NOW_SLOT - Math.round(hours * SLOTS_PER_HOUR),
      payer: owner,
      instructions: [],
      names,
      tokens: sides.flatMap((side, n) => of.map((kind) => ({ ...side[kind], by: n === 0 ? tokens : sol }))),
    });
  const shares = sides.map((side) => side.shares.account);
  return {
    chain,
    mint,
    pool,
    tokens: chain.held(shares[0] ?? pool),
    own: (gained: Gained) => move(['vault', 'shares'], [pool], gained),
    others: (gained: Gained) => move(['vault'], [pool, ...shares], gained),
    async judged() {
      chain.enrich(owner);
      chain.play();
      const evidence = await gatherToken(mint, new MovesReader(chain, facts.endpoint), optionsOf());
      const { verdict, reasons, gaps } = judgeToken(evidence);
      const market = ifKnown(evidence.market);
      const hours = Math.round((NOW_UNIX - (market?.provenSince ?? 0)) / 3_600);
      return { verdict, codes: reasons.map(({ code }) => code), gaps: gaps.map(({ reading }) => reading), hours };
    },
  };
}

describe('a pool whose vaults others use', () => {
  it('has no more of the supply than its shares, whatever its owner puts into the vault beside them', async () => {
    const [holder, bps] = [{ is: 'wallet', n: 1 } as const, 3_000];
    const funding = { by: 'exchange', helper: 0, hops: 0, milliSol: 900, minutesBefore: 9_000 } as const;
    const large = { keeper: holder, bps, got: 'later', through: null, frozen: false, funding } as const;
    const [plain, hidden] = [shared({ ...facts, holders: [large] }), shared({ ...facts, holders: [large] })];
    const { chain, mint } = hidden;
    const vault = { tokens: tokensOf(bps) + hidden.tokens, sol: 400n * SOL + OF_OTHER_POOLS };
    for (const account of vaultsOf(mint, vault)) chain.put(account);
    const own = { authority: walletOf(1), mint, amount: 1n };
    chain.put(holdingAccount({ ...own, address: accountOf(own.authority, mint, TOKEN_PROGRAM) }));
    const { verdict, codes } = await plain.judged();
    expect([verdict, codes]).toEqual(['HIGH_RISK', ['TOP1_HOLDER_DOMINANT']]);
    expect(await hidden.judged()).toMatchObject({ verdict, codes });
  });

  it.each([
    ['at an address that follows from the mint', 0],
    ['at another one', 2],
  ])('is found beside a small pool of a stranger %s', async (_, index) => {
    const [main] = facts.markets.map((one) => ({ ...one, index: 1 }));
    if (!main) throw new Error('no market');
    const liquidity = [{ keeper: { is: 'wallet', n: 77 } as const, bps: 10_000 }];
    const small = { ...main, index, sol: 0.2, bps: 1, hours: 5, of: 'stranger' as const, liquidity };
    const judgedOf = async (markets: TokenFacts['markets']) => {
      const { chain, mint } = chainOf({ ...facts, markets });
      const tokens = markets.reduce((sum, one) => sum + tokensOf(one.bps), 0n);
      for (const account of vaultsOf(mint, { tokens, sol: 401n * SOL + OF_OTHER_POOLS })) chain.put(account);
      chain.play();
      const { verdict, reasons } = judgeToken(
        await gatherToken(mint, new MovesReader(chain, facts.endpoint), optionsOf()),
      );
      return { verdict, codes: reasons.map(({ code }) => code) };
    };
    const before = await judgedOf([main]);
    expect(before.verdict).toBe('LOW_RISK');
    expect(await judgedOf([main, small])).toEqual(before);
  });

  it('that only its vault shows joins no buyers, whoever sends tokens to the vault', async () => {
    const bought = { bps: 450, got: 'later', through: null, frozen: false } as const;
    const holders = Array.from({ length: 5 }, (_, n) => ({
      ...bought,
      keeper: { is: 'wallet', n: 50 + n } as const,
      funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 900 + n * 77, minutesBefore: 90 + n * 500 } as const,
    }));
    const markets = facts.markets.map((one) => ({ ...one, index: 1, hours: 120 }));
    const young = { ...facts, markets, holders, madeHours: 121 };
    const sent = { does: 'sends tokens to', on: 'vaults', when: 'launch', count: 5 } as const;
    const codesOf = async (of: TokenFacts) => {
      const { chain, mint } = chainOf(of);
      const { reasons } = judgeToken(await gatherToken(mint, new MovesReader(chain, of.endpoint), optionsOf()));
      return reasons.map(({ code }) => code);
    };
    expect(await codesOf(young)).toEqual(['TOKEN_NEW']);
    expect(await codesOf({ ...young, strangers: [sent] })).toEqual(['TOKEN_NEW']);
  });

  it('is as old as its own depth', async () => {
    expect(await shared().judged()).toMatchObject({ verdict: 'LOW_RISK', hours: OPENED_HOURS });
  });

  it('that somebody filled three hours ago is three hours old, whatever others kept in the vaults', async () => {
    const world = shared();
    const parts = { tokens: (world.tokens * 399n) / 400n, sol: 399n * SOL };
    world.own({ hours: OPENED_HOURS - 1, tokens: -parts.tokens, sol: -parts.sol });
    for (let hours = OPENED_HOURS - 24; hours > 24; hours -= 24) world.own({ hours, tokens: -1_000n, sol: 1_000n });
    world.own({ hours: 3, ...parts });
    const { codes, hours } = await world.judged();
    expect([codes.includes('MARKET_VERY_NEW'), hours]).toEqual([true, 3]);
  });

  it('stays as it is where others empty the vault, or trade in a pool beside it', async () => {
    const world = shared();
    const before = await world.judged();
    world.others({ hours: 900, sol: -85_000n * SOL });
    world.others({ hours: 800, sol: 84_000n * SOL });
    for (let n = 0; n < 40; n += 1) world.others({ hours: 20 - n / 3, tokens: 10n ** 9n, sol: -10n * SOL });
    expect(await world.judged()).toEqual(before);
  });

  it('that fell shows its fall, however much lies in the vault', async () => {
    const world = shared();
    world.own({ hours: 400, tokens: -(world.tokens * 9n) / 10n, sol: 3_600n * SOL });
    for (let hours = 399; hours > 200; hours -= 2) world.own({ hours, tokens: -1_000n, sol: 1_000n });
    world.own({ hours: 100, tokens: (world.tokens * 9n) / 10n, sol: -3_600n * SOL });
    expect((await world.judged()).codes).toContain('PRICE_COLLAPSED');
  });
});
