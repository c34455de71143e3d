import type { Kind } from '#checks/check.ts';
import { SIZE_SOL_DEFAULT, SIZE_SOL_MAX } from '#checks/trade/size.ts';
import { JSON_SCHEMA_DRAFT } from '#lib/json-schema.ts';
import type { ToolSchema } from './output.ts';

const nouns: Readonly<Record<Kind['subject'], string>> = {
  address: 'The address on Solana to ask about',
  mint: 'The mint address of the token on Solana',
};

/** The schema of an object of arguments, of which nothing else is taken. */
export function objectInput(
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): ToolSchema {
  return { $schema: JSON_SCHEMA_DRAFT, type: 'object', properties, required, additionalProperties: false };
}

/** A base58 address as an argument. */
function subjectInput({ subject }: Kind, example: string): object {
  return { ...addressInput(nouns[subject]), examples: [example] };
}

/** The schema of a base58 address; `what` it is. */
export function addressInput(what: string): object {
  return {
    type: 'string',
    pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
    description: `${what}: base58 of exactly 32 bytes, with upper and lower case as it was given.`,
  };
}

/** The size of a trade as an argument. */
export const sizeInput = {
  type: 'number',
  exclusiveMinimum: 0,
  maximum: SIZE_SOL_MAX,
  default: Number(SIZE_SOL_DEFAULT),
  description: `Size of the purchase in SOL: more than 0, at most ${SIZE_SOL_MAX}, with up to nine decimals. ${SIZE_SOL_DEFAULT} where it is absent.`,
  examples: [0.5, 2],
} as const;

export const idempotencyInput = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[ -~]+$',
  description:
    'Names this question when a prepaid key pays. Use the same value again when you repeat the same question because no answer came: then it is not charged twice. Another question needs another value.',
} as const;

/** The arguments of a kind's tool. */
export function inputSchema(kind: Kind, example: string): ToolSchema {
  return objectInput(
    {
      [kind.subject]: subjectInput(kind, example),
      ...(kind.sized && { size_sol: sizeInput }),
      idempotency_key: idempotencyInput,
    },
    [kind.subject],
  );
}
