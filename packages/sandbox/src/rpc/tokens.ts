import type { Commitment } from '#chain/clock.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { PROGRAMS } from '#chain/programs.ts';
import {
  isTokenProgramId,
  type MintFields,
  mintOf,
  type TokenAccountFields,
  tokenAccountOf,
  uiAmount,
} from '#chain/tokens.ts';
import type { RpcMethods } from '#json-rpc.ts';
import { accountJson, ownedAccounts } from './account-encoding.ts';
import { addressParam, assertReached, commitment, config, invalidParams, textParam, withContext } from './params.ts';

const LARGEST_MAX = 20;

interface Holding {
  readonly account: string;
  readonly token: TokenAccountFields;
}

/** Methods about token accounts and mints, of both token programs. */
export function tokenMethods(chain: LocalChain): RpcMethods {
  return {
    getTokenAccountsByOwner: (params) => accountsBy(chain, params, (token) => token.owner),
    getTokenAccountsByDelegate: (params) => accountsBy(chain, params, (token) => token.delegate),
    getTokenAccountBalance: (params) => {
      const of = addressParam(textParam(params, 0));
      const at = commitment(config(params, 1).commitment);
      const account = chain.account(of, at);
      if (!account) throw invalidParams('Invalid param: could not find account');
      const token = tokenAccountOf(account);
      if (!token) throw invalidParams('Invalid param: not a Token account');
      return withContext(chain, at, uiAmount(token.amount, mintAt(chain, token.mint, at).decimals));
    },
    getTokenSupply: (params) => {
      const at = commitment(config(params, 1).commitment);
      const mint = mintAt(chain, addressParam(textParam(params, 0)), at);
      return withContext(chain, at, uiAmount(mint.supply, mint.decimals));
    },
    getTokenLargestAccounts: (params) => {
      const of = addressParam(textParam(params, 0));
      const at = commitment(config(params, 1).commitment);
      const { program, decimals } = mintAt(chain, of, at);
      const list = holdings(chain, program, at).filter(({ token }) => token.mint === of);
      const largest = list.sort(byAmount).slice(0, LARGEST_MAX);
      const rows = largest.map(({ account, token }) => ({ address: account, ...uiAmount(token.amount, decimals) }));
      return withContext(chain, at, rows);
    },
  };
}

function byAmount(a: Holding, b: Holding): number {
  return Number(b.token.amount - a.token.amount) || (a.account < b.account ? -1 : 1);
}

function mintAt(chain: LocalChain, of: string, at: Commitment): MintFields {
  const account = chain.account(of, at);
  if (!account) throw invalidParams('Invalid param: could not find account');
  const mint = mintOf(account);
  if (!mint) throw invalidParams('Invalid param: not a Token mint');
  return mint;
}

function holdings(chain: LocalChain, program: string, at: Commitment): Holding[] {
  return ownedAccounts(chain, program, at).flatMap(([account, snapshot]) => {
    const token = tokenAccountOf(snapshot);
    return token ? [{ account, token }] : [];
  });
}

function accountsBy(
  chain: LocalChain,
  params: readonly unknown[],
  party: (token: TokenAccountFields) => string | null,
): object {
  const of = addressParam(textParam(params, 0));
  const options = config(params, 2);
  const at = commitment(options.commitment);
  assertReached(chain, at, options.minContextSlot);
  const { program, mint } = tokenFilter(chain, config(params, 1), at);
  const lookup = (wanted: string) => chain.account(wanted, at);
  const found = holdings(chain, program, at)
    .filter(({ token }) => party(token) === of && (mint === null || token.mint === mint))
    .map(({ account }) => ({ pubkey: account, account: accountJson(lookup(account), options, lookup) }));
  return withContext(chain, at, found);
}

function tokenFilter(
  chain: LocalChain,
  filter: Readonly<Record<string, unknown>>,
  at: Commitment,
): { program: string; mint: string | null } {
  if (typeof filter.mint === 'string') {
    const of = addressParam(filter.mint);
    const mint = mintOf(chain.account(of, at));
    if (!mint) throw invalidParams('Invalid param: could not find mint');
    return { program: mint.program, mint: of };
  }
  const program = typeof filter.programId === 'string' ? addressParam(filter.programId) : PROGRAMS.system;
  if (!isTokenProgramId(program)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { program, mint: null };
}
