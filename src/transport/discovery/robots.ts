import { CACHED, type Page } from '#http/page.ts';

/**
 * Agents that fetch on behalf of somebody, by the names that they look for. An agent with its own group ignores the general one, so the
 * rules are repeated.
 */
const assistants = [
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Google-Extended',
  'Applebot-Extended',
  'Amazonbot',
  'Bytespider',
  'CCBot',
  'DuckAssistBot',
  'Meta-ExternalAgent',
  'Meta-ExternalFetcher',
  'MistralAI-User',
];

/** Documents are free, and an unpaid check costs nothing, so everything may be fetched, quoted and learned from. */
const rules = ['Content-Signal: search=yes, ai-input=yes, ai-train=yes', 'Allow: /'];

/** The page for crawlers. Instead of a site map there is the catalogue of interfaces. */
export function robotsPages(baseUrl: string): readonly Page[] {
  const text = [
    `# For machines: ${baseUrl}/llms.txt, ${baseUrl}/openapi.json, ${baseUrl}/.well-known/api-catalog`,
    '',
    'User-agent: *',
    ...rules,
    '',
    ...assistants.map((name) => `User-agent: ${name}`),
    ...rules,
    '',
  ].join('\n');
  return [
    {
      path: '/robots.txt',
      operationId: 'robots',
      summary: 'For crawlers: everything may be fetched',
      tag: 'Discovery',
      mediaType: 'text/plain; charset=utf-8',
      headers: CACHED,
      read: () => text,
    },
  ];
}
