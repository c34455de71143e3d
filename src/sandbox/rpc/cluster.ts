import { EPOCH_SLOTS, START_SLOT } from '../chain/clock.ts';
import type { LocalChain } from '../chain/local-chain.ts';
import { rentFor } from '../chain/rent.ts';
import { GENESIS_HASH } from '../identity.ts';
import { RpcFault, type RpcMethods } from '../json-rpc.ts';
import { API_VERSION, assertReached, commitment, config, whole } from './params.ts';

/** The first slot that the sandbox has: well before the sample world. */
const FIRST_SLOT = START_SLOT - 100 * 216_000;
const FEATURE_SET = 0;

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
    getFirstAvailableBlock: () => FIRST_SLOT,
    minimumLedgerSlot: () => FIRST_SLOT,
    getBlockTime: (params) => blockTime(chain, whole(params, 0)),
    getEpochInfo: (params) => epochInfo(chain, slot(params)),
    getMinimumBalanceForRentExemption: (params) => Number(rentFor(whole(params, 0))),
    getRecentPrioritizationFees: () => recentFees(chain.clock.tip()),
  };
}

function blockTime(chain: LocalChain, slot: number): number {
  if (slot > chain.clock.tip()) throw new RpcFault(-32004, `Block not available for slot ${slot}`);
  if (slot < FIRST_SLOT) throw new RpcFault(-32009, `Slot ${slot} was skipped, or missing in long-term storage`);
  return chain.clock.blockTime(slot);
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

/** Blocks of the sandbox are never full, so no priority fee is ever needed. */
function recentFees(tip: number): object[] {
  return Array.from({ length: 150 }, (_, index) => ({ slot: tip - 149 + index, prioritizationFee: 0 }));
}
