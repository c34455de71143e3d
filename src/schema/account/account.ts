import './account-checks.ts';
import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Entry } from '#ledger/books.ts';
import { builder, type Context } from '../builder.ts';
import { PassPeriod } from '../credits/passes.ts';
import { accountName, globalId, keyHashOf, keyless, Node, nodeType, requiredKey } from '../node.ts';
import { rfc3339 } from '../operation/delivery.ts';
import { enumOf } from '../vocabulary.ts';
import {
  Account,
  type AccountListPage,
  type Edge,
  entryCursor,
  entryOfCursor,
  type Owned,
  type PageArgs,
  PageInfo,
  pageArgs,
  pageAsked,
  pageFrom,
  timesOf,
  totalCount,
} from './account-page.ts';

const kinds: Readonly<Record<Entry['kind'], string>> = {
  grant: 'The operator gave credit.',
  topup: 'A transfer bought credit.',
  pass: 'A transfer bought a pass.',
  charge: 'A check was charged.',
  change: 'A payment per call exceeded the price of the delivered checks.',
  refund: 'The operator returned money, either to the account or from it to the payer of a transfer.',
};

const EntryKindEnum = builder.enumType('EntryKind', {
  description: 'The cause of a movement.',
  values: enumOf(kinds) as Record<string, { value: Entry['kind']; description: string }>,
});

const EntryObject = builder.objectRef<ListedEntry>('Entry').implement({
  description: 'A movement of money of an account.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the entry.',
      resolve: ({ keyHash, entry }) => globalId('Entry', entryCursor(keyHash, entry.id)),
    }),
    kind: t.field({
      type: EntryKindEnum,
      description: 'The cause of the movement.',
      resolve: ({ entry }) => entry.kind,
    }),
    amountUsdc: t.field({
      type: 'SignedUSDC',
      description: 'The amount in USDC, negative where it left the account.',
      resolve: ({ entry }) => formatUsdc(entry.amountAtomic),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'The time of the movement (UTC).',
      resolve: ({ entry }) => rfc3339(entry.at),
    }),
    ref: t.string({
      nullable: true,
      description:
        'The signature of a transfer, or `<kind>/<subject>` of a check. A refund has the reference of the entry that it returns. Null where the operator gave credit.',
      resolve: ({ entry }) => entry.ref,
    }),
  }),
});

const EntryEdge = builder.objectRef<Edge<ListedEntry>>('EntryEdge').implement({
  description: 'An entry and its place in the list.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The place of the entry, for `after` and `before`.' }),
    node: t.expose('node', { type: EntryObject, description: 'The entry at this place of the list.' }),
  }),
});

const EntryConnection = builder.objectRef<AccountListPage<ListedEntry>>('EntryConnection').implement({
  description: 'A page of entries, newest first.',
  fields: (t) => ({
    edges: t.field({ type: [EntryEdge], description: 'The entries of the page.', resolve: ({ edges }) => edges }),
    pageInfo: t.field({ type: PageInfo, description: 'The place of the page in the list.', resolve: (page) => page }),
    totalCount: t.int(totalCount),
  }),
});

builder.objectField(Account, 'entries', (t) =>
  t.field({
    type: EntryConnection,
    nullable: true,
    description:
      'The movements of the account that meet all conditions, newest first. The operator keeps charges for a number of days (90 by default); older charges are in the balance and not in the list. Null with an error where an argument is malformed.',
    args: {
      ...pageArgs,
      kinds: t.arg({
        type: [EntryKindEnum],
        description: 'Keeps entries of these kinds. All kinds where absent or null, no entry where empty.',
      }),
      since: t.arg({
        type: 'DateTime',
        description: 'Keeps entries of this moment or later, compared in milliseconds.',
      }),
      until: t.arg({
        type: 'DateTime',
        description: 'Keeps entries before this moment, compared in milliseconds. Must be later than `since`.',
      }),
    },
    resolve: (owned, args, context) => entriesPage(owned, args, context),
  }),
);

Account.implement({
  description: 'The balance, passes and history of a key.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the account.',
      resolve: ({ keyHash }) => globalId('Account', accountName(keyHash)),
    }),
    balanceUsdc: t.field({
      type: 'USDC',
      description: 'The balance in USDC that can be spent. Amounts that are held for running checks are deducted.',
      resolve: ({ statement }) => formatUsdc(statement.balanceAtomic),
    }),
    balanceAtomic: t.field({
      type: 'TokenAmount',
      description: 'The balance that can be spent, in atomic units of USDC.',
      resolve: ({ statement }) => statement.balanceAtomic.toString(),
    }),
    passes: t.field({
      type: [PassPeriod],
      description: 'The passes that have not ended, in the order in which checks use them.',
      resolve: ({ keyHash, statement }) => statement.passes.map((pass) => ({ keyHash, pass })),
    }),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: Account,
    nullable: true,
    description:
      'The account of the key in the X-API-Key header. Free. Null with an error where no key was sent, or no account has it.',
    resolve: async (_root, _args, context): Promise<Owned> => {
      const owned = await ownedBy(requiredKey(context.caller), context);
      if (!owned) throw keyless();
      return owned;
    },
  }),
);

/** The account of a key; null where there is none. */
async function ownedBy(apiKey: string, { caller, money }: Context): Promise<Owned | null> {
  const statement = await money.accounts.statement(apiKey);
  caller.resumed?.();
  return statement && { apiKey, keyHash: keyHashOf(apiKey), statement };
}

nodeType('Account', {
  isOwned: true,
  find: (key, context) => {
    const { apiKey } = context.caller.credentials;
    return apiKey !== null && key === accountName(keyHashOf(apiKey)) ? ownedBy(apiKey, context) : null;
  },
});

nodeType('Entry', {
  isOwned: true,
  find: async (cursor, { caller, money }) => {
    const { apiKey } = caller.credentials;
    if (apiKey === null) return null;
    const keyHash = keyHashOf(apiKey);
    const id = entryOfCursor(keyHash, cursor);
    if (id === null) return null;
    const found = await money.accounts.entries(apiKey, { limit: 1, before: id + 1n, newerThan: id - 1n });
    caller.resumed?.();
    const entry = found?.entries[0];
    return entry ? { keyHash, entry } : null;
  },
});

interface ListedEntry {
  readonly keyHash: Uint8Array;
  readonly entry: Entry;
}

interface EntriesArgs extends PageArgs {
  readonly kinds?: readonly Entry['kind'][] | null | undefined;
}

async function entriesPage(
  { apiKey, keyHash }: Owned,
  args: EntriesArgs,
  { caller, money }: Context,
): Promise<AccountListPage<ListedEntry>> {
  const page = pageAsked(args, (cursor) => entryOfCursor(keyHash, cursor));
  const filter = { ...timesOf(args), ...(args.kinds && { kinds: args.kinds }) };
  const found = await money.accounts.entries(apiKey, { ...page, ...filter });
  caller.resumed?.();
  if (!found) throw keyless();
  const edges = found.entries.map((entry) => ({ cursor: entryCursor(keyHash, entry.id), node: { keyHash, entry } }));
  const count = () => money.accounts.countEntries(apiKey, filter);
  return pageFrom({ edges, more: found.more, count }, args, caller);
}
