import { kinds } from '#checks/index.ts';
import { toolCall } from '#http/questions/calls.ts';
import { formatUsdc } from '#lib/money.ts';
import { addressesOf } from '../discovery/addresses.ts';
import { mcpVersions } from '../discovery/server-card.ts';
import { DESCRIPTION, mcpPayment, offeredBy } from '../discovery/words.ts';
import type { McpDeps } from './model.ts';
import type { Tool } from './tool.ts';

/** What the endpoint tells a browser or curl, which cannot speak its protocol. */
export function about(deps: McpDeps, tools: readonly Tool[]): object {
  const { settings, version, freeCallsPerDay = 0 } = deps;
  const at = addressesOf(deps);
  return {
    name: settings.serviceName,
    version,
    description: DESCRIPTION,
    ...(settings.sandbox && { sandbox: true }),
    transport: 'streamable-http',
    url: at.mcp,
    protocol_versions: mcpVersions,
    tools: tools.map(({ name, title, description, priceAtomic }) => {
      return { name, title, description, ...(priceAtomic !== undefined && { price_usdc: formatUsdc(priceAtomic) }) };
    }),
    free_calls_per_day: freeCallsPerDay,
    payment: `${mcpPayment(offeredBy(deps))} Keys: ${at.credits}`,
    example: toolCall(kinds.token, deps),
    server_card: at.server_card,
    documents: { llms_txt: at.llms, openapi: at.openapi, root: at.root },
  };
}
