import bs58 from 'bs58';
import type { Commitment } from '../chain/clock.ts';
import type { LocalChain } from '../chain/local-chain.ts';
import type { AccountSnapshot } from '../chain/svm.ts';
import type { RpcMethods } from '../json-rpc.ts';
import { accountJson, isPlace } from './account-encoding.ts';
import { address, assertReached, commitment, config, invalid, text, texts, withContext } from './params.ts';

const ACCOUNTS_MAX = 100;
const FILTERS_MAX = 4;
const MEMCMP_BYTES_MAX = 128;

/** What every method about accounts reads from its configuration. */
function view(chain: LocalChain, options: Readonly<Record<string, unknown>>) {
  const at = commitment(options.commitment);
  assertReached(chain, at, options.minContextSlot);
  const lookup = (of: string): AccountSnapshot | null => chain.account(of, at);
  return { at, lookup, json: (of: string) => accountJson(lookup(of), options, lookup) };
}

/** Methods about single accounts, and about those of a program. */
export function accountMethods(chain: LocalChain): RpcMethods {
  return {
    getBalance: (params) => {
      const of = address(text(params, 0));
      const { at, lookup } = view(chain, config(params, 1));
      return withContext(chain, at, Number(lookup(of)?.lamports ?? 0n));
    },
    getAccountInfo: (params) => {
      const of = address(text(params, 0));
      const { at, json } = view(chain, config(params, 1));
      return withContext(chain, at, json(of));
    },
    getMultipleAccounts: (params) => {
      const list = texts(params, 0, ACCOUNTS_MAX).map(address);
      const { at, json } = view(chain, config(params, 1));
      return withContext(chain, at, list.map(json));
    },
    getProgramAccounts: (params) => {
      const program = address(text(params, 0));
      const options = config(params, 1);
      const { at, json } = view(chain, options);
      const filters = readFilters(options.filters);
      const found = ownedAccounts(chain, program, at).filter(([, account]) => filters.every((test) => test(account)));
      const list = found.map(([pubkey]) => ({ pubkey, account: json(pubkey) }));
      return options.withContext === true ? withContext(chain, at, list) : list;
    },
  };
}

/** The accounts that a program owns, by address. */
export function ownedAccounts(chain: LocalChain, program: string, at: Commitment): [string, AccountSnapshot][] {
  const found: [string, AccountSnapshot][] = [];
  for (const of of chain.addresses()) {
    const account = chain.account(of, at);
    if (account?.owner === program) found.push([of, account]);
  }
  return found;
}

type Filter = (account: AccountSnapshot) => boolean;

function readFilters(value: unknown): readonly Filter[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid('Invalid params: filters.');
  if (value.length > FILTERS_MAX) throw invalid(`Too many filters provided; max ${FILTERS_MAX}`);
  return value.map(readFilter);
}

function readFilter(filter: unknown): Filter {
  const { dataSize, memcmp } = (filter ?? {}) as { dataSize?: unknown; memcmp?: unknown };
  if (isPlace(dataSize)) return ({ data }) => data.length === dataSize;
  const { offset, bytes, encoding } = (memcmp ?? {}) as { offset?: unknown; bytes?: unknown; encoding?: unknown };
  if (!isPlace(offset) || typeof bytes !== 'string') throw invalid('Invalid params: unknown filter.');
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : bs58.decodeUnsafe(bytes);
  if (!wanted) throw invalid('Invalid param: base58 decode error');
  if (wanted.length > MEMCMP_BYTES_MAX) throw invalid('Invalid param: encoded filter is too large');
  return ({ data }) => Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0;
}
