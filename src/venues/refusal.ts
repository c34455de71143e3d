import type { RefusalCode, Refused } from './venue.ts';

/** A refusal with its reason in words. */
export function refuse(refused: RefusalCode, detail: string): Refused {
  return { refused, detail };
}

/** True when there is no number. */
export function isRefused<T extends object>(result: T | Refused): result is Refused {
  return 'refused' in result;
}
