import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Keypair, PublicKey } from '@solana/web3.js';
import { x402Client } from '@x402/core/client';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { peer } from './peer.ts';

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** A wallet with USDC and no SOL that pays through the published clients, and remembers the payments that they sent. */
export interface Buyer {
  readonly address: string;
  /** `@x402/fetch` 2.27.0 with its own limits. */
  readonly v2: Fetch;
  /** `x402-fetch` 1.2.0 with its own limits. */
  readonly v1: Fetch;
  /** The payment headers that left, oldest first, each as a record of one header. */
  readonly sent: readonly Readonly<Record<string, string>>[];
  /** A payment of what a 402 asks for by its `payment-required` header, signed and not sent. */
  sign(required: string | null): Promise<Readonly<Record<string, string>>>;
}

const PAYMENT_HEADERS = ['PAYMENT-SIGNATURE', 'X-PAYMENT'];
const ATOMIC = '1000000';
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ATA_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** A new wallet with one USDC on the sandbox behind `rpcUrl`. */
export async function openBuyer(rpcUrl: string): Promise<Buyer> {
  const keypair = Keypair.generate();
  const address = keypair.publicKey.toBase58();
  await confirmed(rpcUrl, await rpc<string>(rpcUrl, 'sandbox_airdropUsdc', [address, ATOMIC]));
  const signer = await createKeyPairSignerFromBytes(keypair.secretKey);
  const sent: Record<string, string>[] = [];
  const remembering = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    for (const name of PAYMENT_HEADERS) {
      const value = request.headers.get(name);
      if (value !== null) sent.push({ [name]: value });
    }
    return await fetch(request);
  }) satisfies Fetch;
  const [now, before] = await Promise.all([
    peer<{ wrapFetchWithPayment(fetch: Fetch, client: x402Client): Fetch }>('@x402/fetch'),
    peer<{ wrapFetchWithPayment(fetch: Fetch, signer: unknown, ...rest: unknown[]): Fetch }>('x402-fetch'),
  ]);
  const client = new x402Client().register(DEVNET, new ExactSvmScheme(signer, { rpcUrl }));
  return {
    address,
    sent,
    sign: async (required) => {
      const payment = await client.createPaymentPayload(decodePaymentRequiredHeader(String(required)));
      return { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payment)).toString('base64') };
    },
    v2: now.wrapFetchWithPayment(remembering, client),
    v1: before.wrapFetchWithPayment(remembering, signer, undefined, undefined, { svmConfig: { rpcUrl } }),
  };
}

async function confirmed(rpcUrl: string, signature: string): Promise<void> {
  for (;;) {
    const { value } = await rpc<{ value: ({ confirmationStatus: string } | null)[] }>(rpcUrl, 'getSignatureStatuses', [
      [signature],
    ]);
    if (value[0] && value[0].confirmationStatus !== 'processed') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What an address holds of a mint in its associated token account, in atomic units; confirmed. */
export async function holding(rpcUrl: string, owner: string, mint: string): Promise<bigint> {
  const seeds = [new PublicKey(owner), TOKEN_PROGRAM, new PublicKey(mint)].map((key) => key.toBytes());
  const [account] = PublicKey.findProgramAddressSync(seeds, ATA_PROGRAM);
  const { value } = await rpc<{ value: { amount: string } }>(rpcUrl, 'getTokenAccountBalance', [
    account.toBase58(),
    { commitment: 'confirmed' },
  ]);
  return BigInt(value.amount);
}
