import type { Statement } from '#ledger/books.ts';
import { builder } from './builder.ts';

/** Whose account it is: every list of it is read by the key that was presented, and by nothing that a query says. */
export interface Owned {
  readonly apiKey: string;
  readonly statement: Statement;
}

/** The object type to which each list of an account adds its field. */
export const Account = builder.objectRef<Owned>('Account');
