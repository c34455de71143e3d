import { nativeDelta } from '#chain/decode/balances.ts';
import type { Move, Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { heldBy, rentIn, type Side, type Stand } from './effect-sides.ts';
import type { EffectWorld } from './effect-world.ts';

/** A successful transaction as one wallet sees it: what every part of its effect is read from. */
export interface Scene {
  readonly transaction: Transaction;
  readonly wallet: Address;
  readonly world: EffectWorld;
  readonly signed: boolean;
  readonly sides: readonly Side[];
  /** The mint of every token account that belonged to the wallet at some time of the transaction, passing ones too. */
  readonly own: ReadonlyMap<Address, Address>;
  /** The change of native, wrapped and rent lamports together. */
  readonly worth: bigint;
  /** The change of each mint but wrapped SOL in the wallet's accounts; a mint that comes and goes is there with 0. */
  readonly tokens: ReadonlyMap<Address, bigint>;
}

/** Reads the scene; `sides` have owners wherever they matter. */
export function sceneOf(transaction: Transaction, wallet: Address, world: EffectWorld, sides: readonly Side[]): Scene {
  const own = new Map<Address, Address>();
  const tokens = new Map<Address, bigint>();
  let worth = nativeDelta(transaction, wallet);
  for (const { account, mint, before, after } of sides) {
    const [had, has] = [heldBy(before, wallet) ?? EMPTY, heldBy(after, wallet) ?? EMPTY];
    if (had === EMPTY && has === EMPTY) continue;
    own.set(account, mint);
    worth += has.lamports - had.lamports;
    if (mint !== WRAPPED_SOL) tokens.set(mint, (tokens.get(mint) ?? 0n) + has.amount - had.amount);
  }
  for (const move of transaction.moves) {
    if (move.kind === 'open_token_account' && move.owner === wallet) own.set(move.account, move.mint);
  }
  return { transaction, wallet, world, signed: transaction.signers.includes(wallet), sides, own, worth, tokens };
}

const EMPTY: Stand = { owner: null, amount: 0n, lamports: 0n };

/** True for the wallet and its token accounts. */
export function isOurs({ wallet, own }: Scene, account: Address): boolean {
  return account === wallet || own.has(account);
}

/** True for an instruction of the transaction itself, under no program. */
export function isPlain({ at }: Move): boolean {
  return at.inner < 0;
}

/** What the side's stands hold beyond wrapped lamports, before and after, whoever owns them. */
export function rents({ mint, before, after }: Side): { readonly before: bigint; readonly after: bigint } {
  return { before: rentIn(mint, before), after: rentIn(mint, after) };
}
