import * as declared from 'assay-core/rules/metric.ts';
import { describe, expect, it } from 'vitest';
import { type JsonSchema, metricsSchema, type NamedSchemas, objectSchema } from './metrics.ts';

const { flag, group, integer, lamports, listOf, member, objectOf, orNull, openWordOf, unixTime, wordOf } = declared;

const part = group('Part', 'Part of it.', { count: member(integer, 'Number of parts.') });
const words = { one: 'The first one.', two: 'The second one.' };

function formOf(type: declared.Type): JsonSchema | undefined {
  const named: NamedSchemas = new Map();
  objectSchema(group('T', 'Type.', { a: member(type, 'Words.') }), named);
  return named.get('T')?.properties?.a;
}

const LAMPORTS: JsonSchema = { $ref: '#/components/schemas/Lamports' };
const description = 'Words.';
const orNothing = 'Words. Null where it was not read.';

describe('a member of the metrics as JSON Schema', () => {
  it.each<[string, declared.Type, JsonSchema]>([
    ['a number', integer, { type: 'integer', description }],
    ['a number or null', orNull(integer, 'it was not read'), { type: ['integer', 'null'], description: orNothing }],
    ['a scalar', lamports, { ...LAMPORTS, description: 'Words, in lamports.' }],
    ['a list', listOf(flag), { type: 'array', items: { type: 'boolean' }, description }],
    [
      'a list or null',
      orNull(listOf(objectOf(part)), 'it was not read'),
      { type: ['array', 'null'], items: { $ref: '#/components/schemas/Part' }, description: orNothing },
    ],
    [
      'an object or null',
      orNull(objectOf(part), 'it was not read'),
      { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }], description: orNothing },
    ],
    ['an enumeration', wordOf('Words', 'Words.', words), { $ref: '#/components/schemas/Words', description }],
    [
      'a text with known values',
      openWordOf('Words', 'Words.', words),
      { type: 'string', description: 'Words.\n\n- `one`: The first one.\n- `two`: The second one.' },
    ],
  ])('%s', (_, type, form) => {
    expect(formOf(type)).toEqual(form);
  });

  it('is never guessed: a scalar without a form is refused', () => {
    expect(() => formOf({ ...lamports, of: 'Odd' as never })).toThrow('Odd has no form in REST');
  });

  it('names what it refers to: the values of an enumeration, and seconds as a number', () => {
    const named: NamedSchemas = new Map();
    const members = { at: member(unixTime, 'Time of it.'), word: member(wordOf('Words', 'Words.', words), 'Word.') };
    objectSchema(group('T', 'Type.', members), named);
    expect(named.get('Words')).toEqual({ type: 'string', enum: ['one', 'two'], description: 'Words.' });
    expect(named.get('UnixTime')).toMatchObject({ type: 'integer', minimum: 0 });
    expect(named.get('T')).toMatchObject({ type: 'object', required: ['at', 'word'], description: 'Type.' });
  });
});

it('knows the metrics of every kind', () => {
  const named: NamedSchemas = new Map();
  expect(metricsSchema('trade', named)).toEqual({ $ref: '#/components/schemas/TradeMetrics' });
  expect(metricsSchema('funder', named)).toEqual({ $ref: '#/components/schemas/FunderMetrics' });
  expect(metricsSchema('wallet', named)).toEqual({ $ref: '#/components/schemas/WalletMetrics' });
  expect(named.get('TradeMetrics')?.required).toContain('size_sol');
  expect(named.get('FunderMetrics')?.properties).toHaveProperty('hop_2');
});
