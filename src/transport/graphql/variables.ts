import { GraphQLError, getOperationAST, getVariableValues } from 'graphql';
import { isDeeper } from '#http/nesting.ts';
import type { Operated } from '#schema/plan.ts';
import { refusedBatch } from './limits.ts';
import { tooLarge } from './too-large.ts';

/** Whoever has so many wrong looks for a mistake in a program; each error names its whole value. */
const ERRORS_MAX = 5;

/** A refusal for want of payment repeats what was sent, and what writes JSON runs out of stack somewhere. */
const DEPTH_MAX = 64;

/**
 * Why the variables of an operation are refused before it is planned: they nest too deeply, also where nothing declares them;
 * they do not fit it, of which the first few errors are told; or one of them lists more than a bill can hold, which each use
 * of it would plan again. Nothing where they are taken.
 */
export function refusedVariables(operated: Operated): readonly GraphQLError[] {
  const { schema, document, operationName, variables } = operated;
  if (isDeeper(variables, DEPTH_MAX)) {
    return [tooLarge('nesting', DEPTH_MAX, `whose variables are nested deeper than ${DEPTH_MAX} levels`)];
  }
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { errors, coerced } = getVariableValues(schema, definitions, { ...variables }, { maxErrors: ERRORS_MAX });
  if (errors) return errors.map(({ message, nodes }) => new GraphQLError(message, { nodes: nodes ?? null, ...UNFIT }));
  const longest = Math.max(0, ...Object.values(coerced).map((value) => (Array.isArray(value) ? value.length : 0)));
  const refused = refusedBatch({ items: longest });
  return refused ? [refused] : [];
}

const UNFIT = { extensions: { http: { status: 400 } } };
