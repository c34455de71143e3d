import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import type { Operation } from './check-service.ts';
import type { Caller, MoneyService } from './contract.ts';
import { invalidRequest } from './questions.ts';

/** The context of every resolver. */
export interface Context {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly money: MoneyService;
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
    SizeText: Scalar<unknown>;
    Slot: Scalar<number>;
    USD: Scalar<string>;
    DateTime: Scalar<string>;
    JSON: Scalar<unknown>;
    _Any: Scalar<unknown>;
  };
}>({
  plugins: [ZodPlugin],
  defaultFieldNullability: false,
  zod: { validationError: (error, args) => invalidRequest(error, args) },
});

builder.queryType({
  description:
    'Checks of Solana objects, and what they cost. Checks are charged to the key of the X-API-Key header, or paid by x402, once for the whole operation; everything else is free. Members are added and never change their meaning; one that goes is marked as deprecated with what replaces it, at least 180 days before.',
});
