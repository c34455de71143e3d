import {
  GraphQLError,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  TypeInfo,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Operated } from './plan.ts';

/**
 * The error of an operation that gives null for a variable with a default where null is not taken. Validation allows it,
 * because the default would fit (GraphQL specification, section 5.8.5), and the engine fails while it executes, when checks
 * beside it are charged already; so it is refused before. Null when there is none.
 */
export function nullWhereNoneFits({ schema, document, operationName, variables }: Operated): GraphQLError | null {
  const given = variables ?? {};
  if (!Object.values(given).includes(null)) return null;
  const operation = getOperationAST(document, operationName);
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], { ...given });
  if (!coerced) return null;
  const nulls = new Set(Object.keys(coerced).filter((name) => coerced[name] === null));
  const types = new TypeInfo(schema);
  let found: VariableNode | null = null;
  visit(
    document,
    visitWithTypeInfo(types, {
      // A definition is no use of its variable.
      VariableDefinition: () => false,
      Variable: (node) => {
        if (nulls.has(node.name.value) && isNonNullType(types.getInputType())) found ??= node;
      },
      OperationDefinition: (node) => (node === operation ? undefined : false),
    }),
  );
  return found && refusal(found);
}

function refusal(node: VariableNode): GraphQLError {
  const message = `Variable "$${node.name.value}" is null where null is not taken. Leave it out to use its default. Nothing was charged.`;
  return new GraphQLError(message, { nodes: node, extensions: { code: 'INVALID_REQUEST' } });
}
