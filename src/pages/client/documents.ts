/** The operations of the dashboard. They are in one file so that a test can check each against the schema. */

const RESULT = `__typename
  ... on Check {
    document
    retryAfterSeconds
    billing { route chargedUsdc balanceUsdc replayed pass { tier callsLeft expiresAt } }
  }
  ... on CheckFault { code message retryable retryAfterSeconds }`;

/** A batch, result by result. */
export const CHECKS_STREAM = `subscription Checks($requests: [CheckRequest!]!) {
  checks(requests: $requests) { indexes result { ${RESULT} } }
}`;

/** The same in one piece. */
export const CHECKS = `query Checks($requests: [CheckRequest!]!) { checks(requests: $requests) { ${RESULT} } }`;

/** The account of the key, and its checks since a moment, newest first, in pages. */
export const ACCOUNT_QUERY = `query Account($since: DateTime!, $after: String) {
  account {
    balanceUsdc
    passes { tier state expiresAt callsLeft }
    entries(first: 8) { edges { node { kind amountUsdc at: createdAt ref } } }
    checks(first: 100, since: $since, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id at: chargedAt kind sizeSol subject verdict chargedUsdc route documentKept } }
    }
  }
}`;

/** The stored answer of a past check. */
export const STORED_ANSWER = 'query StoredAnswer($id: ID!) { node(id: $id) { ... on PastCheck { document } } }';

/** Types whose values and members a card explains in the words of the schema. */
const EXPLAINED = [
  'GapCause',
  'LiquidityHow',
  'AuthorityKind',
  'TokenExtension',
  'CostParts',
  'TokenDataQuality',
  'TokenBuckets',
];

/** Prices, and the meanings of verdicts, flags and other words. */
export const VOCABULARY = `query Vocabulary {
  prices { kind priceUsdc summary verdicts { verdict meaning } }
  flags { code kind meaning }
  ${EXPLAINED.map((name) => `${name}: __type(name: "${name}") { ...Words }`).join('\n  ')}
}
fragment Words on __Type { name enumValues { name description } fields { name description } }`;
