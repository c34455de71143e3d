import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import {
  type ConstDirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  lexicographicSortSchema,
  parse,
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
import { charged, leadsTo, type Parent } from './operation/plan.ts';
import { addressText, askOf, invalidItems } from './questions.ts';

interface Wallet {
  readonly address: string;
}

interface Token {
  readonly mint: string;
}

const PAID = 'Paid from a key; null with an error when it is refused.';

const WalletEntity = builder.objectRef<Wallet>('Wallet').implement({
  description: 'A wallet of a supergraph, by its address: what other subgraphs know of it, with what can be proven.',
  fields: (t) => ({
    address: t.exposeID('address', { description: 'The address, base58 of exactly 32 bytes: its key.' }),
    walletCheck: t.field({
      type: WalletCheck,
      nullable: true,
      description: `What can be proven about its profit. ${PAID}`,
      extensions: charged(({ address }: Wallet) => [askOf('wallet', address)]),
      resolve: ({ address }, _args, { operation }) => operation.check(askOf('wallet', address)),
    }),
    funderCheck: t.field({
      type: FunderCheck,
      nullable: true,
      description: `Where it got its first money. ${PAID}`,
      extensions: charged(({ address }: Wallet) => [askOf('funder', address)]),
      resolve: ({ address }, _args, { operation }) => operation.check(askOf('funder', address)),
    }),
  }),
});

const TokenEntity = builder.objectRef<Token>('Token').implement({
  description: 'A token of a supergraph, by its mint: what other subgraphs know of it, with what can be proven.',
  fields: (t) => ({
    mint: t.exposeID('mint', { description: 'The mint, base58 of exactly 32 bytes: its key.' }),
    tokenCheck: t.field({
      type: TokenCheck,
      nullable: true,
      description: `What can be proven about the risk of holding it. ${PAID}`,
      extensions: charged(({ mint }: Token) => [askOf('token', mint)]),
      resolve: ({ mint }, _args, { operation }) => operation.check(askOf('token', mint)),
    }),
    tradeCheck: t.field({
      type: TradeCheck,
      nullable: true,
      description: `What a round trip of a size in SOL costs. ${PAID}`,
      args: {
        sizeSol: t.arg({ type: 'Sol', defaultValue: SIZE_SOL_DEFAULT, description: 'Size of the purchase in SOL.' }),
      },
      extensions: charged(({ mint }: Token, { sizeSol }: { readonly sizeSol?: string | null }) => [
        askOf('trade', mint, sizeSol),
      ]),
      resolve: ({ mint }, { sizeSol }, { operation }) => operation.check(askOf('trade', mint, sizeSol)),
    }),
  }),
});

type Entity = Wallet | Token;

const EntityUnion = builder.unionType('_Entity', {
  description: 'The entities that this subgraph adds to.',
  types: [WalletEntity, TokenEntity],
  resolveType: (entity: Entity) => ('address' in entity ? 'Wallet' : 'Token'),
});

builder.scalarType('_Any', {
  description: 'A representation of an entity: an object of `__typename` and the members of its key.',
  serialize: (value) => value,
  parseValue: (value) => value,
});

/** Entities with the member that is their key. */
const entityKeys = { Wallet: 'address', Token: 'mint' } as const;

function isEntityName(name: unknown): name is keyof typeof entityKeys {
  return typeof name === 'string' && Object.hasOwn(entityKeys, name);
}

/** The entity of a representation, or the fault in its place. */
function entityOf(representation: unknown): Entity | Fault {
  const given = (typeof representation === 'object' ? representation : null) as Record<string, unknown> | null;
  const name = given?.__typename;
  if (!given || !isEntityName(name)) {
    const msg = `A representation has a __typename of this subgraph: ${Object.keys(entityKeys).join(' or ')}`;
    return new Fault('invalid_request', msg, { invalid: [{ loc: ['representations'], msg, type: 'invalid_value' }] });
  }
  const key = entityKeys[name];
  const read = addressText.safeParse(given[key]);
  if (read.success) return name === 'Wallet' ? { address: read.data } : { mint: read.data };
  const invalid = invalidItems(read.error, given[key], ['representations', name, key]);
  return new Fault('invalid_request', invalid.map(({ msg }) => msg).join('; '), { invalid });
}

interface Representations {
  readonly representations: readonly unknown[];
}

function parentsOf({ representations }: Representations): readonly Parent[] {
  return representations.flatMap((representation) => {
    const value = entityOf(representation);
    if (value instanceof Fault) return [];
    return [{ type: 'address' in value ? 'Wallet' : 'Token', value }];
  });
}

builder.queryField('_entities', (t) =>
  t.field({
    type: [EntityUnion],
    nullable: { list: false, items: true },
    description:
      'For gateways: up to 100 entities of a supergraph. Their checks are one batch and one charge, paid from a key. What stands for no entity is null with an error.',
    args: {
      representations: t.arg({ type: ['_Any'], required: true, description: 'The entities: up to 100.' }),
    },
    extensions: leadsTo(parentsOf),
    // The engine turns each fault in the list into an error with its own path.
    resolve: (_root, { representations }) => representations.map(entityOf) as Entity[],
  }),
);

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])';

/** Types that other subgraphs are likely to have as well, with the same members. */
const SHAREABLE: ReadonlySet<string> = new Set(['PageInfo']);

/** The additions of the federation specification to a subgraph, and the definitions that a gateway supplies. */
const OWN: ReadonlySet<string> = new Set(['_Any', '_Entity', '_Service', '_entities', '_service']);

const Service = builder.objectRef<{ readonly sdl: string }>('_Service').implement({
  description: 'What a gateway composes from.',
  fields: (t) => ({
    sdl: t.exposeString('sdl', { nullable: true, description: 'The schema of this subgraph as text.' }),
  }),
});

/** The text follows from the schema, which is the same for the life of the process. */
let sdl: string | null = null;

builder.queryField('_service', (t) =>
  t.field({
    type: Service,
    description: 'For gateways and registries: the schema with the keys of its entities. Free.',
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
    ScalarTypeDefinition: (node) => (OWN.has(node.name.value) ? null : undefined),
    UnionTypeDefinition: (node) => (OWN.has(node.name.value) ? null : undefined),
    FieldDefinition: (node) => (OWN.has(node.name.value) ? null : undefined),
    ObjectTypeDefinition: {
      leave: (node) => {
        if (OWN.has(node.name.value)) return null;
        const directives = directivesOf(node.name.value);
        return directives.length > 0 ? { ...node, directives } : undefined;
      },
    },
  });
  return `${LINK}\n\n${print(bare)}\n`;
}

function directivesOf(type: string): readonly ConstDirectiveNode[] {
  if (SHAREABLE.has(type)) return [directive('shareable')];
  const key = (entityKeys as Readonly<Record<string, string>>)[type];
  return key === undefined ? [] : [directive('key', key)];
}

function directive(name: string, fields?: string): ConstDirectiveNode {
  const named = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const given = fields === undefined ? [] : [{ kind: Kind.STRING, value: fields } as const];
  return {
    kind: Kind.DIRECTIVE,
    name: named(name),
    arguments: given.map((value) => ({ kind: Kind.ARGUMENT, name: named('fields'), value }) as const),
  };
}
