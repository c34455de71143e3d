import { formatUsdc } from 'assay-core/lib/money.ts';
import type { PastCheck } from '#ledger/books.ts';
import { builder, type Context } from '../builder.ts';
import { rfc3339 } from '../operation/delivery.ts';
import { KindEnum, RouteEnum, VerdictEnum } from '../vocabulary.ts';
import {
  Account,
  type AccountListPage,
  checkCursor,
  checkOfCursor,
  keyless,
  type Owned,
  PAGE_DEFAULT,
  PageInfo,
  pageArgs,
  timesOf,
} from './account-page.ts';

/** The stored answers of a page, as texts by hold: read once, when the first of them is asked for. */
type Bodies = () => Promise<ReadonlyMap<bigint, string>>;

interface Listed {
  readonly check: PastCheck;
  readonly bodies: Bodies;
}

const PastCheckObject = builder.objectRef<Listed>('PastCheck').implement({
  description: 'A check that was charged, on the balance or as a call on a pass.',
  fields: (t) => ({
    kind: t.field({ type: KindEnum, description: 'The kind of check.', resolve: ({ check }) => check.kind }),
    subject: t.field({ type: 'Address', description: 'What was asked about.', resolve: ({ check }) => check.subject }),
    sizeSol: t.field({
      type: 'Sol',
      nullable: true,
      description:
        'The size that a trade check was about; null for the other kinds, and for checks of before sizes were stored.',
      resolve: ({ check }) => check.size,
    }),
    verdict: t.field({ type: VerdictEnum, description: 'Its verdict then.', resolve: ({ check }) => check.verdict }),
    priceUsdc: t.field({
      type: 'Usdc',
      description: 'What was taken from the balance; `0.00` for a call on a pass.',
      resolve: ({ check }) => formatUsdc(check.priceAtomic),
    }),
    route: t.field({
      type: RouteEnum,
      description: 'How it was paid: CREDIT or PASS.',
      resolve: ({ check }) => check.route,
    }),
    at: t.field({ type: 'DateTime', description: 'When it was charged.', resolve: ({ check }) => rfc3339(check.at) }),
    documentKept: t.boolean({
      description: 'Whether `document` can be fetched still. It is deleted 24 hours after the charge.',
      resolve: ({ check }) => check.kept,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The whole answer as REST sent it, without billing and with its attestation; null once it was deleted.',
      resolve: async ({ check, bodies }): Promise<unknown> => {
        if (!check.kept) return null;
        const body = (await bodies()).get(check.place.holdId);
        return body === undefined ? null : JSON.parse(body);
      },
    }),
  }),
});

const PastCheckEdge = builder.objectRef<Listed>('PastCheckEdge').implement({
  description: 'A past check and its place in the list.',
  fields: (t) => ({
    cursor: t.string({ description: 'Its place, for `after`.', resolve: ({ check }) => checkCursor(check.place) }),
    node: t.field({ type: PastCheckObject, description: 'The check.', resolve: (listed) => listed }),
  }),
});

interface ChecksPage extends AccountListPage {
  readonly listed: readonly Listed[];
}

const PastCheckConnection = builder.objectRef<ChecksPage>('PastCheckConnection').implement({
  description: 'A page of past checks, newest first.',
  fields: (t) => ({
    edges: t.field({ type: [PastCheckEdge], description: 'The checks.', resolve: (page) => page.listed }),
    pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page }),
  }),
});

interface ChecksArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly kinds?: readonly string[] | null | undefined;
  readonly verdicts?: readonly string[] | null | undefined;
  readonly subject?: string | null | undefined;
  readonly since?: string | null | undefined;
  readonly until?: string | null | undefined;
}

async function checksPage({ apiKey }: Owned, args: ChecksArgs, context: Context): Promise<ChecksPage> {
  const before = args.after ? checkOfCursor(args.after) : null;
  const found = await context.money.accounts.pastChecks(apiKey, {
    limit: args.first ?? PAGE_DEFAULT,
    ...timesOf(args),
    ...(before && { before }),
    ...(args.kinds && { kinds: args.kinds }),
    ...(args.verdicts && { verdicts: args.verdicts }),
    ...(args.subject && { subject: args.subject }),
  });
  context.caller.resumed?.();
  if (!found) throw keyless();
  const { checks, more } = found;
  const [first, last] = [checks.at(0), checks.at(-1)];
  const bodies = bodiesOf(apiKey, checks, context);
  return {
    listed: checks.map((check) => ({ check, bodies })),
    more,
    begun: before !== null,
    startCursor: first ? checkCursor(first.place) : null,
    endCursor: last ? checkCursor(last.place) : null,
  };
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

builder.objectField(Account, 'checks', (t) =>
  t.field({
    type: PastCheckConnection,
    description:
      'The past checks of the account that meet every condition, newest first: each that was charged, on the balance or on a pass, once. Free and failed checks, and those that were paid per call, are not among them, nor are those of before the days for which the operator keeps charges (90 unless set otherwise).',
    args: {
      ...pageArgs(checkOfCursor),
      kinds: t.arg({
        type: [KindEnum],
        description: 'Only those of one of these kinds; of all kinds when absent or null, none when empty.',
      }),
      verdicts: t.arg({
        type: [VerdictEnum],
        description: 'Only those with one of these verdicts; with any when absent or null, none when empty.',
      }),
      subject: t.arg({ type: 'Address', description: 'Only those about this address or mint.' }),
      since: t.arg({
        type: 'DateTime',
        description: 'Only those charged at this moment or later, compared in milliseconds.',
      }),
      until: t.arg({
        type: 'DateTime',
        description: 'Only those charged before this moment, compared in milliseconds. Later than `since`.',
      }),
    },
    resolve: (owned, args, context) => checksPage(owned, args, context),
  }),
);
