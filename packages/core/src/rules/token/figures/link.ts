import type { LinkMetrics } from '../metric-parts.ts';
import type { LinkScheme } from '../metric-words.ts';

const HOST_CHARACTERS_MAX = 100;
const schemes: readonly string[] = ['https', 'http', 'ipfs', 'ar', 'data'] satisfies readonly LinkScheme[];
/** Letters, digits, hyphens and dots, as names are in the domain name system, then a port. Other texts are not published. */
const PLAIN_HOST = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)\.?(?::\d{1,5})?$/;
/** A content identifier of IPFS without a scheme: version 0, or version 1 in base32. */
const BARE_CONTENT = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,100})(?:\/|$)/;

/**
 * The publishable part of a metadata link, which is a stranger's text: its scheme from a closed list, and its host if it is plain. Null
 * for none. A gateway's link to content counts as the gateway's, which may show anything.
 */
export function linkMetrics(raw: string): LinkMetrics | null {
  const link = raw.trim();
  if (link === '') return null;
  const scheme = schemeOf(link);
  return { scheme, host: hostOf(link, scheme), content_addressed: isContentAddressed(link, scheme) };
}

function schemeOf(link: string): LinkScheme {
  const named = /^([a-z]{2,5}):/i.exec(link)?.[1]?.toLowerCase() ?? '';
  return schemes.includes(named) ? (named as LinkScheme) : 'other';
}

/** The port is left out; with somebody's name, an escape or any other sign in it there is none. */
function hostOf(link: string, scheme: LinkScheme): string | null {
  if (scheme !== 'https' && scheme !== 'http') return null;
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(link)?.[1]?.toLowerCase() ?? '';
  if (authority.length > HOST_CHARACTERS_MAX) return null;
  const host = PLAIN_HOST.exec(authority)?.[1] ?? null;
  return host?.includes('..') ? null : host;
}

function isContentAddressed(link: string, scheme: LinkScheme): boolean {
  return scheme === 'ipfs' || scheme === 'ar' || scheme === 'data' || (scheme === 'other' && BARE_CONTENT.test(link));
}
