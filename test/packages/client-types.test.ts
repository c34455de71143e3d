import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from '../support/service.ts';
import { graphqlTypes, restTypes } from './types-of.ts';

let service: Service;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.end());

/** The files are written anew by `npm run client:types`. */
const file = (name: string): string => resolve('packages/assay-client/src/generated', name);

const read = async (path: string) => await (await fetch(`${service.url}${path}`)).json();

describe('the types of the client', () => {
  it('are those of the published REST documents', async () => {
    const [document, errors] = await Promise.all(['/openapi.json', '/errors'].map(read));
    await expect(restTypes(document, errors)).toMatchFileSnapshot(file('rest.ts'));
  });

  it('are those of the published GraphQL schema', async () => {
    await expect(graphqlTypes(readFileSync('schema.graphql', 'utf8'))).toMatchFileSnapshot(file('graphql.ts'));
  });
});
