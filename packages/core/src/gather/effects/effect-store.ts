import { setImmediate } from 'node:timers/promises';
import { decodeEffect, EFFECT_FORMAT, type EncodedEffect, encodeEffect } from '#derive/effects/effect-codec.ts';
import type { Effect } from '#derive/effects/effect-type.ts';
import { type Address, parseSignature, type Signature } from '#solana/address.ts';
import { base58FromBytes, bytesFromBase58 } from '#solana/base58.ts';

/** An encoded effect. `listed`: the wallet's own list names it. */
interface StoredRow extends EncodedEffect {
  readonly listed: boolean;
}

/** A stored watermark; `format` is that of its effects. */
interface StoredWatermark {
  readonly signature: Uint8Array;
  readonly slot: number;
  readonly provenFrom: number;
  readonly format: number;
}

/** Storage of encoded rows. `watermark` null in `write` keeps the stored one. */
export interface RowStore {
  read(wallet: Address): Promise<{ readonly rows: readonly StoredRow[]; readonly watermark: StoredWatermark | null }>;
  write(
    wallet: Address,
    addition: {
      readonly rows: readonly StoredRow[];
      readonly watermark: StoredWatermark | null;
      readonly forgetBefore: number;
    },
  ): Promise<void>;
}

/** Rows decoded before the event loop gets a turn: a few milliseconds. */
const ROWS_AT_ONCE_MAX = 200;

/**
 * The effect store over rows. It ignores rows of another version and damaged rows, and then returns no watermark, because the history
 * may have holes. Effects that are read again replace them.
 */
export function openEffectStore(rows: RowStore): EffectStore {
  return {
    read: async (wallet) => await decodeHistory(await rows.read(wallet)),
    write: async (wallet, known) => await rows.write(wallet, await encodeHistory(known)),
  };
}

async function decodeHistory({ rows, watermark }: Awaited<ReturnType<RowStore['read']>>): Promise<KeptHistory> {
  const effects: KeptEffect[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_AT_ONCE_MAX === ROWS_AT_ONCE_MAX - 1) await setImmediate();
    const effect = decodeEffect(row);
    if (effect) effects.push({ effect, listed: row.listed });
  }
  const whole = effects.length === rows.length;
  return { effects, watermark: whole && watermark ? decodeWatermark(watermark) : null };
}

function decodeWatermark({ signature, slot, provenFrom, format }: StoredWatermark): KeptHistory['watermark'] {
  const named = signature.length === 64 ? parseSignature(base58FromBytes(signature)) : null;
  return named && format === EFFECT_FORMAT ? { signature: named, slot, provenFrom } : null;
}

/** Leaves out effects that are too large, and then the watermark too, because the history is incomplete. */
async function encodeHistory({ effects, watermark, forgetBefore }: NewlyKnown) {
  const rows: StoredRow[] = [];
  for (const [place, { effect, listed }] of effects.entries()) {
    if (place % ROWS_AT_ONCE_MAX === ROWS_AT_ONCE_MAX - 1) await setImmediate();
    const encoded = encodeEffect(effect);
    if (encoded) rows.push({ ...encoded, listed });
  }
  return {
    rows,
    watermark: watermark && rows.length === effects.length ? encodeWatermark(watermark) : null,
    forgetBefore,
  };
}

function encodeWatermark({ signature, slot, provenFrom }: NonNullable<NewlyKnown['watermark']>): StoredWatermark {
  return { signature: bytesFromBase58(signature, 64), slot, provenFrom, format: EFFECT_FORMAT };
}

/** A stored effect. `listed`: the wallet's own list names its transaction; else only a token account's list does. */
export interface KeptEffect {
  readonly effect: Effect;
  readonly listed: boolean;
}

/**
 * The stored history of a wallet. Effects of finalized transactions never change, but some may be missing. `watermark` is the newest
 * listed transaction up to which the history was complete from `provenFrom` (Unix seconds) when it was written; null where it never
 * was.
 */
export interface KeptHistory {
  readonly effects: readonly KeptEffect[];
  readonly watermark: { readonly signature: Signature; readonly slot: number; readonly provenFrom: number } | null;
}

/** What a check adds. `watermark` null keeps the stored one. */
export interface NewlyKnown {
  readonly effects: readonly KeptEffect[];
  readonly watermark: KeptHistory['watermark'];
  /** Effects before this time (Unix seconds) may be deleted. */
  readonly forgetBefore: number;
}

/** Effects of finalized transactions by wallet, shared by all replicas. It only saves calls: verdicts are the same without it. */
export interface EffectStore {
  /** All stored effects of the wallet. Rejects when the store cannot be read. */
  read(wallet: Address): Promise<KeptHistory>;
  /** Adds new effects and keeps existing ones. Two replicas may write the same effect at once. */
  write(wallet: Address, known: NewlyKnown): Promise<void>;
}
