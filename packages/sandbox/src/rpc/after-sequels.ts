import { parseAddress } from 'assay-core/solana/address.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import type { QuestionScope, Sequels } from '#world/sequels.ts';
import { config, textParam, transactionParam } from './params.ts';

/** The accounts that a question depends on. */
interface Question {
  readonly about: QuestionScope;
  readonly addresses: readonly string[];
}

type Reading = (params: readonly unknown[]) => Question;

/** The same methods, but that a question about a story which is not played to its end waits for that. */
export function afterSequels(chain: LocalChain, sequels: Sequels, methods: RpcMethods): RpcMethods {
  const readings: Readonly<Record<string, Reading>> = {
    getSignaturesForAddress: naming,
    getTransactionsForAddress: naming,
    getTokenLargestAccounts: naming,
    getProgramAccounts: found,
    sendTransaction: (params) => namedAccounts(chain, params),
    simulateTransaction: (params) => namedAccounts(chain, params),
  };
  const waiting = Object.entries(methods).map(([name, method]): [string, RpcMethods[string]] => {
    const read = readings[name] ?? state;
    return [
      name,
      (params) => {
        const { about, addresses } = read(params);
        const played = sequels.before(about, addresses);
        return played === null ? method(params) : played.then(() => method(params));
      },
    ];
  });
  return Object.fromEntries(waiting);
}

function state(params: readonly unknown[]): Question {
  return { about: 'state', addresses: textsIn(params) };
}

function naming(params: readonly unknown[]): Question {
  return { about: 'naming', addresses: textsIn(params) };
}

/** A search among a program's accounts: for those with an address in them, or for all of them. */
function found(params: readonly unknown[]): Question {
  const wanted = textsIn(config(params, 1).filters).filter((one) => parseAddress(one) !== null);
  return naming(wanted.length > 0 ? wanted : params);
}

/** A transaction's changes must not be there before the story that comes first. */
function namedAccounts(chain: LocalChain, params: readonly unknown[]): Question {
  try {
    const { message } = transactionParam(textParam(params, 0), config(params, 1).encoding);
    return { about: 'state', addresses: [...chain.keysOf(message), ...textsIn(params[1])] };
  } catch (error) {
    if (error instanceof RpcFault) return { about: 'state', addresses: [] };
    throw error;
  }
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
