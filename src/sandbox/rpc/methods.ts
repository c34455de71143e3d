import type { LocalChain } from '../chain/local-chain.ts';
import type { RpcMethods } from '../json-rpc.ts';
import type { Sequels } from '../world/sequels.ts';
import type { World } from '../world/world.ts';
import { accountMethods } from './accounts.ts';
import { clusterMethods } from './cluster.ts';
import { faucetMethods } from './faucet.ts';
import { historyMethods } from './history.ts';
import { tokenMethods } from './tokens.ts';
import { transactionMethods } from './transactions.ts';

/** Everything that the sandbox answers, by method name. */
export function sandboxMethods(chain: LocalChain, world: World): RpcMethods {
  return afterSequels(world.sequels, {
    ...clusterMethods(chain),
    ...accountMethods(chain),
    ...tokenMethods(chain),
    ...historyMethods(chain),
    ...transactionMethods(chain),
    ...faucetMethods(chain, world),
  });
}

/** The same methods, but that a question about a story which is not played to its end waits for that. */
function afterSequels(sequels: Sequels, methods: RpcMethods): RpcMethods {
  const waiting = Object.entries(methods).map(([name, method]): [string, RpcMethods[string]] => [
    name,
    (params) => {
      const waits = name === 'getSignaturesForAddress' ? sequels.list(params) : sequels.change(params);
      return waits ? sequels.play().then(() => method(params)) : method(params);
    },
  ]);
  return Object.fromEntries(waiting);
}
