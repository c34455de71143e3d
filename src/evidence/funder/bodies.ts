import type { HistoryReader, SignatureEntry, Transaction } from '#chain/model.ts';
import type { Address, Signature } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';

/** Bodies asked for so far. An entry is asked once however often it is wanted, so that guessing ahead costs nothing twice. */
export interface Bodies {
  /** Starts the loads without waiting. `oldestOf`: whose oldest ones they are, which some endpoints give in one request. */
  ahead(entries: readonly SignatureEntry[], oldestOf?: Address): void;
  load(entries: readonly SignatureEntry[]): Promise<readonly Reading<Transaction>[]>;
}

/** The bodies of one check, over its reader. */
export function openBodies(reader: HistoryReader): Bodies {
  const asked = new Map<Signature, Promise<Reading<Transaction>>>();
  const ask = ({ signature }: SignatureEntry, after: Promise<void> | undefined) => {
    const body = () => reader.transaction(signature);
    const pending = asked.get(signature) ?? (after ? after.then(body) : body());
    asked.set(signature, pending);
    return pending;
  };
  return {
    ahead(entries, oldestOf) {
      const together = oldestOf && reader.oldestAhead?.(oldestOf, entries);
      for (const entry of entries) void ask(entry, together);
    },
    load: (entries) => Promise.all(entries.map((entry) => ask(entry, undefined))),
  };
}
