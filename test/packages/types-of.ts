import {
  buildSchema,
  type GraphQLSchema,
  type InputObjectTypeDefinitionNode,
  type InterfaceTypeDefinitionNode,
  introspectionFromSchema,
  isAbstractType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  TypeKind,
  type TypeNode,
} from 'graphql';

/** The subset of JSON Schema that the published document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly maxProperties?: number;
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

/** What is read of the OpenAPI document. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly 'x-payment-info'?: PaymentInfo } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface PaymentInfo {
  readonly price: { readonly amount: string };
}

/** The first line of each generated file. */
export const FROM_DOCUMENTS = '// Made from the published documents by `npm run client:types`. Do not edit.\n\n';

/** What is read of the list of errors. */
export interface ErrorList {
  readonly retry_actions: Readonly<Record<string, string>>;
}

/** The types of the REST answers, the ways to go on after a refusal, and the price of each kind of check in USDC. */
export function restTypes({ paths, components }: OpenApi, { retry_actions: actions }: ErrorList): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => declared(name, schema));
  const prices = Object.entries(paths).flatMap(([path, { get }]) => {
    const [, kind] = /^\/check\/(\w+)\/\{/.exec(path) ?? [];
    const amount = get?.['x-payment-info']?.price.amount;
    return kind && amount ? [`  ${kind}: '${amount}',\n`] : [];
  });
  const pricesText = `/** The published price of a check of each kind, in USDC. */\nexport const PRICES_USDC = {\n${prices.join('')}} as const;\n`;
  const actionsText = `/** How to go on after a refusal. */\nexport type RetryAction = ${typeText({ enum: Object.keys(actions) }, '')};\n`;
  return FROM_DOCUMENTS + [...types, actionsText, pricesText].join('\n');
}

function declared(name: string, schema: Schema): string {
  const text = typeText(schema, '');
  const isObject = schema.properties !== undefined && schema.anyOf === undefined;
  return `${comment(schema.description, '')}export ${isObject ? `interface ${name} ${text}` : `type ${name} = ${text};`}\n`;
}

function typeText(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.anyOf) return schema.anyOf.map((one) => typeText(one, indent)).join(' | ');
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one).replaceAll('"', "'")).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ');
  if (schema.type === 'array') return `readonly ${grouped(typeText(schema.items ?? {}, indent))}[]`;
  if (schema.type === 'object') return objectText(schema, indent);
  const plain: Readonly<Record<string, string>> = { integer: 'number', number: 'number', string: 'string' };
  return plain[String(schema.type)] ?? (schema.type === undefined ? 'unknown' : String(schema.type));
}

function grouped(text: string): string {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text;
}

function objectText(
  { properties, required = [], additionalProperties: others, maxProperties }: Schema,
  indent: string,
): string {
  if (maxProperties === 0) return 'Readonly<Record<string, never>>';
  if (!properties) {
    const values = typeof others === 'object' ? typeText(others, indent) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `${comment(schema.description, inner)}${inner}readonly ${key}${mark}: ${typeText(schema, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim()} */\n`;
}

/** What a scalar is on the wire, where it is not text. */
export const SCALARS: Readonly<Record<string, string>> = {
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  String: 'string',
  ID: 'string',
  Slot: 'number',
  BlockHeight: 'number',
  JSON: 'unknown',
  _Any: 'unknown',
};

/** The types of the GraphQL schema: its objects, inputs, enumerations and unions. */
export function graphqlTypes(schemaText: string): string {
  const { definitions } = parse(schemaText);
  const interfaces = definitions.filter((node) => node.kind === Kind.INTERFACE_TYPE_DEFINITION);
  const linesOf = new Map(interfaces.map((node) => [node.name.value, fieldLines(node)]));
  const types = definitions.flatMap((node) => {
    switch (node.kind) {
      case Kind.SCALAR_TYPE_DEFINITION:
        return [`export type ${node.name.value} = ${SCALARS[node.name.value] ?? 'string'};\n`];
      case Kind.ENUM_TYPE_DEFINITION: {
        const values = node.values?.map(({ name }) => `'${name.value}'`).join(' | ');
        return [`${comment(node.description?.value, '')}export type ${node.name.value} = ${values};\n`];
      }
      case Kind.UNION_TYPE_DEFINITION: {
        const members = node.types?.map(({ name }) => name.value).join(' | ');
        return [`${comment(node.description?.value, '')}export type ${node.name.value} = ${members};\n`];
      }
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION:
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return [fieldsText(node, linesOf)];
      default:
        return [];
    }
  });
  return FROM_DOCUMENTS + types.join('\n');
}

type Fields = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode | InputObjectTypeDefinitionNode;

/** A type with its fields; those that it takes over from an interface as they are stand there alone. */
function fieldsText(node: Fields, linesOf: ReadonlyMap<string, readonly string[]>): string {
  const { kind, name, description } = node;
  const above = 'interfaces' in node ? (node.interfaces ?? []).map((one) => one.name.value) : [];
  const known = above.flatMap((one) => linesOf.get(one) ?? []);
  const lines = fieldLines(node).filter((line) => !known.includes(line));
  const extended = above.length > 0 ? ` extends ${above.join(', ')}` : '';
  const typename = kind === Kind.OBJECT_TYPE_DEFINITION ? `  readonly __typename?: '${name.value}';\n` : '';
  return `${comment(description?.value, '')}export interface ${name.value}${extended} {\n${typename}${lines.join('')}}\n`;
}

function fieldLines({ kind, fields = [] }: Fields): readonly string[] {
  return fields.map((field) => {
    const isOptional = kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && field.type.kind !== Kind.NON_NULL_TYPE;
    const type = fieldType(field.type);
    return `${comment(field.description?.value, '  ')}  readonly ${field.name.value}${isOptional ? '?' : ''}: ${type};\n`;
  });
}

function fieldType(type: TypeNode): string {
  if (type.kind !== Kind.NON_NULL_TYPE) return `${bareType(type)} | null`;
  return bareType(type.type);
}

function bareType(type: TypeNode): string {
  if (type.kind === Kind.NON_NULL_TYPE) return bareType(type.type);
  if (type.kind === Kind.LIST_TYPE) return `readonly ${grouped(fieldType(type.type))}[]`;
  const name = type.name.value;
  return ['Int', 'Float', 'Boolean', 'String', 'ID'].includes(name) ? String(SCALARS[name]) : name;
}

const INTROSPECTION =
  '{ __schema: { queryType: Named; mutationType: Named; subscriptionType: Named; types: object[] } }';

/** The part of the answer to introspection that caches read: types with fields, and unions. */
function briefIntrospection(schema: GraphQLSchema): object {
  const { __schema: whole } = introspectionFromSchema(schema);
  const types = whole.types.flatMap((type): object[] => {
    const { kind, name } = type;
    if (name.startsWith('_')) return [];
    if (type.kind === TypeKind.UNION) return [{ kind, name, possibleTypes: type.possibleTypes.map(nameOnly) }];
    if (type.kind !== TypeKind.OBJECT && type.kind !== TypeKind.INTERFACE) return [];
    const fields = type.fields.map(({ name: field, type: of, args }) => ({
      name: field,
      type: of,
      args: args.map((arg) => ({ name: arg.name, type: arg.type })),
    }));
    return [{ kind, name, interfaces: type.interfaces.map(nameOnly), fields }];
  });
  const { queryType, mutationType, subscriptionType } = whole;
  return { __schema: { queryType, mutationType, subscriptionType, types } };
}

function nameOnly({ name }: { readonly name: string }): object {
  return { name };
}

/**
 * What caches and generators of clients ask for: the types behind each interface and union, the types without an id, and what each scalar is
 * in TypeScript.
 */
export function schemaModule(schemaText: string): string {
  const schema = buildSchema(schemaText);
  const all = Object.values(schema.getTypeMap());
  // Those of introspection, and those that serve gateways alone, are asked for by no client.
  const types = all.filter(({ name }) => !name.startsWith('_'));
  const possible = types.filter(isAbstractType).map((type) => {
    const names = schema.getPossibleTypes(type).map(({ name }) => `'${name}'`);
    return `  ${type.name}: [${names.sort().join(', ')}],\n`;
  });
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const keyless = types
    .filter(isObjectType)
    .filter((type) => !roots.includes(type) && type.getFields().id === undefined)
    .map(({ name }) => `  ${name}: () => null,\n`);
  const scalars = all
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map(({ name }) => `  ${name}: '${SCALARS[name] ?? 'string'}',\n`);
  return [
    FROM_DOCUMENTS.trimEnd(),
    '',
    '/** The object types behind each interface and union. Apollo Client takes it as `possibleTypes`. */',
    `export const possibleTypes: Record<string, string[]> = {\n${possible.join('')}};`,
    '',
    '/** The object types without an id, which belong to the object that has them. Graphcache takes it as `keys`. */',
    `export const keys: Record<string, () => null> = {\n${keyless.join('')}};`,
    '',
    '/** What each scalar is in TypeScript. GraphQL Code Generator takes it as `scalars`, and Relay as `customScalarTypes`. */',
    `export const scalars: Record<string, string> = {\n${scalars.join('')}};`,
    '',
    'interface Named {\n  kind: string;\n  name: string;\n}\n',
    '/** What introspection says of types and their fields, without words. Graphcache takes it as `schema`. */',
    `export const introspection: ${INTROSPECTION} = ${JSON.stringify(briefIntrospection(schema))};`,
    '',
  ].join('\n');
}
