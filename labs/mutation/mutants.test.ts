import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { instrument } from './instrument.ts';
import { findMutants, type Mutant, sample } from './mutants.ts';
import { openSwitches } from './switches.ts';

const FILE = 'src/sample.ts';

/** What `run(...args)` of a module returns, or throws, with one mutant switched on or without one. */
function outcomes(text: string, args: readonly unknown[] = []) {
  const mutants = findMutants(FILE, text);
  const javascript = (source: string) => transformSync(source, { loader: 'ts' }).code;
  const code = javascript(instrument(FILE, text, new Map(mutants.entries())));
  const outcomeOf = (body: string, id: number | null) => {
    const switches = openSwitches(mutants.length);
    switches.activate(id, 1_000);
    try {
      const run = new Function('__mutation', 'globalThis', `${body}; return run;`)(switches, { __mutation: switches });
      return run(...structuredClone(args)) as unknown;
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  return {
    plain: outcomeOf(javascript(text), null),
    clean: outcomeOf(code, null),
    mutated: mutants.map((mutant, id) => [name(mutant), outcomeOf(code, id)] as const),
  };
}

const name = ({ kind, original, mutated }: Mutant) => `${kind}: ${original} -> ${mutated}`;

describe('mutants', () => {
  it.each([
    ['return a + 2n * b', [3n, 4n]],
    ['let n = a; for (const one of [1, 2, b]) { if (one > 1) continue; n -= one; } return n', [3, 4]],
    ['return a?.list.filter((one: number) => one >= b).length ?? "none"', [{ list: [1, 2, 3] }, 2]],
    ['return a?.list.filter((one: number) => one >= b).length ?? "none"', [null, 2]],
    ['const it = a ? ({ b }) : { c: [b] as const }; return { ...it, [`x`]: !b } satisfies object', [false, 1]],
    ['try { a.push(1); } catch { return "no list"; } finally { b.push(2); } return [a, b]', [[], []]],
    ['switch (a) { case "x": { b += 1; break; } default: b = -1; } return b', ['x', 1]],
    ['const f = (n: number): number => n <= 1 ? n : f(n - 1) + f(n - 2); return f(a) as number', [9, 0]],
  ])('none of them is active without being asked for: %s', (body, args) => {
    const { plain, clean, mutated } = outcomes(`function run(a: any, b: any) { ${body}; }`, args);
    expect(clean).toEqual(plain);
    expect(mutated).not.toEqual([]);
  });

  it.each([
    ['return a - 1;', 5, 'arithmetic: a - 1 -> a + 1', 6],
    ['return a * 3n;', 9n, 'arithmetic: a * 3n -> a / 3n', 3n],
    ['return a < 5;', 5, 'comparison: a < 5 -> a <= 5', true],
    ['return a < 5;', 4, 'comparison: a < 5 -> a >= 5', false],
    ['return a === 5;', 5, 'comparison: a === 5 -> a !== 5', false],
    ['return a && 7;', 0, 'logical: a && 7 -> a || 7', 7],
    ['return a ?? 7;', null, 'logical: a ?? 7 -> a && 7', null],
    ['return a ? 1 : 2;', 0, 'condition: a -> true', 1],
    ['if (a) return 1; return 2;', 1, 'condition: a -> false', 2],
    ['return !a;', 1, 'negation: !a -> a', 1],
    ['return [true, a];', 1, 'boolean: true -> false', [false, 1]],
    ['return [0, a];', 1, 'number: 0 -> 0 + 1', [1, 1]],
    ['return a + 1;', 1, 'result: a + 1 -> undefined', undefined],
    ['a.push(1); return a;', [], 'statement: a.push(1); -> ', []],
    ['return a === "x" ? 1 : 2;', '', 'string: "x" -> \'\'', 1],
    ['return a.some((one) => one);', [0, 1], 'method: a.some((one) => one) -> a.every((one) => one)', false],
    ['return a.filter(Boolean);', [0, 1], 'method: a.filter(Boolean) -> a', [0, 1]],
    ['return Math.max(a, 3);', 5, 'method: Math.max(a, 3) -> Math.min(a, 3)', 3],
    ['for (const one of [1, 2]) { a += one; a += 1; } return a;', 0, 'block: { a += one; a += 1; } -> ', 0],
    ['while (a > 0) { a -= 1; } return a;', 3, 'statement: a -= 1; -> ', 'A mutant keeps a loop from ending.'],
    [
      'const sql = String.raw; return sql`SELECT 1 AND b >= 1`;',
      1,
      'sql: sql`SELECT 1 AND b >= 1` -> sql`SELECT 1 OR b >= 1`',
      'SELECT 1 OR b >= 1',
    ],
  ])('one of them changes what it says and nothing else: %s', (body, arg, mutant, result) => {
    const { clean, mutated } = outcomes(`function run(a: any) { ${body} }`, [arg]);
    expect(new Map(mutated).get(mutant), JSON.stringify(mutated.map(([what]) => what))).toEqual(result);
    expect(clean).not.toEqual(result);
  });

  it('leave types, imports, names of properties and targets of assignments alone', () => {
    const text = `import { a } from './a.ts';\ntype A = 1 | true;\ninterface B { c: 2 }\nlet d: 3 = a as 3;\nclass E { 4 = a; }`;
    expect(findMutants(FILE, text)).toEqual([]);
  });

  it('tell what runs when the module is loaded', () => {
    const found = findMutants(FILE, 'const a = 1;\nconst b = () => 2;\nclass C { d = 3; static e = 4; }');
    expect(found.map(({ original, isStatic }) => [original, isStatic])).toEqual([
      ['1', true],
      ['2', false],
      ['2', false],
      ['3', false],
      ['4', true],
    ]);
  });
});

describe('a sample', () => {
  const text = Array.from({ length: 40 }, (_, n) => `const v${n} = ${n};`).join('\n');

  it('is the same for the same seed and differs between seeds', () => {
    const all = findMutants(FILE, text);
    expect(sample(all, 10, 1)).toEqual(sample(all, 10, 1));
    expect(sample(all, 10, 1)).not.toEqual(sample(all, 10, 2));
  });

  it('keeps its mutants when lines are added', () => {
    const keys = (source: string) => sample(findMutants(FILE, source), 10, 1).map(({ key }) => key);
    expect(keys(`// A line.\n${text}`)).toEqual(keys(text));
  });
});
