import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTokenAccount } from '#lib/token/account.ts';
import { cases } from '../support/cases.ts';
import { chainOf } from '../support/moves/build.ts';
import { improvement, tokenMoves } from '../support/moves/kinds.ts';

/*
 * Nothing cheap that makes a token no safer improves what is said of it. Worlds are accounts and histories with bodies, read by the
 * service's gatherers. A failure prints its seed, the facts of the world and the moves, all as few as possible.
 *
 * `npm test` tries 50 worlds, the slow suite 500. `MOVES=20000` tries as many.
 */

const WORLDS = Number(process.env.MOVES ?? cases(500));
const MOVES_MAX = 4;
const SEED = 28;
/** Atomic units, of 10^15. */
const ROUNDED = 100_000n;
/** A world is judged once for all that is done to it. */
const SEQUENCES_MAX = 3;

describe('no move of whoever makes a token improves', () => {
  it('the verdict of the token check, or of the trade check at 0.1, 1 and 10 SOL', async () => {
    const suite = tokenMoves();
    const made = fc.array(suite.moves, { minLength: 1, maxLength: MOVES_MAX });
    const sequences = fc.array(made, { minLength: 1, maxLength: SEQUENCES_MAX });
    const property = fc.asyncProperty(suite.worlds, sequences, async (facts, all) => {
      expect(await improvement(suite, facts, all)).toBeNull();
    });
    // The same worlds each time, unless more are asked for: a change fails by what it does and not by chance.
    await fc.assert(property, { numRuns: WORLDS, ...(process.env.MOVES === undefined && { seed: SEED }) });
  });
});

describe('a world of moves', () => {
  it('has the history that led to its accounts', () => {
    const suite = tokenMoves();
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
  });
});
