import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { EFFECT_FORMAT } from '#derive/effects/effect-codec.ts';
import type { Effect } from '#derive/effects/effect-type.ts';
import { type Address, address, parseSignature } from '#solana/address.ts';
import { base58FromBytes } from '#solana/base58.ts';
import { effect as nothing } from '../../../test/support/wallet-effects.ts';
import type { NewlyKnown } from './effect-store.ts';
import { openEffectStore, type RowStore } from './effect-store.ts';

const WALLET = address('9AcRtqWQnM8hUyNLdw5dKxWgSw6mQXbVPcYyTLiiYCuH');
type Kept = Awaited<ReturnType<RowStore['read']>>;

/** Rows in memory that give back what was written last. */
function memory() {
  const kept = new Map<Address, Kept>();
  const rows: RowStore = {
    read: async (wallet) => kept.get(wallet) ?? { rows: [], watermark: null },
    write: async (wallet, addition) => void kept.set(wallet, addition),
  };
  return { rows, kept };
}

function effect(number: number, changes: Partial<Effect> = {}): Effect {
  const native = { before: 10n, after: 5n };
  return nothing({
    signature: signature(number),
    slot: number,
    time: 1_790_000_000 + number,
    native,
    fee: 5n,
    ...changes,
  });
}

function signature(number: number) {
  const parsed = parseSignature(base58FromBytes(createHash('sha512').update(String(number)).digest()));
  if (!parsed) throw new Error('no signature');
  return parsed;
}

function known(count: number): NewlyKnown {
  const effects = Array.from({ length: count }, (_, number) => ({ effect: effect(number), listed: number % 2 === 0 }));
  const watermark = { signature: signature(count - 1), slot: count - 1, provenFrom: 1_790_000_000 };
  return { effects, watermark, forgetBefore: 1_789_000_000 };
}

async function damaged(change: (kept: Kept) => Kept) {
  const { rows, kept } = memory();
  const store = openEffectStore(rows);
  await store.write(WALLET, known(3));
  kept.set(WALLET, change(await rows.read(WALLET)));
  return await store.read(WALLET);
}

const first = (kept: Kept, changes: object): Kept => ({
  ...kept,
  rows: kept.rows.map((row, place) => (place === 0 ? { ...row, ...changes } : row)),
});

it('gives back what was written', async () => {
  const { rows } = memory();
  const store = openEffectStore(rows);
  expect(await store.read(WALLET)).toEqual({ effects: [], watermark: null });
  const { effects, watermark } = known(500);
  await store.write(WALLET, { effects, watermark, forgetBefore: 0 });
  expect(await store.read(WALLET)).toEqual({ effects, watermark });
});

it.each([
  ['a damaged row', (kept: Kept) => first(kept, { body: new Uint8Array(30) })],
  ['a row of another version', (kept: Kept) => first(kept, { format: EFFECT_FORMAT + 1 })],
])('leaves out %s, and says no longer that nothing is missing', async (_, change) => {
  const { effects, watermark } = await damaged(change);
  expect(effects.map((one) => one.effect.slot)).toEqual([1, 2]);
  expect(watermark).toBeNull();
});

it('leaves out a watermark of another version, or a damaged one', async () => {
  for (const changes of [{ format: EFFECT_FORMAT + 1 }, { signature: new Uint8Array(3) }]) {
    const { effects, watermark } = await damaged((kept) => ({
      ...kept,
      watermark: kept.watermark && { ...kept.watermark, ...changes },
    }));
    expect([effects.length, watermark]).toEqual([3, null]);
  }
});

it('claims nothing of a history of which an effect is too large to be kept', async () => {
  const { rows } = memory();
  const store = openEffectStore(rows);
  const large = effect(1, {
    created: Array.from({ length: 200 }, (_, number) => base58FromBytes(new Uint8Array(32).fill(number))),
  });
  await store.write(WALLET, {
    ...known(3),
    effects: [
      { effect: effect(0), listed: true },
      { effect: large, listed: true },
    ],
  });
  const { effects, watermark } = await store.read(WALLET);
  expect([effects.length, watermark]).toEqual([1, null]);
});

it('fails where the rows fail', async () => {
  const store = openEffectStore({
    read: () => Promise.reject(new Error('down')),
    write: () => Promise.reject(new Error('down')),
  });
  await expect(store.read(WALLET)).rejects.toThrow('down');
  await expect(store.write(WALLET, known(1))).rejects.toThrow('down');
});
