/** A hold that nobody renews is given back after this time. */
export const LEASE_SECONDS = 60;

/** For how long the answer of a response that was not finished is given again to who repeats the request. */
export const REDELIVERY_SECONDS = 600;

/** For how long answers and idempotency keys are kept. */
export const RETENTION_SECONDS = 86_400;

/** For how long a statement that several share waits for a row that somebody has locked, before it leaves that row alone. */
export const SHARED_LOCK_MS_MAX = 300;

/** How many accounts revenue is spread over, so that charges of different customers seldom wait for each other. */
export const REVENUE_SHARDS = 16;
