import type { RpcMethods } from '../json-rpc.ts';
import { API_VERSION } from '../rpc/params.ts';
import { accountMethods } from './accounts.ts';
import { historyMethods } from './history.ts';
import type { RecordedWorld } from './world.ts';

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
