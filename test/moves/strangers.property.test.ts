import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type MoveSuite, type Seen, strangers, worsening } from '../../packages/core/test/support/moves/kinds.ts';
import type { StrangerMove } from '../../packages/core/test/support/moves/strangers/moves.ts';
import { hangMs } from '../support/pace.ts';

/*
 * Nothing cheap that strangers do to a subject makes what is said of it worse. Worlds are those of the other suites of moves, mostly with
 * nothing wrong. A failure prints its seed, the facts of the world and the moves, all as few as possible.
 *
 * CI tries 500 tokens, each with three trades, 500 funders and 150 wallets, in about three minutes of one core. `MOVES=20000` tries as many
 * of each and prints what moved, `MOVES_SEED=7` others.
 */

const WORLDS = { token: 500, wallet: 150, funder: 500 } as const;
const worldsOf = (kind: keyof typeof WORLDS) => Number(process.env.MOVES ?? WORLDS[kind]);
const MOVES_MAX = 4;
/** The same worlds each time: a change fails by what it does and not by chance. */
const SEED = Number(process.env.MOVES_SEED ?? 48);
/** A world takes half a second. */
const limitMs = (kind: keyof typeof WORLDS) => hangMs(180_000 + 2_000 * worldsOf(kind));

/**
 * More noise than a check reads leaves a subject without an answer where no endpoint tells a place in the ledger, which says so by its limit:
 * the same from its owner must not help him. So it is of an address whose list is filled before its first money.
 */
const BEYOND_WHAT_IS_READ = /LIMIT_REACHED|PLAN_REFUSES|TOO_MANY_SIGNATURES/;
function isBeyond(facts: object, found: string): boolean {
  return /"blocks"|"places"|"credits"/.test(JSON.stringify(facts)) && BEYOND_WHAT_IS_READ.test(found);
}

/** How often each move, alone or with others, changed a verdict, and how. */
const moved = new Map<string, Map<string, number>>();

const count: Seen<StrangerMove> = (made, check, before, after) => {
  const change = before.verdict === after.verdict ? 'same' : `${before.verdict} -> ${after.verdict}`;
  for (const { move } of made) {
    const name = `${check.split(' ')[0]}: ${move}`;
    const changes = moved.get(name) ?? new Map<string, number>();
    moved.set(name, changes.set(change, (changes.get(change) ?? 0) + 1));
  }
};

async function assertHarmless<Facts extends object>(
  kind: keyof typeof WORLDS,
  suite: MoveSuite<Facts, StrangerMove>,
): Promise<void> {
  const made = fc.array(suite.moves, { minLength: 1, maxLength: MOVES_MAX });
  const property = fc.asyncProperty(suite.worlds, made, async (facts, moves) => {
    const found = await worsening(suite, facts, [moves], count);
    expect(found !== null && isBeyond(facts, found) ? null : found).toBeNull();
  });
  await fc.assert(property, { numRuns: worldsOf(kind), seed: SEED });
}

describe('no stranger makes worse', () => {
  it('what is said of a token, or of a trade of it', { timeout: limitMs('token') }, () =>
    assertHarmless('token', strangers.token),
  );
  it('what is said of a wallet', { timeout: limitMs('wallet') }, () => assertHarmless('wallet', strangers.wallet));
  it('what is said of the origin of money', { timeout: limitMs('funder') }, () =>
    assertHarmless('funder', strangers.funder),
  );
});

afterAll(() => {
  if (process.env.MOVES === undefined) return;
  const lines = [...moved].sort().map(([name, changes]) => {
    return `${name.padEnd(52)}${[...changes]
      .sort()
      .map(([change, times]) => `${change} ${times}`)
      .join(', ')}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
});
