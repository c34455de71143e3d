import { z } from 'zod';
import type { Kind } from '#checks/check.ts';
import { parseAddress, parseSignature } from '#lib/address.ts';

/** The subject of a check as it stands in a path: base58 of exactly 32 bytes. */
export const subjectSchema = z
  .string()
  .min(32, { abort: true })
  .max(44, { abort: true })
  .regex(/^[1-9A-HJ-NP-Za-km-z]+$/, { abort: true })
  .refine((text) => parseAddress(text) !== null, { error: 'base58 of exactly 32 bytes expected' })
  .meta({ description: 'A Solana address: base58 of exactly 32 bytes.' });

/** A transaction signature as it stands in a body: base58 of exactly 64 bytes. */
export const signatureSchema = z
  .string()
  .min(64, { abort: true })
  .max(88, { abort: true })
  .regex(/^[1-9A-HJ-NP-Za-km-z]+$/, { abort: true })
  .refine((text) => parseSignature(text) !== null, { error: 'base58 of exactly 64 bytes expected' })
  .meta({ description: 'A transaction signature: base58 of exactly 64 bytes.', example: '1'.repeat(64) });

const WHOLE_MAX = 10_000;

/** At most 10000, compared as text: a double would round away the last of nine decimals. */
function atMostMax(text: string): boolean {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole) < WHOLE_MAX || (Number(whole) === WHOLE_MAX && !/[1-9]/.test(fraction));
}

/** A size in SOL as plain decimal text: no sign, no exponent, no blanks, up to nine decimals. */
const sizeSchema = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,9})?$/, { abort: true })
  .refine((text) => /[1-9]/.test(text), { abort: true, params: { type: 'greater_than', gt: 0 } })
  .refine(atMostMax, { params: { type: 'less_than_equal', le: WHOLE_MAX } })
  .meta({
    type: 'number',
    exclusiveMinimum: 0,
    maximum: WHOLE_MAX,
    default: 0.5,
    description: 'Size of the trade in SOL, as a plain decimal with up to nine decimals.',
  });

/** A query parameter of a kind. `fallback` is what runs when it is absent. */
export interface QueryParameter {
  readonly schema: z.ZodType<string>;
  readonly fallback: string;
}

/** The query parameters that a kind knows, by name. Others are tolerated and ignored. */
export function queryParameters(kind: Kind['name']): Readonly<Record<string, QueryParameter>> {
  return kind === 'trade' ? { size_sol: { schema: sizeSchema, fallback: '0.5' } } : {};
}
