import type { Ask } from 'assay-core/rules/check.ts';
import {
  type ArgumentNode,
  BREAK,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { malformedIn } from '../questions.ts';

/** The checks of an operation, known before any of it runs. */
export interface Plan {
  /** Every check that a field will ask for, in the order of the document; the same check as often as it is asked. */
  readonly asks: readonly Ask[];
  /** The number of requested checks or entities, whichever is larger, including malformed ones. */
  readonly items: number;
  /** Answers leave one by one, or as parts of a shared answer, so only a key can pay for them. */
  readonly keysOnly: boolean;
}

/** An operation as it came, with its variables before coercion. */
export interface Operated {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The plan of an operation without checks. */
export const NO_CHECKS: Plan = { asks: [], items: 0, keysOnly: false };

/**
 * Plans a validated operation by the engine's own execution rules (GraphQL specification, section 6.3.2): the same variables with their
 * defaults, the same directives, the same merging of fields by response name. An operation that the engine will refuse to execute has no
 * checks.
 */
export function planOf({ schema, document, operationName, variables }: Operated): Plan {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  // A mutation has no paid fields; the checks of one added by mistake would not be on the bill.
  if (!operation || !root || operation.operation === OperationTypeNode.MUTATION) return NO_CHECKS;
  const coerced = coercedOf(schema, operation, variables ?? {});
  if (!coerced) return NO_CHECKS;
  const streamed = operation.operation === OperationTypeNode.SUBSCRIPTION;
  const planner = new Planner({ schema, document, variables: coerced });
  planner.object({ type: root.name, value: undefined }, [operation.selectionSet]);
  const items = Math.max(planner.checks, planner.entities);
  return { asks: planner.asks, items, keysOnly: streamed || planner.keysOnly };
}

/** Whether a validated document names a field that has a price, or one that takes a list of objects, whose number is limited. */
export function hasPaidField(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => {
        const field = types.getFieldDef();
        if (!field) return undefined;
        const { charges, parents } = pricedOf(field.extensions);
        const isOfMany = parents !== undefined && field.args.some(({ type }) => isListType(getNullableType(type)));
        found ||= charges !== undefined || isOfMany;
        return found ? BREAK : undefined;
      },
    }),
  );
  return found;
}

function coercedOf(schema: GraphQLSchema, operation: OperationDefinitionNode, given: object) {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...given });
  return coerced ?? null;
}

class Planner {
  readonly asks: Ask[] = [];
  checks = 0;
  entities = 0;
  keysOnly = false;
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
    const { charges, parents, itemwise, keysOnly } = pricedOf(field.extensions);
    if (!charges && !parents) return;
    const args = this.#argumentsOf(field, node);
    // The engine or the builder refuses the field for the same reason, so it has no checks.
    if (!args || (!itemwise && malformedIn(args).length > 0)) return;
    const asks = charges?.(parent, args) ?? [];
    this.asks.push(...asks);
    if (charges) this.checks += Math.max(asks.length, longestOf(args));
    if (!parents) return;
    this.entities += longestOf(args);
    if (keysOnly) this.keysOnly = true;
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

/** The basis of a field's price: exactly the checks that its resolver requests from the operation. */
type Charges = (parent: unknown, args: Readonly<Record<string, unknown>>) => readonly Ask[];

/** The objects, known before anything runs, on which a field's selection will be executed. */
type Parents = (args: Readonly<Record<string, unknown>>) => readonly Parent[];

/** An object of a plan: its type, and the value that its fields' resolvers get. */
export interface Parent {
  readonly type: string;
  readonly value: unknown;
}

/** A field's price declaration. A field without one is free, and so are all selections below it. */
interface Priced {
  readonly charges?: Charges;
  readonly parents?: Parents;
  /** The field answers each item of its list by itself, so that a malformed one spoils no other. The builder reads it as well. */
  readonly itemwise?: true;
  /** What stands below the field is paid from a key only. */
  readonly keysOnly?: true;
}

type Marks = Pick<Priced, 'itemwise' | 'keysOnly'>;

/** Marks a field as paid. `asks` gives the checks that its resolver asks for with the same parent and arguments. */
export function charged<P, A>(
  asks: (parent: P, args: A) => readonly Ask[],
  marks: Marks = {},
): { readonly priced: Priced } {
  return { priced: { ...marks, charges: asks as Charges } };
}

/** Marks a free field below which paid fields can be selected, on objects that its arguments name. */
export function leadsTo<A>(parents: (args: A) => readonly Parent[], marks: Marks = {}): { readonly priced: Priced } {
  return { priced: { ...marks, parents: parents as Parents } };
}

/** The price declaration in the extensions of a field. */
function pricedOf(extensions: object | null | undefined): Priced {
  return (extensions as { readonly priced?: Priced } | null | undefined)?.priced ?? {};
}

/** The context of reading selections: coerced variables, and the document with its fragments. */
interface Selecting {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A selection under way: a fragment counts once for each object, however often it is spread. */
interface Collecting extends Selecting {
  readonly type: GraphQLObjectType;
  readonly spread: Set<string>;
  readonly fields: Map<string, FieldNode[]>;
}

/**
 * The fields that will be executed on an object of `type`, by response name: CollectFields of the GraphQL specification,
 * section 6.3.2. The nodes of one name are executed as the first of them, with all their selections together.
 */
export function fieldsOf(
  selecting: Selecting,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const collecting: Collecting = { ...selecting, type, spread: new Set(), fields: new Map() };
  for (const set of sets) collect(collecting, set);
  return collecting.fields;
}

function collect(collecting: Collecting, { selections }: SelectionSetNode): void {
  for (const selection of selections) {
    if (!isIncluded(collecting, selection)) continue;
    if (selection.kind === Kind.FIELD) add(collecting, selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (applies(collecting, selection.typeCondition?.name.value)) collect(collecting, selection.selectionSet);
    } else spread(collecting, selection.name.value);
  }
}

function add({ fields }: Collecting, field: FieldNode): void {
  const name = field.alias?.value ?? field.name.value;
  const before = fields.get(name);
  if (before) before.push(field);
  else fields.set(name, [field]);
}

function spread(collecting: Collecting, name: string): void {
  if (collecting.spread.has(name)) return;
  collecting.spread.add(name);
  const fragment = collecting.document.definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  if (fragment && applies(collecting, fragment.typeCondition.name.value)) collect(collecting, fragment.selectionSet);
}

function applies({ schema, type }: Collecting, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditional = schema.getType(condition);
  return isAbstractType(conditional) && schema.isSubType(conditional, type);
}

function isIncluded(collecting: Collecting, node: SelectionNode): boolean {
  return (
    !conditionOf(collecting, GraphQLSkipDirective, node, false) &&
    conditionOf(collecting, GraphQLIncludeDirective, node, true)
  );
}

/** The directive's condition; `absent` where the selection does not carry it. */
function conditionOf(
  { variables }: Collecting,
  directive: typeof GraphQLSkipDirective,
  node: { readonly directives?: readonly DirectiveNode[] },
  absent: boolean,
): boolean {
  const values = getDirectiveValues(directive, node, variables);
  return values ? values.if === true : absent;
}

/**
 * The error of an operation that gives null for a variable with a default, as the condition of a directive or as an argument of a field
 * that cannot be null. Validation allows it, because the default would fit (GraphQL specification, section 5.8.5). The engine fails below or
 * beside a check that is charged already, so it is refused before. Null when there is none. In an argument of any other field such a null
 * spoils its own field alone.
 */
export function spoilingNull({ schema, document, operationName, variables }: Operated): GraphQLError | null {
  const given = variables ?? {};
  if (!Object.values(given).includes(null)) return null;
  const operation = getOperationAST(document, operationName);
  const types = new TypeInfo(schema);
  let found: VariableNode | null = null;
  const find = (named: readonly ArgumentNode[] = [], spoils = (_name: string) => true): void => {
    for (const { name, value } of named) {
      if (value.kind !== Kind.VARIABLE || given[value.name.value] !== null) continue;
      if (spoils(name.value)) found ??= value;
    }
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Directive: ({ arguments: conditions }) => find(conditions),
      Field: ({ arguments: named }) => {
        const field = types.getFieldDef();
        if (!field || !isNonNullType(field.type)) return;
        find(named, (name) => field.args.some((one) => one.name === name && isNonNullType(one.type)));
      },
      // A definition is no use of its variable, and other operations do not run.
      VariableDefinition: () => false,
      OperationDefinition: (node) => (node === operation ? undefined : false),
    }),
  );
  return found && refusal(found);
}

function refusal(node: VariableNode): GraphQLError {
  const message = `Variable "$${node.name.value}" is null where null is not taken. Leave it out to use its default. Nothing was charged.`;
  return new GraphQLError(message, { nodes: node, extensions: { code: 'INVALID_REQUEST' } });
}
