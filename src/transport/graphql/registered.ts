import { CACHED, type Page } from '#http/page.ts';
import { documents } from '../../../packages/assay-client/src/generated/documents.ts';

/** The documents of our client's package by the SHA-256 of their text: each runs by its name, without having been sent. */
export const registered: ReadonlyMap<string, string> = new Map(documents.map(({ id, body }) => [id, body]));

/** The manifest of those documents, in the form of Apollo's tools (`apollo-persisted-query-manifest`). */
const manifest = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: documents.map(({ id, name, type, body }) => ({ id, name, type, body })),
};

export function registeredPages(): readonly Page[] {
  return [
    {
      path: '/graphql/documents.json',
      operationId: 'graphqlDocuments',
      summary: 'The GraphQL documents that are known by their hash, as a manifest of persisted queries',
      tag: 'Documents',
      mediaType: 'application/json',
      headers: CACHED,
      read: () => manifest,
    },
  ];
}
