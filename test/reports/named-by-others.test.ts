/**
 * On pump.fun and elsewhere whoever launches a coin names anybody as its creator, who need not sign:
 * https://github.com/cxcx-ai/solana-dex-parser/issues/69
 * Being named accuses nobody, naming another excuses nobody, and transactions of others neither make a developer's record unreadable nor hide
 * what it shows.
 */

import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import type { Judgement } from 'assay-core/rules/check.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { curveAddress } from 'assay-core/venues/pump-curve/layout.ts';
import { LAUNCHLAB_PROGRAM } from 'assay-core/venues/raydium-launchlab/layout.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import { type MovesChain, NOW_SLOT, named, SLOTS_PER_HOUR, SOL } from '../../packages/core/test/support/moves/chain.ts';
import type { MarketFacts, TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { CREATOR } from '../../packages/core/test/support/moves/keepers.ts';
import { MovesReader, type Refusal } from '../../packages/core/test/support/moves/reader.ts';
import { accountFor } from '../../packages/core/test/support/moves/wallets/acts.ts';

const STRANGER = named('who launches in the name of another');
const market = (more: Partial<MarketFacts>): MarketFacts => ({
  venue: 'pump_curve',
  hours: 400,
  index: 0,
  sol: 0,
  bps: 0,
  parkedSol: 0,
  complete: true,
  liquidity: [],
  ...more,
});
/** A coin of two weeks that left its curve, and one that did not. */
const POOL = market({ venue: 'pumpswap', hours: 360, sol: 400, bps: 2_000, complete: false });
const GRADUATED = [
  market({}),
  { ...POOL, liquidity: [{ keeper: 'kept', bps: 10_000 }] },
] satisfies TokenFacts['markets'];
const OPEN = [market({ sol: 70, bps: 3_000, complete: false })];

/** A coin with what its creator did before. */
const coin = (
  creator: Partial<TokenFacts['creator']> = {},
  refuses: readonly Refusal[] = ['bodies'],
  markets: TokenFacts['markets'] = GRADUATED,
): TokenFacts => ({
  program: 'classic',
  powers: [],
  madeHours: 400,
  markets,
  holders: [],
  crowds: [],
  washTrades: 0,
  creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null, ...creator },
  endpoint: { refuses, pageMax: 1_000, largestMax: 20 },
});

type Doing = (chain: MovesChain, mint: Address) => void;

async function judgedAfter(facts: TokenFacts, ...doings: readonly Doing[]): Promise<Judgement> {
  const { chain, mint } = chainOf(facts);
  for (const doing of doings) doing(chain, mint);
  chain.play();
  return judgeToken(await gatherToken(mint, new MovesReader(chain, facts.endpoint), optionsOf()));
}

const codesOf = ({ reasons }: Judgement) => reasons.map(({ code }) => code);
const said = (judgement: Judgement) => [judgement.verdict, codesOf(judgement)];

/** A stranger launches so many empty coins in the name of the creator, on pump.fun and on LaunchLab. */
const launchesFor =
  (count: number, listed = true): Doing =>
  (chain) => {
    chain.enrich(STRANGER);
    for (let n = 0; n < count; n += 1) {
      const mint = named(`in the name of the creator ${n}`);
      const curve = pumpCurveAccount({ mint, creator: CREATOR, realQuote: 0n });
      chain.put({ ...curve, lamports: SOL / 100n });
      const lab = named(`launchlab ${n}`);
      chain.put({
        address: lab,
        owner: LAUNCHLAB_PROGRAM,
        data: new Layout(429).u8(17, 0).key(205, mint).key(333, CREATOR).bytes(),
      });
      if (!listed) continue;
      const initialize = {
        program: TOKEN_PROGRAM,
        accounts: [mint],
        data: Uint8Array.of(20, 6, ...addressBytes(mint), 0),
      };
      const slot = NOW_SLOT - 3 * SLOTS_PER_HOUR + n;
      chain.happen({ slot, payer: STRANGER, instructions: [initialize], names: [curve.address, lab, CREATOR] });
    }
  };

/** A stranger sends specks to the creator. */
const dust =
  (count: number): Doing =>
  (chain) => {
    chain.enrich(STRANGER);
    for (let n = 0; n < count; n += 1) chain.give(STRANGER, CREATOR, 1n, NOW_SLOT - 10_000 + n);
  };

/** A stranger names the creator's accounts of its earlier coins. */
const crowds =
  (count: number): Doing =>
  (chain) => {
    for (let n = 0; n < 6; n += 1) {
      chain.crowd(accountFor(CREATOR, named(`earlier coin ${n}`)), count, NOW_SLOT - 100);
    }
  };

const endpoints: readonly (readonly Refusal[])[] = [['bodies'], [], ['bodies', 'searches']];

describe('a creator whom strangers name', () => {
  it.each(endpoints)('has launched nothing of what they launch, or of what nobody is seen to', async (...refuses) => {
    const honest = await judgedAfter(coin({}, refuses));
    expect(honest.verdict).toBe(refuses.includes('searches') ? 'ELEVATED' : 'LOW_RISK');
    for (const doing of [launchesFor(5), launchesFor(40, false)]) {
      expect(said(await judgedAfter(coin({}, refuses), doing))).toEqual(said(honest));
    }
    // More than are looked at are a gap, and no fact.
    const most = await judgedAfter(coin({}, refuses), launchesFor(40));
    expect(['LOW_RISK', 'ELEVATED']).toContain(most.verdict);
    expect(codesOf(most).filter((code) => code.startsWith('DEV_') && code !== 'DEV_HISTORY_LONG')).toEqual([]);
  });

  it.each(endpoints)('is no worse for their launches with their dust', async (...refuses) => {
    const facts = coin({ launches: 2, dumped: 2 }, refuses);
    const honest = await judgedAfter(facts);
    expect(codesOf(honest).filter((code) => code.startsWith('DEV_'))).toEqual([]);
    for (const count of [60, 1_100, 2_500]) {
      expect(said(await judgedAfter(facts, launchesFor(2), dust(count)))).toEqual(said(honest));
    }
  });

  it('is no worse where it is not seen who launched, for the number of transactions, than by a gap', async () => {
    const judgement = await judgedAfter(coin(), launchesFor(5, false), dust(60));
    expect(said(judgement)).toEqual(['ELEVATED', ['DEV_HISTORY_LONG']]);
    expect(judgement.gaps).toContainEqual(expect.objectContaining({ reading: 'developer', cause: 'limit_reached' }));
  });
});

describe('a developer who sold earlier coins until they ended', () => {
  it.each(endpoints)('is found behind any crowd', async (...refuses) => {
    const facts = coin({ launches: 3, dumped: 3, soldThem: true }, refuses);
    expect(codesOf(await judgedAfter(facts))).toContain('DEV_DUMPED_BEFORE');
    for (const doings of [[dust(60)], [dust(1_100)], [crowds(300), dust(60)]]) {
      expect(codesOf(await judgedAfter(facts, ...doings))).toContain('DEV_DUMPED_BEFORE');
    }
  });

  it('is who launched this one, whomever it names', async () => {
    const facts = coin({ launches: 3, dumped: 3, soldThem: true }, ['bodies'], OPEN);
    const judgement = await judgedAfter(facts, (chain, mint) => {
      const account = chain.accounts.get(curveAddress(mint));
      const data = Buffer.from(account?.data ?? []);
      data.set(addressBytes(named('somebody who is respected')), 49);
      if (account) chain.put({ ...account, data });
    });
    expect(codesOf(judgement)).toContain('DEV_DUMPED_BEFORE');
  });
});
