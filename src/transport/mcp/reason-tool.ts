import { otherTools } from '#http/questions/calls.ts';
import { Fault } from '#lib/fault.ts';
import { JSON_SCHEMA_DRAFT } from '#lib/schema-version.ts';
import { codeDocument, codeNames, explainedCode } from '#pages/reason-codes/document.ts';
import { missingArgument, refuseInvalid, refuseUnknown } from './arguments.ts';
import { successResult } from './results.ts';
import type { McpDeps, Tool, ToolSchema } from './tool.ts';
import { objectInput } from './tool-schemas.ts';

const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

const output: ToolSchema = {
  $schema: JSON_SCHEMA_DRAFT,
  type: 'object',
  description: 'What the code means, or a problem that says why it cannot be told (with `status` and `detail`).',
  properties: {
    code: { type: 'string' },
    type: { type: 'string', description: 'reason_code or flag; of a problem the page that explains it.' },
    kind: { type: 'string', description: 'The kind of check that says it.' },
    severity: { type: 'string' },
    meaning: { type: 'string' },
    action: { type: 'string', description: 'What to do about it.' },
    url: { type: 'string' },
    others: { type: 'array', description: 'What it means for other kinds.' },
  },
  required: ['code'],
};

/** The tool that explains a reason code or flag. Free. */
export function reasonTool({ settings: { baseUrl } }: McpDeps): Tool {
  const known = codeNames(baseUrl);
  return {
    name: otherTools.reason,
    title: 'Explain a reason code',
    description:
      'What a reason code or flag of a verdict means, how much it weighs and what to do about it. Use it when a verdict names a code that you do not know. Free.',
    inputSchema: objectInput(
      {
        code: {
          type: 'string',
          pattern: CODE.source,
          description: 'A reason code or flag as it stands in reason_codes or flags.',
          examples: ['RPC_UNAVAILABLE', ...known.slice(0, 2)],
        },
      },
      ['code'],
    ),
    outputSchema: output,
    example: { code: 'RPC_UNAVAILABLE' },
    paid: false,
    run: async ({ args }) => {
      refuseUnknown(args, ['code']);
      if (args.code === undefined) refuseInvalid([missingArgument('code')]);
      const code = typeof args.code === 'string' ? args.code.toUpperCase() : '';
      if (!CODE.test(code)) {
        const msg = `Input should be a string that matches ${CODE.source}`;
        throw new Fault('invalid_request', `code: ${msg}`, {
          invalid: [{ type: 'string_pattern_mismatch', loc: ['arguments', 'code'], msg }],
        });
      }
      const explained = explainedCode(code, baseUrl);
      const lines = [explained, ...explained.others].map(({ kind, type, severity, meaning, action }) => {
        return `${code} (${kind}, ${type === 'flag' ? 'flag' : severity}): ${meaning} ${action}`;
      });
      return successResult(codeDocument(explained), lines.join('\n'));
    },
  };
}
