import type { Refusal } from './plan.ts';

/*
 * The refusals of providers, and of nodes without a provider. Codes, statuses and the sense of the messages are documented by the
 * provider or reported by users; the words of a message that nobody published are ours.
 */

const inItem = { status: 200 } as const;

/** The whole request is refused, with nothing that names a call. */
function whole(status: number, code: number | null, message: string, headers?: Refusal['headers']): Refusal {
  return { status, code, message, inArray: 'whole', ...(headers && { headers }) };
}

/** The call alone is refused; an array is answered with 200. */
function item(status: number, code: number, message: string): Refusal {
  return { status, code, message, inArray: inItem };
}

export const publicTooFast = whole(429, 429, 'Too many requests for a specific RPC call', { 'retry-after': '10' });
export const heliusTooFast = whole(429, -32429, 'rate limited', { 'retry-after': '1' });
export const heliusPaidOnly = whole(403, -32403, 'This feature is only available for paid plans.');
export const alchemyTooFast: Refusal = item(
  429,
  429,
  'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
);
export const chainstackTooFast = whole(
  429,
  -32005,
  "You've exceeded the RPS limit available on the current plan. Learn more: https://docs.chainstack.com/docs/limits",
);
export const chainstackDedicated = item(200, -32601, 'Method is available on dedicated nodes only.');
export const chainstackPaid = item(200, -32601, 'Method is available on paid plans only.');
export const tritonTooFast = whole(429, 429, 'Too many requests: the method rate limit was passed', {
  'retry-after': '10',
});
export const ankrTooFast = whole(429, -32005, 'too many requests');
export const drpcTooFast = item(429, 15, 'Too many requests, please try again');
export const drpcArrays: Refusal = {
  status: 500,
  code: 31,
  message: 'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account',
  inArray: { status: 500 },
};
export const drpcPaid = item(400, 35, 'Method is not available on freetier, please upgrade to paid tier');
export const getblockTooFast = whole(429, 429, 'Too many requests');
export const syndicaTooFast = whole(429, 429, 'Too Many Requests');
export const shyftTooFast = whole(429, 429, 'Too many requests. Please retry after some time');
export const tatumTooFast = whole(429, 429, 'You have reached the limit of 3 requests per second.');
export const tatumPaid = whole(403, -32403, 'This method is available on paid plans only.');
export const blockdaemonTooFast = whole(429, null, 'rate limit exceeded');
export const publicnodePaid = whole(403, -32602, 'This method requires a personal token.');
export const publicnodeTooFast = whole(429, null, 'Too Many Requests');
export const publicnodeGone = whole(410, null, 'Gone');
export const planLacksMethod = item(200, -32601, 'Method not available on your plan');
export const excludedFromIndex = item(
  200,
  -32010,
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA excluded from account secondary indexes; this RPC method unavailable for key',
);
export const unknownMethod = item(200, -32601, 'Method not found');
export const unsupportedMethod = item(400, -32600, 'Unsupported method on SOLANA_MAINNET.');
export const noHistory = item(200, -32011, 'Transaction history is not available from this node');
export const bodyTooLong = whole(413, null, 'Payload Too Large');
export const arrayTooLong = whole(413, null, 'Payload Too Large');

/** A rate that QuickNode passes on as an error of each call: the code is that of a node for a skipped slot. */
export function quicknodeTooFast(most: number): Refusal {
  return item(429, -32007, `${most}/second request limit reached - reduce calls per second or upgrade your account`);
}

export function quicknodeAddresses(most: number): Refusal {
  return item(413, -32615, `getMultipleAccounts is limited to a range of ${most} on your plan`);
}

/** What a node says of a block before its ledger begins. */
export function noHistoryBefore(slot: number, first: number): { readonly code: number; readonly message: string } {
  return { code: -32001, message: `Block ${slot} cleaned up, does not exist on node. First available block: ${first}` };
}
