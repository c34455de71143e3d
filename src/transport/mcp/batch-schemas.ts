import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { exampleSubject } from '#http/questions/calls.ts';
import { verdictUrl } from '../discovery/schemas.ts';
import type { McpDeps } from './tool.ts';
import { addressInput, idempotencyInput, objectInput, paidOutput, sizeInput, type ToolSchema } from './tool-schemas.ts';

/** How many checks one call may ask. */
export const CHECKS_MAX = 100;

/** Checks of different kinds that answer something worth reading. */
export function exampleChecks({ examples }: Pick<McpDeps, 'examples'>): readonly object[] {
  const [token, wallet] = [exampleSubject('token', examples), exampleSubject('wallet', examples)];
  return [
    { kind: 'token', subject: token },
    { kind: 'trade', subject: token, size_sol: 1 },
    { kind: 'wallet', subject: wallet },
  ];
}

/** The arguments of a call of many checks. */
export function batchInput(deps: McpDeps): ToolSchema {
  const check = {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: Object.keys(kinds), description: 'The kind of check.' },
      subject: addressInput('The address (wallet, funder) or mint (token, trade) to ask about'),
      size_sol: { ...sizeInput, description: `For kind trade only. ${sizeInput.description}` },
    },
    required: ['kind', 'subject'],
    additionalProperties: false,
  };
  const checks = {
    type: 'array',
    minItems: 1,
    maxItems: CHECKS_MAX,
    items: check,
    description: 'The checks.',
    examples: [exampleChecks(deps)],
  };
  return objectInput({ checks, idempotency_key: idempotencyInput }, ['checks']);
}

/** What a call of many checks returns. */
export function batchOutput(baseUrl: string): ToolSchema {
  const verdicts = Object.values(kinds).map((kind) => [`${kind.name}_verdict`, briefVerdict(kind, baseUrl)] as const);
  const items = [...verdicts.map(([name]) => name), 'FailedCheck'].map((name) => ({ $ref: `#/$defs/${name}` }));
  const batch = {
    type: 'object',
    properties: {
      schema_version: { type: 'integer' },
      results: { type: 'array', items: { anyOf: items }, description: 'In the order of the checks.' },
      bill: { type: 'object', description: 'How many different checks, how many were answered, what they cost.' },
      change: { type: 'object', description: 'What a payment per call was larger than what was earned.' },
    },
    required: ['schema_version', 'results', 'bill'],
  };
  return paidOutput({ ...Object.fromEntries(verdicts), FailedCheck: failedCheck, Batch: batch }, 'Batch', baseUrl);
}

/** What every answer of a kind has; the tool of the kind gives the rest. */
function briefVerdict({ name, verdicts }: Kind, baseUrl: string): object {
  const texts = { type: 'array', items: { type: 'string' } };
  return {
    type: 'object',
    description: `The answer of check_${name}, complete by ${verdictUrl(name, baseUrl)}.`,
    properties: {
      kind: { const: name },
      subject: { type: 'string' },
      verdict: { enum: Object.keys(verdicts) },
      reason_codes: texts,
      confidence: { type: 'number' },
      flags: texts,
      billing: { type: 'object' },
    },
    required: ['kind', 'subject', 'verdict', 'reason_codes', 'confidence', 'flags', 'billing'],
  };
}

const failedCheck = {
  type: 'object',
  description: 'A check that has no answer, and why. It cost nothing.',
  properties: {
    kind: { type: 'string' },
    subject: { type: 'string' },
    code: { type: 'string' },
    detail: { type: 'string' },
    retryable: { type: 'boolean' },
  },
  required: ['kind', 'subject', 'code', 'detail', 'retryable'],
};
