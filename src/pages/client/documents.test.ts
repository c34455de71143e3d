import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import * as documents from './documents.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

it.each(Object.entries(documents))('%s fits the schema', (_name, source) => {
  expect(validate(schema, parse(source)).map(({ message }) => message)).toEqual([]);
});
