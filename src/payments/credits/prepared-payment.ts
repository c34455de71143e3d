import { randomBytes } from 'node:crypto';
import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { Fault } from '#lib/fault.ts';
import type { PaymentChain } from '../chain/payment-chain.ts';
import type { AssetFacts, AssetFactsSource } from './asset-facts.ts';
import { transferBasis } from './asset-facts.ts';
import { computeBudget, memo, transferChecked } from './instructions.ts';
import type { PreparedPayment } from './requests.ts';
import { readPayer, unsigned } from './transfer.ts';

/** An offer of a 402: x402 v2 requirements with the resource and the extensions. */
export interface PaymentOffer {
  readonly payer: string;
  readonly requirements: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  /** Returned unchanged, the nonce included. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Prepares payments for wallets that do not support x402. */
export interface PaymentPreparer {
  /** Rejects with `invalid_request` (loc `["body","payer"]`), `chain_unavailable` and `not_ready`. */
  prepare(offer: PaymentOffer): Promise<PreparedPayment>;
}

export interface PaymentPreparerParts {
  readonly chain: Pick<PaymentChain, 'tip'>;
  readonly facts: AssetFactsSource;
  readonly settings: { readonly payTo: string; readonly facilitatorKeys: () => readonly string[] };
  /** Unix milliseconds; the clock of the process when absent. */
  readonly now?: () => number;
}

/**
 * Enough for four guards of a wallet. Public logs show 12,724 units for a memo of 32 characters, 6,462 for the transfer, and 1,819 to 5,660
 * for a guard. A guard that derives an address takes 1,500 more for each bump that it tries. The priority fee is one lamport, as with the
 * 20,000 units of the x402 scheme's reference client.
 */
const UNITS_MAX = 60_000;
const MICROLAMPORTS_PER_UNIT = 1;
/** Makes two payments of one amount under one blockhash different transactions. */
const NONCE_BYTES = 16;
const RETRY_SECONDS = 2;

/** A preparer of x402 payments (scheme `exact` on Solana, version 2). It signs nothing. */
export function openPaymentPreparer(parts: PaymentPreparerParts): PaymentPreparer {
  return { prepare: (offer) => prepare(parts, offer) };
}

async function prepare(parts: PaymentPreparerParts, offer: PaymentOffer): Promise<PreparedPayment> {
  const { requirements, resource, extensions } = offer;
  const feePayer = feePayerOf(requirements);
  const { payTo, facilitatorKeys } = parts.settings;
  const wallet = readPayer(offer.payer, { payTo, facilitatorKeys: [feePayer, ...facilitatorKeys()] });
  if ('item' in wallet) throw new Fault('invalid_request', wallet.item.msg, { invalid: [wallet.item] });
  const { payer } = wallet;
  const { facts, tip } = await transferBasis(parts);
  const amountAtomic = amountOf(requirements, facts);
  const { mint, tokenProgram, decimals, destination } = facts;
  const from = associatedAccount(payer, mint, tokenProgram);
  const transaction = unsigned(feePayer, tip.blockhash, [
    ...computeBudget(UNITS_MAX, MICROLAMPORTS_PER_UNIT),
    transferChecked({ tokenProgram, from, mint, to: destination, authority: payer, amountAtomic, decimals }),
    memo(randomBytes(NONCE_BYTES).toString('hex')),
  ]);
  return {
    transaction,
    headerName: 'PAYMENT-SIGNATURE',
    payload: { x402Version: 2, resource, accepted: requirements, payload: { transaction }, extensions },
    signedTransactionAt: 'payload.transaction',
    requirements,
    expiresAt: new Date((parts.now ?? Date.now)() + tip.landsWithinMs),
  };
}

function feePayerOf({ extra }: Readonly<Record<string, unknown>>): Address {
  const named = typeof extra === 'object' && extra !== null && 'feePayer' in extra ? extra.feePayer : null;
  const feePayer = parseAddress(named);
  if (feePayer) return feePayer;
  throw new Fault('not_ready', 'No facilitator has named a fee payer yet, so no payment per call can be proposed.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** Offers and facts come from one configuration; a transfer with contradictory ones would pay for nothing. */
function amountOf({ amount, asset, payTo }: Readonly<Record<string, unknown>>, facts: AssetFacts): bigint {
  if (asset !== facts.mint || payTo !== facts.payTo || typeof amount !== 'string') {
    throw new Error('the offer is not one for the asset and the wallet that are watched');
  }
  return BigInt(amount);
}
