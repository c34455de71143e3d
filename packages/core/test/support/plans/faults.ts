import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { FaultyRpc, RpcFaultKind } from '../faulty-rpc.ts';
import type { Refusal } from './plan.ts';
import * as ofProviders from './refusals.ts';

/*
 * What may be wrong with endpoints that do not lie: refusals in all shapes, silence, and ledgers that are cut.
 */

const CHECK_METHODS = [
  ...['getMultipleAccounts', 'getSignaturesForAddress', 'getTransaction', 'getBlockTime', 'getTokenLargestAccounts'],
  ...[
    'getTokenAccountsByOwner',
    'getProgramAccounts',
    'simulateTransaction',
    'getRecentPrioritizationFees',
    'getBlock',
  ],
];
/** All that a check or a start of the service asks. */
export const METHODS = [
  ...CHECK_METHODS,
  ...['getAccountInfo', 'getSlot', 'getGenesisHash', 'getLatestBlockhash', 'getFirstAvailableBlock', 'getTokenSupply'],
  ...[
    'getHealth',
    'getVersion',
    'getRecentPerformanceSamples',
    'minimumLedgerSlot',
    'getEpochInfo',
    'getFeeForMessage',
  ],
];

/** Which calls are hit: of these methods, one in `among` by what they are about, after `after` of them, each `every`th, at most `times`. */
interface Target {
  readonly methods: readonly string[];
  readonly among: number;
  readonly seed: number;
  readonly after: number;
  readonly every: number;
  readonly times: number;
}

/** What is wrong with an endpoint. */
export type Fault =
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly target: Target }
  /** Each array is answered in another order, without its last items, or by one object. */
  | { readonly kind: 'array'; readonly how: 'reversed' | 'short' | 'object'; readonly target: Target }
  /** No answer at all. */
  | { readonly kind: 'silence'; readonly target: Target }
  /** The ledger begins so many seconds ago; whether it tells so, and whether its lists are whole although bodies are not. */
  | { readonly kind: 'ledger'; readonly seconds: number; readonly tells: boolean; readonly lists: boolean };

const byStatus = [400, 401, 402, 403, 404, 408, 410, 413, 429, 500, 503];
const bodies = [
  '',
  'Forbidden',
  '<html><head><title>502</title></head><body>Bad Gateway</body></html>',
  '{"error":"no"}',
];
const codesAndTexts: readonly (readonly [number, string])[] = [
  [-32007, 'Slot 250000000 was skipped, or missing due to ledger jump to recent snapshot'],
  [-32007, '50/second request limit reached - reduce calls per second or upgrade your account'],
  [-32009, 'Slot 250000000 was skipped, or missing in long-term storage'],
  [-32001, 'Block 250000000 cleaned up, does not exist on node. First available block: 260000000'],
  [-32004, 'Block not available for slot 250000000'],
  [-32005, 'Node is behind by 42 slots'],
  [-32005, 'Node is unhealthy'],
  [-32011, 'Transaction history is not available from this node'],
  [-32014, 'Block status not yet available'],
  [-32016, 'Minimum context slot has not been reached'],
  [-32012, 'credits limited to 500/sec'],
  [-32429, 'max usage reached'],
  [429, 'Monthly capacity limit exceeded. Visit your dashboard to upgrade your scaling policy.'],
  [30, 'Request timeout on the free tier, please upgrade your tier to the paid one'],
  [-32602, 'Too many inputs provided; max 100'],
  [-32602, 'Invalid params'],
  [-32603, 'Internal error'],
  [-31999, 'something went wrong'],
];
const known: readonly Refusal[] = Object.values(ofProviders).filter((one) => typeof one !== 'function');
const texts: fc.Arbitrary<Refusal> = fc
  .tuple(fc.constantFrom(...codesAndTexts), fc.constantFrom(200, 429, 500))
  .map(([[code, message], status]) => ({ status, code, message, inArray: { status } }));
const statuses: fc.Arbitrary<Refusal> = fc
  .record({ status: fc.constantFrom(...byStatus), message: fc.constantFrom(...bodies), wait: fc.boolean() })
  .map(({ wait, ...rest }) => ({
    ...rest,
    code: null,
    inArray: 'whole',
    ...(wait && { headers: { 'retry-after': '2' } }),
  }));
const refusals: fc.Arbitrary<Refusal> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom<Refusal>(...known, ofProviders.quicknodeTooFast(50), ofProviders.quicknodeAddresses(5)),
      texts,
      statuses,
    ),
    fc.constantFrom<Refusal['inArray'] | null>(null, null, 'whole', { status: 200 }, { status: 500 }),
  )
  .map(([refusal, inArray]) => (inArray === null || refusal.code === null ? refusal : { ...refusal, inArray }));
const targets: fc.Arbitrary<Target> = fc.record({
  methods: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...CHECK_METHODS).map((one) => [one]) },
    { weight: 1, arbitrary: fc.subarray(CHECK_METHODS, { minLength: 1 }) },
    { weight: 1, arbitrary: fc.constant(METHODS) },
  ),
  among: fc.constantFrom(1, 1, 2, 5),
  seed: fc.nat(1_000),
  after: fc.oneof(fc.constant(0), fc.nat(60)),
  every: fc.constantFrom(1, 1, 1, 2, 3, 13),
  times: fc.constantFrom(1, 3, ...Array<number>(4).fill(Number.POSITIVE_INFINITY)),
});
export const DAY = 86_400;
const faults: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('refusal' as const), refusal: refusals, target: targets }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('array' as const),
      how: fc.constantFrom('reversed' as const, 'short' as const, 'object' as const),
      target: targets,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('silence' as const), target: targets }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ledger' as const),
      seconds: fc.constantFrom(3_600, DAY, 2 * DAY, 4 * DAY, 10 * DAY, 25 * DAY, 45 * DAY),
      tells: fc.boolean(),
      lists: fc.boolean(),
    }),
  },
);
/** The faults of one endpoint, or of two of which one may be without. */
export const sides: fc.Arbitrary<readonly (readonly Fault[])[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(faults, { minLength: 1, maxLength: 2 }).map((one) => [one]) },
  { weight: 1, arbitrary: faults.map((one) => [[one], []]) },
  { weight: 1, arbitrary: faults.map((one) => [[], [one]]) },
  { weight: 1, arbitrary: fc.tuple(faults, faults).map(([one, other]) => [[one], [other]]) },
  { weight: 1, arbitrary: faults.map((one) => [[one], [one]]) },
);

/** Tells of each call in turn whether it is hit. */
function aim({ methods, among, seed, after, every, times }: Target) {
  let [seen, hits] = [0, 0];
  return ({ method, params }: { readonly method: string; readonly params: readonly unknown[] }): boolean => {
    if (!methods.includes(method)) return false;
    const about = createHash('sha256')
      .update(`${seed} ${JSON.stringify(params?.[0])}`)
      .digest()
      .readUInt32LE();
    if (about % among !== 0) return false;
    seen += 1;
    if (seen <= after || (seen - after - 1) % every !== 0 || hits >= times) return false;
    hits += 1;
    return true;
  };
}

type Choose = NonNullable<Parameters<FaultyRpc['fail']>[0]>;
type Asked = Parameters<Choose>[0];

/** What an endpoint with this fault does with each request; null for a good answer. */
export function chooseBy(fault: Fault): Choose {
  if (fault.kind === 'ledger') return () => null;
  const isHit = aim(fault.target);
  return (asked) => {
    const hit = new Set(asked.calls.filter(isHit));
    if (hit.size === 0) return null;
    if (fault.kind === 'silence') return { kind: 'hang' };
    if (fault.kind === 'refusal') return refused(fault.refusal, asked, hit);
    return asked.array ? { kind: 'items', spoil: (_, answer) => answer, joined: joining[fault.how] } : null;
  };
}

function refused(
  { status, code, message, headers, inArray }: Refusal,
  asked: Asked,
  hit: ReadonlySet<unknown>,
): RpcFaultKind {
  if (asked.array && inArray !== 'whole') {
    const error = { code: code ?? status, message };
    return {
      kind: 'items',
      status: inArray.status,
      spoil: (call, { id, ...answer }) => ({ id, ...(hit.has(call) ? { error } : answer) }),
    };
  }
  const id = asked.array ? null : ((asked.calls[0] as { readonly id?: unknown } | undefined)?.id ?? null);
  const body = code === null ? message : JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });
  return { kind: 'status', status, body, ...(headers && { headers }) };
}

const joining: Readonly<Record<'reversed' | 'short' | 'object', (answers: readonly unknown[]) => unknown>> = {
  reversed: (answers) => answers.toReversed(),
  short: (answers) => answers.slice(0, -1),
  object: ([first]) => first,
};
