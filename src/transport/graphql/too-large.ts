import { type ASTNode, GraphQLError } from 'graphql';

/** The error for an operation beyond the limit of that name. `what` follows the word operation. */
export function tooLarge(name: string, max: number, what: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(`An operation ${what} is refused. Nothing was charged.`, {
    ...(node && { nodes: node }),
    extensions: { code: 'OPERATION_TOO_LARGE', limit: { name, max } },
  });
}
