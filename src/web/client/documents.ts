/** The operations of the dashboard. They are kept in one place so that a test can hold each against the schema. */

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

/** The account of the key. */
export const ACCOUNT_QUERY = `query Account {
  account {
    balanceUsdc
    passes { tier state expiresAt fairUseLeft }
    entries(first: 8) { edges { node { kind amountUsdc at ref } } }
  }
}`;

/** Prices, and what verdicts and flags mean. */
export const VOCABULARY = `query Vocabulary {
  prices { kind priceUsdc verdicts { verdict meaning } }
  flags { flag kind meaning }
}`;
