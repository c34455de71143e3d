import type { Answer, Claimed, Problem } from './topup-api.ts';

/** What a claim is done with: one call, and a wait of seconds that ends early when the claim is given up. */
export interface ClaimParts {
  readonly ask: () => Promise<Answer<Claimed>>;
  readonly wait: (seconds: number) => Promise<void>;
  /** Called after each refusal that leads to another call, with the number of calls so far. */
  readonly told: (problem: Problem, calls: number) => void;
  readonly isGivenUp: () => boolean;
}

/** Finality takes about 7 seconds, at the worst of paces twice as long: seven calls at the two seconds that the service asks for. */
const PATIENT_CALLS = 8;
const GROWTH = 1.5;
const WAIT_SECONDS_MIN = 1;
const WAIT_SECONDS_MAX = 30;

/** Claims until it is credited or refused for good; null when it was given up. Repeats credit nothing twice. */
export async function claimUntilDecided(parts: ClaimParts): Promise<Claimed | Problem | null> {
  for (let calls = 1; !parts.isGivenUp(); calls += 1) {
    const answer = await parts.ask();
    if ('value' in answer) return answer.value;
    const { problem } = answer;
    if (!problem.retryable) return problem;
    parts.told(problem, calls);
    await parts.wait(waitSeconds(problem.retryAfterSeconds, calls));
  }
  return null;
}

/** How long to wait after so many calls: what the service asks for, longer and longer where that does not help. */
export function waitSeconds(retryAfterSeconds: number | null, calls: number): number {
  const asked = Math.max(WAIT_SECONDS_MIN, retryAfterSeconds ?? 2);
  const grown = asked * GROWTH ** Math.max(0, calls - PATIENT_CALLS);
  return Math.max(asked, Math.min(grown, WAIT_SECONDS_MAX));
}
