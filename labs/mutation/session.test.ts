import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Entry, Journal } from './journal.ts';
import { FileSession } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-session-'));
afterAll(() => rmSync(folder, { recursive: true }));

let journal: Journal;
let n = 0;
beforeEach(() => {
  n += 1;
  journal = new Journal(join(folder, String(n)));
});

/** Whether a test passes with a mutant, or clean when there is none. */
type Test = (mutant: number | null) => boolean;

/** Runs a file of tests, all of which reach the same mutants, as often as the session wants; returns what was noted. */
function play(tests: Readonly<Record<string, Test>>, reached: readonly number[], begin = (): void => undefined) {
  const session = new FileSession(journal, () => false);
  do {
    begin();
    session.begin();
    for (const [name, test] of Object.entries(tests)) {
      if (session.isSkipped(name)) continue;
      const attempts = session.attempts(name);
      let next = attempts.next();
      while (!next.done) {
        const passed = test(next.value.mutant);
        next = attempts.next({ passed, isLate: false, reached, steps: 1, ms: 1 });
      }
    }
  } while (session.isSpoilt);
  return { session, entries: journal.read() };
}

const killed = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.is === 'killed' ? [[entry.mutant, entry.test]] : []));

describe('the tests of a file in place', () => {
  it('kill the mutants that they fail with', () => {
    const { entries } = play({ a: (mutant) => mutant !== 1, b: (mutant) => mutant !== 2 }, [1, 2, 3]);
    expect(killed(entries)).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('kill no mutant for what the one before it left behind', () => {
    let broken = false;
    const test = (mutant: number | null) => {
      const passed = !broken;
      broken ||= mutant === 1;
      return passed;
    };
    const { entries } = play({ a: test, b: test }, [1, 2, 3], () => {
      broken = false;
    });
    expect(entries).toEqual([]);
  });

  it('are left out where they fail without a mutant, or pass only once', () => {
    let runs = 0;
    const once = () => {
      runs += 1;
      return runs === 1;
    };
    const { session, entries } = play({ fails: () => false, once, fine: () => true }, [1], () => {
      runs = 0;
    });
    expect(entries).toEqual([
      { is: 'failing', test: 'fails' },
      { is: 'unrepeatable', test: 'once' },
    ]);
    expect([...session.outside]).toEqual([1]);
  });

  it('run after those again that they need, where the file is begun anew', () => {
    let made = false;
    let broken = false;
    const make = () => {
      made = true;
      return true;
    };
    const use = (mutant: number | null) => {
      broken ||= mutant === 1;
      return made && !broken;
    };
    const { entries } = play({ make, use }, [1, 2], () => {
      made = false;
      broken = false;
    });
    expect(entries).toEqual([{ is: 'killed', mutant: 1, test: 'use', how: 'failure' }]);
  });
});
