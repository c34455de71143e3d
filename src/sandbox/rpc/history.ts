import type { HistoryPage, HistoryRecord } from '../chain/history.ts';
import type { LocalChain } from '../chain/local-chain.ts';
import type { RpcMethods } from '../json-rpc.ts';
import {
  address,
  assertReached,
  blockCommitment,
  config,
  invalid,
  signature,
  text,
  texts,
  withContext,
} from './params.ts';
import { transactionJson } from './transaction-encoding.ts';

const SIGNATURES_MAX = 1000;
const STATUSES_MAX = 256;
/** Slots for which a node knows statuses without looking into its history. */
const RECENT_STATUS_SLOTS = 150;

/** Methods about what was executed. */
export function historyMethods(chain: LocalChain): RpcMethods {
  return {
    getSignaturesForAddress: (params) => {
      const of = address(text(params, 0));
      const options = config(params, 1);
      const at = blockCommitment(options.commitment);
      assertReached(chain, at, options.minContextSlot);
      const page = chain.history.page(of, pageOf(options, chain.clock.slotAt(at)));
      return page.map((record) => listed(chain, record));
    },
    getTransaction: (params) => {
      const options = typeof params[1] === 'string' ? { encoding: params[1] } : config(params, 1);
      const record = chain.history.get(signature(text(params, 0)));
      const at = blockCommitment(options.commitment);
      if (!record || record.slot > chain.clock.slotAt(at)) return null;
      const body = transactionJson(record, options.encoding, options.maxSupportedTransactionVersion);
      return { slot: record.slot, blockTime: chain.clock.blockTime(record.slot), ...body };
    },
    getSignatureStatuses: (params) => {
      const list = texts(params, 0, STATUSES_MAX).map(signature);
      const deep = config(params, 1).searchTransactionHistory === true;
      const oldest = deep ? 0 : chain.clock.tip() - RECENT_STATUS_SLOTS;
      const statuses = list.map((one) => {
        const record = chain.history.get(one);
        return record && record.slot >= oldest ? statusOf(chain, record) : null;
      });
      return withContext(chain, 'processed', statuses);
    },
  };
}

function pageOf(options: Readonly<Record<string, unknown>>, maxSlot: number): HistoryPage {
  const limit = options.limit ?? SIGNATURES_MAX;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > SIGNATURES_MAX)
    throw invalid(`Invalid limit; max ${SIGNATURES_MAX}`);
  return {
    maxSlot,
    limit,
    ...(typeof options.before === 'string' ? { before: signature(options.before) } : {}),
    ...(typeof options.until === 'string' ? { until: signature(options.until) } : {}),
  };
}

function listed(chain: LocalChain, record: HistoryRecord): object {
  return {
    signature: record.signature,
    slot: record.slot,
    err: record.error,
    memo: record.memo,
    blockTime: chain.clock.blockTime(record.slot),
    confirmationStatus: chain.clock.commitmentOf(record.slot),
  };
}

function statusOf(chain: LocalChain, record: HistoryRecord): object {
  const confirmationStatus = chain.clock.commitmentOf(record.slot);
  return {
    slot: record.slot,
    confirmations: confirmationStatus === 'finalized' ? null : chain.clock.tip() - record.slot,
    err: record.error,
    status: record.error === null ? { Ok: null } : { Err: record.error },
    confirmationStatus,
  };
}
