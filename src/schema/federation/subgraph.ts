import { builder } from '../builder.ts';
import { subgraphSdl } from './sdl.ts';

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
