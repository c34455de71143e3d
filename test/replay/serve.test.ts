import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chain, ChainReader } from 'assay-core/chain/chain-reader.ts';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import type { Address, Signature } from 'assay-core/solana/address.ts';
import { nativeBalances } from 'assay-core/solana/decode/balances.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import { type JsonRpcServer, serveJsonRpc } from 'assay-sandbox/json-rpc.ts';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import type { RecordedWorld } from 'assay-sandbox/replay/world.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { COLLECTED, collected, hasCollected, type ManifestEntry } from './collected.ts';
import { SANDBOX_WORLD } from './worlds.ts';

const opened: (Chain | JsonRpcServer)[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** The world as the service reads it: over HTTP, through the transport and the loaders. */
async function readerOf(world: RecordedWorld): Promise<ChainReader> {
  const server = await serveJsonRpc(replayMethods(world));
  const chain = openChain({ urls: [server.url] });
  opened.push(chain, server);
  return chain.session().reader({ timeMsMax: 600_000, callsMax: 5_000, bytesMax: 100_000_000 });
}

describe('the recorded sandbox world', () => {
  const world = readWorld(SANDBOX_WORLD);
  const subjects = JSON.parse(readFileSync(join(SANDBOX_WORLD, 'subjects.json'), 'utf8')) as {
    readonly address: Address;
    readonly verdict: string;
  }[];

  it('reads back whole: every listed subject transaction decodes', async () => {
    const reader = await readerOf(world);
    let read = 0;
    for (const { address } of subjects) {
      const page = await reader.signatures(address);
      if (!page.known) throw new Error(`${address}: ${page.gap.detail}`);
      for (const { signature, slot, failed } of page.value.slice(-50)) {
        const body = await reader.transaction(signature);
        expect(body).toMatchObject({ known: true, value: { slot, failed, signature } });
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(20);
  });

  it('holds an exchange payout into an empty account, and accounts at its slot', async () => {
    const reader = await readerOf(world);
    const subject = subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address as Address;
    const page = await reader.signatures(subject);
    const oldest = page.known ? page.value.at(-1) : undefined;
    const birth = await reader.transaction(oldest?.signature as Signature);
    if (!birth.known) throw new Error(birth.gap.detail);
    expect(nativeBalances(birth.value, subject)?.before).toBe(0n);
    const source = birth.value.moves.find((move) => move.kind === 'transfer' && move.to === subject);
    const labels = loadLabels();
    expect(source?.kind === 'transfer' && labels.find(source.from)?.fundingClass).toBe('exchange');
    expect(await reader.account(subject)).toMatchObject({ known: true, value: { slot: world.slot } });
    expect(await reader.blockTime(world.slot)).toMatchObject({ known: true, value: expect.any(Number) });
  });
});

describe.runIf(hasCollected)('collected mainnet transactions', () => {
  const entries = hasCollected ? collected<ManifestEntry[]>('transactions/MANIFEST.json') : [];
  const world = hasCollected ? readWorld(join(COLLECTED, 'transactions')) : null;
  const served = world ? readerOf(world) : null;

  async function transaction(prefix: string): Promise<Transaction> {
    const entry = entries.find(({ signature }) => signature.startsWith(prefix));
    const reading = await (await served)?.transaction(entry?.signature as Signature);
    if (!reading?.known) throw new Error(`${prefix}: ${reading?.gap.detail}`);
    return reading.value;
  }

  it('are read over the wire as they are from files', async () => {
    const reader = await served;
    const listed = entries.filter(({ slot }) => slot !== null);
    const readings = await Promise.all(listed.map(({ signature }) => reader?.transaction(signature as Signature)));
    const gaps = readings.flatMap((reading) => (reading?.known ? [] : [reading?.gap.cause]));
    expect(gaps.sort()).toEqual(['rpc_unavailable', 'unreadable']);
  });

  it.each([
    ['2msqMqeUTTZh', '9AcRtq', 'Binance', 105_673_070n],
    ['XvFqpsH7sd3v', 'BJQPNK', 'OKX', 333_760_640n],
  ])('%s is the birth of %s, paid by %s', async (prefix, wallet, exchange, lamports) => {
    const payout = await transaction(prefix);
    const subject = payout.keys.find((key) => key.startsWith(wallet)) as Address;
    expect(nativeBalances(payout, subject)).toEqual({ before: 0n, after: lamports });
    const credit = payout.moves.find((move) => move.kind === 'transfer' && move.to === subject);
    const label = credit?.kind === 'transfer' ? loadLabels().find(credit.from) : null;
    expect(label).toMatchObject({ exchange, fundingClass: 'exchange' });
    expect(await (await served)?.signatures(subject)).toMatchObject({
      known: true,
      value: [{ signature: payout.signature }],
    });
  });

  it.each([
    ['2Smm8pWaixsD', 'OKX'],
    ['2jKKWhzwX8th', 'Backpack'],
  ])('%s opens a token account that %s pays for', async (prefix, exchange) => {
    const payout = await transaction(prefix);
    const opening = payout.moves.find((move) => move.kind === 'open_token_account' && move.payer !== null);
    const sent = payout.moves.find((move) => move.kind === 'token_transfer');
    const payer = opening?.kind === 'open_token_account' ? opening.payer : null;
    expect(payer && loadLabels().find(payer)).toMatchObject({ exchange });
    expect(opening).toMatchObject({ account: sent?.kind === 'token_transfer' ? sent.to : 'none' });
  });

  it('link up: what a transaction of the block leaves is what the next one finds', () => {
    const balances = new Map<string, unknown>();
    let links = 0;
    for (const { signature, slot } of entries) {
      const body = world?.transactions.get(signature) as BlockBody | undefined;
      if (!body || slot !== 254_170_887) continue;
      const { accountKeys } = body.transaction.message;
      const { writable, readonly } = body.meta.loadedAddresses ?? { writable: [], readonly: [] };
      for (const [index, key] of [...accountKeys, ...writable, ...readonly].entries()) {
        if (balances.has(key)) {
          links += 1;
          expect([key, body.meta.preBalances[index]]).toEqual([key, balances.get(key)]);
        }
        balances.set(key, body.meta.postBalances[index]);
      }
    }
    expect(links).toBeGreaterThan(7000);
  });
});

interface BlockBody {
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
  readonly meta: {
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  };
}
