import type { HistoryReader, SignatureEntry, Transaction } from '#chain/model.ts';
import type { Address, Signature } from '#lib/address.ts';
import type { Gap, Reading } from '#lib/reading.ts';

/** Bodies asked for so far. An entry is asked once however often it is wanted, so that guessing ahead costs nothing twice. */
export interface Bodies {
  /** Starts the loads without waiting. `oldestOf`: whose oldest ones they are, which some endpoints give in one request. */
  ahead(entries: readonly SignatureEntry[], oldestOf?: Address): void;
  load(entries: readonly SignatureEntry[]): Promise<readonly Reading<Transaction>[]>;
  /**
   * Loads what a list calls failed and what is left out therefore: a list that hides a success so is caught by its body. The gap where
   * endpoints differ about one.
   */
  prove(failed: readonly SignatureEntry[]): Promise<Gap | null>;
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
  const load = (entries: readonly SignatureEntry[]) => Promise.all(entries.map((entry) => ask(entry, undefined)));
  return {
    load,
    async prove(failed) {
      const gaps = (await load(failed)).flatMap((body) => (body.known ? [] : body.gap));
      return gaps.find(({ cause }) => cause === 'rpc_disagrees') ?? null;
    },
    ahead(entries, oldestOf) {
      const together = oldestOf && reader.oldestAhead?.(oldestOf, entries);
      for (const entry of entries) void ask(entry, together);
    },
  };
}
