/**
 * The names that `/.well-known/<name>.json` has for documents of ours. An operator's ownership file of such a name could
 * never be read, so the configuration refuses it; a test holds the list against the pages that are served.
 */
export const wellKnownNames: readonly string[] = ['agent', 'agent-card', 'ai-catalog', 'jwks', 'x402'];
