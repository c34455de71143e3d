import type { IncomingMessage } from 'node:http';
import { Fault } from '#lib/fault.ts';
import { hasCredential } from './caller.ts';

/** Why a request is refused for its head alone, before anything of it is believed; null where it is not. */
export function headFaultOf(request: IncomingMessage): Fault | null {
  if (!isFramed(request)) return new Fault('bad_request');
  const hosts = hostsOf(request);
  if (hosts > 1) return new Fault('bad_request', 'The header Host stands there twice.');
  // Only the newer version demands it, and whoever still speaks the older one may not know it (RFC 9112, 3.2).
  if (hosts === 0 && request.httpVersion !== '1.0') return new Fault('bad_request', 'The header Host is missing.');
  return null;
}

/** A request line may name the whole address (RFC 9112, 3.2.2). */
const GRAPHQL = /^(?:https?:\/\/[^/?#]*)?\/graphql/i;

/** The refusal, while answers wait for want of takers, of what is free and can be answered with most. Whoever pays is served. */
export function largeForFree(request: IncomingMessage): Fault | null {
  if (!GRAPHQL.test(request.url ?? '') || hasCredential(request)) return null;
  return new Fault('overloaded', 'Too many answers wait for clients that do not take them. Nothing was charged.');
}

/** Of two names somebody on the way may have believed the other one (RFC 9112, 3.2). */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let names = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') names += 1;
  }
  return names;
}

/** The parser hands over a request whose transfer coding it does not know, and complains only afterwards: it must not have begun. */
function isFramed({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked';
}
