// Settled x402 calls a second of the whole service with its local facilitator, beside the floor of the chain: the same
// simulations, sends and looks at the status, straight to the same sandbox. What is signed is signed before the clock runs.
import { fileURLToPath } from 'node:url';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { x402Client } from '@x402/core/client';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequirements } from '@x402/core/types';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { rpc } from '../packages/core/test/sandbox/rpc.ts';
import { build } from '../test/support/build.ts';
import { type ServiceProcess, startProcess } from '../test/support/service.ts';
import { median, ratiosOf, report } from './report.ts';

const BUYERS = 24;
const CALLS_PER_BUYER = 4;
const ROUNDS = 3;
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const VERDICT = 'CEX_FUNDED';
/** A settlement is simulated when it is verified and again before it is sent. */
const SIMULATIONS = 2;
const LOOK_MS = 300;

type Buyer = x402Client;
/** Does one prepared call; rejects when it did not settle. */
type Call = () => Promise<void>;

interface Place {
  readonly service: ServiceProcess;
  readonly rpcUrl: string;
  readonly check: string;
}

async function openPlace(): Promise<Place> {
  build();
  const service = await startProcess();
  for (;;) {
    const [, rpcUrl] = /sandbox RPC +(\S+)/.exec(service.output()) ?? [];
    if (rpcUrl === undefined) await sleep(50);
    else {
      const subjects = await rpc<{ verdict: string; address: string }[]>(rpcUrl, 'sandbox_subjects');
      const address = subjects.find(({ verdict }) => verdict === VERDICT)?.address;
      return { service, rpcUrl, check: `${service.url}/check/funder/${address}` };
    }
  }
}

async function openBuyer({ rpcUrl }: Place): Promise<Buyer> {
  const keypair = Keypair.generate();
  await rpc(rpcUrl, 'sandbox_airdropUsdc', [keypair.publicKey.toBase58(), '100000000']);
  const signer = await createKeyPairSignerFromBytes(keypair.secretKey);
  return new x402Client().register(NETWORK, new ExactSvmScheme(signer, { rpcUrl }));
}

/** A paid call of the service: its 402 is answered beforehand, the payment waits signed. */
async function paidCall({ check }: Place, buyer: Buyer): Promise<Call> {
  const unpaid = await fetch(check);
  const required = decodePaymentRequiredHeader(String(unpaid.headers.get('payment-required')));
  await unpaid.arrayBuffer();
  const payment = await buyer.createPaymentPayload(required);
  const headers = { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payment)).toString('base64') };
  return async () => {
    const response = await fetch(check, { headers });
    const text = await response.text();
    if (response.status !== 200 || !response.headers.has('payment-response')) {
      throw new Error(`the service answered ${response.status}: ${text}`);
    }
  };
}

/** A settlement without a service: the same transfer, co-signed by a fee payer of the benchmark. */
async function bareCall({ rpcUrl }: Place, buyer: Buyer, feePayer: Keypair, terms: PaymentRequirements): Promise<Call> {
  const accepts = [{ ...terms, extra: { ...terms.extra, feePayer: feePayer.publicKey.toBase58() } }];
  const resource = { url: 'http://127.0.0.1', description: '', mimeType: 'application/json' };
  const { payload } = await buyer.createPaymentPayload({ x402Version: 2, resource, accepts });
  const signer = toFacilitatorSvmSigner(await createKeyPairSignerFromBytes(feePayer.secretKey));
  const [address] = signer.getAddresses();
  if (address === undefined) throw new Error('the fee payer has no address');
  const transaction = await signer.signTransaction(String(payload.transaction), address, NETWORK);
  return async () => {
    for (let n = 0; n < SIMULATIONS; n += 1) {
      const { value } = await rpc<{ value: { err: unknown } }>(rpcUrl, 'simulateTransaction', [
        transaction,
        { encoding: 'base64', commitment: 'confirmed' },
      ]);
      if (value.err !== null) throw new Error(`the simulation failed: ${JSON.stringify(value.err)}`);
    }
    const options = { encoding: 'base64', skipPreflight: true };
    await confirmed(rpcUrl, await rpc<string>(rpcUrl, 'sendTransaction', [transaction, options]));
  };
}

async function confirmed(rpcUrl: string, signature: string): Promise<void> {
  for (;;) {
    await sleep(LOOK_MS);
    const { value } = await rpc<{ value: ({ err: unknown; confirmationStatus: string } | null)[] }>(
      rpcUrl,
      'getSignatureStatuses',
      [[signature]],
    );
    const [status] = value;
    if (status?.err) throw new Error(`${signature} failed`);
    if (status && status.confirmationStatus !== 'processed') return;
  }
}

/** Settled calls a second: each buyer makes its calls one after the other, all buyers at once. */
async function perSecond(buyers: readonly Buyer[], prepare: (buyer: Buyer) => Promise<Call>): Promise<number> {
  const queues = await Promise.all(
    buyers.map(async (buyer) => {
      const calls: Call[] = [];
      for (let n = 0; n < CALLS_PER_BUYER; n += 1) calls.push(await prepare(buyer));
      return calls;
    }),
  );
  const startedAt = performance.now();
  await Promise.all(
    queues.map(async (calls) => {
      for (const call of calls) await call();
    }),
  );
  return (buyers.length * CALLS_PER_BUYER * 1_000) / (performance.now() - startedAt);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Prints settled calls a second of both, and the ratio by round. */
export async function run(): Promise<void> {
  const place = await openPlace();
  try {
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => openBuyer(place)));
    const feePayer = Keypair.generate();
    await rpc(place.rpcUrl, 'requestAirdrop', [feePayer.publicKey.toBase58(), 1_000_000_000]);
    await sleep(1_000);
    const { headers } = await fetch(place.check);
    const [terms] = decodePaymentRequiredHeader(String(headers.get('payment-required'))).accepts;
    if (!terms) throw new Error('the 402 accepts nothing');
    const ours: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await perSecond(buyers, (buyer) => paidCall(place, buyer)));
      floor.push(await perSecond(buyers, (buyer) => bareCall(place, buyer, feePayer, terms)));
    }
    const ratios = ratiosOf(ours, floor);
    report({
      what: `settled x402 calls, ${BUYERS} buyers at once`,
      ours: `${median(ours).toFixed(1)}/s`,
      beside: `the sandbox chain alone ${median(floor).toFixed(1)}/s`,
      ratios,
    });
    const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`;
    console.log(`x402 settlements, ${BUYERS} buyers at once, ${ROUNDS} rounds of ${BUYERS * CALLS_PER_BUYER} calls`);
    console.log(`  whole service, local facilitator   ${median(ours).toFixed(1)} settled calls a second`);
    console.log(`  the chain's floor, no service      ${median(floor).toFixed(1)} settlements a second`);
    console.log(`  ratio ${median(ratios).toFixed(2)} ${spread}`);
  } finally {
    await place.service.end();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
