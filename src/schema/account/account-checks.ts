import { formatUsdc } from 'assay-core/lib/money.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { parseAddress } from 'assay-core/solana/address.ts';
import type { PastCheck } from '#ledger/books.ts';
import { builder, type Context } from '../builder.ts';
import { Check, checkTypeName } from '../check.ts';
import type { Delivered } from '../contract.ts';
import { globalId, keyHashOf, keyless, Node, nodeType } from '../node.ts';
import { rfc3339, storedDocument } from '../operation/delivery.ts';
import { KindEnum, RouteEnum, VerdictEnum } from '../vocabulary.ts';
import {
  Account,
  type AccountListPage,
  checkCursor,
  checkOfCursor,
  type Edge,
  type Owned,
  type PageArgs,
  PageInfo,
  pageArgs,
  pageAsked,
  pageFrom,
  timesOf,
  totalCount,
} from './account-page.ts';

/** The stored answers of a page, as texts by hold: read once, when the first of them is asked for. */
type Bodies = () => Promise<ReadonlyMap<bigint, string>>;

interface Listed {
  readonly keyHash: Uint8Array;
  readonly check: PastCheck;
  readonly bodies: Bodies;
}

const NULL_LATER = 'Null where the answer is deleted, 24 hours after the charge.';

const PastCheckObject = builder.objectRef<Listed>('PastCheck').implement({
  description: 'A check that was charged on the balance or on a pass.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({
      description: 'The global id of the charge. The answer has an id of its own.',
      resolve: ({ keyHash, check }) => globalId('PastCheck', checkCursor(keyHash, check.place)),
    }),
    kind: t.field({ type: KindEnum, description: 'The kind of check.', resolve: ({ check }) => check.kind }),
    subject: t.field({
      type: 'Address',
      description: 'The address or mint that was checked.',
      resolve: ({ check }) => check.subject,
    }),
    sizeSol: t.field({
      type: 'SOL',
      nullable: true,
      description:
        'The size of the purchase in SOL. Null where the kind has no size, or the check is older than the storage of sizes.',
      resolve: ({ check }) => check.size,
    }),
    verdict: t.field({
      type: VerdictEnum,
      description: 'The verdict of the answer.',
      resolve: ({ check }) => check.verdict,
    }),
    chargedUsdc: t.field({
      type: 'USDC',
      description: 'The amount that was charged on the balance in USDC, `0.00` where a pass paid.',
      resolve: ({ check }) => formatUsdc(check.priceAtomic),
    }),
    route: t.field({
      type: RouteEnum,
      description: 'The way in which the check was paid, CREDIT or PASS.',
      resolve: ({ check }) => check.route,
    }),
    chargedAt: t.field({
      type: 'DateTime',
      description: 'The time of the charge (UTC).',
      resolve: ({ check }) => rfc3339(check.at),
    }),
    documentKept: t.boolean({
      description:
        'Whether `check` and `document` can still be fetched. The answer is deleted 24 hours after the charge.',
      resolve: ({ check }) => check.kept,
    }),
    check: t.field({
      type: Check,
      nullable: true,
      description: `The answer, with its cost as it was charged. ${NULL_LATER}`,
      resolve: async (listed): Promise<Delivered | null> => {
        const body = await bodyOf(listed);
        return body === undefined ? null : deliveredAgain(listed.check, body);
      },
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: `The answer as it was signed, in snake_case and without billing. ${NULL_LATER}`,
      resolve: async (listed): Promise<unknown> => {
        const body = await bodyOf(listed);
        return body === undefined ? null : JSON.parse(body);
      },
    }),
  }),
});

async function bodyOf({ check, bodies }: Listed): Promise<string | undefined> {
  return check.kept ? (await bodies()).get(check.place.holdId) : undefined;
}

/** A stored answer as it was charged. What the balance or the pass had left then is not stored. */
function deliveredAgain({ route, priceAtomic }: PastCheck, body: string): Delivered {
  return { document: storedDocument(body), billing: { route, charged_usdc: formatUsdc(priceAtomic) } };
}

const PastCheckEdge = builder.objectRef<Edge<Listed>>('PastCheckEdge').implement({
  description: 'A past check and its place in the list.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The place of the past check, for `after` and `before`.' }),
    node: t.expose('node', { type: PastCheckObject, description: 'The past check at this place of the list.' }),
  }),
});

const PastCheckConnection = builder.objectRef<AccountListPage<Listed>>('PastCheckConnection').implement({
  description: 'A page of past checks, newest first.',
  fields: (t) => ({
    edges: t.field({
      type: [PastCheckEdge],
      description: 'The past checks of the page.',
      resolve: ({ edges }) => edges,
    }),
    pageInfo: t.field({ type: PageInfo, description: 'The place of the page in the list.', resolve: (page) => page }),
    totalCount: t.int(totalCount),
  }),
});

interface ChecksArgs extends PageArgs {
  readonly kinds?: readonly string[] | null | undefined;
  readonly verdicts?: readonly string[] | null | undefined;
  readonly subject?: string | null | undefined;
}

async function checksPage(
  { apiKey, keyHash }: Owned,
  args: ChecksArgs,
  context: Context,
): Promise<AccountListPage<Listed>> {
  const { accounts } = context.money;
  const page = pageAsked(args, (cursor) => checkOfCursor(keyHash, cursor));
  const filter = {
    ...timesOf(args),
    ...(args.kinds && { kinds: args.kinds }),
    ...(args.verdicts && { verdicts: args.verdicts }),
    ...(args.subject && { subject: args.subject }),
  };
  const found = await accounts.pastChecks(apiKey, { ...page, ...filter });
  context.caller.resumed?.();
  if (!found) throw keyless();
  const bodies = bodiesOf(apiKey, found.checks, context);
  const edges = found.checks.map((check) => ({
    cursor: checkCursor(keyHash, check.place),
    node: { keyHash, check, bodies },
  }));
  const count = () => accounts.countPastChecks(apiKey, filter);
  return pageFrom({ edges, more: found.more, count }, args, context.caller);
}

/** One statement for all answers of a page, and none if no field asks for one. */
function bodiesOf(apiKey: string, checks: readonly PastCheck[], { caller, money }: Context): Bodies {
  let read: ReturnType<Bodies> | undefined;
  return async () => {
    const places = checks.flatMap(({ kept, place }) => (kept ? [place] : []));
    read ??= money.accounts.storedBodies(apiKey, places);
    const bodies = await read;
    caller.resumed?.();
    return bodies;
  };
}

nodeType('PastCheck', {
  isOwned: true,
  find: async (cursor, context) => {
    const { apiKey } = context.caller.credentials;
    if (apiKey === null) return null;
    const keyHash = keyHashOf(apiKey);
    const place = checkOfCursor(keyHash, cursor);
    if (place === null) return null;
    const { micros, holdId } = place;
    const page = { limit: 1, before: { micros, holdId: holdId + 1n }, newerThan: { micros, holdId: holdId - 1n } };
    const found = await context.money.accounts.pastChecks(apiKey, page);
    context.caller.resumed?.();
    const check = found?.checks[0];
    return check ? { keyHash, check, bodies: bodiesOf(apiKey, [check], context) } : null;
  },
});

for (const { name: kind } of Object.values(kinds)) {
  nodeType(checkTypeName(kind), {
    isOwned: true,
    find: async (key, { caller, money }) => {
      const { apiKey } = caller.credentials;
      const [subject = '', digest = ''] = key.split(':');
      // Not every text can stand in the database.
      if (apiKey === null || parseAddress(subject) === null) return null;
      const named = { kind, subject, digest: Buffer.from(digest, 'base64url') };
      const found = await money.accounts.storedCheck(apiKey, named);
      caller.resumed?.();
      return found && deliveredAgain(found.check, found.body);
    },
  });
}

builder.objectField(Account, 'checks', (t) =>
  t.field({
    type: PastCheckConnection,
    nullable: true,
    description:
      'The charged checks of the account that meet all conditions, newest first. Free checks, failed checks and checks that were paid per call are not listed. The operator keeps charges for a number of days (90 by default). Null with an error where an argument is malformed.',
    args: {
      ...pageArgs,
      kinds: t.arg({
        type: [KindEnum],
        description: 'Keeps checks of these kinds. All kinds where absent or null, no check where empty.',
      }),
      verdicts: t.arg({
        type: [VerdictEnum],
        description: 'Keeps checks with these verdicts. All verdicts where absent or null, no check where empty.',
      }),
      subject: t.arg({
        type: 'Address',
        description: 'Keeps checks of this address or mint, base58 of exactly 32 bytes. All where absent or null.',
      }),
      since: t.arg({
        type: 'DateTime',
        description: 'Keeps checks that were charged at this moment or later, compared in milliseconds.',
      }),
      until: t.arg({
        type: 'DateTime',
        description:
          'Keeps checks that were charged before this moment, compared in milliseconds. Must be later than `since`.',
      }),
    },
    resolve: (owned, args, context) => checksPage(owned, args, context),
  }),
);
