import { PROGRAMS } from './programs.ts';
import type { AccountSnapshot, ExecutionOutcome, LoadedAddresses } from './svm.ts';
import { feeOf } from './svm.ts';
import { mintOf, tokenAccountOf, type UiAmount, uiAmount } from './tokens.ts';
import type { WireMessage } from './wire.ts';

/** A token balance as nodes list it beside a transaction. */
interface TokenBalanceJson {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: UiAmount;
}

/** The accounts of a transaction at one moment, in the order of its keys. */
export interface Observation {
  readonly accounts: readonly (AccountSnapshot | null)[];
  readonly tokens: readonly TokenBalanceJson[];
}

/** Reads the accounts of a transaction, and what of them are token accounts. */
export function observe(keys: readonly string[], account: (address: string) => AccountSnapshot | null): Observation {
  const accounts = keys.map(account);
  const tokens = accounts.flatMap((one, accountIndex) => {
    const token = tokenAccountOf(one);
    const mint = token && mintOf(account(token.mint));
    if (!token || !mint) return [];
    const uiTokenAmount = uiAmount(token.amount, mint.decimals);
    return [{ accountIndex, mint: token.mint, owner: token.owner, programId: token.program, uiTokenAmount }];
  });
  return { accounts, tokens };
}

/** The `meta` member of a transaction as nodes serve it. */
export function metaOf(of: {
  message: WireMessage;
  outcome: ExecutionOutcome;
  before: Observation;
  after: Observation;
  loaded: LoadedAddresses;
}): object {
  const { message, outcome, before, after, loaded } = of;
  return {
    err: outcome.error,
    status: outcome.error === null ? { Ok: null } : { Err: outcome.error },
    fee: Number(feeOf(message)),
    preBalances: before.accounts.map(lamportsOf),
    postBalances: after.accounts.map(lamportsOf),
    innerInstructions: outcome.inner,
    logMessages: outcome.logs,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    rewards: [],
    loadedAddresses: loaded,
    computeUnitsConsumed: outcome.units,
    ...(outcome.returnData === null ? {} : { returnData: outcome.returnData }),
  };
}

/** Every balance of the sandbox stays below 2^53 lamports (nine million SOL), so a number holds it exactly. */
function lamportsOf(account: AccountSnapshot | null): number {
  return account === null ? 0 : Number(account.lamports);
}

/** The memos of a transaction as signature lists show them: `[length] text`, joined by `; `. Null without one. */
export function memoOf(message: WireMessage): string | null {
  const memos = message.instructions
    .filter((one) => message.keys[one.program] === PROGRAMS.memo)
    .map((one) => `[${one.data.length}] ${Buffer.from(one.data).toString('utf8')}`);
  return memos.length === 0 ? null : memos.join('; ');
}
