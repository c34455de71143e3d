import { type CheckKind, KINDS } from './answer.ts';
import { isAddress } from './base58.ts';

/** The meaning of a text in the search box: an address or none, and the kind of check that the text names. */
export interface Searched {
  readonly subject: string | null;
  readonly kind: CheckKind | null;
}

/** The name of such an object in links of explorers. */
const IN_LINKS: readonly (readonly [RegExp, CheckKind])[] = [
  [/\/(tokens?|coins?|mint)\//i, 'token'],
  [/\/(accounts?|address|wallet|profile)\//i, 'wallet'],
];

/** The mints of launchpads end like this. */
const LAUNCHED = /(pump|bonk)$/;

/** Reads an address, a link to an explorer, or `kind:ADDRESS`. */
export function subjectIn(text: string): Searched {
  const given = text.trim();
  const subject = given.split(/[^0-9A-Za-z]+/).find(isAddress) ?? null;
  const named = KINDS.find((kind) => given.toLowerCase().startsWith(`${kind}:`));
  const linked = IN_LINKS.find(([pattern]) => pattern.test(given))?.[1];
  const launched = LAUNCHED.test(subject ?? '') ? 'token' : null;
  return { subject, kind: named ?? linked ?? launched };
}
