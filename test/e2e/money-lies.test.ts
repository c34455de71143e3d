import { type Keypair, VersionedTransaction } from '@solana/web3.js';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import bs58 from 'bs58';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#lib/process/free-port.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { ask, checkOf, forwarding, type Market, openMarket, PRICE, pay } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { claim, prepare } from './money-town.ts';

const ERR = { InstructionError: [2, { Custom: 1 }] };
const CREDIT = 1_000_000;

type Json = Record<string, unknown>;
/** What an endpoint makes of the answers of an honest one. */
type Lies = Readonly<Record<string, (result: unknown, params: readonly unknown[]) => unknown>>;

let market: Market;
let lies: Lies = {};
/** Whether the network loses every transaction that it is handed. */
let loses = false;
let liar: FaultyRpc;
let honest: FaultyRpc;
let service: Service;
let soleLiar: Service;
/** Whose honest endpoint has been away since before the start, so that its network is not known. */
let withoutHonest: Service;
let payer: Keypair;

beforeAll(async () => {
  market = await openMarket();
  const truth = forwarding(market.sandbox.url);
  const over = (change: (method: string, params: readonly unknown[]) => unknown): RpcMethods => {
    const methods = ['getSignatureStatuses', 'getTransaction', 'sendTransaction', 'simulateTransaction'];
    return Object.fromEntries(methods.map((method) => [method, (params) => change(method, params)]));
  };
  const tell = async (method: string, params: readonly unknown[]) => {
    if (method === 'sendTransaction' && loses) return signatureOf(String(params[0]));
    return await truth[method]?.(params);
  };
  const lie = async (method: string, params: readonly unknown[]) => {
    const told = await tell(method, params);
    return lies[method]?.(told, params) ?? told;
  };
  liar = await serveFaultyRpc(forwarding(market.sandbox.url, over(lie)));
  honest = await serveFaultyRpc(forwarding(market.sandbox.url, over(tell)));
  [service, withoutHonest, soleLiar] = await Promise.all([
    market.open({ SOLANA_RPC_URLS: `${liar.url},${honest.url}` }),
    market.open({ SOLANA_RPC_URLS: `${liar.url},http://127.0.0.1:${await freePort()}` }),
    market.open({ SOLANA_RPC_URLS: liar.url }),
  ]);
});
afterAll(async () => {
  await market?.stop();
  await Promise.all([liar?.close(), honest?.close()]);
});
beforeEach(async () => {
  lies = {};
  loses = false;
  payer = await market.payer();
  await rpc(market.sandbox.url, 'requestAirdrop', [payer.publicKey.toBase58(), 1_000_000_000]);
});

function signatureOf(transaction: string): string {
  return bs58.encode(VersionedTransaction.deserialize(Buffer.from(transaction, 'base64')).signatures[0] ?? []);
}

/** Says of every signature that it stands so. */
const statuses =
  (err: unknown) =>
  (result: unknown, [signatures]: readonly unknown[]) => ({
    ...(result as Json),
    value: (signatures as string[]).map(() => ({ slot: 1, confirmations: null, err, confirmationStatus: 'finalized' })),
  });

/** Says that a transaction failed, and leaves nothing that contradicts it. */
function failed(result: unknown): unknown {
  const body = structuredClone(result) as { meta: Json; transaction: unknown } | null;
  if (body === null) return null;
  const { preBalances, fee } = body.meta as { preBalances: number[]; fee: number };
  const postBalances = preBalances.map((lamports, at) => (at === 0 ? lamports - fee : lamports));
  const unmoved = { err: ERR, status: { Err: ERR }, postBalances, postTokenBalances: body.meta.preTokenBalances };
  return { ...body, meta: { ...body.meta, ...unmoved } };
}

describe('a payment per call, where one of two endpoints lies', () => {
  const check = (): string => checkOf(service, market.subject('CEX_FUNDED'));

  it('that was never sent is not settled', async () => {
    const { headers } = await pay(market.sandbox.url, 2, payer, await ask(check()));
    const since = await market.watch();
    lies = { getSignatureStatuses: statuses(null) };
    loses = true;
    const { status, body } = await ask(check(), headers);
    expect([status, body.code, body.retryable]).toEqual([503, 'in_flight', true]);
    expect(await market.database.database.sql`SELECT FROM payments WHERE state = 'settled'`).toHaveLength(0);
    expect((await since()).got).toBe(0n);
  });

  it('that landed is not called failed, and is settled once both tell the truth', async () => {
    const { headers } = await pay(market.sandbox.url, 2, payer, await ask(check()));
    const since = await market.watch();
    lies = { getSignatureStatuses: statuses(ERR), getTransaction: failed };
    const first = await ask(check(), headers);
    expect([first.status, first.body.code]).toEqual([503, 'in_flight']);
    lies = {};
    await market.lapse();
    const again = await ask(check(), headers);
    expect([again.status, again.body.verdict]).toEqual([200, 'CEX_FUNDED']);
    expect((await since()).got).toBe(PRICE);
  });
});

describe('a claim, where one of two endpoints lies', () => {
  const paid = async () => {
    const prepared = await prepare(service.url, payer, CREDIT);
    const transaction = VersionedTransaction.deserialize(Buffer.from(prepared.transaction, 'base64'));
    transaction.sign([payer]);
    const bytes = Buffer.from(transaction.serialize()).toString('base64');
    return { bytes, claim: { signature: signatureOf(bytes), ticket: prepared.ticket } };
  };
  const credited = async (): Promise<number> => (await market.database.database.sql`SELECT FROM claims`).length;
  /** The body of a transfer that the payer signed and nobody sent. */
  const forged = async (bytes: string): Promise<unknown> => {
    const truth = await paidElsewhere();
    const { message } = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'));
    const body = truth as { transaction: { signatures: unknown; message: Json } };
    const instructions = body.transaction.message.instructions as Json[];
    const compiled = message.compiledInstructions;
    const written = instructions.map((one, at) => ({ ...one, data: bs58.encode(compiled[at]?.data ?? []) }));
    const transaction = {
      signatures: [signatureOf(bytes)],
      message: { ...body.transaction.message, instructions: written, recentBlockhash: message.recentBlockhash },
    };
    return { ...body, transaction };
  };
  /** The body of a transfer for another ticket that did land. */
  const paidElsewhere = async (): Promise<unknown> => {
    const { bytes, claim } = await paid();
    await rpc(market.sandbox.url, 'sendTransaction', [bytes, { encoding: 'base64', skipPreflight: true }]);
    const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 };
    await expect.poll(() => rpc(market.sandbox.url, 'getTransaction', [claim.signature, options])).not.toBeNull();
    return await rpc(market.sandbox.url, 'getTransaction', [claim.signature, options]);
  };

  it('of a transfer that was never sent credits nothing', async () => {
    const { bytes, claim: made } = await paid();
    const body = await forged(bytes);
    lies = { getSignatureStatuses: statuses(null), getTransaction: () => body };
    const before = await credited();
    const reply = await claim(service.url, made);
    expect([reply.status, reply.body.code, reply.body.retryable]).toEqual([503, 'in_flight', true]);
    expect(await credited()).toBe(before);
  });

  it('of a transfer that was never sent credits nothing while the honest one cannot be reached', async () => {
    const { bytes, claim: made } = await paid();
    const body = await forged(bytes);
    lies = { getSignatureStatuses: statuses(null), getTransaction: () => body };
    const before = await credited();
    const reply = await claim(withoutHonest.url, made);
    expect([reply.status, reply.body.code, reply.body.retryable]).toEqual([503, 'chain_unavailable', true]);
    expect(await credited()).toBe(before);
  });

  it('of a signature that is none credits nothing, also where the liar is the only endpoint', async () => {
    const { claim: made, bytes } = await paid();
    const body = (await forged(bytes)) as { transaction: Json };
    const signature = bs58.encode(new Uint8Array(64).fill(3));
    lies = {
      getSignatureStatuses: statuses(null),
      getTransaction: () => ({ ...body, transaction: { ...body.transaction, signatures: [signature] } }),
    };
    const before = await credited();
    for (const { url } of [service, soleLiar]) {
      const reply = await claim(url, { ...made, signature });
      expect([reply.status, reply.body.retryable]).toEqual([503, true]);
    }
    expect(await credited()).toBe(before);
  });

  it('of a transfer that one calls failed is not refused, and is credited once both tell the truth', async () => {
    const { claim: made, bytes } = await paid();
    await rpc(market.sandbox.url, 'sendTransaction', [bytes, { encoding: 'base64', skipPreflight: true }]);
    lies = { getTransaction: failed };
    const before = await credited();
    const first = await claim(service.url, made);
    expect([first.status, first.body.code, await credited()]).toEqual([503, 'in_flight', before]);
    lies = {};
    const second = await claim(service.url, made);
    expect([second.status, second.body.credited_usdc]).toEqual([200, '1.00']);
  });
});
