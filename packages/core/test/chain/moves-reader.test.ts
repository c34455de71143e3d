import { expect, test } from 'vitest';
import type { BodiesPage, BodiesPart, SignatureEntry } from '#chain/chain-reader.ts';
import type { Reading } from '#lib/reading.ts';
import type { Signature } from '#solana/address.ts';
import { MovesChain, NOW_SLOT, named } from '../support/moves/chain.ts';
import { MovesReader, type Refusal } from '../support/moves/reader.ts';

const SOMEBODY = named('somebody who is named often');
const LAST = NOW_SLOT - 10;
/** Four entries in each of ten slots. */
const ENTRIES = 40;

function readerOf(refuses: readonly Refusal[] = []): MovesReader {
  const chain = new MovesChain();
  chain.crowd(SOMEBODY, ENTRIES, LAST, 0.25);
  return new MovesReader(chain, { refuses, pageMax: 1_000, largestMax: 20 });
}

function value<T>(reading: Reading<T>): T {
  if (!reading.known) throw new Error(reading.gap.cause);
  return reading.value;
}

const slotsOf = (entries: readonly SignatureEntry[]) => entries.map(({ slot }) => slot);

async function whole(reader: MovesReader): Promise<readonly SignatureEntry[]> {
  return value(await reader.signatures(SOMEBODY));
}

test('a list is entered behind the block of a slot, and behind a transaction of nobody in it there is nothing', async () => {
  const reader = readerOf();
  const entries = await whole(reader);
  for (const slot of [LAST + 1, LAST, LAST - 3, LAST - 9, LAST - 20, 0]) {
    const { signature, slot: at } = value(await reader.blockSignature(slot));
    expect(at).toBe(slot);
    const page = value(await reader.signatures(SOMEBODY, { before: signature }));
    expect(page).toEqual(entries.filter((entry) => entry.slot < slot));
  }
  const unknown = '1'.repeat(64) as Signature;
  expect(value(await reader.signatures(SOMEBODY, { before: unknown }))).toEqual([]);
});

test('an endpoint may refuse blocks or list nothing behind them, and has none of later slots', async () => {
  const reader = readerOf(['places']);
  const { signature } = value(await reader.blockSignature(LAST));
  expect(value(await reader.signatures(SOMEBODY, { before: signature }))).toEqual([]);
  const [first] = await whole(reader);
  expect(value(await reader.signatures(SOMEBODY, { ...(first && { before: first.signature }) }))).toHaveLength(39);
  expect(await readerOf(['blocks']).blockSignature(LAST)).toMatchObject({ gap: { cause: 'plan_refuses' } });
  expect((await readerOf().blockSignature(NOW_SLOT + 1)).known).toBe(false);
});

test('pages with bodies are entered at a slot in both orders, and go on where they end', async () => {
  const reader = readerOf();
  const entries = await whole(reader);
  const at = LAST - 4;
  for (const [order, expected] of [
    ['oldest', entries.toReversed().filter(({ slot }) => slot >= at)],
    ['newest', entries.filter(({ slot }) => slot < at)],
  ] as const) {
    const seen: SignatureEntry[] = [];
    let from: BodiesPart['from'] = { token: `${at}:0`, slot: at, signatures: new Set() };
    while (from) {
      const page: BodiesPage = value(await reader.bodies(SOMEBODY, { order, limit: 3, from }));
      seen.push(...page.entries);
      from = page.next ?? undefined;
    }
    expect(slotsOf(seen)).toEqual(slotsOf(expected));
    expect(new Set(seen.map(({ signature }) => signature)).size).toBe(expected.length);
  }
});
