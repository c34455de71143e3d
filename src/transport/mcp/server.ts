import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { faultOf } from '#http/problems/refusal.ts';
import { Fault } from '#lib/fault.ts';
import { addressesOf } from '#pages/addresses.ts';
import { offeredBy } from '#pages/words.ts';
import { serverIdentity } from '../discovery/server-card.ts';
import { withoutNulls } from './arguments.ts';
import { nextMessage } from './next-message.ts';
import { prompts, readPrompt } from './prompts.ts';
import { openResources } from './resources.ts';
import { refusedResult } from './results.ts';
import type { Sdk } from './stack.ts';
import { rpcCodes } from './stack.ts';
import type { McpDeps, Tool, Visit } from './tool.ts';
import { instructions } from './words.ts';

/** Cache settings of lists, which only change with a release: an hour, for everybody. */
const STABLE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const COMPLETIONS_MAX = 100;

/** Makes the server of one request. Everything that is the same for all requests is made once. */
export function serverMaker({ server: sdk }: Sdk, deps: McpDeps, tools: readonly Tool[]): (visit: Visit) => Server {
  const resources = openResources(deps);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listed = tools.map(listedTool);
  const identity = serverIdentity(deps);
  const options = {
    get instructions() {
      return instructions(offeredBy(deps));
    },
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    cacheHints: {
      'tools/list': STABLE,
      'prompts/list': STABLE,
      'resources/list': STABLE,
      'resources/templates/list': STABLE,
      'resources/read': STABLE,
      'server/discover': STABLE,
    },
  };
  // Every list is one page, so every cursor is foreign.
  const whole =
    <T>(list: T) =>
    ({ params }: { readonly params?: { readonly cursor?: unknown } | undefined }): T => {
      if (params?.cursor === undefined) return list;
      throw new sdk.ProtocolError(rpcCodes.invalidParams, 'Unknown cursor: this list has one page. Ask without one.');
    };
  return (visit) => {
    const server = new sdk.Server(identity, options);
    server.setRequestHandler('tools/list', whole({ tools: listed }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name);
      if (!tool) throw new sdk.ProtocolError(rpcCodes.invalidParams, `Unknown tool: ${params.name.slice(0, 64)}`);
      return await called(deps, tool, { args: withoutNulls(params.arguments ?? {}), meta: params._meta ?? {}, visit });
    });
    server.setRequestHandler('resources/list', whole({ resources: [...resources.list] }));
    server.setRequestHandler('resources/templates/list', whole({ resourceTemplates: [...resources.templates] }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) =>
      translated(
        deps.log,
        () => resources.read(uri),
        ({ message }) => new sdk.ResourceNotFoundError(uri, message),
      ),
    );
    server.setRequestHandler('prompts/list', whole({ prompts: [...prompts] }));
    server.setRequestHandler('prompts/get', ({ params }) =>
      translated(
        deps.log,
        () => readPrompt(params.name, params.arguments),
        ({ message }) => new sdk.ProtocolError(rpcCodes.invalidParams, message),
      ),
    );
    server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) => {
      const all = 'uri' in ref ? resources.complete(ref.uri, argument.name) : [];
      const fitting = all.filter((value) => value.startsWith(argument.value));
      const values = fitting.slice(0, COMPLETIONS_MAX);
      return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
    });
    return server;
  };
}

/** The result of `read`. A fault becomes a protocol error, anything else an error without its message. */
function translated<T>(log: McpDeps['log'], read: () => T, errorOf: (fault: Fault) => Error): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Fault) throw errorOf(error);
    log.error({ err: error }, 'a document of the protocol could not be read');
    throw new Error('Internal error');
  }
}

/** The result of a tool call. A failure is a result too, so that the model can read it. */
async function called(deps: McpDeps, tool: Tool, call: Parameters<Tool['run']>[0]): Promise<CallToolResult> {
  const { visit } = call;
  const { requestId } = visit.caller;
  const { baseUrl } = deps.settings;
  const url = addressesOf(deps).mcp;
  try {
    await deps.rateLimit?.admit(visit.caller.credentials, visit.alone ? visit.response : null);
    return await tool.run(call);
  } catch (error) {
    const fault = error instanceof Fault ? error : faultOf(error);
    if (fault.code === 'internal_error')
      deps.log.error({ request_id: requestId, err: error, tool: tool.name }, 'tool failed');
    return refusedResult(fault, { baseUrl, visit, hint: nextMessage(fault, { tool, call, url }) });
  }
}

function listedTool({ name, title, description, inputSchema, outputSchema, paid, priceAtomic }: Tool) {
  // A call only changes the caller's balance, and costs again unless it is a repeat.
  const annotations = { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
  const priced = priceAtomic === undefined ? {} : { 'agents-x402/priceUSD': Number(formatUsdc(priceAtomic)) };
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: { ...annotations, ...(paid && { paymentHint: true }) },
    ...(paid && { _meta: { 'agents-x402/paymentRequired': true, ...priced } }),
  };
}
