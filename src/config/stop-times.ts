/*
 * How long a stop may take, in milliseconds. Each of these has the one before it in it, and the supervisor's own time
 * (`TimeoutStopSec` of `deploy/assay.service`) has all of them.
 */

/** A check ends within this time whatever is configured: a hold lives 60 seconds and must outlast its check. */
export const CHECK_TIME_MS_MAX = 30_000;

/** The longest time for which a service that was told to stop goes on taking requests. */
export const DRAIN_MS_MAX = 60_000;

/** After its drain: what is under way gets as long as a check, and a little to be written. */
export const GRACE_MS = CHECK_TIME_MS_MAX + 5_000;

/** The database server gets ten seconds, its pool five, the chain's process and the traces two each. */
const TIDY_MS = 20_000;

/** After its drain a process that has not ended by then is stuck, and ends itself. */
export const STOP_MS_MAX = GRACE_MS + TIDY_MS;

/** After its workers' drain: they end, then the primary takes down what it laid. */
export const PRIMARY_STOP_MS_MAX = STOP_MS_MAX + TIDY_MS;
