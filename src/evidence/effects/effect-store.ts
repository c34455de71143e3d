import { setImmediate } from 'node:timers/promises';
import type { Effect } from '#checks/wallet/effect.ts';
import { type Address, parseSignature, type Signature } from '#lib/address.ts';
import { base58FromBytes, bytesFromBase58 } from '#lib/base58.ts';
import { decodeEffect, EFFECT_FORMAT, type EncodedEffect, encodeEffect } from './effect-codec.ts';

/** An encoded effect, and whether the wallet's own list names it. */
interface StoredRow extends EncodedEffect {
  readonly listed: boolean;
}

/** A seam as it is stored: `format` is that of the effects that it speaks of. */
interface StoredSeam {
  readonly signature: Uint8Array;
  readonly slot: number;
  readonly provenFrom: number;
  readonly format: number;
}

/** Where rows are kept; what they hold is none of its business. `seam` null in `write`: what is there stays. */
export interface RowStore {
  read(wallet: Address): Promise<{ readonly rows: readonly StoredRow[]; readonly seam: StoredSeam | null }>;
  write(
    wallet: Address,
    addition: { readonly rows: readonly StoredRow[]; readonly seam: StoredSeam | null; readonly forgetBefore: number },
  ): Promise<void>;
}

/** So many rows are worked on before everything else gets its turn: a few milliseconds. */
const ROWS_AT_ONCE_MAX = 200;

/**
 * The store of effects over rows. A row that another version wrote, or that was damaged, is as if it was not there, and then
 * nothing says any more that the history is whole. What was read again is written over it.
 */
export function openEffectStore(rows: RowStore): EffectStore {
  return {
    read: async (wallet) => await decodeHistory(await rows.read(wallet)),
    write: async (wallet, known) => await rows.write(wallet, await encodeHistory(known)),
  };
}

async function decodeHistory({ rows, seam }: Awaited<ReturnType<RowStore['read']>>): Promise<KeptHistory> {
  const effects: KeptEffect[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_AT_ONCE_MAX === ROWS_AT_ONCE_MAX - 1) await setImmediate();
    const effect = decodeEffect(row);
    if (effect) effects.push({ effect, listed: row.listed });
  }
  const whole = effects.length === rows.length;
  return { effects, seam: whole && seam ? decodeSeam(seam) : null };
}

function decodeSeam({ signature, slot, provenFrom, format }: StoredSeam): KeptHistory['seam'] {
  const named = signature.length === 64 ? parseSignature(base58FromBytes(signature)) : null;
  return named && format === EFFECT_FORMAT ? { signature: named, slot, provenFrom } : null;
}

/** An effect that is too large to be kept is left out, and with it the claim that all are there. */
async function encodeHistory({ effects, seam, forgetBefore }: NewlyKnown) {
  const rows: StoredRow[] = [];
  for (const [place, { effect, listed }] of effects.entries()) {
    if (place % ROWS_AT_ONCE_MAX === ROWS_AT_ONCE_MAX - 1) await setImmediate();
    const encoded = encodeEffect(effect);
    if (encoded) rows.push({ ...encoded, listed });
  }
  return { rows, seam: seam && rows.length === effects.length ? encodeSeam(seam) : null, forgetBefore };
}

function encodeSeam({ signature, slot, provenFrom }: NonNullable<NewlyKnown['seam']>): StoredSeam {
  return { signature: bytesFromBase58(signature, 64), slot, provenFrom, format: EFFECT_FORMAT };
}

/** An effect as it is kept. `listed`: the wallet's own list names its transaction; else only a token account's does. */
export interface KeptEffect {
  readonly effect: Effect;
  readonly listed: boolean;
}

/**
 * What is known of a wallet from earlier checks. Effects are of finalized transactions and never change; whether they are all
 * is another matter: `seam` is the newest transaction of the wallet's list up to which, from `provenFrom` (Unix seconds) on,
 * every link was whole when it was written; null where that was never so.
 */
export interface KeptHistory {
  readonly effects: readonly KeptEffect[];
  readonly seam: { readonly signature: Signature; readonly slot: number; readonly provenFrom: number } | null;
}

/** What a check leaves behind. `seam` null: what is kept of a seam stays as it is. */
export interface NewlyKnown {
  readonly effects: readonly KeptEffect[];
  readonly seam: KeptHistory['seam'];
  /** Effects before this moment (Unix seconds) are of no use any more. */
  readonly forgetBefore: number;
}

/**
 * Effects of finalized transactions by wallet, shared by all replicas. It saves calls and decides nothing: a store that fails,
 * or that is turned off, leaves every verdict as it is.
 */
export interface EffectStore {
  /** Everything kept of the wallet. Rejects when the store cannot be read. */
  read(wallet: Address): Promise<KeptHistory>;
  /** Adds what is new; what is there already stays. Two replicas that write the same at once leave it once. */
  write(wallet: Address, known: NewlyKnown): Promise<void>;
}
