import { z } from 'zod';
import type { CheckPlace, Statement } from '#ledger/books.ts';
import type { Fault, InvalidItem } from '#lib/fault.ts';
import { builder } from '../builder.ts';
import type { Caller } from '../contract.ts';
import { opened, sealed } from '../node.ts';
import { refusedArguments } from '../questions.ts';

/** The object type of an account. Each list of an account adds its field to it. */
export const Account = builder.objectRef<Owned>('Account');

/** The account that a list belongs to. The key of the request decides it, and no argument of a query does. */
export interface Owned {
  readonly apiKey: string;
  readonly keyHash: Uint8Array;
  readonly statement: Statement;
}

/** An item of a list and its place. */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A page of a list of an account, newest first. */
export interface AccountListPage<T> {
  readonly edges: readonly Edge<T>[];
  readonly pageInfo: PageFacts;
  /** The number of items of the whole list; null where it is not counted. */
  readonly count: () => Promise<number | null>;
}

interface PageFacts {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** The rows of a page where neither `first` nor `last` is given. */
const PAGE_DEFAULT = 20;

const SIZES = 'A page has 1 to 100 items';
const sizeSchema = z.int().min(1, { error: SIZES }).max(100, { error: SIZES });

/** The arguments of a list, as the Relay cursor connections specification has them. */
export const pageArgs = builder.args((t) => ({
  first: t.int({
    description: `The number of items from the start of the list, 1 to 100. ${PAGE_DEFAULT} where neither \`first\` nor \`last\` is given.`,
    validate: { schema: sizeSchema },
  }),
  after: t.string({ description: 'A cursor of this list. Keeps the items after it, which are older.' }),
  last: t.int({
    description: 'The number of items from the end of the list, 1 to 100. Excludes `first`.',
    validate: { schema: sizeSchema },
  }),
  before: t.string({ description: 'A cursor of this list. Keeps the items before it, which are newer.' }),
}));

/** The arguments of a list as they come. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly since?: string | null | undefined;
  readonly until?: string | null | undefined;
}

/** The page that is asked for, as the ledger takes it. `read` gives the place of a cursor. Throws `invalid_request`. */
export function pageAsked<Place>(args: PageArgs, read: (cursor: string) => Place | null) {
  const { first, last } = args;
  if (typeof first === 'number' && typeof last === 'number') throw refused('last', 'Excludes `first`', last);
  const place = (name: 'after' | 'before'): Place | null => {
    const cursor = args[name];
    if (cursor === null || cursor === undefined) return null;
    const found = read(cursor);
    if (found === null) throw refused(name, 'Not a cursor of this list', cursor);
    return found;
  };
  const [older, newer] = [place('after'), place('before')];
  return {
    limit: last ?? first ?? PAGE_DEFAULT,
    ...(older !== null && { before: older }),
    ...(newer !== null && { newerThan: newer }),
    ...(typeof last === 'number' && { oldest: true as const }),
  };
}

/** A page of items with their cursors. `more` is what the ledger says of the side that the page does not begin at. */
export function pageFrom<T>(
  { edges, more, count }: Pick<AccountListPage<T>, 'edges' | 'count'> & { readonly more: boolean },
  { last, after, before }: PageArgs,
  caller: Caller,
): AccountListPage<T> {
  const backward = typeof last === 'number';
  const given = (cursor: string | null | undefined): boolean => typeof cursor === 'string';
  const pageInfo = {
    hasNextPage: backward ? given(before) : more,
    hasPreviousPage: backward ? more : given(after),
  };
  const counted = async () => {
    const found = await count();
    caller.resumed?.();
    return found;
  };
  return { edges, pageInfo, count: counted };
}

/** The arguments `since` and `until` as moments. Throws `invalid_request`. */
export function timesOf({ since, until }: PageArgs) {
  const times = { ...(since && { since: new Date(since) }), ...(until && { until: new Date(until) }) };
  if (times.since && times.until && times.since >= times.until) throw refused('until', 'Not after `since`', until);
  return times;
}

function refused(name: string, msg: string, input: unknown): Fault {
  const item: InvalidItem = { loc: [name], msg, type: 'custom', input };
  return refusedArguments([item]);
}

/** The type of a page: `PageInfo` needs the edges for its cursors. */
export const PageInfo = builder.objectRef<AccountListPage<unknown>>('PageInfo').implement({
  description: 'The place of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether older items follow. With `last`, whether `before` was given.',
      resolve: ({ pageInfo }) => pageInfo.hasNextPage,
    }),
    hasPreviousPage: t.boolean({
      description: 'Whether newer items precede. With `first`, whether `after` was given.',
      resolve: ({ pageInfo }) => pageInfo.hasPreviousPage,
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first item of the page. Null where the page is empty.',
      resolve: ({ edges }) => edges.at(0)?.cursor ?? null,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last item of the page. Null where the page is empty.',
      resolve: ({ edges }) => edges.at(-1)?.cursor ?? null,
    }),
  }),
});

/** The options of the field of a list's length. It is counted where it is selected. */
export const totalCount = {
  nullable: true,
  description:
    'The number of items in the whole list, with its conditions and without its cursors. Null where the account has more than 10,000 of them.',
  resolve: ({ count }: Pick<AccountListPage<unknown>, 'count'>) => count(),
} as const;

/** The opaque cursor of an entry in its list. */
export function entryCursor(keyHash: Uint8Array, id: bigint): string {
  return sealed(keyHash, 'Entry', [id]);
}

/** The id of the entry that a cursor names, or null when it is no cursor of entries of this key. */
export function entryOfCursor(keyHash: Uint8Array, cursor: string): bigint | null {
  const [id, ...others] = opened(keyHash, 'Entry', cursor) ?? [];
  return id === undefined || others.length > 0 ? null : id;
}

/** The opaque cursor of a past check. */
export function checkCursor(keyHash: Uint8Array, { micros, holdId }: CheckPlace): string {
  return sealed(keyHash, 'PastCheck', [micros, holdId]);
}

/** The check of a cursor, or null if it is no cursor of past checks of this key. */
export function checkOfCursor(keyHash: Uint8Array, cursor: string): CheckPlace | null {
  const [micros, holdId] = opened(keyHash, 'PastCheck', cursor) ?? [];
  return micros === undefined || holdId === undefined ? null : { micros, holdId };
}
