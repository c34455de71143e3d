import type { OutgoingHttpHeaders } from 'node:http';

const DAY_SECONDS = 86_400;

/** The headers that tell what is left of a caller's free calls of the UTC day, by the draft for rate limits and by habit. */
export function freeHeaders(limit: number, remaining: number, now = Date.now()): OutgoingHttpHeaders {
  const secondsLeft = DAY_SECONDS - Math.floor((now / 1_000) % DAY_SECONDS);
  return {
    'ratelimit-policy': `"free";q=${limit};w=${DAY_SECONDS}`,
    ratelimit: `"free";r=${remaining};t=${secondsLeft}`,
    'x-ratelimit-remaining': String(remaining),
  };
}
