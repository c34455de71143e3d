import {
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { DocumentCache } from '#schema/operation/documents.ts';
import { hasPaidField, type Plan } from '#schema/operation/plan.ts';
import { KeptPlans, type Planning, planningOf } from '#schema/operation/selection-plan.ts';
import { schema } from '#schema/schema.ts';
import { type FixedAnswers, fixedKeyOf } from './fixed-answers.ts';
import { mistakesOf, parseWithinLimits } from './limits.ts';
import type { GraphqlRequest } from './server-context.ts';

/** An operation of a prepared document. */
export interface PreparedOperation {
  readonly node: OperationDefinitionNode;
  readonly definitions: readonly VariableDefinitionNode[];
  readonly planning: Planning;
  /** Its checks, if it has no variables and was planned before. */
  checks: Plan | null;
}

/** A document that was parsed, measured and validated. */
export interface StoredDocument {
  readonly document: DocumentNode;
  readonly operations: readonly PreparedOperation[];
  /** Whether no field of it costs anything. */
  readonly isFree: boolean;
  /** The key of its answer, if that never changes. */
  readonly fixedKey: string | null;
}

/** The errors for which a request is refused as a whole. */
export class RefusedDocument extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('a refused request');
    this.errors = errors;
  }
}

/** Prepares a document. `onParsed` may refuse it before anything but its syntax is looked at. */
type Prepare = (text: string, onParsed: ((document: DocumentNode) => void) | null) => StoredDocument;

/** Prepares documents by their text, and keeps those that are used again. Throws `RefusedDocument` for one that is too large or invalid. */
export function openPreparation(fixed: Pick<FixedAnswers, 'has'>): Prepare {
  const cache = new DocumentCache<StoredDocument>();
  return (text, onParsed) => {
    const known = cache.find(text);
    if (known) {
      onParsed?.(known.document);
      return known;
    }
    const startedAt = performance.now();
    const document = parsed(text);
    onParsed?.(document);
    const fixedKey = fixedKeyOf(document);
    // A document that was answered before is neither too large nor invalid.
    const mistakes = fixedKey !== null && fixed.has(fixedKey) ? [] : mistakesOf(schema, document);
    if (mistakes.length > 0) throw new RefusedDocument(mistakes.map((one) => coded(one, 'GRAPHQL_VALIDATION_FAILED')));
    const made = { document, operations: operationsOf(document), isFree: !hasPaidField(schema, document), fixedKey };
    cache.offer(text, made, performance.now() - startedAt);
    return made;
  };
}

function parsed(text: string): DocumentNode {
  try {
    return parseWithinLimits(text);
  } catch (error) {
    throw error instanceof GraphQLError ? new RefusedDocument([coded(error, 'GRAPHQL_PARSE_FAILED')]) : error;
  }
}

/** The parser and the rules of validation give their errors no code. */
function coded(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, extensions } = error;
  const where = nodes ? { nodes } : { source: source ?? null, positions: positions ?? null };
  return new GraphQLError(message, { ...where, extensions: { code, ...extensions } });
}

function operationsOf(document: DocumentNode): readonly PreparedOperation[] {
  const kept = new KeptPlans(document);
  const nodes = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return nodes.map((node) => ({
    node,
    definitions: node.variableDefinitions ?? [],
    planning: planningOf({ schema, document, operation: node, kept }),
    checks: null,
  }));
}

/** The operation that a request chooses. Throws where none is chosen. */
export function chosenOf({ operations }: StoredDocument, name: GraphqlRequest['operationName']): PreparedOperation {
  const [chosen, another] = operations.filter(({ node }) => isNamed(node, name));
  if (chosen && !another) return chosen;
  throw new GraphQLError('Could not determine what operation to execute.', {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  });
}

function isNamed(node: OperationDefinitionNode, name: GraphqlRequest['operationName']): boolean {
  return name === null || name === undefined || node.name?.value === name;
}

/** Refuses the mutation that a request chooses, which came by a method that must change nothing. Its document may be invalid. */
export function refuseMutation({ definitions }: DocumentNode, name: GraphqlRequest['operationName']): void {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const [chosen, another] = operations.filter((one) => isNamed(one, name));
  if (another || chosen?.operation !== OperationTypeNode.MUTATION) return;
  throw new GraphQLError('A mutation is sent by POST.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { allow: 'POST' } } },
  });
}
