/**
 * The names of our own documents at `/.well-known/<name>.json`. The configuration refuses an operator's ownership file with such a
 * name, because it could never be read. A test compares the list with the pages that are served.
 */
export const wellKnownNames: readonly string[] = ['agent', 'agent-card', 'ai-catalog', 'jwks', 'x402'];
