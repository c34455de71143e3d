import type { ClaimAnswer, PreparedTransfer } from '#payments/credits/model.ts';

/** What to do with a prepared transfer. */
export const signingSteps: readonly string[] = [
  'Decode transaction (base64) and check it: one transfer of amount_atomic of asset_mint to pay_to_token_account, and the memo.',
  'Sign it with the wallet of the payer, as it is, and send it before expires_at. The payer pays the network fee.',
  'Wait until it is finalized, which takes about 7 seconds.',
  'Send claim with the signature of the transaction. The API key is shown once. A repeat credits nothing twice; while the key was never used, a repeat without one gives a new one, at most five times, and revokes the one before. A key that a claim names is never revoked by it.',
];

/** The claim of a prepared transfer as a client can send it, but for the signature. */
export function claimCall({ ticket, pass }: PreparedTransfer, baseUrl: string): object {
  const body = { signature: '<TRANSACTION_SIGNATURE>', ticket, ...(pass && { pass: true }) };
  return { method: 'POST', url: `${baseUrl}/credits/claim`, body };
}

const SEND_IT = 'Send it as X-API-Key.';

/** What the answer to a claim means, in words. */
export function claimNote({ repeated, apiKey }: ClaimAnswer): string {
  if (!repeated) {
    return apiKey === undefined
      ? 'Credited to the key that was given.'
      : `Keep the key: it is shown once and stored as a hash only. ${SEND_IT}`;
  }
  const nothing = 'An earlier claim credited this transfer; nothing was credited again.';
  return apiKey === undefined
    ? `${nothing} No key was issued or revoked: the one that was issued last stays as it is. One that is lost is replaced by the operator alone.`
    : `${nothing} The key is a new one and the one before it is revoked. ${SEND_IT}`;
}
