import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isObjectType,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Ask } from '#checks/check.ts';
import { type Parent, pricedOf } from './charges.ts';
import { fieldsOf, type Selecting } from './selection.ts';

/** What an operation will ask for, known before any of it runs. */
export interface Plan {
  /** Every check that a field will ask for, in the order of the document; the same check as often as it is asked. */
  readonly asks: readonly Ask[];
  /** How many checks or entities were asked for, whichever are more, with those that are malformed and so ask for nothing. */
  readonly items: number;
  /** Answers leave one by one, or as parts of somebody else's answer: only a key can pay for those. */
  readonly keysOnly: boolean;
}

/** An operation as it came. `variables` as sent, not yet coerced. */
export interface Operated {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The plan of an operation without checks. */
export const NO_CHECKS: Plan = { asks: [], items: 0, keysOnly: false };

/**
 * Plans a validated operation by the rules that the engine executes it by (GraphQL specification, section 6.3.2): the
 * same variables with their defaults, the same directives, the same merging of fields by response name. An operation
 * that the engine will refuse to execute asks for nothing.
 */
export function planOf({ schema, document, operationName, variables }: Operated): Plan {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  // A mutation has no paid fields; were one added by mistake, its checks would find no place on a bill.
  if (!operation || !root || operation.operation === OperationTypeNode.MUTATION) return NO_CHECKS;
  const coerced = coercedOf(schema, operation, variables ?? {});
  if (!coerced) return NO_CHECKS;
  const streamed = operation.operation === OperationTypeNode.SUBSCRIPTION;
  const planner = new Planner({ schema, document, variables: coerced });
  planner.object({ type: root.name, value: undefined }, [operation.selectionSet]);
  const items = Math.max(planner.checks, planner.entities ?? 0);
  return { asks: planner.asks, items, keysOnly: streamed || planner.entities !== null };
}

function coercedOf(schema: GraphQLSchema, operation: OperationDefinitionNode, given: object) {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...given });
  return coerced ?? null;
}

class Planner {
  readonly asks: Ask[] = [];
  checks = 0;
  /** Null where no field for entities is selected. */
  entities: number | null = null;
  readonly #selecting: Selecting;

  constructor(selecting: Selecting) {
    this.#selecting = selecting;
  }

  object({ type: name, value }: Parent, sets: Parameters<typeof fieldsOf>[2]): void {
    const type = this.#selecting.schema.getType(name);
    if (!isObjectType(type)) return;
    for (const nodes of fieldsOf(this.#selecting, type, sets).values()) this.#field(type, value, nodes);
  }

  #field(type: GraphQLObjectType, parent: unknown, nodes: readonly FieldNode[]): void {
    const [node] = nodes;
    const field = node && type.getFields()[node.name.value];
    if (!field) return;
    const { charges, parents } = pricedOf(field);
    if (!charges && !parents) return;
    const args = this.#argumentsOf(field, node);
    // The engine refuses the field for the same reason, and asks for nothing.
    if (!args) return;
    const asks = charges?.(parent, args) ?? [];
    this.asks.push(...asks);
    if (charges) this.checks += Math.max(asks.length, longestOf(args));
    if (!parents) return;
    this.entities = (this.entities ?? 0) + longestOf(args);
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    for (const found of parents(args)) this.object(found, sets);
  }

  #argumentsOf(field: Parameters<typeof getArgumentValues>[0], node: FieldNode): Record<string, unknown> | null {
    try {
      return getArgumentValues(field, node, this.#selecting.variables);
    } catch {
      return null;
    }
  }
}

function longestOf(args: Readonly<Record<string, unknown>>): number {
  return Math.max(0, ...Object.values(args).map((value) => (Array.isArray(value) ? value.length : 0)));
}
