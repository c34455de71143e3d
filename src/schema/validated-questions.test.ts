import { parseAddress } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import { execute, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { addressText, codeText, invalidRequest } from './questions.ts';
import { schema } from './schema.ts';

describe('arguments', () => {
  it('accept exactly what the parser of addresses accepts', () => {
    fc.assert(
      fc.property(fc.string(), (text) => addressText.safeParse(text).success === (parseAddress(text) !== null)),
    );
    expect(addressText.safeParse('11111111111111111111111111111111').success).toBe(true);
    expect(codeText.safeParse('NO_HISTORY').success).toBe(true);
    expect(codeText.safeParse('no history').success).toBe(false);
  });

  it('are refused with the place and the input, long input left out', () => {
    const refusal = (input: Record<string, string>) => {
      const result = codeText.safeParse(input.code);
      if (result.success) throw new Error('accepted');
      return invalidRequest(result.error, input.code);
    };
    const fault = refusal({ code: 'x' });
    expect(fault).toBeInstanceOf(Fault);
    expect(fault.extra.invalid).toEqual([
      { loc: [], msg: 'A code is SCREAMING_SNAKE_CASE', type: 'invalid_format', input: 'x' },
    ]);
    expect(refusal({ code: 'x'.repeat(1000) }).extra.invalid?.[0]).not.toHaveProperty('input');
  });
});

describe('scalars', () => {
  const scalars: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
    ['Address', ['11111111111111111111111111111111'], ['', 'x', 1, null, '1111111111111111111111111111111', ' ']],
    ['TransactionSignature', ['1'.repeat(64)], ['1'.repeat(63), 'x', 7]],
    ['Code', ['NO_HISTORY'], ['no', '_A', 'A-B', 3]],
    ['Usdc', ['0.05', '4'], ['-1', '1e3', '0.1234567', 0.05]],
    ['Lamports', ['1000000000'], ['1.5', '-1', 1, '']],
    ['SignedLamports', ['-5000', '0', '7'], ['-0', '+1', '1.5', 1, '']],
    ['TokenAmount', ['0'], ['1,000', ' 1']],
    ['Slot', [0, 412_345_678_901], [-1, 1.5, '1', 2 ** 60]],
    ['USD', ['1862.56', '0.00'], ['1', '-1.00', '1.5', 1]],
    ['DateTime', ['2026-11-20T12:00:00Z'], ['2026-11-20', 'yesterday', 5]],
  ];

  it.each(scalars)('%s takes what it describes and nothing else', (name, good, bad) => {
    const type = schema.getType(name);
    if (!type || !('parseValue' in type)) throw new Error(`${name} is no scalar`);
    for (const value of good) expect(type.parseValue(value)).toBe(value);
    for (const value of bad) expect(() => type.parseValue(value), String(value)).toThrow(`${name}: `);
  });

  it('keep the issues when a literal is malformed', () => {
    const [error] = validate(schema, parse('{ funderCheck(address: "x") { verdict } }'));
    expect(error?.extensions).toMatchObject({ code: 'INVALID_REQUEST', invalid: [{ input: 'x' }] });
  });

  it('leave argument rules to the plugin, whose issues become a fault', async () => {
    const document = parse('query($code: Code) { reasonCodes(code: $code) { code } }');
    const good = await execute({ schema, document, variableValues: { code: 'NO_HISTORY' } });
    expect(good.errors).toBeUndefined();
    const bad = await execute({ schema, document, variableValues: { code: 'nope' } });
    expect(bad.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
