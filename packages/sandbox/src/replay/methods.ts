import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { isTokenProgram } from 'assay-core/solana/token/programs.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import { accountJson } from '#rpc/account-encoding.ts';
import {
  API_VERSION,
  addressParam,
  config,
  invalidParams,
  signatureParam,
  textParam,
  texts,
  wholeParam,
} from '#rpc/params.ts';
import type { HistoryLine, RecordedAccount, RecordedBody, RecordedWorld } from './world.ts';

const PAGE_MAX = 1000;

const KEYS_MAX = 100;

const TOKEN_ACCOUNT_BYTES = 165;

/** A recorded world as the methods of a node that stands still at the world's slot, with everything finalized. */
export function replayMethods(world: RecordedWorld): RpcMethods {
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': API_VERSION, 'feature-set': 0 }),
    getGenesisHash: () => world.genesisHash,
    getSlot: () => world.slot,
    getBlockHeight: () => world.slot,
    ...accountMethods(world),
    ...historyMethods(world),
  };
}

/** The methods about what stands on chain at the world's slot. */
function accountMethods(world: RecordedWorld): RpcMethods {
  const find = (of: string) => world.accounts.get(of as Address) ?? null;
  const withContext = (value: unknown) => ({ context: { slot: world.slot }, value });
  return {
    getAccountInfo: (params) =>
      withContext(accountJson(find(addressParam(textParam(params, 0))), config(params, 1), find)),
    getMultipleAccounts: (params) => {
      const keys = texts(params, 0, KEYS_MAX).map(addressParam);
      return withContext(keys.map((key) => accountJson(find(key), config(params, 1), find)));
    },
    getTokenAccountsByOwner: (params) => {
      const held = holdings(world, addressParam(textParam(params, 0)) as Address, config(params, 1));
      return withContext(
        held.map((account) => ({ pubkey: account.address, account: accountJson(account, config(params, 2), find) })),
      );
    },
  };
}

function holdings(
  world: RecordedWorld,
  owner: Address,
  { mint, programId }: Readonly<Record<string, unknown>>,
): readonly RecordedAccount[] {
  if (typeof mint !== 'string' && typeof programId !== 'string')
    throw invalidParams('Invalid param: expected mint or programId');
  const mine = Buffer.from(addressBytes(owner));
  const minted = typeof mint === 'string' ? Buffer.from(addressBytes(addressParam(mint) as Address)) : null;
  return [...world.accounts.values()].filter(({ owner: program, data }) => {
    if (!isTokenProgram(program) || data.length < TOKEN_ACCOUNT_BYTES) return false;
    if (typeof programId === 'string' && program !== programId) return false;
    return mine.equals(data.subarray(32, 64)) && (minted === null || minted.equals(data.subarray(0, 32)));
  });
}

/** The methods about what happened: histories, transactions and block times. */
function historyMethods(world: RecordedWorld): RpcMethods {
  return {
    getSignaturesForAddress: (params) => {
      const lines = world.histories.get(addressParam(textParam(params, 0)) as Address) ?? [];
      return pageOf(world, lines, config(params, 1)).map((line) => ({ ...line, confirmationStatus: 'finalized' }));
    },
    getTransaction: (params) => {
      const body = world.transactions.get(signatureParam(textParam(params, 0)));
      if (!body) return null;
      refuseNewerVersion(body, typeof params[1] === 'string' ? {} : config(params, 1));
      return body;
    },
    getBlockTime: (params) => blockTime(world, wholeParam(params, 0)),
  };
}

function pageOf(
  world: RecordedWorld,
  lines: readonly HistoryLine[],
  { before, until, limit = PAGE_MAX }: Readonly<Record<string, unknown>>,
): readonly HistoryLine[] {
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > PAGE_MAX) {
    throw invalidParams(`Invalid limit; max ${PAGE_MAX}`);
  }
  const from = typeof before === 'string' ? placeAfter(world, lines, signatureParam(before)) : 0;
  const stop = typeof until === 'string' ? lines.findIndex((line) => line.signature === signatureParam(until)) : -1;
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
