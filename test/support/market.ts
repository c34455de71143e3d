import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import type { PaymentRequirements } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/client';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from 'assay-sandbox/start.ts';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { post, type RpcAnswer, rpc } from '../../packages/core/test/sandbox/rpc.ts';
import type { PaymentTimeouts } from '../../src/app/payments.ts';
import { addressOfKey, encoded, lamportsOf, outcomeOf, usdcOf } from '../payments/x402-counter.ts';
import { openTestDatabase, type TestDatabase, temporaryDataDir } from './database.ts';
import { openService, type Service, type ServiceProcess, startProcess } from './service.ts';
import { until } from './until.ts';

export { until };

/** The price of a check of a funder, atomic. */
export const PRICE = 50_000n;
const FUNDS = 1_000_000n;
/** Pauses of billing between two looks, so that no test waits for a long one. */
const QUICK = { confirmPauseMs: 20, repeatPauseMs: 20 };
const NONCE = 'assay-nonce';
const HEADERS = { 1: 'X-PAYMENT', 2: 'PAYMENT-SIGNATURE' } as const;
const RECEIPTS = { 1: 'x-payment-response', 2: 'payment-response' } as const;

export type Version = 1 | 2;
/** An object that came as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
export type Json = any;

/** An answer over HTTP with what its payment headers spell. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  readonly text: string;
  /** The object in `PAYMENT-REQUIRED`; null when it is not there. */
  readonly required: Json;
  /** The settlement response of a protocol version; null when it is not there. */
  receipt(version: Version): Json;
}

/** A payment as it stands in its header. */
export interface Signed {
  readonly version: Version;
  readonly payload: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** A chain, books and keys that any number of replicas of the service share. */
export interface Market {
  readonly sandbox: Sandbox;
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  readonly feePayer: Keypair;
  readonly merchant: Keypair;
  /** The environment of a replica with the local facilitator. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a replica in this process; `stop` of the market ends it. It looks again sooner than a service does by itself. */
  open(env?: Readonly<Record<string, string>>, timeouts?: PaymentTimeouts): Promise<Service>;
  /** The same in a process of its own, for tests that kill it or give it signals. */
  openProcess(env?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** The address of a sample subject, the nth of its verdict. */
  subject(verdict: string, n?: number): string;
  /** A wallet with one USDC and no SOL. */
  payer(): Promise<Keypair>;
  key(atomic: bigint): Promise<string>;
  /** The merchant's receipts, and the fee payer's spending, since the call. */
  watch(): Promise<() => Promise<{ readonly got: bigint; readonly spent: bigint }>>;
  /** Lets the leases of all open payments run out, as if the replicas that hold them were gone for a minute. */
  lapse(): Promise<void>;
  advance(slots: number): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Opens a market. Call `stop` in `afterAll`. On its chain every sent transaction is final at once; with `finalitySlots` it takes that many
 * slots of real time, for tests of the time before.
 */
export async function openMarket({ finalitySlots = 0 }: Pick<SandboxOptions, 'finalitySlots'> = {}): Promise<Market> {
  const [sandbox, database] = await Promise.all([startSandbox({ finalitySlots }), openTestDatabase()]);
  const [feePayer, merchant] = [Keypair.generate(), Keypair.generate()];
  const dataDir = temporaryDataDir();
  const feePayerFile = join(dataDir, 'fee-payer.json');
  writeFileSync(feePayerFile, JSON.stringify([...feePayer.secretKey]));
  await rpc(sandbox.url, 'requestAirdrop', [addressOfKey(feePayer), 1_000_000_000]);
  await rpc(sandbox.url, 'sandbox_airdropUsdc', [addressOfKey(merchant), '0']);
  const services: Service[] = [];
  const ledger = openLedger(database.database);
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SOLANA_RPC_URLS: sandbox.url,
    SOLANA_NETWORK: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    PAY_TO: addressOfKey(merchant),
    X402_FACILITATOR: 'local',
    X402_FEE_PAYER: feePayerFile,
    TICKET_SECRET: 'a secret that all replicas of a market share',
  };
  const balances = () =>
    Promise.all([usdcOf(sandbox.url, addressOfKey(merchant)), lamportsOf(sandbox.url, addressOfKey(feePayer))]);
  return {
    sandbox,
    database,
    ledger,
    feePayer,
    merchant,
    env,
    async open(changed = {}, { billing, ...timeouts } = {}) {
      // As for a process, an empty variable is none.
      const settings = Object.entries({ ...env, ...changed }).filter(([, value]) => value !== '');
      const service = await openService(Object.fromEntries(settings), {
        ...timeouts,
        billing: { ...QUICK, ...billing },
      });
      services.push(service);
      return service;
    },
    async openProcess(changed = {}) {
      const service = await startProcess({ ...env, ...changed });
      services.push(service);
      return service;
    },
    subject: (verdict, n = 0) => String(sandbox.subjects.filter((one) => one.verdict === verdict)[n]?.address),
    async payer() {
      const keypair = Keypair.generate();
      const given = await rpc<string>(sandbox.url, 'sandbox_airdropUsdc', [addressOfKey(keypair), FUNDS.toString()]);
      await confirmed(sandbox.url, given);
      return keypair;
    },
    key: async (atomic) => String((await ledger.grant(atomic)).apiKey),
    async watch() {
      const [held, lamports] = await balances();
      return async () => {
        const [holds, left] = await balances();
        return { got: holds - held, spent: lamports - left };
      };
    },
    async lapse() {
      await database.database.sql`UPDATE payments SET leased_until = now() WHERE closed_at IS NULL`;
    },
    advance: (slots) => rpc(sandbox.url, 'sandbox_advance', [slots]),
    async stop() {
      await Promise.all(services.map((service) => service.end()));
      await Promise.all([sandbox.stop(), database.stop()]);
    },
  };
}

/** Waits until a transaction is confirmed and good. */
export async function confirmed(url: string, signature: string): Promise<void> {
  if ((await outcomeOf(url, signature)) !== null) throw new Error(`${signature} failed`);
  await until(async () => {
    const { value } = await rpc<Json>(url, 'getSignatureStatuses', [[signature]]);
    return value[0]?.confirmationStatus !== 'processed';
  });
}

export const inHeader = (value: string | null): Json =>
  value === null ? null : JSON.parse(Buffer.from(value, 'base64').toString('utf8'));

/** GET of a check, or POST of a GraphQL operation where `query` is given. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  query?: string,
): Promise<Answer> {
  const body = query === undefined ? {} : { method: 'POST', body: JSON.stringify({ query }) };
  const json = query === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { ...body, headers: { ...json, ...headers } });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text),
    required: inHeader(response.headers.get('payment-required')),
    receipt: (version) => inHeader(response.headers.get(RECEIPTS[version])),
  };
}

export const checkOf = (app: { readonly url: string }, subject: string): string => `${app.url}/check/funder/${subject}`;

/** Puts a payload into the header of its version. */
export function signed(version: Version, payload: Json): Signed {
  return { version, payload, headers: { [HEADERS[version]]: encoded(payload) } };
}

/** The offer of an unpaid answer, paid by the reference client of a version. `id`: the payment's identifier. */
export async function pay(
  rpcUrl: string,
  version: Version,
  keypair: Keypair,
  { required, body }: Pick<Answer, 'required' | 'body'>,
  id?: string,
): Promise<Signed> {
  const signer = await createKeyPairSignerFromBytes(keypair.secretKey);
  if (version === 1) {
    const [terms] = body.accepts as PaymentRequirements[];
    if (!terms) throw new Error('version 1 is not offered');
    return signed(1, await new ExactSvmSchemeV1(signer, { rpcUrl }).createPaymentPayload(1, terms));
  }
  const made = await new ExactSvmScheme(signer, { rpcUrl }).createPaymentPayload(2, required.accepts[0]);
  return signed(2, wrapped(required, made.payload.transaction, id));
}

/** A v2 payload around a transaction: terms, resource and extensions echoed as they came. */
export function wrapped(required: Json, transaction: unknown, id?: string): Json {
  const { resource, accepts, extensions } = required;
  const named = extensions['payment-identifier'];
  const identifier = id === undefined ? named : { ...named, info: { ...named.info, id } };
  return {
    x402Version: 2,
    payload: { transaction },
    resource,
    accepted: accepts[0],
    extensions: { ...extensions, 'payment-identifier': identifier },
  };
}

/** The same payment without what only its payer knows. */
export function withoutNonce({ version, payload }: Signed): Signed {
  const { [NONCE]: _, ...extensions } = payload.extensions;
  return signed(version, { ...payload, extensions });
}

/** The methods of a node behind `url`, each forwarded, except as `changed` says. */
export function forwarding(url: string, changed: RpcMethods = {}): RpcMethods {
  const forward = (method: string) => async (params: readonly unknown[]) => {
    const { result, error } = await post<RpcAnswer<unknown>>(url, { jsonrpc: '2.0', id: 1, method, params });
    if (error) throw new RpcFault(error.code, error.message, error.data);
    return result;
  };
  const found = (name: string | symbol) => changed[String(name)] ?? forward(String(name));
  return new Proxy(changed, {
    get: (_, name) => found(name),
    getOwnPropertyDescriptor: (_, name) => ({ configurable: true, enumerable: true, value: found(name) }),
  });
}
