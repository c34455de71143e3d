import type { Address } from '#lib/address.ts';
import { RpcFault, type RpcMethods } from '../json-rpc.ts';
import { address, config, invalid, signature, text, whole } from '../rpc/params.ts';
import type { HistoryLine, RecordedBody, RecordedWorld } from './world.ts';

const PAGE_MAX = 1000;

/** The methods about what happened: histories, transactions and block times. */
export function historyMethods(world: RecordedWorld): RpcMethods {
  return {
    getSignaturesForAddress: (params) => {
      const lines = world.histories.get(address(text(params, 0)) as Address) ?? [];
      return pageOf(world, lines, config(params, 1)).map((line) => ({ ...line, confirmationStatus: 'finalized' }));
    },
    getTransaction: (params) => {
      const body = world.transactions.get(signature(text(params, 0)));
      if (!body) return null;
      refuseNewerVersion(body, typeof params[1] === 'string' ? {} : config(params, 1));
      return body;
    },
    getBlockTime: (params) => blockTime(world, whole(params, 0)),
  };
}

function pageOf(
  world: RecordedWorld,
  lines: readonly HistoryLine[],
  { before, until, limit = PAGE_MAX }: Readonly<Record<string, unknown>>,
): readonly HistoryLine[] {
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > PAGE_MAX) {
    throw invalid(`Invalid limit; max ${PAGE_MAX}`);
  }
  const from = typeof before === 'string' ? placeAfter(world, lines, signature(before)) : 0;
  const stop = typeof until === 'string' ? lines.findIndex((line) => line.signature === signature(until)) : -1;
  return lines.slice(from, stop === -1 ? undefined : Math.max(from, stop)).slice(0, limit);
}

/**
 * Where a page that starts before `cursor` begins. The cursor need not touch the address itself: a node finds its slot
 * in the ledger, and has nothing to say when it does not know the signature.
 */
function placeAfter(world: RecordedWorld, lines: readonly HistoryLine[], cursor: string): number {
  const listed = lines.findIndex((line) => line.signature === cursor);
  if (listed !== -1) return listed + 1;
  const slot = world.transactions.get(cursor)?.slot;
  const older = slot === undefined ? -1 : lines.findIndex((line) => line.slot < slot);
  return older === -1 ? lines.length : older;
}

function refuseNewerVersion(body: RecordedBody, options: Readonly<Record<string, unknown>>): void {
  const { version } = body;
  const known = options.maxSupportedTransactionVersion;
  if (typeof version !== 'number' || (typeof known === 'number' && version <= known)) return;
  throw new RpcFault(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. ` +
      `Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

function blockTime(world: RecordedWorld, slot: number): number | null {
  const time = world.blockTimes.get(slot);
  if (time !== undefined) return time;
  if (slot > world.slot) throw new RpcFault(-32004, `Block not available for slot ${slot}`);
  throw new RpcFault(-32009, `Slot ${slot} was skipped, or missing in long-term storage`);
}
