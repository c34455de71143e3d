import './scalars.ts';
import './catalogue.ts';
import './kinds/funder.ts';
import './kinds/token.ts';
import './kinds/trade.ts';
import './kinds/wallet.ts';
import './passes.ts';
import './credits.ts';
import './payment.ts';
import './account.ts';
import './batch.ts';
import './federation/entities.ts';
import './federation/subgraph.ts';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';

/** The one vocabulary: every road to an answer runs against this schema. */
export const schema = builder.toSchema({ sortSchema: false });

/** The schema as text, sorted, so that a change of it shows as a change of one file. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
