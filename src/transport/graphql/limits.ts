import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql';
import type { Plan } from '#schema/operation/plan.ts';
import { type Measuring, measureOperation, tooLarge } from './measure.ts';

/** Directives that may leave a subscription's root empty. */
const CONDITIONS: ReadonlySet<string> = new Set(['skip', 'include']);

/** Allows the introspection query of public tools, which asks for seven wrappings of a type. */
const DEPTH_MAX = 16;
/** Every field of a check of each kind passes: 988. */
const FIELDS_MAX = 1_100;
const ALIASES_MAX = 200;
/** Checks and entities of one operation; repeated ones count each time. */
const CHECKS_MAX = 100;

/** Operations and fragments of one document, because validation compares fragments with each other. */
const DEFINITIONS_MAX = 100;
/** Maximum number of errors reported for a document, because each position needs a search in the text. */
const ERRORS_MAX = 20;

/** Tokens of one document; the parser stops there. */
const TOKENS_MAX = 4_000;

const COST_MAX = 1_500;

/** Values in an answer. The introspection query of public tools stays below. */
const VALUES_MAX = 600_000;

/** Nested brackets of selections, arguments and values together: far below an overflow of the parser's stack. */
const NESTING_MAX = 100;
/** Lines of one document, because each error position counts them again. */
const LINES_MAX = 10_000;
const LINE_ENDS = /\r\n|[\n\r]/g;
const BRACKETS = /"{3}(?:\\"{3}|[\s\S])*?"{3}|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*|[[{(]|[\]})]/g;

/** Refuses a document with brackets nested too deeply before the parser reads it. Linear time. */
function refuseNesting(source: string): void {
  let depth = 0;
  for (const [token] of source.matchAll(BRACKETS)) {
    if ('[{('.includes(token)) depth += 1;
    else if (']})'.includes(token)) depth -= 1;
    if (depth > NESTING_MAX) throw tooLarge('nesting', NESTING_MAX, `nested deeper than ${NESTING_MAX} brackets`);
  }
}

function refuseLines(source: string): void {
  if ((source.match(LINE_ENDS)?.length ?? 0) >= LINES_MAX)
    throw tooLarge('lines', LINES_MAX, `of more than ${LINES_MAX} lines`);
}

/** Why a document is too large, or its operations too deep, broad, expensive or large in their answer. */
export function refusedDocument(schema: GraphQLSchema, { definitions }: DocumentNode): readonly GraphQLError[] {
  if (definitions.length > DEFINITIONS_MAX) {
    return [tooLarge('definitions', DEFINITIONS_MAX, `with more than ${DEFINITIONS_MAX} definitions`)];
  }
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const measuring: Measuring = { schema, fragments, measured: new Map() };
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return operations.flatMap((operation) => refusedOperation(operation, measuring));
}

function refusedOperation(node: OperationDefinitionNode, measuring: Measuring): readonly GraphQLError[] {
  const { depth, fields, aliases, cost, values } = measureOperation(node, measuring);
  const found: GraphQLError[] = [];
  const refuse = (name: string, max: number, what: string): void => void found.push(tooLarge(name, max, what, node));
  if (depth > DEPTH_MAX) refuse('depth', DEPTH_MAX, `deeper than ${DEPTH_MAX} levels`);
  if (fields > FIELDS_MAX) refuse('fields', FIELDS_MAX, `of more than ${FIELDS_MAX} fields`);
  if (aliases > ALIASES_MAX) refuse('aliases', ALIASES_MAX, `of more than ${ALIASES_MAX} aliases`);
  if (cost > COST_MAX) refuse('cost', COST_MAX, `that costs ${cost}, more than ${COST_MAX},`);
  if (values > VALUES_MAX) refuse('values', VALUES_MAX, `whose answer can have more than ${VALUES_MAX} values`);
  return found;
}

/** Parses a document. Throws where its text is too large, too deep or malformed; linear time. */
export function parseWithinLimits(text: string): DocumentNode {
  refuseLines(text);
  refuseNesting(text);
  try {
    return parse(text, { maxTokens: TOKENS_MAX });
  } catch (error) {
    // The parser's errors about size have no code.
    if (!(error instanceof Error) || !/contains more tha[nt] \d+ tokens/.test(error.message)) throw error;
    throw tooLarge('tokens', TOKENS_MAX, `of more than ${TOKENS_MAX} tokens`);
  }
}

const RULES = [...specifiedRules, unconditionalSubscription];

/** Why a document is refused; empty where it is not. One that is too large is refused before validation, which can take far longer. */
export function mistakesOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const refused = refusedDocument(schema, document);
  return refused.length > 0 ? refused : validate(schema, document, RULES, { maxErrors: ERRORS_MAX });
}

/** The error for an operation that asks for more than one bill can hold. */
export function refusedBatch({ items }: Pick<Plan, 'items'>): GraphQLError | null {
  return items > CHECKS_MAX ? tooLarge('checks', CHECKS_MAX, `of more than ${CHECKS_MAX} checks or entities`) : null;
}

/** Refuses subscriptions whose root field may be left out, because they would wait in vain (GraphQL specification, section 5.2.4.1). */
export function unconditionalSubscription(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.SUBSCRIPTION || !isConditional(selectionSet, context, new Set())) return;
      const message = 'The field of a subscription takes no @skip and no @include.';
      context.reportError(new GraphQLError(message, { nodes: [selectionSet] }));
    },
  };
}

function isConditional(set: SelectionSetNode, context: ValidationContext, spread: Set<string>): boolean {
  return set.selections.some((selection) => {
    if (selection.directives?.some(({ name }) => CONDITIONS.has(name.value))) return true;
    if (selection.kind === Kind.INLINE_FRAGMENT) return isConditional(selection.selectionSet, context, spread);
    if (selection.kind === Kind.FIELD || spread.has(selection.name.value)) return false;
    spread.add(selection.name.value);
    const fragment = context.getFragment(selection.name.value);
    return fragment ? isConditional(fragment.selectionSet, context, spread) : false;
  });
}
