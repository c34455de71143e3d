import { rentFor, slotMsAt } from 'assay-core/solana/gates/gate-schedule.ts';
import { EPOCH_SLOTS } from 'assay-core/solana/gates/gate-table.ts';
import { FIRST_SLOT } from '#chain/gates.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { GENESIS_HASH } from '#identity.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import {
  API_VERSION,
  assertReached,
  blockCommitment,
  commitment,
  config,
  invalidParams,
  wholeParam,
} from './params.ts';

const FEATURE_SET = 0;
/** The period of a node's performance samples, and their largest number. */
const SAMPLE_SECONDS = 60;
const SAMPLES_MAX = 720;

/** Methods about the chain as a whole. */
export function clusterMethods(chain: LocalChain): RpcMethods {
  const slot = (params: readonly unknown[]): number => {
    const { commitment: asked, minContextSlot } = config(params, 0);
    const at = commitment(asked);
    assertReached(chain, at, minContextSlot);
    return chain.clock.slotAt(at);
  };
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': API_VERSION, 'feature-set': FEATURE_SET }),
    getGenesisHash: () => GENESIS_HASH,
    getSlot: slot,
    getBlockHeight: slot,
    getTransactionCount: () => chain.history.count,
    // Its history begins with its chain, as that of an endpoint with an archive.
    getFirstAvailableBlock: () => 0,
    minimumLedgerSlot: () => FIRST_SLOT,
    getBlockTime: (params) => blockTime(chain, wholeParam(params, 0), chain.clock.tip()),
    getBlock: (params) => blockOf(chain, wholeParam(params, 0), config(params, 1)),
    getEpochInfo: (params) => epochInfo(chain, slot(params)),
    getMinimumBalanceForRentExemption: (params) =>
      Number(rentFor(chain.schedule, chain.clock.tip(), wholeParam(params, 0))),
    getRecentPerformanceSamples: (params) => performanceSamples(chain, params[0]),
    // Its blocks become final as TowerBFT makes them.
    getAgGenesisCert: () => null,
    getRecentPrioritizationFees: () => recentFees(chain.clock.tip()),
  };
}

function blockTime(chain: LocalChain, slot: number, newest: number): number {
  if (slot > newest) throw new RpcFault(-32004, `Block not available for slot ${slot}`);
  if (slot < FIRST_SLOT) throw new RpcFault(-32009, `Slot ${slot} was skipped, or missing in long-term storage`);
  return chain.clock.blockTime(slot);
}

/** A block without the bodies of its transactions, whose first one is a vote. */
function blockOf(chain: LocalChain, slot: number, options: Readonly<Record<string, unknown>>): object {
  const details = options.transactionDetails;
  if (details !== 'signatures' && details !== 'none')
    throw invalidParams('The sandbox lists "signatures" of blocks, or "none".');
  const time = blockTime(chain, slot, chain.clock.slotAt(blockCommitment(options.commitment)));
  return {
    blockHeight: slot,
    blockTime: time,
    blockhash: chain.blockhashes.of(slot),
    parentSlot: slot - 1,
    previousBlockhash: chain.blockhashes.of(slot - 1),
    ...(details === 'signatures' ? { signatures: [chain.votes.of(slot), ...chain.history.inSlot(slot)] } : {}),
    ...(options.rewards === false ? {} : { rewards: [] }),
  };
}

function epochInfo(chain: LocalChain, slot: number): object {
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch: Math.floor(slot / EPOCH_SLOTS),
    slotIndex: slot % EPOCH_SLOTS,
    slotsInEpoch: EPOCH_SLOTS,
    transactionCount: chain.history.count,
  };
}

/**
 * A sample for each of the last minutes, the newest first. No slot of the sandbox is skipped or late, and its transactions are not
 * counted.
 */
function performanceSamples(chain: LocalChain, limit: unknown = SAMPLES_MAX): object[] {
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0 || limit > SAMPLES_MAX) {
    throw new RpcFault(-32602, `Invalid limit; max ${SAMPLES_MAX}`);
  }
  const tip = chain.clock.tip();
  const numSlots = Math.floor((SAMPLE_SECONDS * 1_000) / slotMsAt(chain.schedule, tip));
  return Array.from({ length: limit }, (_, index) => ({
    slot: tip - index * numSlots,
    numSlots,
    numTransactions: 0,
    numNonVoteTransactions: 0,
    samplePeriodSecs: SAMPLE_SECONDS,
  }));
}

/** Blocks of the sandbox are never full, so no priority fee is ever needed. */
function recentFees(tip: number): object[] {
  return Array.from({ length: 150 }, (_, index) => ({ slot: tip - 149 + index, prioritizationFee: 0 }));
}
