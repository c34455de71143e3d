import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What selections are read with: coerced variables, and the document with its fragments. */
export interface Selecting {
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
