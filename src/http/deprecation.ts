import type { OutgoingHttpHeaders } from 'node:http';

/**
 * The announcement that something will be removed. `policy` and `successor` are absolute URLs: the rules of its removal, and its
 * replacement.
 */
export interface Deprecation {
  readonly since: Date;
  /** When it may stop to answer; never before `since`. */
  readonly sunset?: Date;
  readonly successor?: string;
  readonly policy: string;
}

/**
 * Adds the headers of a deprecation: `Deprecation` (RFC 9745, Unix seconds behind `@`), `Sunset` (RFC 8594, an HTTP date), and links to
 * the policy and the successor behind the links that are there. Without a deprecation it returns the headers unchanged. Throws for
 * contradicting dates and for links that are no URLs, so that a mistake shows at start.
 */
export function withDeprecation(
  headers: OutgoingHttpHeaders,
  deprecation: Deprecation | undefined,
): OutgoingHttpHeaders {
  if (!deprecation) return headers;
  const { since, sunset, successor, policy } = deprecation;
  const links = [linkTo(policy, 'deprecation'), ...(successor === undefined ? [] : [linkTo(successor, SUCCESSOR)])];
  const before = headers.link === undefined ? [] : [headers.link].flat().map(String);
  return {
    ...headers,
    deprecation: `@${Math.floor(timeOf(since) / 1000)}`,
    ...(sunset !== undefined && { sunset: sunsetOf(since, sunset) }),
    link: [...before, ...links].join(', '),
  };
}

const SUCCESSOR = 'successor-version';

function sunsetOf(since: Date, sunset: Date): string {
  if (timeOf(sunset) < timeOf(since)) throw new RangeError('the sunset is earlier than the deprecation');
  return sunset.toUTCString();
}

function timeOf(date: Date): number {
  const time = date.getTime();
  if (Number.isNaN(time)) throw new RangeError('a date of a deprecation is none');
  return time;
}

function linkTo(url: string, relation: string): string {
  return `<${new URL(url).href}>; rel="${relation}"`;
}
