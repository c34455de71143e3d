import { errorUrl } from '#http/problems/problem.ts';
import { Fault } from '#lib/fault.ts';
import { type FaultEntry, faults, refusedPaymentStates, retryActions } from '#lib/fault-catalogue.ts';

/**
 * The codes that only `/graphql` answers with, as `extensions.code` in upper case: codes of its limits and of named documents, and codes
 * of its engine. All other errors of GraphQL have the code of a fault. `status` applies to `application/graphql-response+json`; a client
 * that accepts only `application/json` gets 200 for every fault that HTTP does not know.
 */
const graphqlErrors: Readonly<Record<string, FaultEntry>> = {
  operation_too_large: {
    status: 400,
    title: 'Operation too large',
    retryable: false,
    meaning:
      'The operation exceeds the limit that `extensions.limit` names: depth, fields, aliases, cost, values, tokens, lines, definitions, nesting or checks. Nothing ran and nothing was charged. Send it in parts.',
  },
  persisted_query_not_found: {
    status: 400,
    title: 'Named document not known',
    retryable: false,
    meaning:
      'No document of this hash is remembered. Send the same request with the text in `query` beside the hash, which makes it known.',
  },
  persisted_query_hash_invalid: {
    status: 400,
    title: 'Name of a document malformed',
    retryable: false,
    meaning: 'A document is named by the SHA-256 of its text in hexadecimal. Send the text in `query`, or its hash.',
  },
  persisted_query_mismatch: {
    status: 400,
    title: 'Hash is not that of the document',
    retryable: false,
    meaning: 'The hash is not the SHA-256 of the text that came with it. Nothing was remembered and nothing ran.',
  },
  graphql_parse_failed: {
    status: 400,
    title: 'Document is no GraphQL',
    retryable: false,
    meaning: 'The text of the operation does not follow the syntax of GraphQL; `locations` says where.',
  },
  graphql_validation_failed: {
    status: 400,
    title: 'Document does not fit the schema',
    retryable: false,
    meaning:
      'The operation asks for what the schema does not have; `locations` says where. GET /graphql shows the schema.',
  },
  operation_resolution_failure: {
    status: 400,
    title: 'Operation cannot be chosen',
    retryable: false,
    meaning:
      'The document has no operation of this name, has several and none was named, or is a mutation sent by GET.',
  },
  request_entity_too_large: {
    status: 413,
    title: 'Request too large',
    retryable: false,
    meaning: 'The request is larger than the service accepts, as with body_too_large. Nothing ran.',
  },
  internal_server_error: {
    status: 500,
    title: 'Internal error',
    retryable: true,
    retryAction: 'wait_and_retry',
    meaning: 'Something failed that should not, as with internal_error. Nothing was charged.',
  },
};

/** Everything that leaves the service as a code, by the code in lower case. */
const entries: ReadonlyMap<string, FaultEntry> = new Map(Object.entries({ ...graphqlErrors, ...faults }));

/** The documents of `/errors` and of its entries, each the same object whenever it is asked for. */
export function errorDocuments(baseUrl: string) {
  const codes = [...Object.keys(faults), ...Object.keys(graphqlErrors)];
  const documents = new Map([...entries].map(([code, entry]) => [code, explained(code, entry, baseUrl)]));
  /** One entry, by its code in either case. Throws `not_found`. */
  const entryOf = (code: string): ErrorDocument => {
    const document = documents.get(code.toLowerCase());
    if (!document) throw new Fault('not_found', 'There is no such error. GET /errors lists all.');
    return document;
  };
  const list = {
    policy: 'Codes are added and never renamed. GraphQL has them in upper case, as extensions.code.',
    retry_actions: retryActions,
    payment_states: refusedPaymentStates,
    errors: codes.map(entryOf),
  };
  return { codes, list, entryOf };
}

/** An entry of the error catalogue as its document has it. */
export type ErrorDocument = ReturnType<typeof explained>;

function explained(code: string, entry: FaultEntry, baseUrl: string) {
  return {
    type: errorUrl(baseUrl, code),
    code,
    status: entry.status,
    title: entry.title,
    retryable: entry.retryable,
    ...(entry.retryAction !== undefined && { retry_action: entry.retryAction }),
    ...(entry.retryAfterSeconds !== undefined && { retry_after_seconds: entry.retryAfterSeconds }),
    ...(entry.paymentState !== undefined && { payment_state: entry.paymentState }),
    ...(Object.hasOwn(graphqlErrors, code) && { only: 'graphql' }),
    meaning: entry.meaning,
  };
}
