import { createHash } from 'node:crypto';
import {
  buildSchema,
  type ExecutableDefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type TypeNode,
  validate,
  visit,
} from 'graphql';
import type { PersistedDocument } from '../../packages/assay-client/src/document.ts';
import { FROM_DOCUMENTS, SCALARS } from './types-of.ts';

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

interface Operations {
  readonly schema: GraphQLSchema;
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: Fragments;
}

/** The operations in texts of documents. A fragment may stand in another text than what uses it. Throws where one does not validate. */
function operationsIn(schemaText: string, texts: readonly string[]): Operations {
  const schema = buildSchema(schemaText);
  const document = parse(texts.join('\n'), { noLocation: true });
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) throw new Error(mistakes.map(({ message }) => message).join('\n'));
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return {
    schema,
    operations: operations.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)),
    fragments: new Map(fragments.map((one) => [one.name.value, one])),
  };
}

function nameOf({ name }: OperationDefinitionNode): string {
  if (!name) throw new Error('a document that is shipped has a name');
  return name.value;
}

/**
 * An operation with the fragments that it uses, and with `__typename` at the end of each selection but the first. Caches of clients add it at
 * the same place, so that the hash of what they send is the hash that the service knows.
 */
function wholeOf(operation: OperationDefinitionNode, fragments: Fragments) {
  const used = new Set<FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(operation);
  return visit(
    { kind: Kind.DOCUMENT as const, definitions: [operation, ...used] },
    {
      SelectionSet(set, _key, parent) {
        if (parent === undefined || !('kind' in parent) || parent.kind === Kind.OPERATION_DEFINITION) return undefined;
        const isThere = set.selections.some((one) => one.kind === Kind.FIELD && one.name.value === '__typename');
        return isThere ? undefined : { ...set, selections: [...set.selections, typename] };
      },
    },
  );
}

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** The shipped documents with their hashes, by name. */
export function documentsOf(schemaText: string, texts: readonly string[]): readonly PersistedDocument[] {
  const { operations, fragments } = operationsIn(schemaText, texts);
  return operations.map((operation) => {
    const body = print(wholeOf(operation, fragments));
    const id = createHash('sha256').update(body).digest('hex');
    return { id, name: nameOf(operation), type: operation.operation, body };
  });
}

/** The documents as a file in the format of Apollo's manifests. */
export function manifestText(documents: readonly PersistedDocument[]): string {
  const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations: documents };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A module with the documents, and with each as a syntax tree that has the types of its variables and of its result. */
export function documentsModule(schemaText: string, texts: readonly string[]): string {
  const { schema, operations, fragments } = operationsIn(schemaText, texts);
  const documents = documentsOf(schemaText, texts);
  const typed = operations.map((operation, n) => {
    const name = nameOf(operation);
    const kind = operation.operation[0]?.toUpperCase() + operation.operation.slice(1);
    const root = schema.getRootType(operation.operation);
    if (!root) throw new Error(`the schema has no ${operation.operation}`);
    const { definitions } = wholeOf(operation, fragments);
    const { id, body } = documents[n] ?? never(name);
    const tree = `{ kind: 'Document', __meta__: { hash: '${id}' }, toString: () => ${textName(name)}, definitions: ${JSON.stringify(definitions)} }`;
    return [
      `export type ${name}${kind}Variables = ${variablesText(operation)};\n`,
      `export type ${name}${kind} = ${resultText(schema, root, definitions)};\n`,
      `const ${textName(name)} = ${JSON.stringify(body)};\n`,
      `export const ${name}Document: DocumentTree<${name}${kind}, ${name}${kind}Variables> = ${tree};\n`,
    ].join('\n');
  });
  const listed = documents.map(
    ({ id, name, type }) => `  { id: '${id}', name: '${name}', type: '${type}', body: ${textName(name)} },\n`,
  );
  const list = `/** Every document that the service knows by its hash from its start. */\nexport const documents: readonly PersistedDocument[] = [\n${listed.join('')}];\n`;
  return FROM_DOCUMENTS + [IMPORTS, ...typed, list].join('\n');
}

const IMPORTS = [
  "import type { DocumentTree, PersistedDocument } from '../document.ts';\n",
  "import type * as schema from './graphql.ts';\n",
].join('');

function textName(name: string): string {
  return `${name[0]?.toLowerCase()}${name.slice(1)}Text`;
}

function never(name: string): never {
  throw new Error(`${name} is no document`);
}

function resultText(schema: GraphQLSchema, root: GraphQLObjectType, definitions: readonly ExecutableDefinitionNode[]) {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const known = { schema, fragments: new Map(fragments.map((one) => [one.name.value, one])) };
  const sets = definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? one.selectionSet : []));
  return selectedText(known, [root], sets, '');
}

function variablesText({ variableDefinitions = [] }: OperationDefinitionNode): string {
  if (variableDefinitions.length === 0) return 'Readonly<Record<string, never>>';
  const lines = variableDefinitions.map(({ variable, type, defaultValue }) => {
    const isOptional = type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined;
    return `  readonly ${variable.name.value}${isOptional ? '?' : ''}: ${inputText(type)};\n`;
  });
  return `{\n${lines.join('')}}`;
}

function inputText(type: TypeNode): string {
  if (type.kind === Kind.NON_NULL_TYPE) return inputText(type.type).replace(/ \| null$/, '');
  if (type.kind === Kind.LIST_TYPE) return `ReadonlyArray<${inputText(type.type)}> | null`;
  return `${scalarText(type.name.value)} | null`;
}

function scalarText(name: string): string {
  const isBuiltIn = ['Int', 'Float', 'Boolean', 'String', 'ID'].includes(name);
  return isBuiltIn ? String(SCALARS[name]) : `schema.${name}`;
}

interface Known {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
}

/** What is selected of objects that may have each of these types: one object type for each different selection. */
function selectedText(
  known: Known,
  types: readonly GraphQLObjectType[],
  sets: readonly SelectionSetNode[],
  indent: string,
): string {
  const texts = types.map((type) => {
    const fields = new Map<string, FieldNode[]>();
    for (const set of sets) collectFields(known, type, set.selections, fields);
    const inner = `${indent}  `;
    const lines = [...fields].map(
      ([key, nodes]) => `${inner}readonly ${key}: ${fieldText(known, type, nodes, inner)};\n`,
    );
    return `{\n${lines.join('')}${indent}}`;
  });
  return [...new Set(texts)].join(' | ');
}

/** Gathers the fields that apply to an object type under the keys that they answer with. */
function collectFields(
  known: Known,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  fields: Map<string, FieldNode[]>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      fields.set(key, [...(fields.get(key) ?? []), selection]);
      continue;
    }
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? known.fragments.get(selection.name.value) : selection;
    const condition = fragment?.typeCondition?.name.value;
    if (fragment && (condition === undefined || applies(known.schema, condition, type)))
      collectFields(known, type, fragment.selectionSet.selections, fields);
  }
}

function applies(schema: GraphQLSchema, condition: string, type: GraphQLObjectType): boolean {
  const named = schema.getType(condition);
  return named === type || (isAbstractType(named) && schema.isSubType(named, type));
}

function fieldText(known: Known, parent: GraphQLObjectType, nodes: readonly FieldNode[], indent: string): string {
  const name = nodes[0]?.name.value ?? '';
  if (name === '__typename') return `'${parent.name}'`;
  const type = parent.getFields()[name]?.type;
  if (!type) throw new Error(`${parent.name} has no field ${name}`);
  const named = getNamedType(type);
  if (!isCompositeType(named)) return outputText(type, scalarText(named.name));
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  // Fragments are merged with the selections beside them, each with its own `__typename`.
  return outputText(type, selectedText(known, objectsOf(known.schema, named), sets, indent));
}

function objectsOf(schema: GraphQLSchema, type: GraphQLCompositeType): readonly GraphQLObjectType[] {
  return isObjectType(type) ? [type] : schema.getPossibleTypes(type);
}

function outputText(type: GraphQLOutputType, text: string): string {
  if (isNonNullType(type)) return bareText(type.ofType, text);
  return `${bareText(type, text)} | null`;
}

function bareText(type: GraphQLOutputType, text: string): string {
  return isListType(type) ? `ReadonlyArray<${outputText(type.ofType, text)}>` : text;
}
