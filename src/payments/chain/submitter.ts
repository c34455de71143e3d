import { sendTransaction } from 'assay-core/chain/loaders/simulate-and-send.ts';
import type { Wait } from 'assay-core/chain/rpc/call-wait.ts';
import type { Endpoint } from 'assay-core/chain/rpc/endpoint.ts';
import { now } from 'assay-core/chain/rpc/rpc-limits.ts';
import type { Transport } from 'assay-core/chain/rpc/rpc-transport.ts';
import { known, missing, type Reading } from 'assay-core/lib/reading.ts';
import { parseSignature, type Signature } from 'assay-core/solana/address.ts';
import bs58 from 'bs58';
import type { PaymentLimits } from './payment-limits.ts';
import { firstThat } from './second-opinions.ts';

const READING = 'send';
/** Nodes often drop a transaction, and the same bytes can land only once. */
const ENDPOINTS_AT_ONCE = 2;
/** A transaction begins with the number of its signatures, in one byte below this, followed by the signatures. */
const COUNT_MAX = 0x7f;
const SIGNATURE_BYTES = 64;

/** The first signature of a transaction in base64, which identifies it; null where the text holds none. */
function firstSignature(transaction: string): Signature | null {
  const bytes = Buffer.from(transaction, 'base64');
  const [count = 0] = bytes;
  if (bytes.toString('base64') !== transaction || count < 1 || count > COUNT_MAX) return null;
  if (bytes.length <= 1 + count * SIGNATURE_BYTES) return null;
  return parseSignature(bs58.encode(bytes.subarray(1, 1 + SIGNATURE_BYTES)));
}

/** Sends a signed transaction to two endpoints at once, and to the next two when neither accepts it. */
export async function submit(
  transport: Transport,
  transaction: string,
  limits: PaymentLimits,
): Promise<Reading<Signature>> {
  const signature = firstSignature(transaction);
  if (!signature) return missing(READING, 'unreadable', 'the text is not a signed transaction in base64');
  const left = inOrder(transport);
  let gap: Reading<Signature> = missing(READING, 'rpc_unavailable', 'no endpoint could be asked');
  while (left.length > 0) {
    const tries = left.splice(0, ENDPOINTS_AT_ONCE).map(async (endpoint) => {
      const { reading } = await transport.callAt(endpoint, sendTransaction, transaction, lasting(limits));
      return taken(reading, signature);
    });
    const first = await firstThat(tries, (reading) => reading.known);
    if (first) return first;
    gap = (await tries[0]) ?? gap;
  }
  return gap;
}

/** A wait that never aborts: when one endpoint has accepted the transaction, the other still gets it. */
function lasting({ callMsMax, answerTimeoutMs }: PaymentLimits): Wait {
  const { signal } = new AbortController();
  return { signal, deadline: now() + callMsMax, answerTimeoutMs, rank: 'settlement' };
}

/** The endpoint's answer; a gap where it names the signature of another transaction. */
function taken(reading: Reading<string | null>, signature: Signature): Reading<Signature> {
  if (!reading.known) return reading;
  if (reading.value === null || reading.value === signature) return known(signature);
  return missing(READING, 'rpc_disagrees', 'the endpoint answered with the signature of another transaction');
}

/** Endpoints that can be asked now, are up to date and know the method come first; then the configured order. */
function inOrder(transport: Transport): Endpoint[] {
  const unfit = (endpoint: Endpoint) => {
    const { resting, shunned } = endpoint.health;
    return resting || shunned || transport.lags(endpoint) || endpoint.limits.refusalOf(sendTransaction.name) !== null;
  };
  return transport.endpoints.toSorted((a, b) => Number(unfit(a)) - Number(unfit(b)));
}
