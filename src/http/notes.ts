import type { IncomingMessage } from 'node:http';
import type { FaultCode } from '#lib/fault.ts';
import type { CheckNote } from '#schema/contract.ts';
import type { RequestWatch, Road } from './http-deps.ts';

/** The record of a request while it is answered, for its log line and the metrics. */
export interface Notes {
  /** The template of its path, where the router in front knows it. */
  route: string | null;
  /** The checks that were answered, in the order in which they were done. */
  readonly checks: CheckNote[];
  /** Why it was refused, each code once. */
  readonly refusals: FaultCode[];
  readonly watch: RequestWatch | null;
}

const roads = ['graphql', 'mcp', 'a2a'] as const;

/** A member of the request itself: a weak map of requests costs the collector of garbage more than most answers do. */
const NOTES = Symbol('notes');

type NotedRequest = IncomingMessage & { [NOTES]?: Notes };

/** Begins the notes of a request. */
export function beginNotes(request: IncomingMessage, watch: RequestWatch | null): Notes {
  const begun: Notes = { route: null, checks: [], refusals: [], watch };
  (request as NotedRequest)[NOTES] = begun;
  return begun;
}

/** The notes of a request; null where the request did not come through a listener of this service. */
export function notesOf(request: IncomingMessage): Notes | null {
  return (request as NotedRequest)[NOTES] ?? null;
}

/** Records the cause of a refusal in any protocol. */
export function noteRefusal(request: IncomingMessage, code: FaultCode): void {
  const refusals = notesOf(request)?.refusals;
  if (refusals && !refusals.includes(code)) refusals.push(code);
}

/** Records a check that was answered. It counts at once: the caller may leave before the response is over. */
export function noteCheck(request: IncomingMessage, check: CheckNote): void {
  const noted = notesOf(request);
  if (!noted) return;
  noted.checks.push(check);
  noted.watch?.served(check, roadOf(request));
}

/** By which protocol a check was asked for. The framework takes the beginning off `url` below a path of its own. */
function roadOf(request: IncomingMessage): Road {
  const { url = '', originalUrl = url } = request as { url?: string; originalUrl?: string };
  return roads.find((road) => originalUrl.startsWith(`/${road}`)) ?? 'rest';
}

/** The route of a path for metrics, in the notation of OpenAPI. All paths that no route matches have one name. */
export function routeOf(request: IncomingMessage, noted: Notes | null): string {
  if (noted?.route) return noted.route;
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path.replace(/:(\w+)/g, '{$1}') : 'unmatched';
}
