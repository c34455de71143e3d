import { fromBase64, toBase64, utf8 } from './bytes.ts';
import { formatUsdc } from './decimal.ts';
import { ownError } from './errors.ts';
import { isRecord } from './json.ts';
import { addressOf, signedBy, type Wallet } from './signer.ts';
import { checkedTransfer } from './transfer.ts';

/** What one call may pay with. */
export interface PaymentTerms {
  readonly wallet: Wallet;
  /** The most that may be signed away for the call, in atomic USDC. */
  readonly maxAtomic: bigint;
  /** The only wallet that may be paid; without it the one that the service names. */
  readonly payTo?: string | undefined;
  /** CAIP-2 id of the only network whose money is paid; without it that of the service. */
  readonly network?: string | undefined;
  /** Asks the service to propose a payment of this wallet: `transaction` in base64. */
  readonly propose: (payer: string) => Promise<unknown>;
}

/** USDC by network. Nothing else is ever signed away. */
const USDC: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
};

/** One way to pay of a 402, as x402 v2 writes it. */
interface Requirements {
  readonly scheme: 'exact';
  readonly network: string;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly extra: { readonly feePayer: string };
}

/**
 * The value of `PAYMENT-SIGNATURE` for a call that was answered 402 with this `PAYMENT-REQUIRED`: a payment that the wallet signed,
 * of USDC, of exactly the amount that is asked for and never above `maxAtomic`. The service proposes the transaction, so that no RPC
 * is needed; it is signed only when nothing else is in it. Throws an AssayError before anything is signed.
 */
export async function paymentFor(required: string, terms: PaymentTerms): Promise<string> {
  const offer = readOffer(required);
  const accepted = acceptable(offer.accepts, terms.network);
  const amount = BigInt(accepted.amount);
  const { feePayer } = accepted.extra;
  if (amount > terms.maxAtomic) {
    const words = `the call costs ${formatUsdc(amount)} USDC, and at most ${formatUsdc(terms.maxAtomic)} may be paid`;
    throw ownError('price_above_cap', words, { status: 402, paymentState: 'unused' });
  }
  if (terms.payTo !== undefined && terms.payTo !== accepted.payTo) throw refused('it is to be paid to another wallet');
  const payer = addressOf(terms.wallet);
  const proposed = await terms.propose(payer);
  const bytes =
    isRecord(proposed) && typeof proposed.transaction === 'string' ? fromBase64(proposed.transaction) : null;
  if (bytes === null) throw refused('no transaction was proposed');
  const transfer = { payer, payTo: accepted.payTo, mint: accepted.asset, feePayer };
  const checked = await checkedTransfer(bytes, transfer, amount).catch((error: Error) => {
    throw refused(error.message);
  });
  const transaction = toBase64(await signedBy(terms.wallet, checked, feePayer));
  const { resource, extensions } = offer;
  return toBase64(utf8(JSON.stringify({ x402Version: 2, resource, accepted, payload: { transaction }, extensions })));
}

function readOffer(required: string): Readonly<Record<string, unknown>> {
  try {
    const offer: unknown = JSON.parse(new TextDecoder().decode(fromBase64(required) ?? new Uint8Array()));
    if (isRecord(offer) && offer.x402Version === 2) return offer;
  } catch {
    // It is no JSON, which is said below.
  }
  throw refused('the terms of payment are not those of x402 v2');
}

function acceptable(accepts: unknown, network: string | undefined): Requirements {
  const payable: readonly Requirements[] = Array.isArray(accepts) ? accepts.filter(isPayable) : [];
  const found = payable.find((one) => network === undefined || one.network === network);
  if (found === undefined) throw refused('it cannot be paid in USDC on Solana');
  return found;
}

function isPayable(one: unknown): one is Requirements {
  if (!isRecord(one) || one.scheme !== 'exact' || !isRecord(one.extra)) return false;
  const isUsdc = typeof one.network === 'string' && Object.hasOwn(USDC, one.network) && USDC[one.network] === one.asset;
  const names = [one.payTo, one.extra.feePayer];
  return isUsdc && /^[1-9]\d{0,17}$/.test(String(one.amount)) && names.every((name) => typeof name === 'string');
}

function refused(why: string) {
  return ownError('payment_refused', `nothing was signed: ${why}`, { status: 402, paymentState: 'unused' });
}
