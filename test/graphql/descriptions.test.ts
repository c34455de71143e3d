import { funderMetricSections } from 'assay-core/rules/funder/sections.ts';
import type { MetricSections, Together } from 'assay-core/rules/metric.ts';
import { tokenMetricSections } from 'assay-core/rules/token/sections.ts';
import { tradeMetricSections } from 'assay-core/rules/trade/sections.ts';
import { walletMetricSections } from 'assay-core/rules/wallet/sections.ts';
import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';

/** Something of the schema that a person or an agent reads about, by its coordinate: `Query.checks(requests:)`. */
interface Described {
  readonly at: string;
  readonly description: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

function membersOf(type: GraphQLNamedType): readonly Described[] {
  const named = (member: { readonly name: string } & Omit<Described, 'at'>) => ({
    at: `${type.name}.${member.name}`,
    description: member.description,
    deprecationReason: member.deprecationReason,
  });
  if (isEnumType(type)) return type.getValues().map(named);
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(named);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    named(field),
    ...field.args.map((arg) => ({ ...named(arg), at: `${type.name}.${field.name}(${arg.name}:)` })),
  ]);
}

const own = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const all: readonly Described[] = own.flatMap((type) => [
  { at: type.name, description: type.description },
  ...membersOf(type),
]);

/** One or more sentences: no small letter at the start, a full stop at the end. */
const SENTENCE = /^[^a-z][\s\S]*\.$/;

/** What a value means to one kind, where several have it. */
const OF_KIND = /^(wallet|token|trade|funder): /;

/** What a code in a list of codes stands for. */
const ITEM = /^- `\w+`: .{3,}$/;

function isSentence(text: string): boolean {
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const sentences = [head, ...lines.filter((line) => !ITEM.test(line))];
  return sentences.every((sentence) => SENTENCE.test(sentence.replace(OF_KIND, '')));
}

/** A first word that needs the sentence of a neighbour. */
const DANGLING =
  /^(The same|Its?|Of the|That|Those|These|This|They|Their|Them|He|She|Who|Whose|What|Which|So much|\.\.\.)\b/;

const CHARACTERS_MIN = 15;
const CHARACTERS_MAX = 400;

/** The unit that a description has to name, by the ending of the field's name or by its scalar. */
const UNIT_OF_NAME: readonly (readonly [RegExp, RegExp])[] = [
  [/(Bps|^bps)$/, /basis points/],
  [/(Seconds|^seconds)$/, /seconds/],
  [/Percent$/, /percent/],
];
const UNIT_OF_SCALAR: Readonly<Record<string, RegExp>> = {
  Lamports: /lamports/,
  SignedLamports: /lamports/,
  TokenAmount: /atomic units/,
  USD: /US dollars/,
  Sol: /SOL/,
  SOL: /SOL/,
  USDC: /USDC/,
  Usdc: /USDC/,
  DateTime: /UTC/,
};

interface OutputField {
  readonly at: string;
  readonly name: string;
  readonly type: GraphQLOutputType;
  readonly text: string;
}

function outputFieldsOf(type: GraphQLNamedType): readonly OutputField[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).map((field) => {
    return { at: `${type.name}.${field.name}`, name: field.name, type: field.type, text: field.description ?? '' };
  });
}

const rewritten = own;
const texts = rewritten.flatMap((type) => [{ at: type.name, description: type.description }, ...membersOf(type)]);
const outputs = rewritten.flatMap(outputFieldsOf);

/** The text without the list of codes and without the kind before it. */
const sentencesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !ITEM.test(line))
    .map((line) => line.replace(OF_KIND, ''));

describe('each description', () => {
  const failing = (isBad: (sentence: string, at: string) => boolean) =>
    texts.flatMap(({ at, description }) =>
      sentencesOf(description ?? '')
        .filter((one) => isBad(one, at))
        .map((one) => `${at}: ${one}`),
    );

  it('is a sentence of a readable length', () => {
    expect(failing((text) => text.length < CHARACTERS_MIN || text.length > CHARACTERS_MAX)).toEqual([]);
  });

  it('begins with a capital letter, a name in code or a digit, and ends with a full stop', () => {
    expect(failing((text) => !/^[A-Z`\d]/.test(text) || !text.endsWith('.'))).toEqual([]);
  });

  it('stands alone: it does not begin with a word that points at its neighbour', () => {
    expect(failing((text) => DANGLING.test(text))).toEqual([]);
  });

  it('names its unit', () => {
    const bad = outputs.filter(({ name, type, text }) => {
      const units = UNIT_OF_NAME.filter(([ending]) => ending.test(name)).map(([, unit]) => unit);
      const unit = UNIT_OF_SCALAR[getNamedType(type).name];
      return [...units, ...(unit ? [unit] : [])].some((one) => !one.test(text));
    });
    expect(bad.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
  });

  it('says what null means where a field may be null, and nothing of it where it may not', () => {
    const bad = outputs.filter(
      ({ type, text }) => isNonNullType(type) === /\bNull (with an error )?where\b/.test(text),
    );
    expect(bad.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
  });
});

it('every type of the metrics is held to these rules', () => {
  const kinds: readonly MetricSections[] = [
    funderMetricSections,
    tokenMetricSections,
    tradeMetricSections,
    walletMetricSections,
  ];
  const together = kinds.flatMap(({ sections }) =>
    Object.values(sections).flatMap(({ fields }) =>
      Object.values(fields).filter((field): field is Together => typeof field !== 'string' && 'name' in field),
    ),
  );
  const ofMetrics = own.filter(({ name }) => name.endsWith('Metrics')).map(({ name }) => name);
  const names = new Set(rewritten.map(({ name }) => name));
  const asked = [
    ...ofMetrics,
    ...together.map(({ name }) => name),
    'Gap',
    'Reading',
    'AsOf',
    'Reason',
    'Venue',
    'Label',
  ];
  expect(ofMetrics.length).toBeGreaterThan(25);
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
});

describe('what the schema says of itself', () => {
  it('is read by this test', () => {
    const found = (at: string) => all.some((one) => one.at === at);
    const places = ['Query.checks(requests:)', 'TradeCheckInput.sizeSol', 'Verdict.TRUSTED', 'Check.document', 'SOL'];
    expect(places.filter((at) => !found(at))).toEqual([]);
  });

  it('leaves nothing without a description', () => {
    expect(all.filter(({ description }) => !description?.trim()).map(({ at }) => at)).toEqual([]);
  });

  it('is written in sentences', () => {
    const bad = all.filter(({ description }) => description && !isSentence(description));
    expect(bad.map(({ at, description }) => `${at}: ${description}`)).toEqual([]);
  });

  it('states the bounds of each argument and input field that has some', () => {
    const bounded = /^\[?(Address|Code|ID|Int|SOL|TokenAmount|TransactionSignature|CheckRequest|_Any)!?\]?/;
    const given = own.flatMap((type) => {
      if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => [type.name, field] as const);
      if (!isObjectType(type)) return [];
      return Object.values(type.getFields()).flatMap((field) => field.args.map((arg) => [type.name, arg] as const));
    });
    const limited = given.filter(([, { type: of }]) => bounded.test(String(of)));
    expect(limited.length).toBeGreaterThan(20);
    const silent = limited.filter(([, { description }]) => !/\d|minTopupUsdc/.test(description ?? ''));
    expect(silent.map(([type, { name }]) => `${type} ${name}`)).toEqual([]);
  });

  it('names what to use in place of everything that is deprecated', () => {
    const places = new Set(all.flatMap(({ at }) => [at, at.split('.').at(-1)]));
    const names = (reason: string) => [...reason.matchAll(/`([\w.]+)`/g)].map(([, name]) => String(name));
    const bad = all.filter(
      ({ deprecationReason }) => deprecationReason && !names(deprecationReason).some((name) => places.has(name)),
    );
    expect(bad.map(({ at, deprecationReason }) => `${at}: ${deprecationReason}`)).toEqual([]);
  });
});
