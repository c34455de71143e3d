import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import type { Operation } from './desk.ts';
import type { Caller, MoneyDesk } from './model.ts';
import { invalidRequest } from './validation.ts';

/** What every resolver gets. */
export interface Context {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly money: MoneyDesk;
}

interface Scalar<T> {
  Input: T;
  Output: T;
}

/** The builder that every type registers on. Fields are non-null unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    Address: Scalar<string>;
    TransactionSignature: Scalar<string>;
    Code: Scalar<string>;
    Usdc: Scalar<string>;
    Lamports: Scalar<string>;
    SignedLamports: Scalar<string>;
    TokenAmount: Scalar<string>;
    Sol: Scalar<string>;
    Slot: Scalar<number>;
    UnixTime: Scalar<number>;
    DateTime: Scalar<string>;
    JSON: Scalar<unknown>;
  };
}>({
  plugins: [ZodPlugin],
  defaultFieldNullability: false,
  zod: { validationError: (error, args) => invalidRequest(error, args) },
});

builder.queryType({
  description:
    'Checks of Solana objects, and what they cost. A check is charged to the key of the X-API-Key header; everything else is free.',
});
