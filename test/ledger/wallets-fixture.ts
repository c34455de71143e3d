import { randomBytes } from 'node:crypto';
import { type Address, addressOf } from 'assay-core/solana/address.ts';
import type { EffectRow, WatermarkRow } from '#ledger/wallets/histories.ts';

export const NOW = 1_790_000_000;
export const CHAIN = 'solana:sandbox-one';

export function newWallet(): Address {
  return addressOf(randomBytes(32));
}

/** A row that no other row is a repeat of; its time follows from its slot. */
export function row(slot: number, changes: Partial<EffectRow> = {}): EffectRow {
  return {
    signature: randomBytes(64),
    slot,
    time: NOW + slot,
    listed: true,
    format: 1,
    body: randomBytes(40),
    ...changes,
  };
}

/** Rows of the slots from `first` on, oldest first. */
export function rowsOf(count: number, first = 0): readonly EffectRow[] {
  return Array.from({ length: count }, (_, place) => row(first + place));
}

/** The watermark at the newest of `rows`. */
export function watermarkOf(rows: readonly EffectRow[], changes: Partial<WatermarkRow> = {}): WatermarkRow {
  const last = rows.at(-1);
  if (!last) throw new Error('no row to be the watermark');
  return { signature: last.signature, slot: last.slot, provenFrom: NOW, format: 1, ...changes };
}

/** Rows and bytes as plain values, for comparison with what a driver returns. */
export function plain(rows: readonly EffectRow[]) {
  return rows.map((one) => ({ ...one, signature: hex(one.signature), body: hex(one.body) }));
}

export function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex');
}
