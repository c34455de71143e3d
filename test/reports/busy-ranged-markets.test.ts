import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { VenueId } from 'assay-core/venues/venue.ts';
import { expect, it } from 'vitest';
import { optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import { NOW_SLOT, named, SLOTS_PER_HOUR } from '../../packages/core/test/support/moves/chain.ts';
import type { TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { MovesReader } from '../../packages/core/test/support/moves/reader.ts';

/*
 * A market of ranges or bins has more transactions in a few days than are listed, and most of them are small: of its users, or of strangers
 * who want it to look new. Large swaps show how old it is.
 */

const DAYS = 12;
/** As in the IDLs of Raydium CLMM, Orca Whirlpools and Meteora DLMM: the first eight bytes of `swap`. */
const SWAP = Uint8Array.of(248, 198, 158, 145, 225, 117, 135, 200);

const tokenOf = (venue: VenueId): TokenFacts => ({
  program: 'classic',
  powers: [],
  madeHours: DAYS * 24,
  crowds: [],
  washTrades: 0,
  holders: [],
  markets: [
    {
      venue,
      hours: DAYS * 24,
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
});

/** The market, in which so many swap each day: a thousandth of a percent of the pool, and every 25th a fortieth of it. */
function busy(venue: VenueId, perDay: number) {
  const facts = tokenOf(venue);
  const { chain, mint } = chainOf(facts);
  const accounts = [...chain.accounts.values()].flatMap((one) => {
    const held = readTokenAccount(one);
    return held && chain.history(one.address).length > 0 ? [{ account: one.address, ...held }] : [];
  });
  const other = accounts.find((one) => one.mint === WRAPPED_SOL);
  const own = accounts.find((one) => one.mint === mint && one.authority === other?.authority);
  const opening = other && chain.transaction(chain.history(other.account).at(-1)?.signature ?? ('' as never));
  const call = opening?.instructions.find((one) => one.accounts.includes(other?.account ?? mint));
  if (!other || !own || !opening || !call) throw new Error('no market');
  const payer = named('who swaps');
  chain.enrich(payer);
  const [sol, tokens] = [chain.held(other.account), chain.held(own.account)];
  const every = (24 * SLOTS_PER_HOUR) / perDay;
  for (let n = 1; NOW_SLOT - n * every > opening.slot + 500; n += 1) {
    const isLarge = n % 25 === 0;
    const part = (isLarge ? 40n : 100_000n) * ((isLarge ? n / 25 : n) % 2 === 0 ? 1n : -1n);
    chain.happen({
      slot: Math.round(NOW_SLOT - n * every),
      payer,
      instructions: [{ program: call.program, accounts: call.accounts, data: SWAP }],
      tokens: [
        { account: other.account, owner: other.authority, mint: WRAPPED_SOL, by: sol / part },
        { account: own.account, owner: own.authority, mint, by: -tokens / part },
      ],
    });
  }
  chain.play();
  return { mint, reader: new MovesReader(chain, facts.endpoint) };
}

it.each(['raydium_clmm', 'orca_whirlpool', 'meteora_dlmm'] as const)(
  'a busy market of %s is as old as it is',
  async (venue) => {
    const { mint, reader } = busy(venue, 1_200);
    const { verdict, reasons } = judgeToken(await gatherToken(mint, reader, optionsOf()));
    expect([verdict, ...reasons.map(({ code }) => code)]).toEqual(['LOW_RISK', 'NO_ADVERSE_FACT']);
  },
);
