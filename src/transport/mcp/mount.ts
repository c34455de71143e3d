import { formatUsdc } from 'assay-core/lib/money.ts';
import { once } from 'assay-core/lib/once.ts';
import { kinds } from 'assay-core/rules/index.ts';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { takenTypes } from '#http/accept.ts';
import { callerOf } from '#http/caller.ts';
import type { ConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import { FRESH } from '#http/page.ts';
import { mcpVersions, toolCall } from '#http/questions/calls.ts';
import { sendJson } from '#http/reply.ts';
import { addressesOf } from '#pages/addresses.ts';
import { DESCRIPTION, mcpPayment, offeredBy } from '#pages/words.ts';
import { balanceTool } from './balance-tool.ts';
import { batchTool } from './batch-tool.ts';
import { checkTool } from './check-tool.ts';
import { reasonTool } from './reason-tool.ts';
import { serverMaker } from './server.ts';
import { loadSdk, mcpStack, rpcCodes } from './stack.ts';
import type { McpDeps, Tool } from './tool.ts';

const PATH = '/mcp';
const ALLOW = 'GET, POST, OPTIONS';

/** Mounts the MCP endpoint: POST speaks the protocol, GET describes it. */
export function mountMcp(app: Express, deps: McpDeps, concurrencyLimit: ConcurrencyLimit): void {
  // Building the schemas would take most of the start.
  const tools = once(() => toolsOf(deps, concurrencyLimit));
  const resourceUrl = `${deps.mcpBaseUrl}${PATH}`;
  const stack = lazily(async () => {
    const sdk = await loadSdk();
    return mcpStack(sdk, {
      build: serverMaker(sdk, deps, tools()),
      visit: (request, response) => {
        const caller = callerOf(request, response, { resourceUrl, trustProxyHops: deps.trustProxyHops });
        return { caller, response, alone: !Array.isArray(request.body) };
      },
      hostnames: hostnamesOf(deps),
      report: (err, requestId) => deps.log.error({ request_id: requestId, err }, 'request failed'),
    });
  });
  const route = app.route(PATH);
  route.get((request, response, next) => {
    // MCP clients ask for a stream with GET, and 405 means that there is none.
    if (wantsStream(request)) return next();
    sendJson(response, 200, about(deps, tools()), { ...FRESH, vary: 'Accept' });
  });
  route.post(stack);
  route.all((_request, response) => {
    const error = { code: rpcCodes.invalidRequest, message: 'Method not allowed: send messages by POST.' };
    sendJson(response, 405, { jsonrpc: '2.0', error, id: null }, { ...FRESH, allow: ALLOW });
  });
}

/** All handlers as one, built at the first request. */
function lazily(make: () => Promise<readonly (RequestHandler | ErrorRequestHandler)[]>): RequestHandler {
  let made: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    made ??= make().then((handlers) => express.Router().use(...(handlers as RequestHandler[])));
    const handler = await made.catch((error: unknown) => {
      made = null;
      throw error;
    });
    handler(request, response, next);
  };
}

function wantsStream({ headers }: Request): boolean {
  return takenTypes(headers.accept).includes('text/event-stream');
}

/** Every tool, in the order in which clients list them. */
function toolsOf(deps: McpDeps, concurrencyLimit: ConcurrencyLimit): readonly Tool[] {
  const available = Object.values(kinds).filter(({ state }) => state === 'available');
  return [
    ...available.map((kind) => checkTool(kind, deps, concurrencyLimit)),
    batchTool(deps, concurrencyLimit),
    reasonTool(deps),
    balanceTool(deps),
  ];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Host names of the service: its own, and this machine's. */
function hostnamesOf({ settings, mcpBaseUrl }: McpDeps): readonly string[] {
  return [...new Set([...[settings.baseUrl, mcpBaseUrl].map((url) => new URL(url).hostname), ...LOOPBACK])];
}

/** The description of the endpoint for a browser or curl. */
function about(deps: McpDeps, tools: readonly Tool[]): object {
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
