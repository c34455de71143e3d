import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { type Page, REVALIDATED } from '#http/page.ts';
import { checkCall, otherTools, toolCall, toolName } from '#http/questions/calls.ts';
import { pathTemplate } from '#http/questions/example.ts';
import { formatUsdc } from '#lib/money.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import { llmsFull } from './llms-full.ts';
import { verdictUrl } from './schemas.ts';
import { type LlmsDeps, waysToPay } from './ways-to-pay.ts';
import { DESCRIPTION, FRESHNESS, mcpPayment, NOT_CHARGED, offeredBy, READING, retries, SIGNED } from './words.ts';

/** The service in words, for language models: the short text of llmstxt.org, and everything in one. */
export function llmsPages(deps: LlmsDeps): readonly Page[] {
  const page = (path: string, operationId: string, summary: string, read: () => string): Page => ({
    path,
    operationId,
    summary,
    tag: 'Discovery',
    mediaType: 'text/plain; charset=utf-8',
    headers: REVALIDATED,
    read,
  });
  return [
    page('/llms.txt', 'llms', 'The service in words, for language models', () => llms(deps)),
    page('/llms-full.txt', 'llmsFull', 'Everything that an agent needs in one text', () => llmsFull(deps)),
  ];
}

function llms(deps: LlmsDeps): string {
  const { settings } = deps;
  const at = addressesOf(deps);
  const all = Object.values(kinds);
  return `${[
    `# ${settings.serviceName}`,
    `> ${DESCRIPTION} Four paid checks over REST, GraphQL, MCP and A2A; the same answer on each.`,
    ...(settings.sandbox ? ['This instance runs on an embedded sample world: answers say nothing about mainnet.'] : []),
    table(all),
    all.map((kind) => `- ${kind.name}: \`${checkCall(kind, deps).curl}\``).join('\n'),
    READING,
    waysToPay(deps, at).join('\n'),
    `MCP: ${at.mcp} (streamable HTTP, no session). Tools: ${[...all.map(toolName), ...Object.values(otherTools)].join(', ')}. ${mcpPayment(offeredBy(deps))} \`${toolCall(kinds.token, deps).curl}\``,
    `A2A: ${at.a2a}, with one skill a check; the card is at ${at.agent_card}.`,
    [NOT_CHARGED, retries(settings), FRESHNESS, SIGNED].join(' '),
    lists(deps, at),
  ].join('\n\n')}\n`;
}

function table(all: readonly Kind[]): string {
  const rows = all.map((kind) => {
    const verdicts = Object.keys(kind.verdicts).join(', ');
    return `| ${kind.name} | ${kind.summary} | \`GET ${pathTemplate(kind)}\` | ${formatUsdc(kind.priceAtomic)} | ${verdicts} |`;
  });
  return ['| check | what it says | call | USDC | verdicts |', '|---|---|---|---|---|', ...rows].join('\n');
}

function lists({ settings: { baseUrl } }: LlmsDeps, at: Addresses): string {
  const schemas = Object.keys(kinds).map((name) => `- [Schema of ${name} answers](${verdictUrl(name, baseUrl)})`);
  return `## Start

- [Self-description](${at.root}): prices, ready calls, every address
- [Usage](${at.usage}): how to call each check
- [Guide to credit and passes](${at.credits}): how to buy a key with one transfer
- [Everything in one text](${at.llms_full}): verdicts, metrics, reason codes, errors, payment

## Reference

- [OpenAPI 3.1](${at.openapi}): every path
- [Reason codes](${at.reason_codes}): meaning, severity, what to do
- [Errors](${at.errors}): every refusal, and whether to retry
${schemas.join('\n')}
- [Policy of versions](${at.schema_version_policy}): what may change and how it is announced
- [Payment manifest](${at.x402}): the checks with the terms of their 402
- [Keys](${at.jwks}): what answers are signed with

## Optional

- [GraphQL](${at.graphql}): many checks in one operation on one bill
- [MCP server card](${at.server_card})
- [A2A agent card](${at.agent_card})
- [API catalogue](${at.api_catalog})
- [Interactive documentation](${at.docs})
- [Dashboard](${at.dashboard}) and [top-up](${at.topup}) for people
- [Health](${at.health})`;
}
