import { z } from 'zod';
import type { CheckPlace, Statement } from '#ledger/books.ts';
import { Fault } from '#lib/fault.ts';
import { builder } from '../builder.ts';

/** The object type of an account. Each list of an account adds its field to it. */
export const Account = builder.objectRef<Owned>('Account');

const ENTRY = /^entry:(\d{1,18})$/;

const CHECK = /^check:(\d{1,16}):(\d{1,18})$/;

/** A page of a list of an account. The cursors are null where it is empty. */
export interface AccountListPage {
  /** Whether older ones follow. */
  readonly more: boolean;
  /** Whether the page began after a cursor. */
  readonly begun: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** The rows of a page where `first` is absent. */
export const PAGE_DEFAULT = 20;

const firstSchema = z.int().min(1, { error: 'At least 1' }).max(100, { error: 'At most 100' });

/** The arguments `first` and `after` of a list whose cursors `read` reads: null for the cursor of another list. */
export function pageArgs(read: (cursor: string) => unknown) {
  const afterSchema = z.string().refine((text) => read(text) !== null, { error: 'Not a cursor of this list' });
  return builder.args((t) => ({
    first: t.int({
      defaultValue: PAGE_DEFAULT,
      description: 'How many: 1 to 100.',
      validate: { schema: firstSchema },
    }),
    after: t.string({
      description: 'Only those after this cursor, which are older. A cursor of this list.',
      validate: { schema: afterSchema },
    }),
  }));
}

/** The arguments `since` and `until` as moments. Throws `invalid_request` when no time is between them. */
export function timesOf({ since, until }: { since?: string | null | undefined; until?: string | null | undefined }) {
  const times = { ...(since && { since: new Date(since) }), ...(until && { until: new Date(until) }) };
  if (times.since && times.until && times.since >= times.until) {
    const msg = 'Not after `since`';
    const item = { loc: ['until'], msg, type: 'custom', input: until };
    throw new Fault('invalid_request', msg, { invalid: [item] });
  }
  return times;
}

/** The fault for a request without a key. Here the key names the account and does not pay, so it is 401 and not 402. */
export function keyless(message = 'No account has this X-API-Key.'): Fault {
  return new Fault('api_key_unknown', message, { status: 401 });
}

export const PageInfo = builder.objectRef<AccountListPage>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('more', { description: 'Whether older ones follow.' }),
    hasPreviousPage: t.exposeBoolean('begun', { description: 'Whether the page began after a cursor.' }),
    startCursor: t.exposeString('startCursor', { nullable: true, description: 'Of the first.' }),
    endCursor: t.exposeString('endCursor', { nullable: true, description: 'Of the last.' }),
  }),
});

/** The opaque cursor of an entry in its list. */
export function entryCursor(id: bigint): string {
  return sealed(`entry:${id}`);
}

/** The id of the entry that a cursor names, or null when it is no cursor of entries. */
export function entryOfCursor(cursor: string): bigint | null {
  const [, id] = ENTRY.exec(opened(cursor)) ?? [];
  return id === undefined ? null : BigInt(id);
}

/** The opaque cursor of a past check. */
export function checkCursor({ micros, holdId }: CheckPlace): string {
  return sealed(`check:${micros}:${holdId}`);
}

/** The check of a cursor, or null if it is no cursor of past checks. */
export function checkOfCursor(cursor: string): CheckPlace | null {
  const [, micros, holdId] = CHECK.exec(opened(cursor)) ?? [];
  return micros === undefined || holdId === undefined ? null : { micros: BigInt(micros), holdId: BigInt(holdId) };
}

/** A cursor names a position and no account: the key alone decides whose rows are read. */
function sealed(place: string): string {
  return Buffer.from(place).toString('base64url');
}

function opened(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('latin1');
}

/** The account that a list belongs to. The key of the request decides it, and no argument of a query does. */
export interface Owned {
  readonly apiKey: string;
  readonly statement: Statement;
}
