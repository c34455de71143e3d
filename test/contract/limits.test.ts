import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faults } from '../../src/lib/fault-catalogue.ts';
import { filesBelow, SOURCES } from '../architecture/files-below.ts';

/** Refusals because of how much somebody asks for. */
const OF_LIMITS = /new Fault\('(rate_limited|too_many_\w+|overloaded|body_too_large|prepaid_only)'/;
const COLUMNS = 7;

interface Row {
  readonly limit: string;
  /** The cells that tell how much, of what, and by whom. */
  readonly told: string;
  readonly keptIn: string;
  readonly standsIn: readonly { readonly file: string; readonly names: readonly string[] }[];
  readonly codes: readonly string[];
  readonly heldBy: readonly string[];
}

const page = readFileSync('docs/limits.md', 'utf8');
const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| limit'))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    expect(cells, line).toHaveLength(COLUMNS);
    const [limit = '', what = '', by = '', keptIn = '', standsIn = '', caller = '', heldBy = ''] = cells;
    return {
      limit,
      told: `${limit} ${what} ${by}`,
      keptIn,
      standsIn: standsIn.split(', ').map((part) => {
        const [file = '', ...names] = quoted(part);
        return { file, names };
      }),
      codes: quoted(caller),
      heldBy: quoted(heldBy),
    };
  });

function quoted(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

/** The first number that a constant or member is given, as the page writes it. */
function valueIn(file: string, name: string): string {
  const given = new RegExp(`\\b${name}\\b(?:: [^=\\n]+)?(?: =|:) ?[^;]{0,60}?(\\d[\\d_.]*)`).exec(
    readFileSync(file, 'utf8'),
  );
  if (given?.[1] === undefined) throw new Error(`${file} gives ${name} no number`);
  return Number(given[1].replaceAll('_', '')).toLocaleString('en-US');
}

describe('the page of limits', () => {
  it('has a row for each limit', () => expect(rows.length).toBeGreaterThan(20));

  it('names files that exist, and says of each limit where its count is kept', () => {
    const files = quoted(page).filter((word) => /^(?:src|test|deploy)\//.test(word));
    expect(files.length).toBeGreaterThan(rows.length);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(rows.filter(({ keptIn }) => !/^(?:database|process|proxy|the (?:request|check)$)/.test(keptIn))).toEqual([]);
  });

  it.each(rows)('names refusals that there are, and tests that meet them: $limit', ({ codes, standsIn, heldBy }) => {
    expect(codes.filter((code) => !Object.hasOwn(faults, code))).toEqual([]);
    expect(heldBy.length).toBeGreaterThan(0);
    for (const file of heldBy) {
      const text = readFileSync(file, 'utf8').toLowerCase();
      const words = [...codes, ...standsIn.flatMap(({ names }) => names)].map((word) => word.toLowerCase());
      if (codes.length > 0)
        expect(
          words.filter((word) => text.includes(word)),
          file,
        ).not.toEqual([]);
    }
  });

  it.each(
    rows.flatMap(({ told, standsIn }) =>
      standsIn.flatMap(({ file, names }) => names.map((name) => ({ told, file, name }))),
    ),
  )('tells the value of $name in $file', ({ told, file, name }) => {
    const value = valueIn(file, name);
    expect(told).toMatch(new RegExp(`(?<![\\d,.])${value}(?![\\d,.]*\\d)`));
  });

  it('names every place that refuses because of a limit', () => {
    const refusing = SOURCES.flatMap(filesBelow).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && OF_LIMITS.test(readFileSync(file, 'utf8')),
    );
    expect(refusing.length).toBeGreaterThan(8);
    const named = rows.flatMap(({ standsIn }) => standsIn.map(({ file }) => file));
    expect(refusing.filter((file) => !named.includes(file))).toEqual([]);
  });
});
