import {
  type ASTNode,
  type ASTVisitor,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { kinds } from '#checks/index.ts';

/** Deep enough for the introspection query that public tools send, which asks for seven wrappings of a type. */
const DEPTH_MAX = 16;
const FIELDS_MAX = 600;
const PAID_FIELDS_MAX = 100;

/** Tokens of one document; the parser stops there. */
export const TOKENS_MAX = 4_000;
export const BODY_BYTES_MAX = 100_000;

const TOO_LARGE = { extensions: { code: 'OPERATION_TOO_LARGE' } } as const;

/** Brackets in brackets, of selections, arguments and values together: far below what overflows the parser's stack. */
const NESTING_MAX = 100;
const BRACKETS = /"{3}(?:\\"{3}|[\s\S])*?"{3}|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*|[[{(]|[\]})]/g;

/** Refuses, before the parser descends into it, a document whose brackets are nested too deeply. Linear. */
export function refuseNesting(source: string): void {
  let depth = 0;
  for (const [token] of source.matchAll(BRACKETS)) {
    if ('[{('.includes(token)) depth += 1;
    else if (']})'.includes(token)) depth -= 1;
    if (depth > NESTING_MAX) throw new GraphQLError(tooLarge(`nested deeper than ${NESTING_MAX} brackets`), TOO_LARGE);
  }
}

interface Size {
  readonly depth: number;
  readonly fields: number;
}

/**
 * Refuses operations that are too deep or too broad before anything runs. Fragments count wherever they are spread, each
 * measured once, so a document that doubles itself by fragments is measured in linear time.
 */
export const withinLimits: ValidationRule = (context: ValidationContext): ASTVisitor => {
  const measured = new Map<string, Size>();
  return {
    OperationDefinition(node) {
      const { depth, fields } = measure(node.selectionSet, context, measured);
      if (depth > DEPTH_MAX) refuse(context, node, `deeper than ${DEPTH_MAX} levels`);
      if (fields > FIELDS_MAX) refuse(context, node, `of more than ${FIELDS_MAX} fields`);
      const paid = measure(node.selectionSet, context, new Map(), isPaid).fields;
      if (paid > PAID_FIELDS_MAX) refuse(context, node, `of more than ${PAID_FIELDS_MAX} checks`);
    },
  };
};

function refuse(context: ValidationContext, node: ASTNode, what: string): void {
  context.reportError(new GraphQLError(tooLarge(what), { ...TOO_LARGE, nodes: node }));
}

function tooLarge(what: string): string {
  return `An operation ${what} is refused. Nothing was charged.`;
}

const paidFields = new Set(Object.keys(kinds).map((kind) => `${kind}Check`));

function isPaid(name: string): boolean {
  return paidFields.has(name);
}

function measure(
  set: SelectionSetNode,
  context: ValidationContext,
  measured: Map<string, Size>,
  counts: (name: string) => boolean = () => true,
): Size {
  let depth = 0;
  let fields = 0;
  for (const selection of set.selections) {
    const size = measureOne(selection, context, measured, counts);
    depth = Math.max(depth, size.depth);
    fields += size.fields;
  }
  return { depth, fields };
}

function measureOne(
  selection: SelectionSetNode['selections'][number],
  context: ValidationContext,
  measured: Map<string, Size>,
  counts: (name: string) => boolean,
): Size {
  if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value, context, measured, counts);
  const inner = selection.selectionSet
    ? measure(selection.selectionSet, context, measured, counts)
    : { depth: 0, fields: 0 };
  if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
  return { depth: inner.depth + 1, fields: inner.fields + (counts(selection.name.value) ? 1 : 0) };
}

/** A fragment that reaches itself measures nothing here; the rule against cycles refuses it. */
function measureFragment(
  name: string,
  context: ValidationContext,
  measured: Map<string, Size>,
  counts: (name: string) => boolean,
): Size {
  const before = measured.get(name);
  if (before) return before;
  measured.set(name, { depth: 0, fields: 0 });
  const fragment = context.getFragment(name);
  const size = fragment ? measure(fragment.selectionSet, context, measured, counts) : { depth: 0, fields: 0 };
  measured.set(name, size);
  return size;
}
