/*
 * How long a stop may take, in milliseconds. Each of these has the one before it in it, and the supervisor's own time
 * (`TimeoutStopSec` of `deploy/assay.service`) has all of them.
 */

/** The upper bound of a check under any configuration: a hold lives 60 seconds and must outlast its check. */
export const CHECK_TIME_MS_MAX = 30_000;

/** The longest time for which a service that was asked to stop still takes requests. */
export const DRAIN_MS_MAX = 60_000;

/** How long requests may run after the drain: the time of a check and a little to write its answer. */
export const GRACE_MS = CHECK_TIME_MS_MAX + 5_000;

/** The database server gets ten seconds, its pool five, the chain's process and the traces two each. */
const TIDY_MS = 20_000;

/** A process that has not ended this long after its drain is stuck, and ends itself. */
export const STOP_MS_MAX = GRACE_MS + TIDY_MS;

/** The same for a primary, after the drain of its workers: they end, then it closes what it opened. */
export const PRIMARY_STOP_MS_MAX = STOP_MS_MAX + TIDY_MS;
