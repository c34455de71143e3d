import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
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

describe('what the schema says of itself', () => {
  it('is read by this test', () => {
    const found = (at: string) => all.some((one) => one.at === at);
    const places = ['Query.checks(requests:)', 'CheckRequest.sizeSol', 'Verdict.TRUSTED', 'Check.document', 'SizeText'];
    expect(places.filter((at) => !found(at))).toEqual([]);
  });

  it('leaves nothing without a description', () => {
    expect(all.filter(({ description }) => !description?.trim()).map(({ at }) => at)).toEqual([]);
  });

  it('is written in sentences', () => {
    const bad = all.filter(({ description }) => description && !isSentence(description));
    expect(bad.map(({ at, description }) => `${at}: ${description}`)).toEqual([]);
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
