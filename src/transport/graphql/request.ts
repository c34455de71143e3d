import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { nearMiss } from '#http/questions/parameters.ts';
import { Fault } from '#lib/fault.ts';
import { openTexts, type Texts } from './fixed-answers.ts';
import type { GraphqlRequest } from './server-context.ts';

type Members = Readonly<Record<string, unknown>>;

/** The members that are read (GraphQL over HTTP, section 5.1, and `documentId`). */
const MEMBERS = ['query', 'variables', 'operationName', 'extensions', 'documentId'];

/** So many names of members are searched for misspelt ones. */
const NAMES_MAX = 100;

/** A client whose document was dropped sends it again. */
const DOCUMENTS = { textsMax: 1_000, charsMax: 4_000_000 };

/** The first step of the protocol and no failure, so the status is 200: some clients would not send the text after an error status. */
const NOT_FOUND = { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } } };

/** Documents by the SHA-256 of their text in lower-case hexadecimal: those that clients registered, and those that were sent once. */
export interface PersistedDocuments {
  readonly registered: ReadonlyMap<string, string>;
  readonly sent: Texts;
}

export function openPersisted(registered: PersistedDocuments['registered']): PersistedDocuments {
  return { registered, sent: openTexts(DOCUMENTS) };
}

/** The members of a body. Throws `bad_request` for one that is no request, or has a misspelt member. */
export function membersOfBody(body: unknown): Members {
  if (!isObject(body) || !namesDocument(body)) {
    const message = 'The body must be a JSON object with the member query, or the name of a persisted one.';
    throw new Fault('bad_request', message);
  }
  refuseMisnamed(Object.keys(body).slice(0, NAMES_MAX));
  return body;
}

function namesDocument({ query, documentId, extensions }: Members): boolean {
  const persisted = isObject(extensions) ? extensions.persistedQuery : undefined;
  return [query, documentId, persisted].some((given) => given !== undefined && given !== null);
}

/** Query strings that were read, because clients that send documents by GET repeat them. */
const readQueries = new LRUCache<string, Members>({ max: 256 });
const QUERY_CHARS_MAX = 4_096;

/** The members of a query string. Throws `bad_request` for one that is malformed or misspelt. */
export function membersOfQuery(text: string): Members {
  const known = readQueries.get(text);
  if (known) return known;
  const read = readQuery(text);
  if (text.length <= QUERY_CHARS_MAX) readQueries.set(text, read);
  return read;
}

function readQuery(text: string): Members {
  const given = new URLSearchParams(text);
  refuseMisnamed(given.keys());
  const members: Record<string, unknown> = {};
  for (const name of MEMBERS) {
    const value = given.get(name);
    if (!value) continue;
    members[name] = name === 'variables' || name === 'extensions' ? jsonOf(name, value) : value;
  }
  return members;
}

function jsonOf(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new Fault('bad_request', `The query parameter ${name} must be JSON.`);
  }
}

/** Without its variables an operation would ask something else. */
function refuseMisnamed(names: Iterable<string>): void {
  for (const name of names) {
    if (MEMBERS.includes(name)) continue;
    const meant = nearMiss(name, MEMBERS);
    if (meant !== undefined) throw new Fault('bad_request', `${name.slice(0, 64)} is not read: it is called ${meant}.`);
  }
}

/** The request of its members, with the text of a persisted document. Throws the GraphQL error of a malformed one. */
export function requestOfMembers(members: Members, persisted: PersistedDocuments): GraphqlRequest {
  const query = textOf(members, persisted);
  for (const name of Object.keys(members)) {
    if (!MEMBERS.includes(name) && members[name] !== null) {
      throw refusal('BAD_REQUEST', `Unexpected parameter "${name.slice(0, 64)}" in the request.`);
    }
  }
  const { variables, operationName, extensions } = members;
  if (query === undefined || query === null) {
    throw new GraphQLError('Must provide query string.', { extensions: { code: 'BAD_REQUEST' } });
  }
  if (typeof query !== 'string') throw refusal('BAD_REQUEST', 'The member query must be a string.');
  if (!isOptional(variables)) throw refusal('BAD_REQUEST', 'The member variables must be an object.');
  if (!isOptional(extensions)) throw refusal('BAD_REQUEST', 'The member extensions must be an object.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw refusal('BAD_REQUEST', 'The member operationName must be a string.');
  }
  return { query, operationName, variables };
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOptional(value: unknown): value is Members | null | undefined {
  return value === undefined || value === null || isObject(value);
}

/**
 * The text of the document, by its hash where it is named by one, so that a client sends a long text once: `extensions.persistedQuery` of
 * Apollo clients, and `documentId` of GraphQL over HTTP. A text that comes with its hash is remembered.
 */
function textOf(members: Members, { registered, sent }: PersistedDocuments): unknown {
  const { query } = members;
  const hash = hashOf(members);
  // A query that is no text has no hash; the next step refuses its type.
  if (hash === null || (query && typeof query !== 'string')) return query;
  if (typeof query !== 'string' || query === '') {
    const text = registered.get(hash) ?? sent.get(hash);
    // Clients compare this exact message.
    if (text === undefined) throw new GraphQLError('PersistedQueryNotFound', NOT_FOUND);
    return text;
  }
  const own = createHash('sha256').update(query).digest('hex');
  if (own !== hash) throw refusal('PERSISTED_QUERY_MISMATCH', 'The hash is not that of the query.');
  sent.set(hash, query);
  return query;
}

/** The document hash of a request; null where it has none. Throws for an invalid one. */
function hashOf({ documentId, extensions }: Members): string | null {
  const persistedQuery = isObject(extensions) ? extensions.persistedQuery : undefined;
  if (documentId === undefined && persistedQuery === undefined) return null;
  const { sha256Hash } = (persistedQuery ?? {}) as { readonly sha256Hash?: unknown };
  const named = typeof documentId === 'string' ? documentId.replace(/^sha256:/, '') : (documentId ?? sha256Hash);
  if (typeof named === 'string' && /^[0-9a-f]{64}$/i.test(named)) return named.toLowerCase();
  throw refusal(
    'PERSISTED_QUERY_HASH_INVALID',
    'A document is named by the SHA-256 of its text in hexadecimal: `documentId: "sha256:<hash>"`, or `extensions.persistedQuery` with `version: 1` and `sha256Hash`.',
  );
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
}
