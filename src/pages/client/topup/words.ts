import type { ApiProblem } from './api.ts';

/** The remedy for each difference between a transfer and its ticket. */
const MISMATCHES: Readonly<Record<string, string>> = {
  success: 'Your wallet keeps the USDC; only the network fee is gone. Forget this ticket and prepare a new transfer.',
  ticket:
    'Look in your wallet for the transfer that was prepared with this ticket and give its signature. If you gave the signature of another payment, that one needs its own ticket.',
  token: 'Another token was sent than USDC. Ask the operator of this service to send it back; the ticket stays here.',
  recipient:
    'The payment went to another account. Compare the recipient in your wallet with the one that was prepared.',
  amount: 'Another amount was sent. Ask the operator of this service; the ticket stays here as your proof.',
  payer: 'Another wallet paid. Claim with the ticket that was prepared for it, or ask the operator of this service.',
};

const NEXT: Readonly<Record<string, string>> = {
  transaction_not_final:
    'It takes about 7 seconds, and this page asks again by itself. You may close it and come back later.',
  chain_unavailable: 'Nothing is lost: this page asks again by itself.',
  not_ready: 'The service is starting. This page asks again by itself.',
  no_answer: 'Check your connection. Nothing is lost: this page asks again by itself.',
  signature_already_credited:
    'If you claimed it before, its key has the credit. Otherwise check that the signature belongs to this ticket.',
  api_key_unknown: 'Type the key again, or claim without one: then you get a new key.',
  ticket_unreadable: 'Copy the whole ticket, as /credits/prepare returned it, from this service and its network.',
};

const MEMBERS: Readonly<Record<string, string>> = {
  signature: 'Copy the signature of the transaction from your wallet: 87 or 88 letters and digits.',
  ticket: NEXT.ticket_unreadable ?? '',
  payer: 'Choose another account of your wallet.',
  amount_atomic: 'Choose another amount.',
  key: 'Type the key again.',
};

/** The fault and its remedy, in sentences. */
export interface TroubleWords {
  readonly what: string;
  readonly next: string;
}

/** A refusal in words with its next step. The service's own words always stand first. */
export function inWords(problem: ApiProblem): TroubleWords {
  const { code, detail } = problem;
  // The rest of its words is for programs, which have to repeat the claim by themselves.
  const what = code === 'transaction_not_final' ? detail.replace(/(?<=\.) .*$/s, '') : detail;
  return { what, next: nextStep(problem) };
}

function nextStep({ code, status, mismatch, member, retryable }: ApiProblem): string {
  const known = mismatch === null ? undefined : MISMATCHES[mismatch];
  if (known !== undefined) return known;
  if (status === 422) return MEMBERS[member ?? ''] ?? 'Correct it and try again.';
  if (status === 429) return 'Too many questions from here. Wait a little; this page asks again by itself.';
  const next = NEXT[code];
  if (next !== undefined) return next;
  return retryable ? 'Nothing is lost: this page asks again by itself.' : 'Ask the operator of this service.';
}
