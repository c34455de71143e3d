import { api, type Guide, type Prepared } from './topup-api.ts';
import type { Order } from './topup-order.ts';
import { type Payment, tailOf } from './topup-pending.ts';
import type { Proposal } from './topup-review.ts';
import type { Payer } from './topup-wallets.ts';
import { inWords } from './topup-words.ts';
import { micros } from './usdc.ts';
import { fromBase64 } from './wallet-bytes.ts';
import { readTransfer } from './wallet-message.ts';

/** A wallet needs a moment to sign and to send: what is shown as time left ends this much earlier. */
const MARGIN_MS = 5_000;

/** Asks for the transfer of an order and reads it. Why there is none, in words, where it cannot be signed with good reason. */
export async function prepareTransfer(
  { amountAtomic, pass }: Order,
  payer: Payer,
  guide: Guide,
  key: string | null,
): Promise<Proposal | string> {
  const body = { payer: payer.address, amount_atomic: Number(amountAtomic), pass };
  const answer = await api.prepare(body);
  if ('problem' in answer) {
    const { what, next } = inWords(answer.problem);
    return `${what} ${next}`;
  }
  const prepared = answer.value;
  if (!isAsOrdered(prepared, { amountAtomic, pass }, guide)) return OTHER;
  const reading = readTransfer(bytesOf(prepared), {
    payer: payer.address,
    mint: guide.asset_mint,
    payTo: guide.pay_to,
    destination: prepared.pay_to_token_account,
    amountAtomic,
    memo: prepared.memo,
  });
  if ('refused' in reading) return reading.refused;
  // Both times are the service's: the clock of this machine may be wrong.
  const left = Date.parse(prepared.expires_at) - answer.servedAt - MARGIN_MS;
  return { prepared, payer, costs: reading, key, endsAt: performance.now() + left };
}

const OTHER = 'The service prepared another transfer than was ordered. It was not given to the wallet.';

/** What is shown is shown from the answer, so it must say what was ordered; the transaction is held against both. */
function isAsOrdered(prepared: Prepared, { amountAtomic, pass }: Order, guide: Guide): boolean {
  return (
    micros(prepared.amount_usdc) === amountAtomic &&
    (prepared.pass !== undefined) === pass &&
    prepared.pay_to === guide.pay_to &&
    prepared.asset_mint === guide.asset_mint &&
    prepared.network === guide.network
  );
}

function bytesOf({ transaction }: Prepared): Uint8Array {
  try {
    return fromBase64(transaction);
  } catch {
    return new Uint8Array();
  }
}

/** What of a proposal must be kept from the moment that a wallet is asked to sign it. */
export function paymentOf({ prepared, payer, key }: Proposal): Payment {
  return {
    ticket: prepared.ticket,
    memo: prepared.memo,
    amountUsdc: prepared.amount_usdc,
    tier: prepared.pass?.tier ?? null,
    payer: payer.address,
    network: prepared.network,
    preparedAt: Date.now(),
    signature: null,
    creditTo: key === null ? null : tailOf(key),
    apiKey: null,
    creditedUsdc: null,
  };
}
