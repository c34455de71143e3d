import { buildSchema, GraphQLEnumType, type GraphQLObjectType, GraphQLScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type JsonSchema, metricsSchema, type NamedSchemas, present } from './metrics.ts';

/** The object type `T` of these fields, each of which exposes the member of its own name. */
function typeOf(fields: string): GraphQLObjectType {
  const type = buildSchema(`scalar Lamports scalar Odd union U = T type Query { t: T } type T { ${fields} }`).getType(
    'T',
  );
  for (const field of Object.values((type as GraphQLObjectType).getFields())) {
    field.extensions = { pothosExposedField: field.name };
  }
  return type as GraphQLObjectType;
}

function formOf(field: string): JsonSchema | undefined {
  const named: NamedSchemas = new Map();
  present(typeOf(field), named);
  return named.get('T')?.properties?.a;
}

const LAMPORTS: JsonSchema = { $ref: '#/components/schemas/Lamports' };

describe('a field of the metrics as JSON Schema', () => {
  it.each<[string, JsonSchema]>([
    ['a: Int!', { type: 'integer' }],
    ['a: Int', { type: ['integer', 'null'] }],
    ['"Words." a: String!', { type: 'string', description: 'Words.' }],
    ['a: Lamports!', LAMPORTS],
    ['a: Lamports', { anyOf: [LAMPORTS, { type: 'null' }] }],
    ['a: [Lamports!]!', { type: 'array', items: LAMPORTS }],
    ['a: [Boolean]', { type: ['array', 'null'], items: { type: ['boolean', 'null'] } }],
    ['a: T', { anyOf: [{ $ref: '#/components/schemas/T' }, { type: 'null' }] }],
  ])('%s', (field, form) => {
    expect(formOf(field)).toEqual(form);
  });

  it('is never guessed: a scalar or type without a form is refused', () => {
    expect(() => formOf('a: Odd')).toThrow('Odd has no form in REST');
    expect(() => formOf('a: U')).toThrow('U has no form in REST');
    expect(() => present(new GraphQLScalarType({ name: 'Other' }), new Map())).toThrow('Other');
  });
});

it('writes the values of an enumeration as REST does', () => {
  const named: NamedSchemas = new Map();
  present(new GraphQLEnumType({ name: 'E', values: { ONE: { value: 'one' }, TWO: { value: 'two' } } }), named);
  expect(named.get('E')).toEqual({ type: 'string', enum: ['one', 'two'] });
});

it('knows the metrics of every kind', () => {
  const named: NamedSchemas = new Map();
  expect(metricsSchema('trade', named)).toEqual({ $ref: '#/components/schemas/TradeMetrics' });
  expect(metricsSchema('funder', named)).toEqual({ $ref: '#/components/schemas/FunderMetrics' });
  expect(metricsSchema('wallet', named)).toEqual({ $ref: '#/components/schemas/WalletMetrics' });
  expect(named.get('TradeMetrics')?.required).toContain('size_sol');
  expect(named.get('FunderMetrics')?.properties).toHaveProperty('hop_2');
});
