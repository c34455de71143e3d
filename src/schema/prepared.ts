import { coerceInputValue, type GraphQLInputType, isNonNullType, Kind, parse, typeFromAST, validate } from 'graphql';
import type { Context } from './builder.ts';
import { execute } from './operation/execution.ts';
import { type Planning, planningOf } from './operation/selection-plan.ts';
import { schema } from './schema.ts';

/**
 * Runs a document with these variables. The result names enumerations in lower case, as REST does. Throws the original error of its first
 * error.
 */
export type PreparedDocument<Result> = (
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<Result>;

type Prepared = ReturnType<typeof prepare>;

/** By its text, because each transport prepares the same documents. */
const prepared = new Map<string, Prepared>();

/** A document with one root field `answer`. It is parsed, validated and planned once in this process, at its first run. */
export function prepareDocument<Result>(text: string): PreparedDocument<Result> {
  return async (given, context) => {
    const { types, planning } = prepared.get(text) ?? prepare(text);
    const variables = coerced(types, given);
    const { data, errors } = await execute(planning(variables), { context, variables });
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    if (!data?.answer) throw new Error('a prepared document left neither an answer nor an error');
    return data.answer as Result;
  };
}

type VariableType = readonly [name: string, type: GraphQLInputType];

/** The values of the variables that are given or required. Throws the original error of the first that its type refuses. */
function coerced(types: readonly VariableType[], given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const [name, type] of types) {
    const value = given[name];
    if (value === undefined && !isNonNullType(type)) continue;
    variables[name] = coerceInputValue(value, type, (_path, _value, error) => {
      throw error.originalError ?? error;
    });
  }
  return variables;
}

function prepare(text: string) {
  const document = parse(text);
  const [mistake] = validate(schema, document);
  if (mistake) throw mistake;
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error(`a prepared document without an operation: ${text}`);
  const types = (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }): VariableType => {
    if (defaultValue) throw new Error(`a prepared document with a default value: ${text}`);
    return [variable.name.value, typeFromAST(schema, type) as GraphQLInputType];
  });
  const planning: Planning = planningOf({ schema, document, operation, namesAsGiven: true });
  const made = { types, planning };
  prepared.set(text, made);
  return made;
}

/** An object as a prepared document gives it: null where a member is absent. */
export type WithNulls<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K];
};

/** The same object without members that are null. */
export function omitNulls<T extends object>(given: WithNulls<T>): T {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) if (value !== null) kept[name] = value;
  return kept as T;
}
