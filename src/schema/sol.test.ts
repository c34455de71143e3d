import { GraphQLScalarType, parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import { isMalformed, ValidatedInput } from './questions.ts';
import { schema } from './schema.ts';

function sol(): GraphQLScalarType<unknown> {
  const type = schema.getType('SOL');
  if (!(type instanceof GraphQLScalarType)) throw new Error('SOL is no scalar');
  return type;
}

/** The size that a value comes to as a variable or a literal; null where it is refused. */
function taken(form: 'variable' | 'literal', written: string): unknown {
  const read = form === 'variable' ? sol().parseValue(JSON.parse(written)) : sol().parseLiteral(parseValue(written));
  return isMalformed(read) ? null : read;
}

describe.each(['variable', 'literal'] as const)('a size given as a %s', (form) => {
  it.each([
    ['0.5', '0.5'],
    ['0.50', '0.5'],
    ['1e-9', '0.000000001'],
    ['0.000000001', '0.000000001'],
    ['2.5e-7', '0.00000025'],
    ['1e1', '10'],
    ['10000', '10000'],
    ['9999.123456789', '9999.123456789'],
    ['"0.25"', '0.25'],
  ])('%s is taken', (written, size) => {
    expect(taken(form, written)).toBe(size);
  });

  it.each([
    ...['1e-10', '0.0000000001', '0.1234567891', '0.30000000000000004'],
    ...['0', '0.0', '-1', '-0.5', '1e5', '1e400', '10000.000000001'],
    ...['"1e-9"', '"1e1"', '"0.0000000001"', '" 1"', '""', 'true', 'null', '[0.5]'],
  ])('%s is refused', (written) => {
    expect(taken(form, written)).toBeNull();
  });
});

describe('a value that a transport has validated', () => {
  it('is taken as it is', () => expect(sol().parseValue(new ValidatedInput('0.100'))).toBe('0.100'));

  it('cannot be sent by a caller', () => expect(taken('variable', '{"value":"0.100"}')).toBeNull());
});
