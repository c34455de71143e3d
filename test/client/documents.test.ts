import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { describe, expect, it } from 'vitest';
import { variables } from '#config/variables.ts';
import { retryActions } from '#lib/fault-catalogue.ts';
import { pricesAtomic } from '#payments/prices.ts';
import { exitCodes, verdictClasses } from '../../packages/assay/src/classes.ts';
import { filesBelow, TESTS } from '../architecture/files-below.ts';
import { type Markdown, readMarkdown } from './markdown.ts';

const README_BYTES_MAX = 12_000;
const RECORD_LINES_MAX = 60;
const SCRIPT_LINES_MAX = 12;

const folders = ['.github', 'docs', 'src', 'deploy', 'packages'].filter((folder) => existsSync(folder));
const below = folders.flatMap(filesBelow).filter((file) => file.endsWith('.md'));
const RECORD = /^docs\/decisions\/\d{4}-/;
const records = below.filter((file) => RECORD.test(file)).sort();
const docs = below.filter((file) => file.startsWith('docs/') && !RECORD.test(file));
const everywhere = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...below];
const pages = new Map<string, Markdown>(everywhere.map((file) => [file, readMarkdown(file)]));

const page = (file: string): Markdown => pages.get(file) ?? readMarkdown(file);

/** Why a link leads nowhere; null where it leads somewhere, or out of the repository. */
function broken(file: string, target: string): string | null {
  if (/^(https?:|<)/.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const to = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(to)) return `${file}: ${target} is not there`;
  if (anchor === undefined || page(to).anchors.includes(anchor)) return null;
  return `${file}: ${target} has no such heading`;
}

/** The first cells of the rows of a page's tables, without the words of the head. */
function firstCells({ prose }: Markdown): readonly string[] {
  return [...prose.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell.trim());
}

describe('the documentation', () => {
  it('has no link, picture or anchor that leads nowhere', () => {
    const dead = everywhere.flatMap((file) => page(file).links.map((target) => broken(file, target)));
    expect(dead.length).toBeGreaterThan(100);
    expect(dead.filter((one) => one !== null)).toEqual([]);
  });

  it('has a README of at most 12 KB', () => {
    expect(statSync('README.md').size).toBeLessThanOrEqual(README_BYTES_MAX);
  });

  it('pays with a script of at most 12 lines', () => {
    const scripts = page('README.md').fences.filter(({ info }) => info[0] === 'js' && info[1] === 'runnable');
    expect(scripts.map(({ text }) => text.trimEnd().split('\n').length <= SCRIPT_LINES_MAX)).toEqual([true]);
  });

  it.each(docs)('says whom it is for in the first sentence of %s', (file) => {
    expect(page(file).opening).toMatch(/^For (operators|developers|people|whoever|everybody)\b.{10,}[.:]/);
  });

  it('lists every page of docs/', () => {
    const listed = page('docs/README.md').links.map((target) => join('docs', target));
    expect(docs.filter((file) => file !== 'docs/README.md' && !listed.includes(file))).toEqual([]);
  });

  it('names only scripts and test files that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const texts = everywhere.map((file) => readFileSync(file, 'utf8')).join('\n');
    const named = [...texts.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    // FILE and the like stand for a name.
    const paths = [...texts.matchAll(/(?<![\w/.-])(?:src|test|packages)\/[\w./-]*[a-z]/g)].map(([path]) => path);
    expect(paths.length).toBeGreaterThan(100);
    expect([...new Set(paths)].filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('the records of decisions', () => {
  it('are numbered without a gap, and listed', () => {
    const names = records.map((file) => basename(file));
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
    expect(page('docs/decisions/README.md').links).toEqual(names);
  });

  it.each(records)('%s says its status, its date, its costs and what would change it, on one page', (file) => {
    const { anchors, opening } = page(file);
    expect(opening).toMatch(/^(Accepted|Superseded by \[\d{4}\]\(.+\)), \d{4}-\d{2}-\d{2}\./);
    expect(anchors.slice(1)).toEqual(['context', 'decision', 'cost', 'what-would-change-it']);
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(RECORD_LINES_MAX);
  });
});

describe('the packages', () => {
  // Their names on npm are free for anybody, who would get the keys of those that install or run them by name.
  const texts = [...everywhere, 'src/pages/landing/connect.tsx'].map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  );

  it('are nowhere installed or started from the registry', () => {
    const byName = /\bnpm (?:i|install)\b[^\n`']* assay(?![\w/.-]*\.tgz)|\bnpx -y assay|"-y", "assay/;
    expect(texts.filter(([, text]) => byName.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('are installed from files of their names and versions', () => {
    const packed = readdirSync('packages', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => JSON.parse(readFileSync(`packages/${entry.name}/package.json`, 'utf8')))
      .map(({ name, version }) => `${name}-${version}.tgz`);
    const named = texts.flatMap(([, text]) => text.match(/\bassay[\w.-]*\.tgz\b/g) ?? []);
    expect(new Set(named).size).toBeGreaterThan(3);
    expect(named.filter((file) => !packed.includes(file))).toEqual([]);
  });
});

describe('docs/testing.md', () => {
  it('says what each folder of tests proves', () => {
    const cells = firstCells(page('docs/testing.md'));
    // What the tests use, and the runner of suites under other versions of Node.
    const without = ['fixtures', 'support', 'node'];
    const folders = TESTS.flatMap((folder) => readdirSync(folder, { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).filter((name) => !cells.includes(name) && !without.includes(name))).toEqual(
      [],
    );
  });
});

describe('docs/configuration.md', () => {
  it('has a row for each variable that the service reads, and for no other', () => {
    const rows = firstCells(page('docs/configuration.md')).flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)]);
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(variables.shape).sort());
  });
});

describe('the tables of kinds', () => {
  it.each(['README.md', 'docs/checks.md'])('of %s have the verdicts and the prices of the registry', (file) => {
    const rows = [...page(file).prose.matchAll(/^\| (wallet|token|trade|funder) \|.*\| ([A-Z_, ]+) \| ([\d.]+) \|$/gm)];
    const stated = rows.map(([, name, verdicts, price]) => [name, verdicts, price]);
    const registered = Object.values(kinds).map(({ name, verdicts }) => [
      name,
      Object.keys(verdicts).join(', '),
      formatUsdc(pricesAtomic[name]),
    ]);
    expect(stated).toEqual(registered);
  });

  it('stand over explanations whose codes and flags exist', () => {
    const known = [...Object.values(catalogue), ...Object.values(kinds)].flatMap((one) =>
      Object.keys('codes' in one ? { ...one.codes, ...one.flags } : one.verdicts),
    );
    const named = page('docs/checks.md').prose.match(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g) ?? [];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !known.includes(name) && !Object.hasOwn(variables.shape, name))).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  it('names every retry action', () => {
    const [, named = ''] = /`retry_action`:([^;]*);/.exec(page('docs/errors.md').prose) ?? [];
    expect([...named.matchAll(/`(\w+)`/g)].map(([, action]) => action).sort()).toEqual(
      Object.keys(retryActions).sort(),
    );
  });
});

describe('docs/cli.md', () => {
  it('has each exit code with the verdicts of its class', () => {
    const rows = page('docs/cli.md').prose.matchAll(/^\| ([\d, ]+) \| [a-z ]+ \| (.+) \|$/gm);
    const stated = [...rows].flatMap(([, codes = '', verdicts = '']) =>
      codes.split(', ').map((code) => [Number(code), verdicts.match(/[A-Z]{2,}(_[A-Z]+)*/g) ?? []] as const),
    );
    expect(stated.map(([code]) => code).sort()).toEqual(Object.values(exitCodes).sort());
    const classes = Object.values(verdictClasses).flatMap(Object.entries) as [string, keyof typeof exitCodes][];
    const expected = new Map(stated.map(([code]) => [code, new Set<string>()]));
    for (const [verdict, name] of classes) expected.get(exitCodes[name])?.add(verdict);
    expect(new Map(stated.map(([code, verdicts]) => [code, new Set(verdicts)]))).toEqual(expected);
  });
});
