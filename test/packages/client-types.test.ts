import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from '../support/service.ts';
import { documentsModule, documentsOf, manifestText } from './documents-of.ts';
import { graphqlTypes, restTypes, schemaModule } from './types-of.ts';

let service: Service;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.end());

const DOCUMENTS = 'packages/assay-client/documents';

/** The files are written anew by `npm run client:types`. */
const file = (name: string): string => resolve('packages/assay-client/src/generated', name);

const read = async (path: string) => await (await fetch(`${service.url}${path}`)).json();

describe('the types of the client', () => {
  it('are those of the published REST documents', async () => {
    const [document, errors] = await Promise.all(['/openapi.json', '/errors'].map(read));
    await expect(restTypes(document, errors)).toMatchFileSnapshot(file('rest.ts'));
  });

  const schemaText = readFileSync('schema.graphql', 'utf8');

  it('are those of the published GraphQL schema', async () => {
    await expect(graphqlTypes(schemaText)).toMatchFileSnapshot(file('graphql.ts'));
    await expect(schemaModule(schemaText)).toMatchFileSnapshot(file('schema.ts'));
  });

  it('are those of the shipped documents, each of which validates', async () => {
    const texts = readdirSync(DOCUMENTS).map((name) => readFileSync(join(DOCUMENTS, name), 'utf8'));
    await expect(documentsModule(schemaText, texts)).toMatchFileSnapshot(file('documents.ts'));
    await expect(manifestText(documentsOf(schemaText, texts))).toMatchFileSnapshot(file('documents.json'));
  });
});
