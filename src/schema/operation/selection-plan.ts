import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import { completerOf, readerOf, writerOf } from './execution.ts';
import type { FieldPlan, OperationPlan, SelectionPlan } from './field-run.ts';
import { fieldsOf } from './plan.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Gives the plan of an operation for coerced variables. Only the variables of `@skip` and `@include` change a plan. */
export type Planning = (variables: Variables) => OperationPlan;

/** The fields of the plans that are kept of one document, by its length: the cache of documents counts their memory by that as well. */
const FIELDS_AT_LEAST = 64;
const FIELDS_PER_CHARACTER = 0.25;

/**
 * The plans of the operations of one document. Each combination of its conditions has a plan, and so has each type of an object. Where they
 * have too many fields together all are dropped, so that a short document does not take much memory.
 */
export class KeptPlans {
  readonly #plans = new Map<string, OperationPlan>();
  readonly #fieldsMax: number;
  #fields = 0;

  constructor({ loc }: DocumentNode) {
    this.#fieldsMax = FIELDS_AT_LEAST + (loc?.end ?? 0) * FIELDS_PER_CHARACTER;
  }

  get fields(): number {
    return this.#fields;
  }

  find(key: string): OperationPlan | undefined {
    return this.#plans.get(key);
  }

  keep(key: string, plan: OperationPlan): void {
    this.#plans.set(key, plan);
  }

  /** Counts fields that were planned. */
  count(fields: number): void {
    this.#fields += fields;
    if (this.#fields <= this.#fieldsMax) return;
    this.#plans.clear();
    this.#fields = 0;
  }
}

/** How to plan an operation. `namesAsGiven`: enumerations are written as their resolvers give them. */
export interface PlanningInput {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly namesAsGiven?: boolean;
  /** Where the plans of all operations of the document are kept. */
  readonly kept?: KeptPlans;
}

/** Plans an operation: each selection once, when it is first executed. */
export function planningOf(input: PlanningInput): Planning {
  const { schema, document, operation, kept = new KeptPlans(document) } = input;
  const conditions = conditionsOf(document);
  const fragments = fragmentsOf(document);
  const plan = (variables: Variables): OperationPlan => {
    const planner = new SelectionPlanner(input, variables, kept);
    const type = schema.getRootType(operation.operation);
    if (!type) throw new Error(`the schema has no ${operation.operation}`);
    let root: SelectionPlan | null = null;
    return {
      schema,
      document,
      operation,
      fragments,
      root: () => {
        root ??= planner.selection(type, [operation.selectionSet]);
        return root;
      },
    };
  };
  return (variables) => {
    const key = `${operation.name?.value} ${conditions.map((name) => String(variables[name])).join()}`;
    const known = kept.find(key);
    if (known) return known;
    const made = plan(variables);
    kept.keep(key, made);
    // An operation may have no field with these conditions.
    kept.count(1);
    return made;
  };
}

/** The names of the variables that decide about fields. */
function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (node) => {
      for (const { value } of node.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

function fragmentsOf({ definitions }: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  return fragments;
}

class SelectionPlanner {
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  readonly #variables: Variables;
  readonly #namesAsGiven: boolean;
  readonly #kept: KeptPlans;

  constructor({ schema, document, namesAsGiven = false }: PlanningInput, variables: Variables, kept: KeptPlans) {
    this.#schema = schema;
    this.#document = document;
    this.#variables = variables;
    this.#namesAsGiven = namesAsGiven;
    this.#kept = kept;
  }

  selection(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): SelectionPlan {
    const selecting = { schema: this.#schema, document: this.#document, variables: this.#variables };
    const fields = [...fieldsOf(selecting, type, sets)].flatMap(
      ([name, nodes]) => this.#field(type, name, nodes) ?? [],
    );
    this.#kept.count(fields.length);
    return fields;
  }

  #field(parent: GraphQLObjectType, name: string, nodes: readonly FieldNode[]): FieldPlan | null {
    const [node] = nodes;
    const definition = node && this.#definition(parent, node.name.value);
    if (!definition) return null;
    const plans = new Map<GraphQLObjectType, SelectionPlan>();
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const below = (type: GraphQLObjectType): SelectionPlan => {
      const known = plans.get(type);
      if (known) return known;
      const made = this.selection(type, sets);
      plans.set(type, made);
      return made;
    };
    const { type } = definition;
    const complete = completerOf(type, this.#namesAsGiven);
    const args = argumentsOf(definition, node);
    const [read, write] = [readerOf(definition), writerOf(type, this.#namesAsGiven)];
    return { name, nodes, parent, definition, args, complete, read, write, isNullable: !isNonNullType(type), below };
  }

  #definition(parent: GraphQLObjectType, name: string): FieldPlan['definition'] | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
    if (parent === this.#schema.getQueryType()) {
      if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
      if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    }
    return parent.getFields()[name];
  }
}

const NO_ARGUMENTS: Record<string, unknown> = Object.freeze({});

/** Arguments without variables are read once. Malformed ones are read at each execution, so that each gets an error of its own. */
function argumentsOf(definition: FieldPlan['definition'], node: FieldNode): FieldPlan['args'] {
  if (definition.args.length === 0) return () => NO_ARGUMENTS;
  if (hasVariable(node)) return (variables) => getArgumentValues(definition, node, variables);
  let read: Record<string, unknown> | null = null;
  return () => {
    read ??= getArgumentValues(definition, node, {});
    return read;
  };
}

function hasVariable({ arguments: given = [] }: FieldNode): boolean {
  let found = false;
  for (const one of given) {
    visit(one, {
      Variable: () => {
        found = true;
      },
    });
  }
  return found;
}
