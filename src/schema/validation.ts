import { z } from 'zod';
import { parseSize, SIZE_SOL_MAX } from '#checks/trade/size.ts';
import { parseAddress } from '#lib/address.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';

/** An address or a mint as callers write it. */
export const addressText = z
  .string({ error: 'An address is a string' })
  .refine((text) => parseAddress(text) !== null, { error: 'Not a Solana address: base58 of exactly 32 bytes' });

/** A size in SOL as callers write it. */
export const sizeText = z.string({ error: 'A size is a decimal string' }).refine((text) => parseSize(text) !== null, {
  error: `Not a size in SOL: a plain decimal of up to nine decimals, more than 0, at most ${SIZE_SOL_MAX}`,
});

/** A stable code: reason code or flag. */
export const codeText = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, { error: 'A code is SCREAMING_SNAKE_CASE' });

const INPUT_CHARS_MAX = 256;

/** The issues of a failed parse as items of a 422; `prefix` says where the parsed value stood in the request. */
export function invalidItems(error: z.ZodError, input: unknown, prefix: InvalidItem['loc'] = []): InvalidItem[] {
  return error.issues.map((issue) => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    const value = path.reduce<unknown>(
      (at, step) => (at as Record<string | number, unknown> | undefined)?.[step],
      input,
    );
    const echo = typeof value === 'string' && value.length <= INPUT_CHARS_MAX ? { input: value } : {};
    return { loc: [...prefix, ...path], msg: issue.message, type: issue.code, ...echo };
  });
}

/** The fault for arguments that a schema refused. */
export function invalidRequest(error: z.ZodError, input: unknown): Fault {
  const invalid = invalidItems(error, input);
  return new Fault('invalid_request', invalid.map((item) => item.msg).join('; '), { invalid });
}
