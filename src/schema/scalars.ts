import { parseUsdc } from 'assay-core/lib/money.ts';
import { parseSignature } from 'assay-core/solana/address.ts';
import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { z } from 'zod';
import { builder } from './builder.ts';
import { addressText, codeText, invalidItems, sizeText, ValidatedInput } from './questions.ts';

const NUMBER = /^(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

type ScalarName =
  | 'Address'
  | 'TransactionSignature'
  | 'Code'
  | 'Usdc'
  | 'Lamports'
  | 'SignedLamports'
  | 'TokenAmount'
  | 'USD'
  | 'DateTime';

/** A scalar whose input is refused with the issues of its schema; output is ours and passes as it is. */
function textScalar(name: ScalarName, schema: z.ZodType<string>, description: string): void {
  builder.scalarType(name, {
    description,
    serialize: (value) => value,
    parseValue: (value) => parsed(name, schema, value),
  });
}

function parsed(name: string, schema: z.ZodType<string>, value: unknown): string {
  if (value instanceof ValidatedInput) return value.value;
  return validated(name, schema, value);
}

function validated<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const invalid = invalidItems(result.error, value);
  const reasons = invalid.map((item) => item.msg).join('; ');
  throw new GraphQLError(`${name}: ${reasons}`, { extensions: { code: 'INVALID_REQUEST', invalid } });
}

const wholeNumber = z.string().regex(/^\d{1,39}$/, { error: 'A whole number as a decimal string' });
const signedNumber = z.string().regex(/^(0|-?[1-9]\d{0,38})$/, { error: 'A whole number as a decimal string' });
const count = z.int({ error: 'A whole number' }).nonnegative();

textScalar('Address', addressText, 'A Solana address: base58 of exactly 32 bytes.');
textScalar(
  'TransactionSignature',
  z.string().refine((text) => parseSignature(text) !== null, { error: 'Not a signature: base58 of exactly 64 bytes' }),
  'A transaction signature: base58 of exactly 64 bytes.',
);
textScalar('Code', codeText, 'A stable SCREAMING_SNAKE_CASE code. Codes are added, never renamed.');
textScalar(
  'Usdc',
  z.string().refine((text) => parseUsdc(text) !== null, { error: 'Not an amount of USDC' }),
  'An amount of USDC as a decimal string: two to six decimals without further trailing zeros, as in `0.05`.',
);
textScalar('Lamports', wholeNumber, 'Lamports as a decimal string: 1 SOL is `1000000000`.');
textScalar(
  'SignedLamports',
  signedNumber,
  'Lamports as a decimal string that begins with `-` where they were lost, as in `-5000`.',
);
textScalar('TokenAmount', wholeNumber, 'An amount of a token in its atomic units, as a decimal string.');
textScalar(
  'USD',
  z.string().regex(/^\d+\.\d{2}$/, { error: 'Not an amount of US dollars' }),
  'An amount of US dollars as a decimal string with two decimals, as in `1862.56`.',
);
textScalar('DateTime', z.iso.datetime({ error: 'Not an RFC 3339 time' }), 'A moment in UTC by RFC 3339.');

builder.scalarType('Sol', {
  description:
    'An amount of SOL as a plain decimal string of up to nine decimals, as in `0.5`. In an argument a number is taken as well where its shortest form has no more decimals, as in `1e-9`.',
  serialize: (value) => value,
  // A literal is read as it was written, so that no digit is lost.
  parseLiteral: (node) => parsed('Sol', sizeText, literalOf(node)),
  parseValue: (value) => parsed('Sol', sizeText, typeof value === 'number' ? plainDecimal(String(value)) : value),
});

builder.scalarType('SizeText', {
  description:
    'A size in SOL as the caller wrote it: a plain decimal string of up to nine decimals, more than 0, at most 10000, or a number. One that is none of these is a fault of its own check, and not of the operation.',
  serialize: (value) => value,
  parseLiteral: (node) => literalOf(node) ?? {},
  parseValue: (value) => (typeof value === 'number' ? plainDecimal(String(value)) : value),
});

function literalOf(node: ValueNode): unknown {
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return plainDecimal(node.value);
  return 'value' in node ? node.value : null;
}

builder.scalarType('Slot', {
  description: 'A slot of the chain: a whole number beyond 32 bits.',
  serialize: (value) => value,
  parseValue: (value) => validated('Slot', count, value),
});

builder.scalarType('JSON', {
  description: 'Any JSON value. Its members are snake_case, as REST sends them.',
  serialize: (value) => value,
  parseValue: (value) => value,
});

/**
 * A number such as `0.50` or `1e-9` as plain decimal text without needless zeros. Text that is no such number is returned unchanged; the
 * pattern of amounts refuses it later.
 */
export function plainDecimal(text: string): string {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return text;
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`;
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '';
  const after = point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0');
  const [integer, rest] = [before.replace(/^0+(?=\d)/, ''), after.replace(/0+$/, '')];
  return `${integer === '' ? '0' : integer}${rest === '' ? '' : `.${rest}`}`;
}
