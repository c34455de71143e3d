import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { gates } from 'assay-core/solana/gates/gate-table.ts';
import { describe, expect, it } from 'vitest';
import { faults } from '#lib/fault-catalogue.ts';
import rules from '../../.dependency-cruiser.mjs';
import { filesBelow, productionBelow, SOURCES, TESTS } from './files-below.ts';

const LINES_PER_FILE_MAX = 400;
const LINES_PER_RULE_MAX = 80;

const sources = SOURCES.flatMap(filesBelow).filter((name) => /[.]tsx?$/.test(name));
const production = SOURCES.flatMap(productionBelow);

function lines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

describe('source', () => {
  it('is read by this test', () => {
    expect(production.length).toBeGreaterThan(50);
  });

  it('keeps every file small enough to hold in the head', () => {
    expect(production.filter((file) => lines(file) > LINES_PER_FILE_MAX)).toEqual([]);
  });

  it('keeps unfinished marks and skipped tests out', () => {
    // Spelled in halves, so that this file does not find itself.
    const marks = new RegExp(
      ['\\bTO' + 'DO\\b', '\\bFIX' + 'ME\\b', '\\.(on' + 'ly|sk' + 'ip|to' + 'do)\\('].join('|'),
    );
    const files = [...sources, ...testFiles()];
    expect(files.filter((file) => marks.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('uses no words that stand for nothing in file names', () => {
    const vague = /^(utils?|helpers?|common|misc|manager|service)([.-]|$)/;
    expect(sources.filter((file) => vague.test(basename(file)))).toEqual([]);
  });
});

describe('chance', () => {
  it('is used where a wait is spread, and nowhere else', () => {
    // Keys and identifiers come from node:crypto; a judgement and a quote use neither (judgement-imports-no-package).
    const users = production.filter((file) => readFileSync(file, 'utf8').includes('Math.random'));
    expect(users.filter((file) => !file.startsWith('packages/core/src/chain/rpc/'))).toEqual([]);
  });
});

function testFiles(): string[] {
  return TESTS.flatMap(filesBelow).filter((name) => name.endsWith('.ts'));
}

describe('what the chain costs and how fast it goes', () => {
  const TABLE = 'packages/core/src/solana/gates/gate-table.ts';
  /** Answers as they were given once. */
  const EXAMPLES = /^(src\/transport\/discovery\/openapi\/examples\/|packages\/core\/src\/rules\/\w+\/metrics[.]ts$)/;
  const rates = gates.flatMap(({ lamportsPerByte }) => lamportsPerByte ?? []);
  /** Rates, and the rents of accounts without data, mints and token accounts with the usual extensions. */
  const prices = new Set(rates.flatMap((rate) => [rate, ...[0n, 82n, 165n, 170n, 182n].map((n) => rate * (128n + n))]));
  /** Milliseconds and seconds of a slot, slots of a day and of an epoch, and the seconds of 32 slots. */
  const paces = new Set(['400', '350', '300', '250', '200', '0.4', '0.2', '216000', '432000', '12.8', '6.4']);
  const numbersIn = (line: string) =>
    (line.match(/(?<![\w.])\d[\d_]*(\.\d+)?/g) ?? []).map((n) => n.replaceAll('_', ''));

  function isLiteral(line: string): boolean {
    const numbers = numbersIn(line);
    if (/slot/i.test(line.replace('SLOT_CACHE_MS', '')) && numbers.some((number) => paces.has(number))) return true;
    // A number as short as a rate may be anything else, such as a place in an account.
    const isOfRent = /rent|lamport/i.test(line);
    return numbers.some((n) => !n.includes('.') && prices.has(BigInt(n)) && (n.length > 4 || isOfRent));
  }

  it('is found where it stands', () => {
    expect(isLiteral('const RENT = 2_039_280n;')).toBe(true);
    expect(isLiteral('const LAMPORTS_PER_BYTE = 5080;')).toBe(true);
    expect(isLiteral('const SLOT_MS = 400;')).toBe(true);
    expect(isLiteral('const SECONDS_PER_SLOT = 0.4;')).toBe(true);
    expect(isLiteral('const TIMEOUT_MS = 400;')).toBe(false);
  });

  it('stands in the table of gates alone', () => {
    const found = production
      .filter((file) => file !== TABLE && !EXAMPLES.test(file))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter(isLiteral)
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});

describe('rules of judgement', () => {
  const files = production.filter(
    (file) => /rules[/]\w+[/]rules$/.test(dirname(file)) && basename(file) !== 'index.ts',
  );

  it('exist', () => {
    expect(files.length).toBeGreaterThan(3);
  });

  it.each(files)('%s has a test, is listed and is short', (file) => {
    expect(existsSync(file.replace(/\.ts$/, '.test.ts'))).toBe(true);
    expect(readFileSync(join(dirname(file), 'index.ts'), 'utf8')).toContain(`'./${basename(file)}'`);
    expect(lines(file)).toBeLessThanOrEqual(LINES_PER_RULE_MAX);
  });
});

describe('vocabulary', () => {
  const available = Object.values(kinds).filter((kind) => kind.state === 'available');

  it.each(available)('$name explains every code, flag and verdict', (kind) => {
    const { codes, flags } = catalogue[kind.name];
    const texts = [...Object.values(codes).flatMap((c) => [c.meaning, c.action]), ...Object.values(flags)];
    expect(texts.filter((text) => text.length < 20 || !text.endsWith('.'))).toEqual([]);
    const names = [...Object.keys(codes), ...Object.keys(flags), ...Object.keys(kind.verdicts)];
    expect(names.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('explains every fault', () => {
    expect(Object.values(faults).filter((fault) => fault.meaning.length < 20)).toEqual([]);
  });
});

describe('architecture', () => {
  it('gives each rule a sentence that says what breaking it means', () => {
    expect(rules.forbidden.filter((rule) => !/^.{30,}\.$/.test(rule.comment)).map((rule) => rule.name)).toEqual([]);
  });

  it('has a rule for each layer', () => {
    const foldersOf = (folder: string, prefix: string) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [prefix + one.name] : []));
    const layers = [...foldersOf('src', ''), ...foldersOf('packages/core/src', 'core-'), 'sandbox'];
    const named = rules.forbidden.map((rule) => rule.name).filter((name) => name.endsWith('-looks-only-down'));
    // Entry points and parts of the composition root, like main.ts: they may reach every layer, and no layer imports them.
    const atTheRoot = ['app', 'operator'];
    const wanted = layers.filter((layer) => !atTheRoot.includes(layer)).map((layer) => `${layer}-looks-only-down`);
    expect(named.sort()).toEqual(wanted.sort());
  });

  it('gives the reason for each runtime dependency in CONTRIBUTING.md', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const text = readFileSync('CONTRIBUTING.md', 'utf8');
    const all = Object.keys(manifest.dependencies);
    expect(all.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`\`${dirname(name)}/*\``))).toEqual([]);
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies }) as string[];
    expect(versions.filter((version) => !/^(npm:.+@)?\d/.test(version))).toEqual([]);
  });
});

describe('.editorconfig', () => {
  it('has the indentation and the width that Biome formats with', () => {
    const set = Object.fromEntries(
      [...readFileSync('.editorconfig', 'utf8').matchAll(/^(\w+) = (.+)$/gm)]
        .reverse()
        .map(([, name, value]) => [name, value]),
    );
    const { indentStyle, indentWidth = 2, lineWidth } = JSON.parse(readFileSync('biome.json', 'utf8')).formatter;
    expect(set).toMatchObject({
      indent_style: indentStyle,
      indent_size: `${indentWidth}`,
      max_line_length: `${lineWidth}`,
    });
  });
});
