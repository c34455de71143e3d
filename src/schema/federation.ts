import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { parseAddress } from 'assay-core/solana/address.ts';
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  lexicographicSortSchema,
  type ObjectTypeDefinitionNode,
  parse,
  parseType,
  print,
  printSchema,
  visit,
} from 'graphql';
import { Fault } from '#lib/fault.ts';
import { builder } from './builder.ts';
import { FunderCheck } from './kinds/funder.ts';
import { TokenCheck } from './kinds/token.ts';
import { TradeCheck } from './kinds/trade.ts';
import { WalletCheck } from './kinds/wallet.ts';
import { globalId, Node, nodeType } from './node.ts';
import { charged, leadsTo, type Parent } from './operation/plan.ts';
import { addressText, askOf, invalidItems, refusedArguments } from './questions.ts';
import { paidCheck } from './vocabulary.ts';

interface WalletSubject {
  readonly address: string;
}

interface TokenSubject {
  readonly mint: string;
}

const Wallet = builder.objectRef<WalletSubject>('Wallet').implement({
  description: 'A Solana address and the checks of it.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'The global id of the wallet.', resolve: ({ address }) => globalId('Wallet', address) }),
    address: t.expose('address', { type: 'Address', description: 'The address of the wallet.' }),
    check: t.field({
      type: WalletCheck,
      nullable: true,
      description: paidCheck('wallet'),
      extensions: charged(({ address }: WalletSubject) => [askOf('wallet', address)]),
      resolve: ({ address }, _args, { operation }) => operation.check(askOf('wallet', address)),
    }),
    funderCheck: t.field({
      type: FunderCheck,
      nullable: true,
      description: paidCheck('funder'),
      extensions: charged(({ address }: WalletSubject) => [askOf('funder', address)]),
      resolve: ({ address }, _args, { operation }) => operation.check(askOf('funder', address)),
    }),
  }),
});

const Token = builder.objectRef<TokenSubject>('Token').implement({
  description: 'A token of Solana and the checks of it.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'The global id of the token.', resolve: ({ mint }) => globalId('Token', mint) }),
    mint: t.expose('mint', { type: 'Address', description: 'The address of the mint.' }),
    check: t.field({
      type: TokenCheck,
      nullable: true,
      description: paidCheck('token'),
      extensions: charged(({ mint }: TokenSubject) => [askOf('token', mint)]),
      resolve: ({ mint }, _args, { operation }) => operation.check(askOf('token', mint)),
    }),
    tradeCheck: t.field({
      type: TradeCheck,
      nullable: true,
      description: paidCheck('trade'),
      args: {
        sizeSol: t.arg({
          type: 'SOL',
          defaultValue: SIZE_SOL_DEFAULT,
          description: 'The size of the purchase in SOL, more than 0 and at most 10000.',
        }),
      },
      extensions: charged(({ mint }: TokenSubject, { sizeSol }: { readonly sizeSol?: string | null }) => [
        askOf('trade', mint, sizeSol),
      ]),
      resolve: ({ mint }, { sizeSol }, { operation }) => operation.check(askOf('trade', mint, sizeSol)),
    }),
  }),
});

/** The wallet of an address, or null where the text is none. */
function walletOf(address: string): WalletSubject | null {
  return parseAddress(address) === null ? null : { address };
}

/** The token of a mint, or null where the text is no address. */
function tokenOf(mint: string): TokenSubject | null {
  return parseAddress(mint) === null ? null : { mint };
}

nodeType('Wallet', { find: walletOf, plan: walletOf });
nodeType('Token', { find: tokenOf, plan: tokenOf });

builder.queryFields((t) => ({
  wallet: t.field({
    type: Wallet,
    nullable: true,
    description:
      'The wallet with an address. Free itself; the checks under it are paid. Null with an error where the address is malformed.',
    args: {
      address: t.arg({ type: 'Address', required: true, description: 'The address, base58 of exactly 32 bytes.' }),
    },
    extensions: leadsTo(({ address }: WalletSubject) => [{ type: 'Wallet', value: { address } }]),
    resolve: (_root, { address }) => ({ address }),
  }),
  token: t.field({
    type: Token,
    nullable: true,
    description:
      'The token with a mint. Free itself; the checks under it are paid. Null with an error where the mint is malformed.',
    args: { mint: t.arg({ type: 'Address', required: true, description: 'The mint, base58 of exactly 32 bytes.' }) },
    extensions: leadsTo(({ mint }: TokenSubject) => [{ type: 'Token', value: { mint } }]),
    resolve: (_root, { mint }) => ({ mint }),
  }),
}));

type Entity = NonNullable<ReturnType<typeof walletOf> | ReturnType<typeof tokenOf>>;

const EntityUnion = builder.unionType('_Entity', {
  description: 'The entities of a supergraph that this subgraph adds fields to.',
  types: [Wallet, Token],
  resolveType: (entity: Entity) => ('address' in entity ? 'Wallet' : 'Token'),
});

builder.scalarType('_Any', {
  description: 'A representation of an entity: an object with `__typename` and the field of the key.',
  specifiedByURL: 'https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec',
  serialize: (value) => value,
  parseValue: (value) => value,
});

/** Entities with the member that is their key. */
const entityKeys = { Wallet: 'address', Token: 'mint' } as const;

function isEntityName(name: unknown): name is keyof typeof entityKeys {
  return typeof name === 'string' && Object.hasOwn(entityKeys, name);
}

/** The entity of a representation, or the fault in its place. */
function entityOf(representation: unknown, index: number): Entity | Fault {
  const given = (typeof representation === 'object' ? representation : null) as Record<string, unknown> | null;
  const name = given?.__typename;
  if (!given || !isEntityName(name)) {
    const msg = `A representation has a __typename of this subgraph: ${Object.keys(entityKeys).join(' or ')}`;
    return new Fault('invalid_request', msg, {
      invalid: [{ loc: ['representations', index], msg, type: 'invalid_value' }],
    });
  }
  const key = entityKeys[name];
  const read = addressText.safeParse(given[key]);
  if (read.success) return name === 'Wallet' ? { address: read.data } : { mint: read.data };
  const invalid = invalidItems(read.error, given[key], ['representations', index, key]);
  return refusedArguments(invalid);
}

interface Representations {
  readonly representations: readonly unknown[];
}

function parentsOf({ representations }: Representations): readonly Parent[] {
  return representations.flatMap((representation, index) => {
    const value = entityOf(representation, index);
    if (value instanceof Fault) return [];
    return [{ type: 'address' in value ? 'Wallet' : 'Token', value }];
  });
}

builder.queryField('_entities', (t) =>
  t.field({
    type: [EntityUnion],
    nullable: { list: false, items: true },
    description:
      'The entities of a supergraph, for gateways. Their checks are one batch with one charge, paid from a key only. An item is null with an error where its representation is malformed.',
    args: {
      representations: t.arg({
        type: ['_Any'],
        required: true,
        description: 'The representations of 0 to 100 entities.',
      }),
    },
    extensions: leadsTo(parentsOf, { itemwise: true, keysOnly: true }),
    // The engine turns each fault in the list into an error with its own path.
    resolve: (_root, { representations }) => representations.map(entityOf) as Entity[],
  }),
);

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])';

/** Types that other subgraphs are likely to have as well, with the same members. */
const SHAREABLE: ReadonlySet<string> = new Set(['PageInfo']);

/**
 * What only callers of this service see: the additions of the federation specification, the definitions that a gateway supplies, and
 * `Node` and `@oneOf`. Composition refuses a `Query.node` or an `id` of an entity that two subgraphs define, and each would answer for ids
 * of its own only. Apollo's composition does not know `@oneOf`; the service enforces it all the same.
 */
const OWN: ReadonlySet<string> = new Set(['_Any', '_Entity', '_Service', '_entities', '_service', 'Node', 'oneOf']);

/** Fields that a gateway does not see, by their types. */
const HIDDEN: Readonly<Record<string, string>> = { Query: 'node', Wallet: 'id', Token: 'id' };

const Service = builder.objectRef<{ readonly sdl: string }>('_Service').implement({
  description: 'The subgraph as a gateway composes it.',
  fields: (t) => ({
    sdl: t.exposeString('sdl', { description: 'The schema of the subgraph in the schema definition language.' }),
  }),
});

/** The text follows from the schema, which is the same for the life of the process. */
let sdl: string | null = null;

builder.queryField('_service', (t) =>
  t.field({
    type: Service,
    description: 'The schema with the keys of its entities, for gateways and registries. Free.',
    resolve: (_root, _args, _context, { schema }) => {
      sdl ??= subgraphSdl(schema);
      return { sdl };
    },
  }),
);

/**
 * The schema as a gateway composes it: with the link to Federation 2, the keys of entities, and without the machinery that
 * serves them (Apollo Federation subgraph specification).
 */
function subgraphSdl(schema: GraphQLSchema): string {
  const bare: DocumentNode = visit(parse(printSchema(lexicographicSortSchema(schema))), {
    enter: (node: ASTNode) => ('name' in node && node.name && OWN.has(node.name.value) ? null : undefined),
    leave: (node: ASTNode) => (node.kind === Kind.OBJECT_TYPE_DEFINITION ? forGateway(node) : undefined),
  });
  return `${LINK}\n\n${print(bare)}\n`;
}

/** A type as other subgraphs have it, without what is hidden. The key of an entity is of the type `ID`. */
function forGateway(node: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  const type = node.name.value;
  const key = isEntityName(type) ? entityKeys[type] : null;
  const mark = key === null ? '' : ` @key(fields: "${key}")`;
  const [marked] = parse(`type ${type}${SHAREABLE.has(type) ? ' @shareable' : mark}`).definitions;
  const directives = marked && 'directives' in marked ? marked.directives : [];
  const shown = node.fields?.filter(({ name }) => name.value !== HIDDEN[type]) ?? [];
  const fields = shown.map((field) => (field.name.value === key ? { ...field, type: parseType('ID!') } : field));
  return { ...node, directives, fields } as ObjectTypeDefinitionNode;
}
