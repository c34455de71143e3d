import { codeOf, isOutage, isUnreachable } from './outage.ts';

/**
 * What operators are told of a database at `place` that could not be opened, with the reason as the cause: the server's words, or
 * the code where none answered, because the system's words name a host that the driver may have cut out of a password. What has no
 * code is told as it is: it was written for operators.
 */
export function forOperators(error: unknown, place: string): unknown {
  if (isUnreachable(error)) return about(place, 'reached', new Error(codeOf(error)));
  if (isOutage(error)) return about(place, 'used', error);
  return codeOf(error) === '' ? error : about(place, 'migrated', error);
}

function about(place: string, what: string, cause: unknown): Error {
  return new Error(`the database at ${place} cannot be ${what}`, { cause });
}
