import { parseUsdc } from 'assay-core/lib/money.ts';
import { parseSignature } from 'assay-core/solana/address.ts';
import { Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { z } from 'zod';
import { builder, type ScalarTypes } from './builder.ts';
import { addressText, codeText, invalidItems, type Malformed, sizeText, ValidatedInput } from './questions.ts';

const NUMBER = /^(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Definitions of the terms of the chain, and of the forms of numbers and times. */
const SOLANA = 'https://solana.com/docs';
const XSD = 'https://www.w3.org/TR/xmlschema11-2';
const RFC = 'https://www.rfc-editor.org/rfc';

type ScalarName = Exclude<keyof ScalarTypes, 'JSON' | '_Any'>;

/** What a scalar is: the address of the document that specifies it, and its description. */
interface Told {
  readonly by?: string;
  readonly description: string;
}

/**
 * A scalar whose output is ours and passes as it is. Input that the schema refuses becomes `Malformed`: a scalar that throws would spoil
 * the whole operation. `readLiteral` gives the value of a literal.
 */
function scalar<T>(
  name: ScalarName,
  schema: z.ZodType<T>,
  { by, description }: Told,
  readLiteral: (node: ValueNode) => unknown = valueFromASTUntyped,
): void {
  const parsed = (value: unknown): T | Malformed => {
    if (value instanceof ValidatedInput) return value.value as T;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    return { malformed: { given: value, items: invalidItems(result.error, value) } };
  };
  builder.scalarType(name, {
    description,
    ...(by !== undefined && { specifiedByURL: by }),
    serialize: (value) => value,
    parseLiteral: (node) => parsed(readLiteral(node)) as never,
    parseValue: (value) =>
      parsed(typeof value === 'number' && name === 'SOL' ? plainDecimal(String(value)) : value) as never,
  });
}

const wholeNumber = z
  .string({ error: 'A whole number as a decimal string' })
  .regex(/^\d{1,39}$/, { error: 'A whole number as a decimal string' });
const signedNumber = z
  .string({ error: 'A whole number as a decimal string' })
  .regex(/^(0|-?[1-9]\d{0,38})$/, { error: 'A whole number as a decimal string' });
const count = z.int({ error: 'A whole number' }).nonnegative({ error: 'A whole number of 0 or more' });
const dollars = z
  .string({ error: 'Not an amount of US dollars' })
  .regex(/^\d{1,20}(\.\d{1,6})?$/, { error: 'Not an amount of US dollars' });

scalar('Address', addressText, {
  by: `${SOLANA}/core/accounts`,
  description: 'A Solana address in base58, exactly 32 bytes long.',
});
scalar(
  'TransactionSignature',
  z
    .string({ error: 'A signature is a string' })
    .refine((text) => parseSignature(text) !== null, { error: 'Not a signature: base58 of exactly 64 bytes' }),
  {
    by: `${SOLANA}/core/transactions`,
    description: 'The signature of a Solana transaction in base58, exactly 64 bytes long.',
  },
);
scalar('Code', codeText, {
  by: 'https://spec.graphql.org/October2021/#Name',
  description: 'A stable code in SCREAMING_SNAKE_CASE, at most 64 characters long. Codes are added and never renamed.',
});
scalar(
  'USDC',
  z
    .string({ error: 'Not an amount of USDC' })
    .refine((text) => parseUsdc(text) !== null, { error: 'Not an amount of USDC' }),
  {
    by: `${XSD}/#decimal`,
    description: 'An amount of USDC as a decimal string with two to six decimals, for example `0.05`.',
  },
);
scalar(
  'SignedUSDC',
  z.string({ error: 'Not an amount of USDC' }).regex(/^-?\d{1,20}\.\d{2,6}$/, { error: 'Not an amount of USDC' }),
  {
    by: `${XSD}/#decimal`,
    description:
      'An amount of USDC as a decimal string with two to six decimals, negative for a loss, for example `-0.05`.',
  },
);
scalar('USD', dollars, {
  by: `${XSD}/#decimal`,
  description: 'An amount of US dollars as a decimal string with two decimals, for example `12.50`.',
});
scalar('Lamports', wholeNumber, {
  by: `${SOLANA}/references/terminology#lamport`,
  description: 'An amount of lamports as a decimal string. 1 SOL is `1000000000`.',
});
scalar('SignedLamports', signedNumber, {
  by: `${XSD}/#integer`,
  description: 'An amount of lamports as a decimal string, negative for a loss, for example `-5000`.',
});
scalar('SignedAmount', signedNumber, {
  by: `${XSD}/#integer`,
  description:
    'An amount in the smallest unit of the currency that stands beside it, such as lamports or millionths of a dollar, as a decimal string. A loss is negative.',
});
scalar('TokenAmount', wholeNumber, {
  by: `${XSD}/#nonNegativeInteger`,
  description: 'An amount of a token in atomic units as a decimal string. 1 USDC is `1000000`.',
});
scalar('DateTime', z.iso.datetime({ error: 'Not an RFC 3339 time in UTC, for example 2026-11-20T12:00:00Z' }), {
  by: `${RFC}/rfc3339`,
  description: 'A moment in UTC in the format of RFC 3339, for example `2026-11-20T12:00:00Z`.',
});
// A literal is read as it was written, so that no digit is lost.
scalar(
  'SOL',
  sizeText,
  {
    by: `${XSD}/#decimal`,
    description:
      'An amount of SOL as a decimal string with up to nine decimals, for example `0.5`. An argument may also be a number.',
  },
  (node) => (node.kind === Kind.INT || node.kind === Kind.FLOAT ? plainDecimal(node.value) : valueFromASTUntyped(node)),
);
scalar('Slot', count, {
  by: `${SOLANA}/references/terminology#slot`,
  description: 'The number of a slot of the chain. It is a JSON number and may exceed 32 bits.',
});
scalar('BlockHeight', count, {
  by: `${SOLANA}/references/terminology#block-height`,
  description: 'The number of blocks beneath a block. It is a JSON number and may exceed 32 bits.',
});

builder.scalarType('JSON', {
  description: 'Any JSON value. A signed document keeps its names in snake_case.',
  specifiedByURL: `${RFC}/rfc8259`,
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
