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
import { builder } from '../builder.ts';
import { entityKeys } from './entities.ts';

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])';

/** Types that other subgraphs are likely to have as well, with the same members. */
const SHAREABLE: ReadonlySet<string> = new Set(['PageInfo']);

/** What the federation specification adds to a subgraph, and what a gateway supplies by itself. */
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
