import type { AskedCall } from './gate.ts';
import { noHistoryBefore } from './refusals.ts';

/** An answer to one call as JSON-RPC writes it. */
export interface CallAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Answers what an endpoint is asked, one call at a time. Throws where the endpoint answers no such call. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<CallAnswer>;

/** The first slot whose block is at most so old; 0 where the chain is younger. */
export async function slotSince(ask: Ask, seconds: number): Promise<number> {
  const tip = Number((await ask('getSlot', [])).result);
  const first = Number((await ask('getFirstAvailableBlock', [])).result);
  const timeOf = async (slot: number): Promise<number> => Number((await ask('getBlockTime', [slot])).result);
  const since = (await timeOf(tip)) - seconds;
  let [low, high] = [first, tip];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeOf(middle)) >= since) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What a node whose ledger begins at `first` makes of an answer of one that has everything. */
export function cutAt(first: number, { method, params }: AskedCall, answer: CallAnswer): CallAnswer {
  const { result } = answer;
  switch (method) {
    case 'getFirstAvailableBlock':
    case 'minimumLedgerSlot':
      return { result: first };
    case 'getSignaturesForAddress':
      return Array.isArray(result) ? { result: result.filter((entry) => slotOf(entry) >= first) } : answer;
    case 'getTransaction':
      return slotOf(result) < first ? { result: null } : answer;
    case 'getBlock':
    case 'getBlockTime':
      return Number(params[0]) < first ? { error: noHistoryBefore(Number(params[0]), first) } : answer;
    default:
      return answer;
  }
}

/** The oldest slot in an answer about history; null where it names none. */
export function oldestSlotIn({ method }: AskedCall, { result }: CallAnswer): number | null {
  if (method === 'getTransaction') return result === null || result === undefined ? null : slotOf(result);
  if (method !== 'getSignaturesForAddress' || !Array.isArray(result) || result.length === 0) return null;
  return Math.min(...result.map(slotOf));
}

/** The slot that a transaction or an entry of a list names; beyond all where it names none. */
function slotOf(entry: unknown): number {
  const slot = (entry as { readonly slot?: unknown } | null)?.slot;
  return typeof slot === 'number' ? slot : Number.POSITIVE_INFINITY;
}
