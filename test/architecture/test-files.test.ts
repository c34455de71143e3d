import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow, SOURCES, TESTS } from './files-below.ts';

/** A pause between two looks. A busy machine makes it longer, and no test fails by that. */
const POLL_MS_MAX = 10;
/** Files of `npm test` that wait for a fixed time all the same, each with its reason. */
const WAITING: Readonly<Record<string, string>> = {
  'test/ledger/claims.test.ts': 'a transaction keeps its lock for a moment; the test holds for any moment',
  'test/ledger/lost-transactions.test.ts': 'a statement is under way while its connection is lost, for however long',
  'test/protection/drain.test.ts':
    'a wrong cut would come within the pause; a slow machine only makes the pause longer',
};
/** Installed apart or for the suites of processes alone, and this folder, which spells what it looks for. */
const APART = ['test/architecture/', 'test/browser/', 'test/fuzz/', 'test/moves/', 'labs/oracles/', 'test/peers/'];

const all = [...SOURCES, ...TESTS]
  .flatMap(filesBelow)
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.browser.test.ts'))
  .filter((name) => !APART.some((folder) => name.startsWith(folder)));
const byProcesses = all.filter((name) => /\.(slow|long)\.test\.ts$/.test(name));
const fast = all.filter((name) => !byProcesses.includes(name));

// `setTimeout(resolve, 50)`, `setTimeout(() => resolve(), 50)`, `pause(50)`, `await setTimeout(50)`, and `pg_sleep(0.05)`.
/** An argument, with parentheses of one depth in it; `NAMED` is none of a declaration, which has a type behind a colon. */
const TIME = '((?:[^()]|\\([^()]*\\))+)';
const NAMED = '((?:[^():]|\\([^()]*\\))+)';
const WAIT = new RegExp(
  [
    `setTimeout\\((?:resolve|done|\\(\\) => (?:resolve|done)\\(\\)), ${TIME}\\)`,
    `\\b(?:pause|sleep|delay)\\(${NAMED}\\)`,
    `await setTimeout\\(${TIME}\\)`,
    `pg_sleep\\(${TIME}\\)`,
  ].join('|'),
  'g',
);

/** Places of a text that wait for longer than a pause between two looks, or for a time that is not written there. */
function sleeps(text: string): readonly string[] {
  // Timers that are not real take no time, nor do those of a chain's rig, which run on a clock of the test.
  if (text.includes("support/chains.ts'")) return [];
  if (/useFakeTimers\((?:\)|[^)]*'setTimeout')/.test(text)) return [];
  const constants = new Map([...text.matchAll(/const (\w+) = ([\d_.]+);/g)].map(([, name, value]) => [name, value]));
  return [...text.matchAll(WAIT)]
    .filter(([, resolved, paused, awaited, seconds]) => {
      const time = resolved ?? paused ?? awaited ?? seconds ?? '';
      const value = Number((constants.get(time) ?? time).replaceAll('_', ''));
      return !(value * (seconds === undefined ? 1 : 1_000) <= POLL_MS_MAX);
    })
    .map(([place]) => place);
}

const sleepsOf = (file: string) => sleeps(readFileSync(file, 'utf8'));

describe('files of tests', () => {
  it('are read by this test', () => {
    expect(fast.length).toBeGreaterThan(300);
    expect(byProcesses.length).toBeGreaterThan(3);
  });

  it('that start processes lie in test/, because a test beside a source is one of npm test', () => {
    expect(byProcesses.filter((file) => SOURCES.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
  });

  it('with a number of cases that depends on the run are properties', () => {
    // `npm run properties` finds them by this name, and runs them whole.
    const users = all.filter((file) => readFileSync(file, 'utf8').includes("support/cases.ts'"));
    expect(users.length).toBeGreaterThan(5);
    expect(users.filter((file) => !file.endsWith('.property.test.ts'))).toEqual([]);
  });
});

describe('tests of npm test', () => {
  it('wait for events or for a clock of their own, and for no fixed time', () => {
    expect(fast.flatMap((file) => (file in WAITING ? [] : sleepsOf(file).map((place) => [file, place])))).toEqual([]);
  });

  it('that wait for a fixed time with a reason still do', () => {
    expect(Object.keys(WAITING).filter((file) => !fast.includes(file) || sleepsOf(file).length === 0)).toEqual([]);
  });
});

describe('a fixed time', () => {
  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 50));',
    'await new Promise<void>((resolve) => void setTimeout(() => resolve(), LAPSE_MS + 1));',
    'const LAPSE_MS = 2_000;\nawait pause(LAPSE_MS);',
    'await tx`SELECT pg_sleep(0.3)`;',
  ])('is seen in %j', (text) => {
    expect(sleeps(text)).toHaveLength(1);
  });

  it.each([
    'while (!isSo()) await pause(5);',
    'const POLL_MS = 5;\nwhile (!isSo()) await setTimeout(POLL_MS);',
    "vi.useFakeTimers({ toFake: ['setTimeout'] });\nawait pause(2_000);",
    'const pause = (ms: number) => later(ms);',
    'LOOP PERFORM pg_sleep(0.005); END LOOP',
  ])('is not seen in %j', (text) => {
    expect(sleeps(text)).toEqual([]);
  });
});
