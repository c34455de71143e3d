import { otherTools } from '#http/questions/calls.ts';
import { JSON_SCHEMA_DRAFT } from '#lib/schema-version.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { rfc3339 } from '#schema/operation/delivery.ts';
import { refuseUnknown } from './arguments.ts';
import { addHeaders, successResult } from './results.ts';
import type { McpDeps, Tool, ToolSchema } from './tool.ts';
import { objectInput } from './tool-schemas.ts';
import { freeHeaders } from './words.ts';

const output: ToolSchema = {
  $schema: JSON_SCHEMA_DRAFT,
  type: 'object',
  description: 'What the caller can still ask for, or a problem that says why it cannot be told.',
  properties: {
    key: { type: 'boolean', description: 'Whether the connection carries an API key.' },
    balance_usdc: { type: 'string', description: 'What the key can spend.' },
    balance_atomic: { type: 'string' },
    passes: { type: 'array', description: 'Passes that have not expired.' },
    movements: { type: 'array', description: 'The newest movements of the account.' },
    free_calls: { type: 'object', description: 'Free calls of a caller without a key on this UTC day.' },
    prices_usdc: { type: 'object' },
  },
};

/** The tool that shows what is left of the key, or of today's free calls. It is free and uses none of them. */
export function balanceTool(deps: McpDeps): Tool {
  const { baseUrl } = deps.settings;
  return {
    name: otherTools.balance,
    title: 'What is left to spend',
    description:
      'What this connection can still ask for: the balance and passes of its API key, or, without one, the free calls that are left today, with the prices of all checks. Use it before a series of checks. Free, and uses no free call.',
    inputSchema: objectInput({}),
    outputSchema: output,
    example: {},
    paid: false,
    run: async ({ args, visit }) => {
      refuseUnknown(args, []);
      const { apiKey, address } = visit.caller.credentials;
      const shared = { prices_usdc: pricesUsdc, how_to_pay: `${baseUrl}/credits` };
      if (apiKey !== null) {
        const account = await deps.money.account(visit.caller);
        const { balance_usdc: balance, passes } = account;
        const running = passes.length > 0 ? ` ${passes.length} pass period(s) not expired.` : '';
        return successResult({ key: true, ...account, ...shared }, `${balance} USDC left on the key.${running}`);
      }
      if (!deps.freeCalls) return successResult({ key: false, ...shared }, afterwards(deps));
      const { limit, remaining, resetsAt } = await deps.freeCalls(address);
      if (limit === 0) return successResult({ key: false, ...shared }, afterwards(deps));
      addHeaders(visit, freeHeaders(limit, remaining));
      const freeCallsLeft = { limit, remaining, resets_at: rfc3339(resetsAt) };
      const text = `${remaining} of ${limit} free calls are left today. ${afterwards(deps)}`;
      return successResult({ key: false, free_calls: freeCallsLeft, ...shared }, text);
    },
  };
}

/** How checks are paid that no free call covers. */
function afterwards({ settings: { enabled, baseUrl } }: McpDeps): string {
  return `A check without a free call is paid ${enabled ? 'by x402 or ' : ''}from a prepaid key: ${baseUrl}/credits.`;
}
