import './scalars.ts';
import './checks/catalogue.ts';
import './kinds/funder.ts';
import './kinds/token.ts';
import './kinds/trade.ts';
import './kinds/wallet.ts';
import './credits/passes.ts';
import './credits/credits.ts';
import './account/account.ts';
import './checks/batch.ts';
import './federation.ts';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';

/** The executable schema, which every transport runs against. */
export const schema = builder.toSchema({ sortSchema: false });

/** The schema as sorted text, so that a change of it changes one file. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
