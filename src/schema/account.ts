import { z } from 'zod';
import type { Entry, Statement } from '#ledger/model.ts';
import { Fault } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import { builder } from './builder.ts';
import { rfc3339 } from './delivery.ts';
import { cursorOf, idOfCursor } from './entry-cursor.ts';
import { enumOf } from './enums.ts';
import { PassPeriod } from './passes.ts';

const kinds: Readonly<Record<Entry['kind'], string>> = {
  grant: "Credit by the operator's decision.",
  topup: 'A transfer that bought credit.',
  pass: 'A transfer that bought a pass.',
  charge: 'A check.',
  change: 'What a payment per call was larger than what was earned.',
};

const EntryKindEnum = builder.enumType('EntryKind', { description: 'What moved.', values: enumOf(kinds) });

const EntryObject = builder.objectRef<Entry>('Entry').implement({
  description: 'One movement of an account.',
  fields: (t) => ({
    kind: t.expose('kind', { type: EntryKindEnum, description: 'What moved.' }),
    amountUsdc: t.field({
      type: 'Usdc',
      description: 'How much; with a minus sign when it left the account.',
      resolve: (entry) => formatUsdc(entry.amountAtomic),
    }),
    at: t.field({ type: 'DateTime', description: 'When.', resolve: (entry) => rfc3339(entry.at) }),
    ref: t.exposeString('ref', {
      nullable: true,
      description: 'The transaction of a transfer, `<kind>/<subject>` of a check; null for a grant.',
    }),
  }),
});

interface EntryPage {
  readonly entries: readonly Entry[];
  readonly more: boolean;
  readonly begun: boolean;
}

const PageInfo = builder.objectRef<EntryPage>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('more', { description: 'Whether older ones follow.' }),
    hasPreviousPage: t.exposeBoolean('begun', { description: 'Whether the page began after a cursor.' }),
    startCursor: t.string({ nullable: true, description: 'Of the first.', resolve: (page) => edgeCursor(page, 0) }),
    endCursor: t.string({ nullable: true, description: 'Of the last.', resolve: (page) => edgeCursor(page, -1) }),
  }),
});

function edgeCursor({ entries }: EntryPage, at: number): string | null {
  const entry = entries.at(at);
  return entry ? cursorOf(entry.id) : null;
}

const EntryEdge = builder.objectRef<Entry>('EntryEdge').implement({
  description: 'An entry and its place in the list.',
  fields: (t) => ({
    cursor: t.string({ description: 'Its place, for `after`.', resolve: (entry) => cursorOf(entry.id) }),
    node: t.field({ type: EntryObject, description: 'The entry.', resolve: (entry) => entry }),
  }),
});

const EntryConnection = builder.objectRef<EntryPage>('EntryConnection').implement({
  description: 'A page of entries, newest first.',
  fields: (t) => ({
    edges: t.field({ type: [EntryEdge], description: 'The entries.', resolve: (page) => page.entries }),
    pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
  }),
});

interface Owned {
  readonly apiKey: string;
  readonly statement: Statement;
}

const first = z.int().min(1, { error: 'At least 1' }).max(100, { error: 'At most 100' });
const after = z.string().refine((text) => idOfCursor(text) !== null, { error: 'Not a cursor of this list' });

const Account = builder.objectRef<Owned>('Account').implement({
  description: 'What a key owns.',
  fields: (t) => ({
    balanceUsdc: t.field({
      type: 'Usdc',
      description: 'What can be spent: the balance less what is held for checks under way.',
      resolve: ({ statement }) => formatUsdc(statement.balanceAtomic),
    }),
    balanceAtomic: t.field({
      type: 'TokenAmount',
      description: 'The same in atomic units.',
      resolve: ({ statement }) => statement.balanceAtomic.toString(),
    }),
    passes: t.field({
      type: [PassPeriod],
      description: 'Passes that have not ended, in the order in which checks draw on them.',
      resolve: ({ statement }) => statement.passes,
    }),
    entries: t.field({
      type: EntryConnection,
      description: 'The movements of the account, newest first.',
      args: {
        first: t.arg.int({ defaultValue: 20, description: 'How many: 1 to 100.', validate: { schema: first } }),
        after: t.arg.string({ description: 'Only those after this cursor.', validate: { schema: after } }),
      },
      resolve: async ({ apiKey }, args, { money }): Promise<EntryPage> => {
        const before = typeof args.after === 'string' ? idOfCursor(args.after) : null;
        const page = await money.entries(apiKey, { limit: args.first ?? 20, ...(before !== null && { before }) });
        if (!page) throw keyless();
        return { ...page, begun: before !== null };
      },
    }),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: Account,
    nullable: true,
    description: 'What the key of the X-API-Key header owns. Free; null with an error without a known key.',
    resolve: async (_root, _args, { caller, money }): Promise<Owned> => {
      const { apiKey } = caller.credentials;
      if (apiKey === null) throw keyless('The key is missing: send it as X-API-Key.');
      const statement = await money.statement(apiKey);
      if (!statement) throw keyless();
      return { apiKey, statement };
    },
  }),
);

/** Here the key is the subject of the request and not what pays for it, so that its lack is 401 and not 402. */
function keyless(message = 'No account has this X-API-Key.'): Fault {
  return new Fault('api_key_unknown', message, { status: 401 });
}
