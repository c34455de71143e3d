import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types';
import { decodeTransactionFromPayload, type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/facilitator';
import bs58 from 'bs58';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';

/**
 * The facilitator's behaviour. `hang`: broadcasts the payment and never answers. `deny`: broadcasts and says that it failed. `pretend`:
 * signs, sends nothing and says that it settled. `swap`: broadcasts and names another transaction. `silent`: answers nothing and
 * broadcasts nothing. `broken`: 500 to everything. `refuse`: settles nothing and says so. `delay`: says that it failed, and broadcasts
 * when `release` is called. `approve`: calls every payment valid. `reject`: calls every payment invalid, and `snatch` broadcasts it before
 * it says so. `borrow`: broadcasts nothing and names another transaction.
 */
type FacilitatorMood =
  | { readonly is: 'honest' | 'hang' | 'deny' | 'pretend' | 'silent' | 'broken' | 'refuse' | 'delay' | 'approve' }
  | { readonly is: 'reject' | 'snatch' }
  | { readonly is: 'swap' | 'borrow'; readonly signature: string };

/** A facilitator as a service elsewhere would run it: the reference implementation over HTTP, which can misbehave. */
export interface FacilitatorServer {
  readonly url: string;
  /** The fee payer that `/supported` names; it has SOL of the sandbox. */
  readonly feePayer: string;
  /** The paths of the requests that arrived, oldest first. */
  readonly requests: readonly string[];
  /** Signatures that were handed to the chain, in order. */
  readonly sent: readonly string[];
  /** How it behaves from now on. `/supported` is answered in every mood but `silent` and `broken`. */
  behave(mood: FacilitatorMood): void;
  /** Broadcasts what was delayed; resolves when it is on chain. */
  release(): Promise<void>;
  close(): Promise<void>;
}

export interface FacilitatorOptions {
  /** A sandbox's JSON-RPC endpoint. */
  readonly rpcUrl: string;
  /** CAIP-2 id; devnet's when absent, as the sandbox goes by. */
  readonly network?: `${string}:${string}`;
  /** The whole value that the `Authorization` header must have; anything else is answered with 401. */
  readonly authorization?: string;
  readonly feePayer?: Keypair;
}

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
// The name that version 1 has for it; the type of networks knows CAIP-2 ids only.
const DEVNET_V1 = 'solana-devnet' as `${string}:${string}`;
const FEE_PAYER_LAMPORTS = 1_000_000_000;

/** The state that the handler and the signer share. */
interface Served {
  mood: FacilitatorMood;
  readonly delayed: (() => Promise<unknown>)[];
  readonly requests: string[];
  readonly sent: string[];
}

interface SettleBody {
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: PaymentRequirements;
}

/** Serves `/supported`, `/verify` and `/settle` (x402 specification version 2, section 7) on a free port of loopback. */
export async function serveFacilitator(options: FacilitatorOptions): Promise<FacilitatorServer> {
  const feePayer = options.feePayer ?? Keypair.generate();
  const address = feePayer.publicKey.toBase58();
  await rpc(options.rpcUrl, 'requestAirdrop', [address, FEE_PAYER_LAMPORTS]);
  const served: Served = { mood: { is: 'honest' }, delayed: [], requests: [], sent: [] };
  const reference = await openReference(options, feePayer, served);
  const server = createServer((request, response) => {
    answer(options, served, reference, request, response).catch((error: unknown) => {
      send(response, 500, { error: String(error) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    feePayer: address,
    requests: served.requests,
    sent: served.sent,
    behave: (mood) => {
      served.mood = mood;
    },
    release: async () => {
      await Promise.all(served.delayed.splice(0).map((broadcast) => broadcast()));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function openReference(
  { rpcUrl, network = DEVNET }: FacilitatorOptions,
  feePayer: Keypair,
  served: Served,
): Promise<x402Facilitator> {
  const signer = await createKeyPairSignerFromBytes(feePayer.secretKey);
  const moody = moodySigner(toFacilitatorSvmSigner(signer, { defaultRpcUrl: rpcUrl }), served);
  return new x402Facilitator()
    .register(network, new ExactSvmScheme(moody))
    .registerV1(DEVNET_V1, new ExactSvmSchemeV1(moody));
}

/** The reference signer, except that its transactions in the mood `pretend` never leave this process. */
function moodySigner(signer: FacilitatorSvmSigner, served: Served): FacilitatorSvmSigner {
  return {
    ...signer,
    sendTransaction: async (transaction, network) => {
      if (served.mood.is === 'pretend') return signatureOf(transaction);
      const signature = await signer.sendTransaction(transaction, network);
      served.sent.push(signature);
      return signature;
    },
    confirmTransaction: async (signature, network) => {
      if (served.mood.is !== 'pretend') await signer.confirmTransaction(signature, network);
    },
  };
}

/** The fee payer's signature, which names the transaction. */
function signatureOf(transaction: string): string {
  const [first] = Object.values(decodeTransactionFromPayload({ transaction }).signatures);
  return bs58.encode(first ?? new Uint8Array(64));
}

async function answer(
  { authorization }: FacilitatorOptions,
  served: Served,
  reference: x402Facilitator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  served.requests.push(path);
  const { mood } = served;
  if (mood.is === 'silent') return;
  if (mood.is === 'broken') return send(response, 500, { error: 'out of order' });
  if (authorization !== undefined && request.headers.authorization !== authorization) {
    return send(response, 401, { error: 'unauthorized' });
  }
  if (path === '/supported') return send(response, 200, reference.getSupported());
  const body = JSON.parse(await readText(request)) as SettleBody;
  if (path === '/verify') {
    return send(response, 200, await verify(reference, mood, body));
  }
  if (path !== '/settle') return send(response, 404, { error: 'not found' });
  const settled = await settle(reference, served, body);
  if (settled) send(response, 200, settled);
}

/** The answer of `/verify`. */
async function verify(reference: x402Facilitator, { is }: FacilitatorMood, body: SettleBody): Promise<VerifyResponse> {
  const { paymentPayload, paymentRequirements } = body;
  if (is === 'approve') return { isValid: true };
  if (is === 'snatch') await reference.settle(paymentPayload, paymentRequirements);
  if (is === 'snatch' || is === 'reject') return { isValid: false, invalidReason: 'invalid_exact_svm_payload' };
  return await reference.verify(paymentPayload, paymentRequirements);
}

/** The answer of `/settle`; null when there is to be none. */
async function settle(
  reference: x402Facilitator,
  { mood, delayed }: Served,
  { paymentPayload, paymentRequirements }: SettleBody,
): Promise<SettleResponse | null> {
  const failed: SettleResponse = {
    success: false,
    errorReason: 'unexpected_settle_error',
    transaction: '',
    network: paymentRequirements.network,
  };
  if (mood.is === 'delay') delayed.push(() => reference.settle(paymentPayload, paymentRequirements));
  if (mood.is === 'borrow') return { ...failed, success: true, transaction: mood.signature };
  if (mood.is === 'refuse' || mood.is === 'delay') return failed;
  const settled = await reference.settle(paymentPayload, paymentRequirements);
  if (mood.is === 'hang') return null;
  if (mood.is === 'deny') return failed;
  return mood.is === 'swap' ? { ...settled, transaction: mood.signature } : settled;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
