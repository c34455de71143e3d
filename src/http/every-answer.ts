const EXPOSE_HEADERS = [
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'X-Verdict',
  'Idempotent-Replayed',
  'X-RateLimit-Remaining',
  'Deprecation',
  'Sunset',
  'Link',
  'ETag',
  'A2A-Extensions',
  'X-A2A-Extensions',
  'Mcp-Session-Id',
].join(', ');

/** The lifetime of HSTS: a year. */
const HTTPS_SECONDS = 31_536_000;

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSE_HEADERS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  // Answers are data, so a browser that renders one must not load or run anything. Pages have their own policies.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

/** The cross-origin and security headers of every answer, also of an answer to bytes that are no request. */
export function headersOfEveryAnswer(baseUrl: string): Readonly<Record<string, string>> {
  if (!baseUrl.startsWith('https:')) return HEADERS;
  return { ...HEADERS, 'strict-transport-security': `max-age=${HTTPS_SECONDS}` };
}
