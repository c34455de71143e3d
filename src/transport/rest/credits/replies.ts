import type { AccountView, ClaimedCreditView, PassPeriodView, PreparedCreditView } from '#schema/contract.ts';

/** The answer of `POST /credits/prepare`. The amount is a number, as it came. */
export function prepareReply(prepared: PreparedCreditView): object {
  const { transaction, ticket, expires_at, amount_atomic, pass, instructions, claim, ...terms } = prepared;
  return {
    transaction,
    ticket,
    expires_at,
    amount_atomic: Number(amount_atomic),
    ...terms,
    ...(pass && { pass: { ...pass, tier: pass.tier.toLowerCase() } }),
    instructions,
    claim,
  };
}

/** The answer of `POST /credits/claim`. */
export function claimReply({ api_key, balance_usdc, pass, repeated, ...rest }: ClaimedCreditView): object {
  const { credited_usdc, note } = rest;
  return {
    ...(api_key !== null && { api_key }),
    credited_usdc,
    ...(balance_usdc !== null && { balance_usdc }),
    ...(pass && { pass: bought(pass) }),
    ...(repeated && { repeated }),
    note,
  };
}

/** A new period has no state here: it may begin now or when the one before it ends. */
function bought(pass: PassPeriodView): object {
  const { state: _state, ...period } = periodOf(pass);
  return period;
}

/** The answer of `GET /credits/balance`. */
export function balanceReply({ balance_usdc, balance_atomic, passes, entries }: AccountView): object {
  return {
    balance_usdc,
    balance_atomic,
    passes: passes.map(periodOf),
    movements: entries.edges.map(({ node }) => ({ ...node, kind: node.kind.toLowerCase() })),
  };
}

/** The enumerations of the schema are written in upper case, everything else that names them in lower case. */
function periodOf({ tier, state, ...period }: PassPeriodView) {
  return { tier: tier.toLowerCase(), state: state.toLowerCase(), ...period };
}

/** What to do with a prepared payment. */
export const paymentSteps: readonly string[] = [
  'Decode transaction (base64) and let the wallet of the payer sign it as it is. Do not send it: the place of its fee payer stays unsigned.',
  'Put the signed transaction, in base64, into payment_payload at signed_transaction_at.',
  'Send GET to the URL of payment_payload.resource with the header payment_header_name: the base64 of payment_payload as JSON.',
  'When no answer arrives, repeat the same request with the same header: it is never charged twice.',
];
