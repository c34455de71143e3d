import { credit } from './claims/credit.ts';
import { recall } from './claims/recall.ts';
import type { ClaimBook } from './claims-model.ts';
import type { Database } from './postgres/database.ts';
import { transact } from './transaction.ts';

/** The books of claims in a database. Every method throws the fault not_ready while the database cannot be reached. */
export function openClaimBook({ sql }: Database): ClaimBook {
  return {
    recall: (claim) => transact(sql, (tx) => recall(tx, claim)),
    credit: (request) => credit(sql, request),
  };
}
