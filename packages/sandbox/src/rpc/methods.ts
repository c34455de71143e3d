import type { LocalChain } from '#chain/local-chain.ts';
import type { RpcMethods } from '#json-rpc.ts';
import type { World } from '#world/world.ts';
import { accountMethods } from './account-encoding.ts';
import { afterSequels } from './after-sequels.ts';
import { clusterMethods } from './cluster.ts';
import { faucetMethods } from './faucet.ts';
import { historyMethods } from './history.ts';
import { tokenMethods } from './tokens.ts';
import { transactionMethods } from './transactions.ts';

/** Everything that the sandbox answers, by method name. */
export function sandboxMethods(chain: LocalChain, world: World): RpcMethods {
  return afterSequels(chain, world.sequels, {
    ...clusterMethods(chain),
    ...accountMethods(chain),
    ...tokenMethods(chain),
    ...historyMethods(chain),
    ...transactionMethods(chain),
    ...faucetMethods(chain, world),
  });
}
