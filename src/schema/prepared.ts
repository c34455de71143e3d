import { isEnumType, parse, validate } from 'graphql';
import { type CompiledQuery, compileQuery } from 'graphql-jit';
import type { Context } from './builder.ts';
import { schema } from './schema.ts';

/**
 * Runs a document with these variables. The result names enumerations in lower case, as REST does. Throws the original error of its first
 * error.
 */
export type PreparedDocument<Result> = (
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<Result>;

/** By its text, because each transport prepares the same documents. */
const compiled = new Map<string, CompiledQuery<{ answer: unknown }>>();

/** A document with one root field `answer`. It is parsed, validated and compiled once in this process, at its first run. */
export function prepareDocument<Result>(text: string): PreparedDocument<Result> {
  return async (variables, context) => {
    const query = compiled.get(text) ?? compile(text);
    compiled.set(text, query);
    const { data, errors } = await query.query(undefined, context, variables);
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    if (!data?.answer) throw new Error('a prepared document left neither an answer nor an error');
    return data.answer as Result;
  };
}

function compile(text: string): CompiledQuery<{ answer: unknown }> {
  const document = parse(text);
  const [mistake] = validate(schema, document);
  if (mistake) throw mistake;
  const query = compileQuery<{ answer: unknown }>(schema, document, undefined, { customSerializers: namesAsGiven() });
  if (!('query' in query)) throw new Error(`a prepared document does not compile: ${text}`);
  return query;
}

/** Resolvers give the values of enumerations in lower case; only GraphQL over HTTP writes them in upper case. */
function namesAsGiven(): Record<string, (value: unknown) => unknown> {
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  return Object.fromEntries(enums.map(({ name }) => [name, (value) => value]));
}

/** An object as a prepared document gives it: null where a member is absent. */
export type WithNulls<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K];
};

/** The same object without members that are null. */
export function omitNulls<T extends object>(given: WithNulls<T>): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as T;
}
