import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { HttpDeps } from '#http/http-deps.ts';
import type { Caller } from '#schema/contract.ts';

// The protocol's library makes a server for each request and hands it no more than a copy of the request.
const visits = new AsyncLocalStorage<Visit>();

/** The members of a tool call beside its name. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly visit: Visit;
}

/** A JSON Schema as clients get it. */
export type ToolSchema = { readonly type: 'object'; readonly [member: string]: unknown };

/** A tool: its description for clients, and its function. `run` throws faults, which its caller turns into results. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  /** Arguments that work. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Example arguments. */
  readonly paid: boolean;
  /** Whether it costs money beyond the free calls. */
  readonly priceAtomic?: bigint;
  run(call: ToolCall): Promise<CallToolResult>;
}

/** One HTTP request to the endpoint: its caller, and the response, to which tools may add headers. */
export interface Visit {
  readonly caller: Caller;
  readonly response: ServerResponse;
  /** Whether the request holds one message: response headers can describe one answer only. */
  readonly alone: boolean;
}

/** Runs `work` as part of a visit. */
export function duringVisit<T>(visit: Visit, work: () => T): T {
  return visits.run(visit, work);
}

/** The visit that the running code is part of. Throws outside of one. */
export function currentVisit(): Visit {
  const visit = visits.getStore();
  if (!visit) throw new Error('no visit is under way');
  return visit;
}

/** The dependencies of the endpoint. */
export type McpDeps = Pick<
  HttpDeps,
  | 'checks'
  | 'money'
  | 'settings'
  | 'mcpBaseUrl'
  | 'version'
  | 'examples'
  | 'freeCalls'
  | 'freeCallsPerDay'
  | 'trustProxyHops'
  | 'rateLimit'
  | 'log'
>;
