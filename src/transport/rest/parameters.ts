import { z } from 'zod';
import type { Kind } from '#checks/check.ts';
import { parseSize, SIZE_SOL_DEFAULT, SIZE_SOL_MAX, SIZE_SOL_PATTERN } from '#checks/trade/size.ts';
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

/** A size in SOL. At most the maximum, compared as lamports: a double would round away the last of nine decimals. */
const sizeSchema = z
  .string()
  .regex(SIZE_SOL_PATTERN, { abort: true })
  .refine((text) => /[1-9]/.test(text), { abort: true, params: { type: 'greater_than', gt: 0 } })
  .refine((text) => parseSize(text) !== null, { params: { type: 'less_than_equal', le: SIZE_SOL_MAX } })
  .meta({
    type: 'number',
    exclusiveMinimum: 0,
    maximum: SIZE_SOL_MAX,
    pattern: SIZE_SOL_PATTERN.source,
    default: Number(SIZE_SOL_DEFAULT),
    examples: [0.1, Number(SIZE_SOL_DEFAULT), 10],
    description: `Size of the trade in SOL: more than 0, at most ${SIZE_SOL_MAX}, as a plain decimal with up to nine decimals and without an exponent. ${SIZE_SOL_DEFAULT} where it is absent.`,
  });

/** A query parameter of a kind. `fallback` is what runs when it is absent. */
export interface QueryParameter {
  readonly schema: z.ZodType<string>;
  readonly fallback: string;
}

/** The query parameters that a kind knows, by name. Others are tolerated and ignored. */
export function queryParameters({ sized }: Kind): Readonly<Record<string, QueryParameter>> {
  return sized ? { size_sol: { schema: sizeSchema, fallback: SIZE_SOL_DEFAULT } } : {};
}
