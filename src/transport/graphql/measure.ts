import {
  type ASTNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';

/**
 * Extra weight of fields that query the database, the chain or thousands of schema members. Paid checks have none, because they are
 * counted and paid for.
 */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['Query.__schema', 700],
  ['Query.__type', 60],
  ['Query._service', 50],
  ['Query.account', 10],
  ['Account.entries', 100],
  ['Account.checks', 100],
  ['EntryConnection.totalCount', 300],
  ['PastCheckConnection.totalCount', 300],
  ['PastCheck.document', 500],
  ['PastCheck.check', 500],
  ['Query.node', 100],
  ['Query.reasonCodes', 10],
  ['Query.flags', 10],
  ['Mutation.prepareCredit', 50],
  ['Mutation.preparePayment', 50],
  ['Mutation.claimCredit', 100],
]);
/** The lengths of the longest lists. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ['__Schema.types', 220],
  ['__Type.fields', 15],
  ['__Type.enumValues', 20],
  ['__Type.possibleTypes', 5],
  ['__Type.inputFields', 4],
  ['__Type.interfaces', 2],
  ['__Field.args', 3],
  ['__Directive.args', 2],
  ['__Directive.locations', 4],
  ['__Schema.directives', 6],
  ['Query.reasonCodes', 300],
  ['Query.flags', 200],
  ['Query.checks', 100],
  ['Query._entities', 100],
  ['EntryConnection.edges', 100],
  ['PastCheckConnection.edges', 100],
  ['WalletResultsMetrics.equity', 100],
]);
const TIMES_DEFAULT = 10;

/** Fields that are a text or a tree, with their usual size in values. */
const BULK: ReadonlyMap<string, number> = new Map([
  ['document', 600],
  ['sdl', 110_000],
  ['meaning', 100],
]);

/** The weight of an alias below introspection: no tool needs one, and each repeats the whole schema. */
const INTROSPECTION_ALIAS_WEIGHT = 100;

/** The size of an operation: of itself, its work and its answer. */
export interface Size {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly cost: number;
  /** The maximum number of values in the answer. */
  readonly values: number;
}

/** The input of measuring. */
export interface Measuring {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Fragments that are measured already, by name. */
  readonly measured: Map<string, Size>;
}

const NO_SIZE: Size = { depth: 0, fields: 0, aliases: 0, cost: 0, values: 0 };

/**
 * Measures an operation. Each fragment counts at each spread and is measured once, so that a document which doubles itself by fragments
 * takes linear time.
 */
export function measureOperation({ operation, selectionSet }: OperationDefinitionNode, measuring: Measuring): Size {
  return measure(selectionSet, measuring.schema.getRootType(operation), measuring);
}

/** The parent type of a selection; null for a type outside the schema, which another rule refuses. */
type On = GraphQLNamedType | null | undefined;

function measure(set: SelectionSetNode, on: On, measuring: Measuring): Size {
  let { depth, fields, aliases, cost, values } = NO_SIZE;
  for (const selection of set.selections) {
    const size = measureOne(selection, on, measuring);
    depth = Math.max(depth, size.depth);
    fields += size.fields;
    aliases += size.aliases;
    cost += size.cost;
    values += size.values;
  }
  return { depth, fields, aliases, cost, values };
}

function measureOne(selection: SelectionSetNode['selections'][number], on: On, measuring: Measuring): Size {
  if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value, measuring);
  if (selection.kind === Kind.INLINE_FRAGMENT) {
    const condition = selection.typeCondition?.name.value;
    const type = condition === undefined ? on : measuring.schema.getType(condition);
    return measure(selection.selectionSet, type, measuring);
  }
  const name = selection.name.value;
  const type = typeOf(on, name);
  const inner = selection.selectionSet
    ? measure(selection.selectionSet, type && getNamedType(type), measuring)
    : NO_SIZE;
  const place = `${on?.name}.${name}`;
  const times = type && isListType(getNullableType(type)) ? (TIMES.get(place) ?? TIMES_DEFAULT) : 1;
  return {
    depth: inner.depth + 1,
    fields: inner.fields + 1,
    aliases: inner.aliases + (selection.alias ? 1 : 0),
    cost: inner.cost + 1 + weightOf(place, selection.alias !== undefined),
    values: (inner.values + (BULK.get(name) ?? 1)) * times,
  };
}

function weightOf(place: string, isAliased: boolean): number {
  const weight = WEIGHTS.get(place) ?? 0;
  return isAliased && place.startsWith('__') ? weight + INTROSPECTION_ALIAS_WEIGHT : weight;
}

/** The type of a field in the schema; null where there is no such field. */
function typeOf(on: On, name: string): GraphQLOutputType | null {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef.type;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef.type;
  return isObjectType(on) || isInterfaceType(on) ? (on.getFields()[name]?.type ?? null) : null;
}

/** Measures a fragment. One that contains itself has size 0 here; the rule against cycles refuses it. */
function measureFragment(name: string, measuring: Measuring): Size {
  const { schema, fragments, measured } = measuring;
  const before = measured.get(name);
  if (before) return before;
  measured.set(name, NO_SIZE);
  const fragment = fragments.get(name);
  const on = fragment && schema.getType(fragment.typeCondition.name.value);
  const size = fragment ? measure(fragment.selectionSet, on, measuring) : NO_SIZE;
  measured.set(name, size);
  return size;
}

/** The error for an operation over a limit. `what` follows the word operation. */
export function tooLarge(name: string, max: number, what: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(`An operation ${what} is refused. Nothing was charged.`, {
    ...(node && { nodes: node }),
    extensions: { code: 'OPERATION_TOO_LARGE', limit: { name, max } },
  });
}
