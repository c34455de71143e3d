import type { HistoryReader, SignatureEntry, Transaction } from '#chain/model.ts';
import type { Signature } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';

/** Bodies asked for so far. An entry is asked once however often it is wanted, so that guessing ahead costs nothing twice. */
export interface Bodies {
  /** Starts the loads without waiting. */
  ahead(entries: readonly SignatureEntry[]): void;
  load(entries: readonly SignatureEntry[]): Promise<readonly Reading<Transaction>[]>;
}

/** The bodies of one check, over its reader. */
export function openBodies(reader: HistoryReader): Bodies {
  const asked = new Map<Signature, Promise<Reading<Transaction>>>();
  const ask = ({ signature }: SignatureEntry) => {
    const pending = asked.get(signature) ?? reader.transaction(signature);
    asked.set(signature, pending);
    return pending;
  };
  return {
    ahead: (entries) => entries.forEach((entry) => void ask(entry)),
    load: (entries) => Promise.all(entries.map(ask)),
  };
}
