import { setImmediate } from 'node:timers/promises';
import { type Address, parseSignature } from '#lib/address.ts';
import { base58FromBytes, bytesFromBase58 } from '#lib/base58-bytes.ts';
import { decodeEffect, EFFECT_FORMAT, type EncodedEffect, encodeEffect } from './effect-codec.ts';
import type { EffectStore, KeptEffect, KeptHistory, NewlyKnown } from './store-model.ts';

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
