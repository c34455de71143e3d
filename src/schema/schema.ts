// In this order the schema explains itself: what is sold first, then what it costs.
import './scalars.ts';
import './kinds/wallet.ts';
import './kinds/token.ts';
import './kinds/trade.ts';
import './kinds/funder.ts';
import './checks/batch.ts';
import './federation.ts';
import './account/account.ts';
import './checks/catalogue.ts';
import './credits/passes.ts';
import './credits/credits.ts';
import { isIntrospectionType, isSpecifiedScalarType, printType } from 'graphql';
import { builder } from './builder.ts';

/** The executable schema, which every transport runs against. */
export const schema = builder.toSchema({ sortSchema: false });

/** The schema as text: types by name, their members in the order in which they are declared, which is that of importance. */
export function printedSchema(): string {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const sorted = types.sort((one, other) => (one.name < other.name ? -1 : 1));
  return `${sorted.map(printType).join('\n\n')}\n`;
}
