import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gapFacts } from 'assay-core/lib/reading.ts';
import type { Judgement, Kind } from 'assay-core/rules/check.ts';
import { funderMetricSections } from 'assay-core/rules/funder/sections.ts';
import { judgeFunder } from 'assay-core/rules/funder/verdict.ts';
import {
  declaredAt,
  fieldName,
  type Group,
  type MetricField,
  type MetricSections,
  type Type,
} from 'assay-core/rules/metric.ts';
import { tokenMetricSections } from 'assay-core/rules/token/sections.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { tradeMetricSections } from 'assay-core/rules/trade/sections.ts';
import { judgeTrade } from 'assay-core/rules/trade/verdict.ts';
import { walletMetricSections } from 'assay-core/rules/wallet/sections.ts';
import { judgeFigures } from 'assay-core/rules/wallet/verdict.ts';
import fc from 'fast-check';
import {
  execute,
  GraphQLInterfaceType,
  GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import * as funder from '../../packages/core/test/support/funder-arbitraries.ts';
import * as token from '../../packages/core/test/support/token-arbitraries-evidence.ts';
import * as trade from '../../packages/core/test/support/trade-arbitraries.ts';
import * as wallet from '../../packages/core/test/support/wallet-cases.ts';

type Values = Readonly<Record<string, unknown>>;
type Name = Kind['name'];

const declared: Readonly<Record<Name, MetricSections>> = {
  funder: funderMetricSections,
  token: tokenMetricSections,
  trade: tradeMetricSections,
  wallet: walletMetricSections,
};
const names = Object.keys(declared) as readonly Name[];

/** Judgements of random evidence, whole or with a gap. */
const judgements: Readonly<Record<Name, fc.Arbitrary<Judgement>>> = {
  funder: less(funder).map(judgeFunder),
  token: less(token).map(judgeToken),
  trade: less(trade).map(judgeTrade),
  wallet: fc
    .tuple(wallet.anyCase, fc.option(fc.tuple(wallet.readings, wallet.causes)))
    .map(([whole, gap]) => (gap ? wallet.withGap(whole, ...gap) : whole))
    .map(({ evidence, figures }) => judgeFigures(evidence, figures)),
};

function less<E, N, C>(kind: {
  readonly anyEvidence: fc.Arbitrary<E>;
  readonly readings: fc.Arbitrary<N>;
  readonly causes: fc.Arbitrary<C>;
  readonly withGap: (evidence: E, name: N, cause: C) => E;
}): fc.Arbitrary<E> {
  return fc
    .tuple(kind.anyEvidence, fc.option(fc.tuple(kind.readings, kind.causes)))
    .map(([whole, gap]) => (gap ? kind.withGap(whole, ...gap) : whole));
}

/** Every field of a type, to the last one. */
function everything(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).map((field) => `${field.name} ${everything(field.type)}`);
  return `{ ${fields.join(' ')} }`;
}

const typeOf = (kind: Name) => `${kind[0]?.toUpperCase()}${kind.slice(1)}Check`;

function metricsType(kind: Name): GraphQLObjectType {
  const check = schema.getType(typeOf(kind)) as GraphQLObjectType;
  return getNamedType(check.getFields().metrics?.type) as GraphQLObjectType;
}

const queries = new Map(
  names.map((kind) => {
    const argument = kind === 'token' || kind === 'trade' ? 'mint' : 'address';
    const subject = 'So11111111111111111111111111111111111111112';
    return [
      kind,
      parse(`{ check: ${kind}Check(${argument}: "${subject}") { metrics ${everything(metricsType(kind))} } }`),
    ];
  }),
);

interface Answered {
  readonly metrics: Values;
  readonly gaps: readonly { readonly reading: string }[];
}

/** The metrics of an answer as GraphQL shows them, all of them, and the errors. */
async function shown(kind: Name, { metrics, gaps }: Answered) {
  const document = { kind, metrics, gaps };
  const contextValue = { operation: { check: async () => ({ document }) } };
  const { data, errors = [] } = await execute({ schema, document: queries.get(kind) as never, contextValue });
  const check = data?.check as { readonly metrics: Values } | null;
  return { metrics: check?.metrics ?? {}, errors: errors.map(({ message, path }) => `${path?.join('.')}: ${message}`) };
}

/** Fields that are null, whose descriptions name no other cause than a reading that failed. A gap is null where nothing failed. */
function unexplained(type: GraphQLObjectType, values: Values): readonly string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const value = values[field.name];
    const named = getNamedType(field.type);
    if (value === null && field.name !== 'gap') {
      const causes = (field.description ?? '').split('Null where ')[1]?.split(/, (?:or )?/) ?? [];
      return causes.every((cause) => /\bnot read\b/.test(cause)) ? [`${type.name}.${field.name}`] : [];
    }
    // One of many, such as a pool, may be unread although the list was read.
    if (!isObjectType(named) || value === null || Array.isArray(value)) return [];
    return unexplained(named, value as Values);
  });
}

function answered({ metrics, gaps }: Judgement): Answered {
  const published = gaps.map(({ reading, cause }) => ({ reading, cause, retryable: gapFacts[cause].retryable }));
  return { metrics: JSON.parse(JSON.stringify(metrics)), gaps: published };
}

/** The value that a field has to show, worked out from the declaration of its member alone. */
function expected({ of, isList }: Type, value: unknown): unknown {
  if (value === null) return null;
  if (isList)
    return (value as readonly unknown[]).map((one) =>
      expected({ of, unit: null, isList: false, isNullable: false }, one),
    );
  if (of === 'UnixTime') return new Date(Number(value) * 1000).toISOString().replace('.000Z', 'Z');
  if (typeof of === 'string') return value;
  if ('words' in of) return String(value) in of.words ? String(value).toUpperCase().replaceAll('-', '_') : 'OTHER';
  const parts = Object.entries(of.inAnswer.parts ?? {});
  const inParts = parts.flatMap(([, { fields }]) => Object.values(fields)).map((path) => path.replace('?', ''));
  const members = Object.entries(of.members)
    .filter(([name]) => !inParts.includes(name))
    .map(([name, { type }]) => [fieldName(name, of), expected(type, (value as Values)[name])]);
  const objects = parts.map(([field, part]) => [field, expectedField(of, value as Values, part)]);
  return Object.fromEntries([...members, ...objects]);
}

const at = (metrics: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | null)?.[name] ?? null, metrics);

function expectedField(group: Group, metrics: Values, field: MetricField): unknown {
  const plain = (path: string) => expected(declaredAt(group, path).type, at(metrics, path));
  if (typeof field === 'string') return plain(field);
  if ('listed' in field) return field.listed.map(plain).filter((one) => one !== null);
  const parts = Object.entries(field.fields).map(([name, path]) => [name, plain(path.replace('?', ''))] as const);
  // What is known together is never known in part, else the parts that are known would be lost.
  const needed = Object.values(field.fields).filter((path) => !path.endsWith('?'));
  const missing = needed.filter((path) => at(metrics, path) === null);
  expect([[], needed]).toContainEqual(missing);
  if (missing.length > 0) expect(parts.filter(([, value]) => value !== null)).toEqual([]);
  return missing.length > 0 ? null : Object.fromEntries(parts);
}

function expectedMetrics(
  { metrics: group, wholeReadings, top, sections }: MetricSections,
  { metrics, gaps }: Answered,
): Values {
  const members = Object.entries(top).map(([name, path]) => [name, expectedField(group, metrics, path)]);
  const groups = Object.entries(sections).map(([name, { readings, fields }]) => {
    const gap = gaps.find(({ reading }) => [...wholeReadings, ...readings].some((one) => one === reading)) ?? null;
    const shownFields = Object.entries(fields).map(([field, one]) => [field, expectedField(group, metrics, one)]);
    const reading = gap && expect.objectContaining({ reading: gap.reading.toUpperCase() });
    return [name, { gap: reading, ...Object.fromEntries(shownFields) }];
  });
  return Object.fromEntries([...members, ...groups]);
}

/** The recorded answers, with numbers where the record has only their type because they are of the moment. */
function recordedAnswers(): readonly (Answered & { readonly kind: Name })[] {
  const files = [
    'sandbox-wallet',
    ...['token', 'trade', 'funder'].flatMap((kind) => [`sandbox-${kind}`, `mainnet-${kind}`]),
  ];
  const bodies = files.flatMap((file) => {
    const text = readFileSync(join('test/answers', `${file}.json`), 'utf8')
      .replaceAll(': "number"', ': 1000')
      .replaceAll(':"number"', ':1000');
    return Object.values(JSON.parse(text) as Record<string, { readonly body: Answered & { readonly kind?: Name } }>);
  });
  return bodies.flatMap(({ body }) =>
    body.kind && Object.keys(body.metrics).length > 0 ? [{ ...body, kind: body.kind }] : [],
  );
}

describe.each(names)('the metrics of a %s check in groups', (kind) => {
  it('show every figure of random evidence, without an error', async () => {
    await fc.assert(
      fc.asyncProperty(judgements[kind], async (judgement) => {
        const answer = answered(judgement);
        const { metrics, errors } = await shown(kind, answer);
        expect(errors).toEqual([]);
        expect(metrics).toEqual(expectedMetrics(declared[kind], answer));
      }),
      { numRuns: cases(200) },
    );
  });

  it('say of each figure that is null although nothing failed when it is', async () => {
    await fc.assert(
      fc.asyncProperty(judgements[kind], async (judgement) => {
        const answer = answered(judgement);
        fc.pre(answer.gaps.length === 0);
        const { metrics } = await shown(kind, answer);
        expect(unexplained(metricsType(kind), metrics)).toEqual([]);
      }),
      { numRuns: cases(100) },
    );
  });

  it('show every figure of the recorded answers, without an error', async () => {
    const recorded = recordedAnswers().filter((answer) => answer.kind === kind);
    expect(recorded.length).toBeGreaterThan(5);
    for (const answer of recorded) {
      const { metrics, errors } = await shown(kind, answer);
      expect(errors).toEqual([]);
      expect(metrics).toEqual(expectedMetrics(declared[kind], answer));
    }
  });

  it('show an answer of another version: members that it lacks are null or empty, and unknown words are OTHER', async () => {
    await fc.assert(
      fc.asyncProperty(judgements[kind], fc.nat(), async (judgement, seed) => {
        const { metrics } = answered(judgement);
        const optional = Object.entries(declared[kind].metrics.members).filter(
          ([, { type }]) => type.isNullable || type.isList,
        );
        const [lost = ''] = optional[seed % optional.length] ?? [];
        const { [lost]: _, ...rest } = metrics;
        const strange = JSON.parse(
          JSON.stringify(rest, (_name, value) => (typeof value === 'string' && isWord(value) ? 'unheard_of' : value)),
        );
        const { errors } = await shown(kind, {
          metrics: strange,
          gaps: [{ reading: 'unheard_of', ...anyCause }] as never,
        });
        expect(errors).toEqual([]);
      }),
      { numRuns: cases(100) },
    );
  });

  it('have every member of the answer in one place', () => {
    const { metrics, top, sections } = declared[kind];
    const fields = [
      ...Object.values(top),
      ...Object.values(sections).flatMap((section) => Object.values(section.fields)),
    ];
    const paths = fields.flatMap((field) => {
      if (typeof field === 'string') return [field];
      return 'listed' in field ? field.listed : Object.values(field.fields).map((path) => path.replace('?', ''));
    });
    // The judged window stands in the answer twice: beside the others, and as a span of its own.
    const twice = ['window.from_unix', 'window.to_unix', 'window.days'];
    const all = Object.keys(metrics.members).flatMap((name) => {
      if (!paths.some((path) => path.startsWith(`${name}.`))) return [name];
      const { of } = declaredAt(metrics, name).type;
      return Object.keys((of as Group).members).map((inner) => `${name}.${inner}`);
    });
    expect([...paths].sort()).toEqual(all.filter((path) => !twice.includes(path)).sort());
  });
});

const anyCause = { cause: 'deadline', retryable: true };

const words = new Set(
  Object.values(schema.getTypeMap()).flatMap((type) =>
    'getValues' in type && type.name !== 'Verdict' ? type.getValues().map(({ value }) => String(value)) : [],
  ),
);
const isWord = (text: string): boolean => words.has(text);

describe('the shape of the schema', () => {
  const objects = Object.values(schema.getTypeMap()).filter(
    (type) => type instanceof GraphQLObjectType || type instanceof GraphQLInterfaceType,
  );

  it('has no type of more than forty fields', () => {
    const large = objects.filter((type) => Object.keys(type.getFields()).length > 40);
    expect(large.map(({ name }) => name)).toEqual([]);
  });

  it('names no field after the unit of Unix time, and numbers none of a list', () => {
    const fields = objects
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) => Object.keys(type.getFields()));
    expect(fields.filter((name) => /Unix|^hop\d/.test(name))).toEqual([]);
    expect(schema.getType('UnixTime')).toBeUndefined();
  });

  /** Fields of the metrics, through all their objects. */
  function fieldsUnder(type: GraphQLObjectType, seen = new Set<string>()): readonly (readonly [string, string])[] {
    if (seen.has(type.name)) return [];
    seen.add(type.name);
    return Object.values(type.getFields()).flatMap((field) => {
      const named = getNamedType(field.type);
      const inner = isObjectType(named) && named.name !== 'Gap' ? fieldsUnder(named, seen) : [];
      return [[field.name, named.name] as const, ...inner];
    });
  }

  // Numbers of something else than how many there are: powers of ten, an index, an epoch, a bound, an average, and types by their numbers.
  const others = 'decimals hhi scheduledEpoch threshold tradesPerActiveDay unknownExtensions';

  it.each([
    ['counts, shares and times with their unit', 'Int', /(Count|^count|Bps|^bps|Percent|Seconds|^seconds)$/],
    ['moments', 'DateTime', /(At|Since)$/],
    ['booleans as statements', 'Boolean', /^(is|has)[A-Z]/],
    ['amounts of tokens', 'TokenAmount', /([aA]mount|[sS]upply|Maximum|Dollars)$/],
  ])('names %s', (_, scalar, form) => {
    const fields = names.flatMap((kind) => fieldsUnder(metricsType(kind))).filter(([, type]) => type === scalar);
    expect(fields.length).toBeGreaterThan(5);
    const wrong = fields.filter(([name]) => !form.test(name) && !others.split(' ').includes(name));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['TokenHoldersMetrics', 'top10Bps', 'Int'],
    ['TokenLiquidityMetrics', 'burnedBps', 'Int'],
    ['TokenLiquidityMetrics', 'depthUsd', 'USD'],
    ['TokenLaunchMetrics', 'heldBps', 'Int'],
    ['TokenPool', 'openedAt', 'DateTime'],
    ['TokenPool', 'venue', 'Venue!'],
    ['FunderTrailMetrics', 'hops', '[FundingHop!]!'],
    ['Label', 'category', 'LabelCategory!'],
    ['Gap', 'reading', 'Reading!'],
  ])('%s.%s: %s', (type, field, printed) => {
    expect(String((schema.getType(type) as GraphQLObjectType).getFields()[field]?.type)).toBe(printed);
  });

  it('gives every kind the groups of its subject, none of which is ever null', () => {
    const groups = (kind: Name) =>
      Object.values(metricsType(kind).getFields()).map(({ name, type }) => `${name}: ${type}`);
    for (const group of ['holders', 'liquidity', 'launch', 'developer', 'price', 'authorities'])
      expect(groups('token')).toContain(`${group}: Token${group[0]?.toUpperCase()}${group.slice(1)}Metrics!`);
    for (const group of ['window', 'books', 'payers', 'behaviour'])
      expect(groups('wallet')).toContain(`${group}: Wallet${group[0]?.toUpperCase()}${group.slice(1)}Metrics!`);
  });
});
