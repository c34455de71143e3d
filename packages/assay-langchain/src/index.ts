import { DynamicStructuredTool } from '@langchain/core/tools';
import { type AssayClient, toolsOf } from 'assay-client';

/** The checks and the guard as LangChain tools: bind them to a model, or hand them to an agent. A result is JSON. */
export function assayTools(assay: AssayClient): DynamicStructuredTool[] {
  return toolsOf(assay).map(
    ({ name, description, inputSchema, run }) =>
      new DynamicStructuredTool({
        name,
        description,
        schema: { ...inputSchema } as never,
        func: async (input) => JSON.stringify(await run(input as Readonly<Record<string, unknown>>)),
      }),
  );
}
