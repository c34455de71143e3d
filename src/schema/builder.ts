import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import type { GraphQLFieldResolver } from 'graphql';
import type { Operation } from './check-service.ts';
import type { Caller, MoneyService } from './contract.ts';
import { invalidRequest, malformedIn, refusedArguments } from './questions.ts';

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

const PLUGIN = 'assayArguments';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [PLUGIN]: ArgumentsPlugin<Types>;
    }
  }
}

/** Makes each field with a malformed argument an error of its own. Fields that answer each item of a list by itself see the values. */
class ArgumentsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { args, extensions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { priced } = (extensions ?? {}) as { readonly priced?: { readonly itemwise?: true } };
    if (Object.keys(args).length === 0 || priced?.itemwise) return resolver;
    return (parent, given, context, info) => {
      const invalid = malformedIn(given);
      if (invalid.length > 0) throw refusedArguments(invalid);
      return resolver(parent, given, context, info);
    };
  }
}

SchemaBuilder.registerPlugin(PLUGIN, ArgumentsPlugin);

/** What resolvers take and give for each scalar. */
export type ScalarTypes = {
  Address: Scalar<string>;
  TransactionSignature: Scalar<string>;
  Code: Scalar<string>;
  USDC: Scalar<string>;
  USD: Scalar<string>;
  Lamports: Scalar<string>;
  SignedAmount: Scalar<string>;
  SignedLamports: Scalar<string>;
  SignedUSDC: Scalar<string>;
  TokenAmount: Scalar<string>;
  SOL: Scalar<string>;
  Slot: Scalar<number>;
  BlockHeight: Scalar<number>;
  DateTime: Scalar<string>;
  JSON: Scalar<unknown>;
  _Any: Scalar<unknown>;
};

/** The builder that every type registers on. Fields are non-null unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: ScalarTypes;
}>({
  plugins: [ZodPlugin, PLUGIN],
  defaultFieldNullability: false,
  zod: { validationError: (error, args) => invalidRequest(error, args) },
});

builder.queryType({
  description:
    'Checks of Solana objects and their prices. Checks are charged to the key of the X-API-Key header or paid by x402, once for the whole operation. Everything else is free. A field is deprecated for at least 180 days before it is removed.',
});
