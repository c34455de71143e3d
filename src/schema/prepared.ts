import { parse, validate } from 'graphql';
import { compileQuery } from 'graphql-jit';
import type { Context } from './builder.ts';
import { schema } from './schema.ts';

/** Runs a document with these variables. Throws what its first error was made of. */
export type PreparedDocument<Result> = (
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<Result>;

/** A document with one root field `answer`, parsed, validated and compiled once. */
export function prepareDocument<Result>(text: string): PreparedDocument<Result> {
  const document = parse(text);
  const [mistake] = validate(schema, document);
  if (mistake) throw mistake;
  const compiled = compileQuery<{ answer: Result | null }>(schema, document);
  if (!('query' in compiled)) throw new Error(`a prepared document does not compile: ${text}`);
  return async (variables, context) => {
    const { data, errors } = await compiled.query(undefined, context, variables);
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    if (!data?.answer) throw new Error('a prepared document left neither an answer nor an error');
    return data.answer;
  };
}
