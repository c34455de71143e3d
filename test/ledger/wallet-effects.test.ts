import { randomBytes } from 'node:crypto';
import type { Effect } from 'assay-core/derive/effects/effect-type.ts';
import type { EffectStore } from 'assay-core/gather/effects/effect-store.ts';
import { openEffectStore } from 'assay-core/gather/effects/effect-store.ts';
import { addressBytes, parseSignature, type Signature } from 'assay-core/solana/address.ts';
import { base58FromBytes, bytesFromBase58 } from 'assay-core/solana/base58.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWalletHistories } from '#ledger/wallets/histories.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { CHAIN, NOW, newWallet } from './wallets-fixture.ts';

let test: TestDatabase;
let store: EffectStore;
beforeAll(async () => {
  test = await openTestDatabase();
  store = openEffectStore(openWalletHistories(test.database.sql, { chain: CHAIN }));
});
afterAll(() => test.stop());

function newSignature(): Signature {
  const signature = parseSignature(base58FromBytes(randomBytes(64)));
  if (!signature) throw new Error('no signature');
  return signature;
}

function effect(slot: number): Effect & { readonly signature: Signature } {
  const nothing = {
    fee: 0n,
    tips: 0n,
    platformFees: 0n,
    rentFromOthers: 0n,
    rentForOthers: 0n,
    givenIn: 0n,
    givenOut: 0n,
    funded: [],
  };
  const nobody = {
    plain: [],
    minted: [],
    burned: [],
    created: [],
    deposits: [],
    onward: [],
    released: [],
    cobuyers: 0,
  };
  return {
    ...nothing,
    ...nobody,
    signature: newSignature(),
    slot,
    index: null,
    time: NOW + slot,
    failed: false,
    signed: true,
    native: { before: 2n ** 63n, after: 1n },
    accounts: [],
    programs: [newWallet()],
    service: 'trade',
    poolImpactBps: 12,
    joint: false,
    atMarket: false,
    counterparty: null,
    rate: null,
  };
}

it('effects and their watermark come back from the database as they were', async () => {
  const wallet = newWallet();
  const effects = Array.from({ length: 50 }, (_, slot) => effect(slot));
  const kept = effects.map((one) => ({ effect: one, listed: one.slot % 3 > 0 }));
  const watermark = { signature: newSignature(), slot: 49, provenFrom: NOW };
  await store.write(wallet, { effects: kept, watermark, forgetBefore: NOW });
  expect(await store.read(wallet)).toEqual({ effects: kept, watermark });
});

it('a row that was damaged is as if it was not there, the watermark with it, until it is written again', async () => {
  const wallet = newWallet();
  const [damaged, sound] = [effect(1), effect(2)];
  const kept = [damaged, sound].map((one) => ({ effect: one, listed: true }));
  const watermark = { signature: sound.signature, slot: 2, provenFrom: NOW };
  await store.write(wallet, { effects: kept, watermark, forgetBefore: NOW });
  await test.database.sql`
    UPDATE wallet_effects SET body = set_byte(body, 8, 255 - get_byte(body, 8))
    WHERE signature = ${bytesFromBase58(damaged.signature, 64)}
      AND history_id = (SELECT id FROM wallet_histories WHERE wallet = ${addressBytes(wallet)})`;
  expect(await store.read(wallet)).toEqual({ effects: kept.slice(1), watermark: null });
  await store.write(wallet, { effects: kept.slice(0, 1), watermark, forgetBefore: NOW });
  expect(await store.read(wallet)).toEqual({ effects: kept, watermark });
});
