import { jsonSchema, type Tool, tool } from 'ai';
import { type AssayClient, toolsOf } from 'assay-client';

/** The checks and the guard as tools of the AI SDK: pass them to `generateText` or `streamText`. */
export function assayTools(assay: AssayClient): Record<string, Tool> {
  return Object.fromEntries(
    toolsOf(assay).map(({ name, description, inputSchema, run }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Readonly<Record<string, unknown>>>({ ...inputSchema } as never),
        execute: run,
      }) as Tool,
    ]),
  );
}
