import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolSchema } from './output.ts';
import type { Visit } from './visit.ts';

/** What a call of a tool says beside its name. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly visit: Visit;
}

/** A tool: what clients are told of it, and what it does. `run` throws faults; whoever calls it makes results of them. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  /** Arguments that work. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Whether it asks for money once the free calls are used. */
  readonly paid: boolean;
  /** In atomic USDC; absent where the tool is free or costs a sum. */
  readonly priceAtomic?: bigint;
  run(call: ToolCall): Promise<CallToolResult>;
}
