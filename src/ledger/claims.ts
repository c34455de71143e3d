import { credit } from './claims/credit.ts';
import { recall } from './claims/recall.ts';
import type { ClaimBook } from './claims-model.ts';
import type { Database } from './postgres/database.ts';

/** The books of claims in a database. Every method throws the fault not_ready while the database cannot be reached. */
export function openClaimBook({ sql }: Pick<Database, 'sql'>): ClaimBook {
  return {
    recall: (claim) => recall(sql, claim),
    credit: (request) => credit(sql, request),
  };
}
