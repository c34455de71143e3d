import './account-checks.ts';
import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Entry } from '#ledger/books.ts';
import { withIgnored } from '#payments/bill.ts';
import { builder, type Context } from '../builder.ts';
import { PassPeriod } from '../credits/passes.ts';
import { rfc3339 } from '../operation/delivery.ts';
import { enumOf } from '../vocabulary.ts';
import {
  Account,
  type AccountListPage,
  entryCursor,
  entryOfCursor,
  keyless,
  type Owned,
  PAGE_DEFAULT,
  PageInfo,
  pageArgs,
  timesOf,
} from './account-page.ts';

const kinds: Readonly<Record<Entry['kind'], string>> = {
  grant: "Credit by the operator's decision.",
  topup: 'A transfer that bought credit.',
  pass: 'A transfer that bought a pass.',
  charge: 'A check.',
  change: 'What a payment per call was larger than what was earned.',
  refund: "Money back by the operator's decision: to the account, or from it to the payer of a transfer.",
};

const EntryKindEnum = builder.enumType('EntryKind', {
  description: 'What moved.',
  values: enumOf(kinds) as Record<string, { value: Entry['kind']; description: string }>,
});

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
      description:
        'The transaction of a transfer, `<kind>/<subject>` of a check; of a refund that of what it gives back; null for a grant.',
    }),
  }),
});

const EntryEdge = builder.objectRef<Entry>('EntryEdge').implement({
  description: 'An entry and its place in the list.',
  fields: (t) => ({
    cursor: t.string({ description: 'Its place, for `after`.', resolve: (entry) => entryCursor(entry.id) }),
    node: t.field({ type: EntryObject, description: 'The entry.', resolve: (entry) => entry }),
  }),
});

const EntryConnection = builder.objectRef<EntriesPage>('EntryConnection').implement({
  description: 'A page of entries, newest first.',
  fields: (t) => ({
    edges: t.field({ type: [EntryEdge], description: 'The entries.', resolve: (page) => page.entries }),
    pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
  }),
});

builder.objectField(Account, 'entries', (t) =>
  t.field({
    type: EntryConnection,
    description:
      'The movements of the account that meet every condition, newest first. Charges of before the days for which the operator keeps them (90 unless set otherwise) are in the balance and no longer listed.',
    args: {
      ...pageArgs(entryOfCursor),
      kinds: t.arg({
        type: [EntryKindEnum],
        description: 'Only those of one of these kinds; of all kinds when absent or null, none when empty.',
      }),
      since: t.arg({
        type: 'DateTime',
        description: 'Only those of this moment or later, compared in milliseconds.',
      }),
      until: t.arg({
        type: 'DateTime',
        description: 'Only those before this moment, compared in milliseconds. Later than `since`.',
      }),
    },
    resolve: (owned, args, context) => entriesPage(owned, args, context),
  }),
);

Account.implement({
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
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: Account,
    nullable: true,
    description: 'What the key of the X-API-Key header owns. Free; null with an error without a known key.',
    resolve: async (_root, _args, { caller, money }): Promise<Owned> => {
      const { apiKey } = caller.credentials;
      if (apiKey === null) throw keyless(withIgnored('The key is missing: send it as X-API-Key.', caller.credentials));
      const statement = await money.accounts.statement(apiKey);
      caller.resumed?.();
      if (!statement) throw keyless();
      return { apiKey, statement };
    },
  }),
);

interface EntriesPage extends AccountListPage {
  readonly entries: readonly Entry[];
}

interface EntriesArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly kinds?: readonly Entry['kind'][] | null | undefined;
  readonly since?: string | null | undefined;
  readonly until?: string | null | undefined;
}

async function entriesPage({ apiKey }: Owned, args: EntriesArgs, { caller, money }: Context): Promise<EntriesPage> {
  const before = args.after ? entryOfCursor(args.after) : null;
  const found = await money.accounts.entries(apiKey, {
    limit: args.first ?? PAGE_DEFAULT,
    ...timesOf(args),
    ...(before !== null && { before }),
    ...(args.kinds && { kinds: args.kinds }),
  });
  caller.resumed?.();
  if (!found) throw keyless();
  const [first, last] = [found.entries.at(0), found.entries.at(-1)];
  return {
    ...found,
    begun: before !== null,
    startCursor: first ? entryCursor(first.id) : null,
    endCursor: last ? entryCursor(last.id) : null,
  };
}
