import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CallRate, errorIn, methodRateOfHeaders, rateOfHeaders } from './refusal-texts.ts';
import { type Refusal, type RefusalKind, type RefusalText, refusalOf, retryAfterMs } from './refusals.ts';

afterEach(() => void vi.useRealTimers());

const none: RefusalText = {
  status: 200,
  code: null,
  message: '',
  method: 'getTransaction',
  isArray: false,
  headers: {},
};

function read(text: Partial<RefusalText>): Refusal {
  return refusalOf({ ...none, ...text });
}

const array = { method: null, isArray: true };
const accounts = { method: 'getMultipleAccounts' };
const largest = { method: 'getTokenLargestAccounts' };
const blockTime = { method: 'getBlockTime' };

/** What arrives, the kind that it is, and where the shape is from. */
type Case = readonly [kind: RefusalKind, source: string, text: Partial<RefusalText>, also?: Partial<Refusal>];

const QUICKNODE_RATE =
  '15/second request limit reached - reduce calls per second or upgrade your account at quicknode.com';
const CHAINSTACK_RATE = "You've exceeded the RPS limit available on the current plan.";
const DRPC_ARRAY =
  'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account at drpc.org';
const HELIUS_ARRAY =
  'Batch requests are only available for paid plans. Please upgrade if you would like to gain access';
const PUBLICNODE_RATE =
  'Rate limit exceeded. To obtain higher limits, please request a personal token or a dedicated node';
const ALCHEMY_MONTH =
  'Monthly capacity limit exceeded. Visit https://dashboard.alchemy.com/settings/billing to upgrade your scaling policy for continued service.';

const limits: readonly Case[] = [
  [
    'too_fast',
    'Solana public: docs/references/clusters',
    { status: 429, code: 429, message: 'Too many requests for a specific RPC call' },
  ],
  [
    'too_fast',
    'Triton: docs.triton.one, handle 429',
    {
      status: 429,
      code: 429,
      message: 'Too many requests from your IP, contact your app developer or support@rpcpool.com.',
    },
  ],
  [
    'too_fast',
    'any proxy: RFC 6585, 429 without a body',
    { status: 429, headers: { 'retry-after': '10' } },
    { retryAfterMs: 10_000 },
  ],
  [
    'too_fast',
    'nginx: its page for 429',
    { status: 429, message: '<html><head><title>429 Too Many Requests</title></head></html>' },
  ],
  ['too_fast', 'RFC 6585, of a whole array', { status: 429, ...array }],
  ['too_fast', 'Helius: docs/billing/rate-limits', { status: 429, code: -32429, message: 'rate limited' }],
  ['too_fast', 'Helius: code without words', { status: 200, code: -32429 }],
  [
    'too_fast',
    'QuickNode: foundry-rs/foundry#4894',
    { code: -32007, message: QUICKNODE_RATE, ...blockTime },
    { rate: { calls: 15, seconds: 1 } },
  ],
  ['too_fast', 'QuickNode: foundry-rs/foundry#4894, HTTP 429', { status: 429, code: -32007, message: QUICKNODE_RATE }],
  [
    'too_fast',
    'QuickNode: foundry-rs/foundry#6712',
    { code: -32012, message: 'credits limited to 6000/sec' },
    { rate: null },
  ],
  [
    'too_fast',
    'Alchemy: docs, error reference',
    { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
    { rate: null },
  ],
  [
    'too_fast',
    'Alchemy: alloy-rs/alloy, HTTPError::is_retry_err',
    { code: -32016, message: 'Your app has exceeded its rate limit' },
  ],
  ['too_fast', 'Chainstack: support.chainstack.com', { status: 429, code: -32005, message: CHAINSTACK_RATE }],
  ['too_fast', 'dRPC: drpcorg/drpc-nextra', { status: 429, code: 15, message: 'Too many request, try again later' }],
  ['too_fast', 'PublicNode: users of 2026', { status: 429, code: -32005, message: PUBLICNODE_RATE }],
  ['too_fast', 'a -32005 without words', { code: -32005 }],
  [
    'too_fast',
    'Jito: its block engine',
    { status: 429, code: -32097, message: 'Network congested. Endpoint is globally rate limited.' },
  ],
  ['too_fast', 'alloy-rs/alloy: HTTPError::is_retry_err', { code: -32000, message: 'too many requests' }],
  ['too_fast', 'erpc/erpc: evm/error_normalizer.go', { code: -32000, message: 'node is under too much load' }],
  [
    'too_fast',
    'Ankr: account limited',
    { code: -32603, message: 'account limited to 15/sec' },
    { rate: { calls: 15, seconds: 1 } },
  ],
  [
    'too_fast',
    'a rate in words, HTTP 403',
    { status: 403, message: 'Limit of 100 requests per 10 seconds exceeded' },
    { rate: { calls: 100, seconds: 10 } },
  ],
  [
    'too_fast',
    'a rate beside a plan',
    { message: 'Your plan allows 50 requests per second. Please upgrade.' },
    { rate: { calls: 50, seconds: 1 } },
  ],
  ['too_fast', 'Amazon gateways: 503', { status: 503, message: 'Please slow down' }],
  ['credits_gone', 'Helius: helius-labs/rpc-perf-dash', { status: 429, code: -32429, message: 'max usage reached' }],
  ['credits_gone', 'Helius: plain text with HTTP 200', { message: 'max usage reached' }],
  ['credits_gone', 'Alchemy: users of 2026', { status: 429, code: 429, message: ALCHEMY_MONTH }],
  [
    'credits_gone',
    'Infura: ethers-io/ethers.js',
    { code: -32005, message: 'daily request count exceeded, request rate limited' },
  ],
  ['credits_gone', 'dRPC: enviodev/hyperindex#715', { status: 402 }],
  ['credits_gone', 'JSON-RPC code of HTTP 402', { code: 402 }],
  ['credits_gone', 'GetBlock: units of a day', { status: 429, message: 'You have reached your daily limit' }],
  ['credits_gone', 'Blockdaemon: units of a month', { status: 429, message: 'CU limit reached for this month' }],
  ['credits_gone', 'a quota without a time', { status: 403, message: 'Quota exceeded, please upgrade' }],
];

const refusals: readonly Case[] = [
  [
    'arrays_refused',
    'Helius Free: docs/billing/plans',
    { status: 403, code: -32403, message: HELIUS_ARRAY, ...array },
    { most: null },
  ],
  ['arrays_refused', 'dRPC Free: each item of an array', { status: 500, code: 31, message: DRPC_ARRAY }, { most: 3 }],
  ['arrays_refused', 'dRPC Free: the code without words', { status: 500, code: 31 }, { most: 3 }],
  ['arrays_refused', '1rpc: the words without the code', { status: 500, message: DRPC_ARRAY, ...array }, { most: 3 }],
  [
    'arrays_refused',
    'jsonrpsee: BATCHES_NOT_SUPPORTED',
    { code: -32005, message: 'Batched requests are not supported by this server', ...array },
  ],
  [
    'arrays_refused',
    'jsonrpsee: TOO_BIG_BATCH_REQUEST',
    { code: -32010, message: 'The batch request was too large', ...array },
  ],
  [
    'arrays_refused',
    'a named length',
    { status: 400, message: 'Batch size exceeds the maximum of 20', ...array },
    { most: 20 },
  ],
  ['arrays_refused', 'Agave: --rpc-max-request-body-size', { status: 413, ...array }],
  ['arrays_refused', 'JSON-RPC 2.0: one object for an array', { code: -32600, message: 'Invalid Request', ...array }],
  [
    'arrays_refused',
    'JSON-RPC 2.0: an array that is not parsed',
    { status: 400, code: -32700, message: 'Parse error', ...array },
  ],
  ['arrays_refused', 'a gateway without words', { status: 400, ...array }],
  [
    'method_refused',
    'Helius Free: getTransactionsForAddress',
    { status: 403, code: -32403, message: 'This method is only available for paid plans' },
  ],
  [
    'method_refused',
    'dRPC Free: rpcplane/rpc-plane#30',
    { status: 400, code: 35, message: 'method is not available on freetier, please upgrade to paid tier' },
  ],
  ['method_refused', 'dRPC Free: without its code', { status: 400, message: 'method is not available on freetier' }],
  [
    'method_refused',
    'PublicNode: users of 2026',
    { status: 403, code: -32602, message: 'Indexed requests require a personal token', ...largest },
  ],
  [
    'method_refused',
    'PublicNode: users of 2026, without a token',
    { status: 403, code: -32602, message: 'Request blocked', ...largest },
  ],
  ['method_refused', 'PublicNode: getProgramAccounts', { status: 410, method: 'getProgramAccounts' }],
  [
    'method_refused',
    'Chainstack: dev-portal#381',
    { code: -32601, message: 'Method is available on dedicated nodes only', ...largest },
  ],
  ['method_refused', 'Agave without --full-rpc-api: JSON-RPC 2.0', { code: -32601, message: 'Method not found' }],
  [
    'method_refused',
    'Alchemy: unsupported',
    { status: 400, code: -32600, message: 'Unsupported method: getTransaction on SOLANA_MAINNET' },
  ],
  ['method_refused', 'EIP-1474: -32004', { code: -32004, message: 'method not supported' }],
  [
    'method_refused',
    'Nodius: 403 with words',
    { status: 403, message: 'getTransaction is not available on this endpoint' },
  ],
  ['method_refused', 'Syndica: a plan without a method', { status: 403, message: 'not included in your current plan' }],
  [
    'method_refused',
    'Solana public: a method without a quota',
    {
      status: 429,
      code: 429,
      message: 'Too many requests for a specific RPC call',
      headers: { 'x-ratelimit-method-limit': '0' },
    },
  ],
  [
    'list_too_long',
    'QuickNode Free: users of 2026',
    {
      status: 413,
      code: -32615,
      message:
        'getMultipleAccounts is limited to a 5 range, upgrade from discover plan at quicknode.com to increase the limit',
      ...accounts,
    },
    { most: 5 },
  ],
  [
    'list_too_long',
    'Agave: rpc.rs, getMultipleAccounts',
    { code: -32602, message: 'Too many inputs provided; max 100', ...accounts },
    { most: 100 },
  ],
  [
    'list_too_long',
    'a proxy: another wording',
    { status: 400, message: 'number of accounts 100 exceeds the limit of 75', ...accounts },
    { most: 75 },
  ],
  ['list_too_long', 'a proxy: 413 without words', { status: 413, ...accounts }, { most: null }],
  [
    'list_too_long',
    'a proxy: a list',
    { code: -32000, message: 'list of 100 is too long, at most 37 allowed', ...accounts },
    { most: 37 },
  ],
  [
    'list_too_long',
    'a plan: a number of accounts',
    { code: -32000, message: 'Too many accounts requested. Your plan allows 75.', ...accounts },
    { most: 75 },
  ],
  ['list_too_long', 'a proxy: 414', { status: 414, ...accounts }],
  ['answer_too_large', 'jsonrpsee: OVERSIZED_RESPONSE', { code: -32008, message: 'Response is too big' }],
  [
    'answer_too_large',
    'erpc/erpc: evm/error_normalizer.go',
    { code: -32000, message: 'response size should not greater than 10000000' },
  ],
  ['answer_too_large', 'Infura: too many results', { code: -32005, message: 'query returned more than 10000 results' }],
  ['answer_too_large', 'a proxy: a number of bytes', { code: -32000, message: 'answer of more than 1048576 bytes' }],
  ['answer_too_large', 'a proxy: 413 for the answer', { status: 413, message: 'Response too large', ...accounts }],
  ['answer_too_large', 'a proxy: 413 for a short request', { status: 413, method: 'getTokenAccountsByOwner' }],
  ['denied', 'QuickNode: docs/solana/error-references', { status: 401 }],
  ['denied', 'Solana public: a blocked caller', { status: 403, code: 403, message: 'Access forbidden' }],
  [
    'denied',
    'Triton: docs.triton.one, limits and errors',
    { status: 403, message: 'Your IP or provider is blocked from this endpoint' },
  ],
  ['denied', 'RFC 9110: 403 of an array without a body', { status: 403, ...array }],
  ['denied', 'Alchemy: Must be authenticated', { status: 401, code: -32600, message: 'Must be authenticated!' }],
  [
    'denied',
    'Alchemy: a network that the key does not serve',
    { status: 403, code: -32600, message: 'SOLANA_MAINNET is not enabled for this app' },
  ],
  [
    'denied',
    'Ankr: a disabled key',
    { status: 403, code: -32052, message: 'API key is not allowed to access blockchain' },
  ],
  ['denied', 'Helius: a wrong key', { status: 401, code: -32401, message: 'invalid api key provided' }],
  ['denied', 'RFC 9110: a wrong path', { status: 404, message: 'Not Found' }],
  [
    'slow',
    'dRPC Free: enviodev/hyperindex#715',
    { status: 408, code: 30, message: 'Request timeout on the free tier, please upgrade your tier to the paid one' },
  ],
  ['slow', 'RFC 9110: 408', { status: 408 }],
  ['slow', 'RFC 9110: 504', { status: 504 }],
  ['slow', 'Cloudflare: 524', { status: 524, message: 'error code: 524' }],
];

const JUMPED = 'Slot 5 was skipped, or missing due to ledger jump to recent snapshot';
const LONG_TERM = 'Slot 5 was skipped, or missing in long-term storage';

/** Agave's are of rpc-client-api/src/custom_error.rs. */
const nodes: readonly Case[] = [
  ['skipped', 'Agave: SlotSkipped', { code: -32007, message: JUMPED, ...blockTime }],
  ['skipped', 'Agave: LongTermStorageSlotSkipped', { code: -32009, message: LONG_TERM, method: 'getBlock' }],
  ['pruned', 'Agave: SlotSkipped, of a method that reads no block', { code: -32007, message: JUMPED }],
  ['pruned', 'Agave: LongTermStorageSlotSkipped', { code: -32009, message: LONG_TERM }],
  [
    'pruned',
    'Agave: BlockCleanedUp',
    { code: -32001, message: 'Block 5 cleaned up, does not exist on node. First available block: 9' },
  ],
  [
    'pruned',
    'Agave: TransactionHistoryNotAvailable',
    { code: -32011, message: 'Transaction history is not available from this node' },
  ],
  [
    'broken',
    'a -32007 of a block time without the words of a node',
    { code: -32007, message: 'try later', ...blockTime },
  ],
  ['broken', 'a -32007 without words', { code: -32007 }],
  ['broken', 'a -32001 of something else', { code: -32001, message: 'Resource not found' }],
  ['behind', 'Agave: NodeUnhealthy', { code: -32005, message: 'Node is behind by 42 slots' }],
  ['behind', 'Agave: NodeUnhealthy without a number', { code: -32005, message: 'Node is unhealthy' }],
  ['behind', 'Agave: BlockNotAvailable', { code: -32004, message: 'Block not available for slot 5' }],
  [
    'behind',
    'Agave: BlockStatusNotAvailableYet',
    { code: -32014, message: 'Block status not yet available for slot 5' },
  ],
  ['behind', 'Agave: MinContextSlotNotReached', { code: -32016, message: 'Minimum context slot has not been reached' }],
  [
    'behind',
    'Agave: LongTermStorageUnreachable',
    { code: -32019, message: 'Failed to query long-term storage; please try again' },
  ],
  [
    'excluded',
    'Agave: KeyExcludedFromSecondaryIndex',
    {
      code: -32010,
      message:
        'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA excluded from account secondary indexes; this RPC method unavailable for key',
    },
  ],
  [
    'excluded',
    'erpc/erpc: the words without the code',
    { code: -32000, message: 'key excluded from account secondary indexes' },
  ],
  [
    'version',
    'Agave: UnsupportedTransactionVersion',
    { code: -32015, message: 'Transaction version (1) is not supported by the requesting client.' },
  ],
  [
    'unknown_cursor',
    'Agave: an unknown `before` or `until`',
    { code: -32020, message: 'Transaction not found', method: 'getSignaturesForAddress' },
  ],
  ['broken', 'the same code without a list', { code: -32020, message: 'limite' }],
  ['not_found', 'Agave: rpc.rs, getTokenSupply', { code: -32602, message: 'Invalid param: could not find account' }],
  [
    'params',
    'Agave: serde, a version that it does not know',
    { code: -32602, message: 'invalid value: integer `1`, expected 0' },
  ],
  ['params', 'Agave: rpc.rs, getSignaturesForAddress', { code: -32602, message: 'Invalid limit; max 1000' }],
  ['params', 'JSON-RPC 2.0: Invalid Request', { code: -32600, message: 'Invalid Request' }],
  ['params', 'RFC 9110: 400', { status: 400 }],
  ['broken', 'Agave: ScanError', { code: -32012, message: 'The node moved its root' }],
  ['broken', 'Agave: NoSnapshot', { code: -32008, message: 'No snapshot' }],
  [
    'broken',
    'Agave: TransactionSignatureVerificationFailure',
    { code: -32003, message: 'Transaction signature verification failure' },
  ],
  ['broken', 'JSON-RPC 2.0: Internal error', { code: -32603, message: 'Internal error' }],
  [
    'broken',
    'RFC 9110: 502',
    { status: 502, message: '<html><body>Bad Gateway. Upgrade your plan. Method not available.</body></html>' },
  ],
  ['broken', 'RFC 9110: 503', { status: 503 }],
  ['too_fast', 'a gateway that calms down its callers', { status: 420 }],
  [
    'too_fast',
    'RFC 6585: 429, whatever plan it names',
    { status: 429, message: 'Your free plan is too fast. Upgrade now.' },
  ],
  [
    'too_fast',
    'a quota of no day, with 429',
    { status: 429, message: 'Quota exceeded. Please wait a moment.', headers: { 'retry-after': '1' } },
  ],
  ['credits_gone', 'a quota of a day', { status: 429, message: 'The quota of your plan is exceeded for today.' }],
  [
    'too_fast',
    'advice to use arrays is no refusal of one',
    { status: 429, code: -32005, message: 'Too many requests. Use batching to send no more than you need.' },
  ],
  [
    'list_too_long',
    'a limit of addresses in the words of a rate',
    { ...accounts, code: -32000, message: 'Address limit exceeded: 5' },
  ],
  ['broken', 'RFC 9110: 502', { status: 502 }],
  ['broken', 'Cloudflare: 521', { status: 521 }],
  ['broken', 'a 200 without an error', {}],
];

describe.each([
  ['a limit', limits],
  ['a refusal of an endpoint', refusals],
  ['a refusal of a node', nodes],
])('%s', (_, cases) => {
  it.each(cases.map(([kind, source, text, also]) => ({ kind, source, text, also })))(
    'is $kind ($source)',
    ({ kind, text, also }) => {
      expect(read(text)).toMatchObject({ kind, ...also });
    },
  );
});

const FACTS = ['pruned', 'skipped', 'not_found'];
const anything = fc.record({
  status: fc.integer({ min: 100, max: 599 }),
  code: fc.option(fc.integer({ min: -33_000, max: 1_000 })),
  message: fc.oneof(fc.string({ maxLength: 300 }), fc.lorem({ maxCount: 20 })),
  isArray: fc.boolean(),
});

describe('what no row knows', () => {
  it('is never a fact of the chain', () => {
    fc.assert(
      fc.property(anything, ({ isArray, ...text }) => {
        const method = isArray ? null : 'getBlockTime';
        expect(FACTS).not.toContain(refusalOf({ ...text, method, isArray, headers: {} }).kind);
      }),
    );
  });

  it('is not made a fact of the chain by a limit in any words', () => {
    const times = fc.constantFrom('per second', '/sec', 'per 10 seconds', 'a minute', 'per minute');
    fc.assert(
      fc.property(fc.integer({ min: -32_030, max: -32_000 }), fc.nat({ max: 500 }), times, (code, calls, time) => {
        const message = `limit of ${calls} requests ${time} reached, nothing is missing from this slot`;
        expect(read({ code, message, ...blockTime }).kind).toBe('too_fast');
      }),
    );
  });
});

describe('the words of a refusal', () => {
  const secret = fc.oneof(
    fc.uuid(),
    fc.webUrl({ withQueryParameters: true }),
    fc.emailAddress(),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 16, maxLength: 64 }),
    fc.string({
      unit: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
      minLength: 16,
      maxLength: 88,
    }),
  );
  const SECRETS = [/:\/\//, /\S+@\S+/, /[0-9a-f]{8}-[0-9a-f]{4}-/i, /[0-9a-f]{16,}/i, /[1-9A-HJ-NP-Za-km-z]{16,}/];

  it('hold no URL, key, address, identifier or e-mail address', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(secret, fc.lorem({ maxCount: 3 }), fc.string()), { maxLength: 8 }), (parts) => {
        const words = read({ message: parts.join(' ') }).words;
        expect(words.length).toBeLessThanOrEqual(160);
        for (const form of SECRETS) expect(words.replaceAll('getTransaction', '')).not.toMatch(form);
      }),
    );
  });

  it('say what the plan says, with the name of the method', () => {
    const message =
      'getMultipleAccounts is limited to a 5 range, upgrade from discover plan at quicknode.com to increase the limit';
    expect(read({ message, ...accounts }).words).toBe(
      'getMultipleAccounts is limited to a 5 range, upgrade from discover plan at … to increase the limit',
    );
    expect(read({ message: 'project "acme" (key: abc) has used up its plan' }).words).toBe(
      'project … (key: … has used up its plan',
    );
    expect(read({ message: 'app acme has exceeded 10 requests' }).words).toBe('app … has exceeded 10 requests');
  });
});

describe('the pause that a refusal asks for', () => {
  it('is the header, or else what the text says', () => {
    expect(read({ status: 429, headers: { 'retry-after': '3' }, message: 'retry after 9 seconds' }).retryAfterMs).toBe(
      3_000,
    );
    expect(read({ status: 429, message: 'Please try again in 250.5 ms' }).retryAfterMs).toBe(251);
    expect(read({ status: 429, message: 'retry after 2 minutes' }).retryAfterMs).toBe(120_000);
    expect(read({ status: 429, message: 'try again later' }).retryAfterMs).toBeNull();
  });
});

describe('retryAfterMs', () => {
  it('takes seconds, also as a list and with a fraction', () => {
    expect(retryAfterMs('2')).toBe(2_000);
    expect(retryAfterMs(' 0.25 ')).toBe(250);
    expect(retryAfterMs(['3', '9'])).toBe(3_000);
  });

  it('takes an HTTP date, and none in the past', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('Wed, 21 Oct 2026 07:28:00 GMT') });
    expect(retryAfterMs('Wed, 21 Oct 2026 07:28:05 GMT')).toBe(5_000);
    expect(retryAfterMs('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
  });

  it('makes nothing of anything else', () => {
    for (const text of [undefined, '', 'soon', '-3x', '1e']) expect(retryAfterMs(text)).toBeNull();
    expect(retryAfterMs('Wed, 21 Oct 2026 07:28:41 GMT', 'Wed, 21 Oct 2026 07:28:40 GMT')).toBe(1_000);
  });
});

describe('the rate that a text names', () => {
  it.each<[string, CallRate | null]>([
    ['exceeded 100 requests per 10 seconds', { calls: 100, seconds: 10 }],
    ['limited to 1,200 requests in 10 seconds', { calls: 1_200, seconds: 10 }],
    ['50 requests per second', { calls: 50, seconds: 1 }],
    ['RPS limit 25', { calls: 25, seconds: 1 }],
    ['limit of 37 rps exceeded', { calls: 37, seconds: 1 }],
    ['1800 calls a minute', { calls: 1_800, seconds: 60 }],
    ['7/s limit reached', { calls: 7, seconds: 1 }],
    ['exceeded 500 compute units per second', null],
    ['limit reached, retry in 10 seconds', null],
  ])('is read of "%s"', (message, rate) => {
    expect(read({ status: 429, message }).rate).toEqual(rate);
  });
});

describe('the most that a text names', () => {
  it.each([
    ['Batch size exceeds the maximum of 20', 20],
    ['maximum batch size exceeded: got 10, max 7', 7],
    ['Batch of 100 exceeds the limit of 37', 37],
    ['batch length: 100 > 37', 37],
    ['request limit per batch is 5', 5],
    ['batches are limited to 1,000 items', 1_000],
    ['batches may hold 10 items per request at most', 10],
    ['Your plan allows 3 calls in a batch, no more', 3],
    ['Batch requests are only available for paid plans', null],
  ])('is read of "%s"', (message, most) => {
    expect(read({ status: 400, message, ...array })).toMatchObject({ kind: 'arrays_refused', most });
  });
});

describe('the rate that headers name', () => {
  it.each([
    // The public endpoint and Triton, in windows of ten seconds.
    [
      { 'x-ratelimit-method-limit': '10', 'x-ratelimit-rps-limit': '250', 'x-ratelimit-conn-limit': '40' },
      { calls: 250, seconds: 10 },
    ],
    [{ 'x-ratelimit-rps-limit': '1200' }, { calls: 1_200, seconds: 10 }],
    // Kong.
    [
      { 'x-ratelimit-limit-second': '25', 'x-ratelimit-limit-minute': '3000' },
      { calls: 25, seconds: 1 },
    ],
    // The IETF drafts of RateLimit fields.
    [{ 'ratelimit-policy': '50;w=1, 3000;w=60' }, { calls: 50, seconds: 1 }],
    [{ 'ratelimit-policy': '"default";q=100;w=10' }, { calls: 100, seconds: 10 }],
    [{ 'x-ratelimit-limit': '50, 50;w=1, 100000;w=86400' }, { calls: 50, seconds: 1 }],
    // A limit without a window, or of a day, is no rate.
    [{ 'x-ratelimit-limit': '1000', 'ratelimit-policy': '100000;w=86400' }, null],
    [{ 'x-ratelimit-method-limit': 'unlimited' }, null],
    [{}, null],
  ])('is the lowest of %j', (headers, rate) => {
    expect(rateOfHeaders(headers)).toEqual(rate);
    expect(read({ status: 500, headers }).rate).toEqual(rate);
  });
});

it('may be of the called method alone', () => {
  expect(methodRateOfHeaders({ 'x-ratelimit-method-limit': '10' })).toEqual({ calls: 10, seconds: 10 });
  expect(methodRateOfHeaders({ 'x-ratelimit-method-limit': 'unlimited' })).toBeNull();
});

describe('the error in a body', () => {
  it.each([
    [
      { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'busy', data: { a: 1 } } },
      { code: -32005, message: 'busy' },
    ],
    [{ error: { code: '429', message: 'too fast' } }, { code: 429, message: 'too fast' }],
    [{ error: 'max usage reached' }, { code: null, message: 'max usage reached' }],
    [
      { message: 'method is not available on freetier', code: 35 },
      { code: 35, message: 'method is not available on freetier' },
    ],
    [{ error: { error: { message: 'deep', code: -1 } } }, { code: -1, message: 'deep' }],
    [{ error: { code: 'RATE_LIMITED' } }, { code: null, message: 'RATE_LIMITED' }],
    [{ error: { code: 31, message: '', data: 'words' } }, { code: 31, message: 'words' }],
    [{ error: { code: 31 } }, { code: 31, message: '' }],
    ['max usage reached', { code: null, message: 'max usage reached' }],
    ['{"error":{"code":-32601,"message":"no"}}', { code: -32601, message: 'no' }],
    [{ message: '{"code":-32601,"message":"no"}' }, { code: -32601, message: 'no' }],
    ['{ not JSON', { code: null, message: '{ not JSON' }],
    [[{ error: { code: 1, message: 'one' } }], { code: 1, message: 'one' }],
    [
      { title: 'Forbidden', status: 403 },
      { code: null, message: 'Forbidden' },
    ],
  ])('is found in %j', (body, error) => {
    expect(errorIn(body)).toEqual(error);
  });

  it.each([
    [null],
    [''],
    [7],
    [{}],
    [[]],
    [{ jsonrpc: '2.0', id: 1, result: { message: 'a result' } }],
    [{ error: null, result: null }],
  ])('is not found in %j', (body) => {
    expect(errorIn(body)).toBeNull();
  });

  it('is not looked for without end, nor kept without bound', () => {
    let nested: unknown = 'deep';
    for (let depth = 0; depth < 50; depth += 1) nested = { error: nested };
    expect(errorIn(nested)).toBeNull();
    expect(errorIn('x'.repeat(10_000))?.message).toHaveLength(2_000);
  });
});
