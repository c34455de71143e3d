import { type ASTNode, type ASTVisitor, GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Plan } from '#schema/plan.ts';
import { measureOperation, type Size } from './measure.ts';
import { unconditionalSubscription } from './subscription-root.ts';

/** Deep enough for the introspection query that public tools send, which asks for seven wrappings of a type. */
const DEPTH_MAX = 16;
const FIELDS_MAX = 600;
const ALIASES_MAX = 200;
/** Checks and entities of one operation, the same one counted as often as it is asked for. */
const CHECKS_MAX = 100;

/** Tokens of one document; the parser stops there. */
const TOKENS_MAX = 4_000;
export const BODY_BYTES_MAX = 100_000;

const COST_MAX = 1_500;

/** Values in an answer: what a public tool's introspection query is reckoned at passes. */
const VALUES_MAX = 600_000;

/** Brackets in brackets, of selections, arguments and values together: far below what overflows the parser's stack. */
const NESTING_MAX = 100;
const BRACKETS = /"{3}(?:\\"{3}|[\s\S])*?"{3}|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*|[[{(]|[\]})]/g;

/** Refuses, before the parser descends into it, a document whose brackets are nested too deeply. Linear. */
function refuseNesting(source: string): void {
  let depth = 0;
  for (const [token] of source.matchAll(BRACKETS)) {
    if ('[{('.includes(token)) depth += 1;
    else if (']})'.includes(token)) depth -= 1;
    if (depth > NESTING_MAX) throw tooLarge('nesting', NESTING_MAX, `nested deeper than ${NESTING_MAX} brackets`);
  }
}

/**
 * Refuses operations that are too deep, too broad, too dear or too large in their answer before anything runs.
 */
const withinLimits: ValidationRule = (context: ValidationContext): ASTVisitor => {
  const measured = new Map<string, Size>();
  return {
    OperationDefinition(node) {
      const { depth, fields, aliases, cost, values } = measureOperation(node, context, measured);
      const refuse = (name: string, max: number, what: string): void =>
        context.reportError(tooLarge(name, max, what, node));
      if (depth > DEPTH_MAX) refuse('depth', DEPTH_MAX, `deeper than ${DEPTH_MAX} levels`);
      if (fields > FIELDS_MAX) refuse('fields', FIELDS_MAX, `of more than ${FIELDS_MAX} fields`);
      if (aliases > ALIASES_MAX) refuse('aliases', ALIASES_MAX, `of more than ${ALIASES_MAX} aliases`);
      if (cost > COST_MAX) refuse('cost', COST_MAX, `that costs ${cost}, more than ${COST_MAX},`);
      if (values > VALUES_MAX) refuse('values', VALUES_MAX, `whose answer can have more than ${VALUES_MAX} values`);
    },
  };
};

/** Bounds what is parsed and validated. */
export const limits: Plugin = {
  onParse: ({ parseFn, setParseFn }) =>
    setParseFn((source: string, options?: object) => {
      refuseNesting(source);
      return parsed(() => parseFn(source, { ...options, maxTokens: TOKENS_MAX }));
    }),
  onValidate: ({ addValidationRule }) => {
    addValidationRule(withinLimits);
    addValidationRule(unconditionalSubscription);
  },
};

/** The parser has no code of its own for what is too long. */
function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Error) || !/contains more tha[nt] \d+ tokens/.test(error.message)) throw error;
    throw tooLarge('tokens', TOKENS_MAX, `of more than ${TOKENS_MAX} tokens`);
  }
}

/** The error for an operation that asks for more than one bill can hold. */
export function refusedBatch({ items }: Plan): GraphQLError | null {
  return items > CHECKS_MAX ? tooLarge('checks', CHECKS_MAX, `of more than ${CHECKS_MAX} checks or entities`) : null;
}

function tooLarge(name: string, max: number, what: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(`An operation ${what} is refused. Nothing was charged.`, {
    ...(node && { nodes: node }),
    extensions: { code: 'OPERATION_TOO_LARGE', limit: { name, max } },
  });
}
