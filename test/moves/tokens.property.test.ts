import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../packages/core/test/support/cases.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import type { TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { improvement, type MoveSuite, strangers, tokenMoves } from '../../packages/core/test/support/moves/kinds.ts';
import { hangMs } from '../support/pace.ts';

/*
 * Nothing cheap that makes a token no safer improves what is said of it. Worlds are accounts and histories with bodies, read by the
 * service's gatherers. A failure prints its seed, the facts of the world and the moves, all as few as possible.
 *
 * The slow suite tries 50 worlds, `npm run properties` 500. `MOVES=20000` tries as many, `MOVES_SEED=7` others.
 */

const WORLDS = Number(process.env.MOVES ?? cases(500));
const MOVES_MAX = 4;
/** The same worlds each time: a change fails by what it does and not by chance. */
const SEED = Number(process.env.MOVES_SEED ?? 28);
/** A world takes a quarter of a second. */
const LIMIT_MS = hangMs(180_000 + 1_000 * WORLDS);
/** Atomic units, of 10^15. */
const ROUNDED = 100_000n;
/** A world is judged once for all that is done to it. */
const SEQUENCES_MAX = 3;

describe('no move of whoever makes a token improves', () => {
  it('the verdict of the token check, or of the trade check at 0.1, 1 and 10 SOL', { timeout: LIMIT_MS }, async () => {
    const made = fc.array(tokenMoves.moves, { minLength: 1, maxLength: MOVES_MAX });
    const sequences = fc.array(made, { minLength: 1, maxLength: SEQUENCES_MAX });
    const property = fc.asyncProperty(tokenMoves.worlds, sequences, async (facts, all) => {
      expect(await improvement(tokenMoves, facts, all)).toBeNull();
    });
    await fc.assert(property, { numRuns: WORLDS, seed: SEED });
  });
});

/** A world whose accounts nobody could have come to proves nothing. */
function assertHistory<Move>(suite: MoveSuite<TokenFacts, Move>): void {
  const property = fc.property(suite.worlds, fc.array(suite.moves, { maxLength: MOVES_MAX }), (facts, moves) => {
    const { chain, mint } = chainOf(moves.reduce(suite.after, facts));
    const tokens = [...chain.accounts.values()].flatMap((account) => {
      const token = readTokenAccount(account);
      return token?.mint === mint ? [{ at: account.address, left: chain.held(account.address) - token.amount }] : [];
    });
    expect(tokens.length).toBeGreaterThan(0);
    // Pools of positions round what they hold.
    expect(tokens.filter(({ left }) => left > ROUNDED || left < -ROUNDED)).toEqual([]);
  });
  fc.assert(property, { numRuns: cases(200) });
}

describe('a world of moves', () => {
  it('has the history that led to its accounts', () => assertHistory(tokenMoves));
  it('has it also where strangers did something', () => assertHistory(strangers.token));
});
