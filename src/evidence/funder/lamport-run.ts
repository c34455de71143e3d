import { nativeBalances } from '#chain/decode/effects.ts';
import type { Move, Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from './facts.ts';

/** What moves no lamports. Wrapped SOL can neither be minted nor burned. */
type Still = 'open_token_account' | 'create_mint' | 'mint_tokens' | 'burn_tokens';

/** A move with the lamports that it carried from one account to another: a closed account carries all that it held. */
export interface Flow {
  readonly move: Exclude<Move, { readonly kind: Still }>;
  readonly lamports: bigint;
}

/** A transaction played forward from its balances before: what every move carried, and what no move explains. */
export interface LamportRun {
  readonly flows: readonly Flow[];
  /** Lamports of the address's change beyond its moves and its fee: above 0 when a program credited it directly. */
  residual(of: Address): bigint;
}

/**
 * Plays the moves in execution order. Transfers of wrapped SOL carry lamports like native ones, which is what makes the
 * content of an account that is opened, filled and closed within one transaction known.
 */
export function runLamports(transaction: Transaction): LamportRun {
  const held = new Map(transaction.keys.map((key, index) => [key, transaction.preBalances[index] ?? 0n]));
  const add = (key: Address, lamports: bigint) => held.set(key, (held.get(key) ?? 0n) + lamports);
  add(transaction.feePayer, -transaction.fee);
  const isWrapped = wrappedAccounts(transaction);
  const flows: Flow[] = [];
  for (const move of transaction.moves) {
    if (isStill(move)) continue;
    const lamports = carried(move, held, isWrapped);
    add(move.from, -lamports);
    add(move.to, lamports);
    flows.push({ move, lamports });
  }
  return {
    flows,
    residual: (of) => (nativeBalances(transaction, of)?.after ?? 0n) - (held.get(of) ?? 0n),
  };
}

function isStill(move: Move): move is Extract<Move, { readonly kind: Still }> {
  const { kind } = move;
  return kind === 'open_token_account' || kind === 'create_mint' || kind === 'mint_tokens' || kind === 'burn_tokens';
}

function carried(move: Flow['move'], held: ReadonlyMap<Address, bigint>, wrapped: ReadonlySet<Address>): bigint {
  if (move.kind === 'close_token_account') return held.get(move.from) ?? 0n;
  if (move.kind !== 'token_transfer') return move.lamports;
  return wrapped.has(move.from) || wrapped.has(move.to) ? move.amount : 0n;
}

/** Every account of the transaction that holds wrapped SOL at some time of it. */
export function wrappedAccounts({ preTokens, postTokens, moves }: Transaction): ReadonlySet<Address> {
  const held = [...preTokens, ...postTokens].filter(({ mint }) => mint === WRAPPED_SOL).map(({ account }) => account);
  const named = moves.flatMap((move) => {
    if (move.kind === 'open_token_account') return move.mint === WRAPPED_SOL ? [move.account] : [];
    return move.kind === 'token_transfer' && move.mint === WRAPPED_SOL ? [move.from, move.to] : [];
  });
  return new Set([...held, ...named]);
}
