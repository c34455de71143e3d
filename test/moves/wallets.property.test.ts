import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../packages/core/test/support/cases.ts';
import { improvement, walletMoves } from '../../packages/core/test/support/moves/kinds.ts';
import { hangMs } from '../support/pace.ts';

/*
 * Nothing cheap improves what is said of a wallet. Worlds are histories with bodies, read by the service's gatherer. A failure prints
 * its seed, the facts of the world and the moves, all as few as possible.
 *
 * The slow suite tries 20 worlds, `npm run properties` 200. `MOVES=20000` tries as many, `MOVES_SEED=7` others.
 */

const WORLDS = Number(process.env.MOVES ?? cases(200));
const MOVES_MAX = 3;
/** The same worlds each time: a change fails by what it does and not by chance. */
const SEED = Number(process.env.MOVES_SEED ?? 30);
/** A world takes a third of a second. */
const LIMIT_MS = hangMs(180_000 + 1_000 * WORLDS);
/** A world is judged once for all that is done to it. */
const SEQUENCES_MAX = 4;

describe('no move of whoever wants a wallet to look better improves', () => {
  it('the verdict of the wallet check, or what it suspects', { timeout: LIMIT_MS }, async () => {
    const made = fc.array(walletMoves.moves, { minLength: 1, maxLength: MOVES_MAX });
    const sequences = fc.array(made, { minLength: 1, maxLength: SEQUENCES_MAX });
    const property = fc.asyncProperty(walletMoves.worlds, sequences, async (facts, all) => {
      expect(await improvement(walletMoves, facts, all)).toBeNull();
    });
    await fc.assert(property, { numRuns: WORLDS, seed: SEED });
  });
});
