const TRIES_MAX = 4;

interface Answered {
  readonly gaps?: readonly { readonly cause: string }[];
  readonly metrics?: { readonly window?: { readonly why: string | null } };
}

/**
 * Asks again where a check ran out of time, which says nothing of the subject: the machine of a test may be slow. Such an answer is
 * free, and the next check goes on where it ended. Returns the last answer.
 */
export async function inTime<T>(ask: () => Promise<T>, answerOf: (asked: T) => unknown): Promise<T> {
  let asked = await ask();
  for (let tries = 1; tries < TRIES_MAX && isLate(answerOf(asked) as Answered); tries += 1) asked = await ask();
  return asked;
}

function isLate({ gaps = [], metrics }: Answered): boolean {
  return gaps.some(({ cause }) => cause === 'deadline') || metrics?.window?.why === 'time';
}
