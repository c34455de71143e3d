import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Keypair, type TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { USDC_MINT } from 'assay-sandbox/identity.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import bs58 from 'bs58';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase, temporaryDataDir } from '../support/database.ts';
import { asPublished } from '../support/published-schemas.ts';

/** What a test reads of an answer over HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
  readonly body: any;
}

/** A transfer that was prepared. */
export interface Prepared {
  readonly transaction: string;
  readonly ticket: string;
}

/** A sandbox, a merchant, and settings under which any number of replicas serve both. */
export interface MoneyTown {
  readonly sandbox: Sandbox;
  readonly database: TestDatabase;
  readonly merchant: Keypair;
  readonly feePayer: Keypair;
  readonly ticketSecret: string;
  readonly settings: Readonly<Record<string, string>>;
  /** A subject whose verdict is certain. */
  readonly subject: string;
  wallet(usdcAtomic?: bigint): Promise<Keypair>;
  /** Signs under a fresh block hash, sends without preflight, and returns the signature. The first signer pays the fee. */
  land(instructions: readonly TransactionInstruction[], ...signers: readonly Keypair[]): Promise<string>;
  /** Signs a proposal as it is and sends it. */
  send(transaction: string, signer: Keypair): Promise<string>;
  /** Makes everything up to now final. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const SOL = 1_000_000_000;
/** Before a claim is repeated: each one counts against the caller. */
const CLAIM_PAUSE_MS = 200;
/** Slots of real time, enough that nothing is final before a test says so. Not more, because each settling ages the proposals of a service. */
const FINALITY_SLOTS = 30;

/** Opens the town. Call `stop` in `afterAll`. */
export async function openMoneyTown(): Promise<MoneyTown> {
  const [sandbox, database] = await Promise.all([startSandbox({ finalitySlots: FINALITY_SLOTS }), openTestDatabase()]);
  const [merchant, feePayer] = [Keypair.generate(), Keypair.generate()];
  const feePayerFile = join(temporaryDataDir(), 'fee-payer.json');
  writeFileSync(feePayerFile, JSON.stringify([...feePayer.secretKey]));
  const ticketSecret = randomBytes(32).toString('hex');
  const call = <T>(method: string, params: readonly unknown[]) => rpc<T>(sandbox.url, method, params);
  await call('sandbox_airdropUsdc', [merchant.publicKey.toBase58(), '0']);
  await call('requestAirdrop', [feePayer.publicKey.toBase58(), SOL]);
  const settle = async () => {
    // A transaction enters the slot after the one in which it was sent.
    await call('sandbox_advance', [FINALITY_SLOTS + 2]);
  };
  await settle();
  const transmit = async (signed: VersionedTransaction) => {
    const bytes = Buffer.from(signed.serialize()).toString('base64');
    await call('sendTransaction', [bytes, { encoding: 'base64', skipPreflight: true }]);
    return bs58.encode(signed.signatures[0] ?? new Uint8Array());
  };
  return {
    sandbox,
    database,
    merchant,
    feePayer,
    ticketSecret,
    subject: String(sandbox.subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address),
    settings: {
      ...devnetSettings,
      DATABASE_URL: database.url,
      SOLANA_RPC_URLS: sandbox.url,
      PAY_TO: merchant.publicKey.toBase58(),
      X402_FACILITATOR: 'local',
      X402_FEE_PAYER: feePayerFile,
      TICKET_SECRET: ticketSecret,
    },
    async wallet(usdcAtomic = 200_000_000n) {
      const wallet = Keypair.generate();
      await call('requestAirdrop', [wallet.publicKey.toBase58(), SOL]);
      await call('sandbox_airdropUsdc', [wallet.publicKey.toBase58(), `${usdcAtomic}`]);
      return wallet;
    },
    async land(instructions, ...signers) {
      const { value } = await call<{ value: { blockhash: string } }>('getLatestBlockhash', []);
      const payerKey = signers[0]?.publicKey ?? feePayer.publicKey;
      const message = new TransactionMessage({
        payerKey,
        recentBlockhash: value.blockhash,
        instructions: [...instructions],
      });
      const transaction = new VersionedTransaction(message.compileToV0Message());
      transaction.sign([...signers]);
      return await transmit(transaction);
    },
    async send(transaction, signer) {
      const signed = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
      signed.sign([signer]);
      return await transmit(signed);
    },
    settle,
    async stop() {
      await Promise.all([sandbox.stop(), database.stop()]);
    },
  };
}

/** The mint that everything is paid in. */
export const USDC = USDC_MINT;

/** The instructions of a proposal: compute budget (2), TransferChecked, memo. */
export function instructionsOf({ transaction }: Prepared): TransactionInstruction[] {
  const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
  return TransactionMessage.decompile(message).instructions;
}

/** One call over HTTP: GET, or POST where there is a body. */
export async function ask(url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const told = text.startsWith('{') ? JSON.parse(text) : text;
  return asPublished({ status: response.status, headers: response.headers, body: told });
}

/** One call with a key. */
export function withKey(url: string, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return ask(url, undefined, { 'X-API-Key': key, ...headers });
}

/** Prepares a transfer; the service must agree. */
export async function prepare(
  url: string,
  payer: Keypair,
  amount: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Prepared> {
  const order = { payer: payer.publicKey.toBase58(), amount_atomic: amount, ...more };
  const { status, body } = await ask(`${url}/credits/prepare`, order);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Claims, and again while the chain or a cache before it does not say that the transfer is final. A test's own time ends it. */
export async function claim(url: string, body: Readonly<Record<string, unknown>>): Promise<Reply> {
  for (;;) {
    const reply = await ask(`${url}/credits/claim`, body);
    if (reply.body.code !== 'transaction_not_final') return reply;
    await pause(CLAIM_PAUSE_MS);
  }
}

/**
 * Prepares, pays and waits: what a claim takes. The chain of a town leaps ahead of the tip that the service last saw, so the
 * transfer goes under a newer block hash, as with a wallet whose owner thinks for long.
 */
export async function paid(
  town: MoneyTown,
  url: string,
  wallet: Keypair,
  amount: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly signature: string; readonly ticket: string }> {
  const prepared = await prepare(url, wallet, amount, more);
  const signature = await town.land(instructionsOf(prepared), wallet);
  await town.settle();
  return { signature, ticket: prepared.ticket };
}

/** A new key with so much credit, bought over HTTP. */
export async function boughtKey(town: MoneyTown, url: string, wallet: Keypair, amount: number): Promise<string> {
  const { status, body } = await claim(url, await paid(town, url, wallet, amount));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return String(body.api_key);
}
