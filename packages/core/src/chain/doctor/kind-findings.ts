import { formatUsdc } from '#lib/money.ts';
import type { PriceOf } from '../rpc/prices.ts';
import type { EndpointFindings } from './endpoint-findings.ts';

type KindName = 'wallet' | 'token' | 'trade' | 'funder';

/** What a kind of check can do over given endpoints. */
export interface KindFindings {
  readonly kind: KindName;
  /** `unknown`: the endpoints did not say. */
  readonly served: 'yes' | 'without' | 'no' | 'unknown';
  /** Sentences: the missing methods with the endpoints that refuse them, and the methods that cost more calls. */
  readonly reasons: readonly string[];
  /** Calls of one check by method, on average over some subjects of the sandbox. */
  readonly calls: Readonly<Record<string, number>>;
  /** By the providers' price lists or the operator's own, in USD of up to six decimals; null where a price is not known. */
  readonly usdPerThousandChecks: string | null;
  /** Of a wallet: the most transactions that fit into the time of a check at the pace of these endpoints; null where that is not known. */
  readonly longestWallet: number | null;
}

/** What the findings of kinds rest on. `checkTimeMsMax`: the longest time of a check. */
export interface KindBasis {
  readonly checkTimeMsMax: number;
  readonly priceOf: PriceOf;
}

interface Needs {
  /** Without one of these a check is UNKNOWN, or most of them are. */
  readonly required: readonly string[];
  /** What an answer lacks without the method, by the method. */
  readonly optional: Readonly<Record<string, string>>;
  /** What a check costs without the method, by the method. Its answer is the same. */
  readonly sparing: Readonly<Record<string, string>>;
  readonly readsHistory: boolean;
  /** Averages over the subjects of `npm run bench -- endpoints`. */
  readonly calls: Readonly<Record<string, number>>;
  /** Those that change where no endpoint gives pages of bodies. */
  readonly withoutPages?: Readonly<Record<string, number>>;
}

const NO_PAGES = 'each transaction of a long history takes a call of its own';
const ONE_BY_ONE = 'each account takes a call of its own';
const NO_BLOCKS = 'without pages of bodies a long list is read from its newest end alone';
const NO_TIME = 'answers name no time of their slot';

const needs: Readonly<Record<KindName, Needs>> = {
  wallet: {
    required: ['getSignaturesForAddress', 'getTransaction', 'getAccountInfo', 'getTokenAccountsByOwner'],
    optional: { getBlockTime: NO_TIME },
    sparing: { getMultipleAccounts: ONE_BY_ONE, getTransactionsForAddress: NO_PAGES },
    readsHistory: true,
    calls: {
      getSignaturesForAddress: 32,
      getTransaction: 51,
      getTransactionsForAddress: 2,
      getMultipleAccounts: 3,
      getTokenAccountsByOwner: 2,
      getBlockTime: 1,
    },
    withoutPages: { getTransaction: 125 },
  },
  token: {
    required: ['getSignaturesForAddress', 'getTransaction', 'getAccountInfo', 'getTokenLargestAccounts'],
    optional: {
      getProgramAccounts: 'locks and positions that only a search finds stay unread',
      simulateTransaction: 'sales are not tried (flag SELL_SIM_UNAVAILABLE)',
    },
    sparing: { getMultipleAccounts: ONE_BY_ONE, getTransactionsForAddress: NO_PAGES, getBlock: NO_BLOCKS },
    readsHistory: true,
    calls: {
      getSignaturesForAddress: 48,
      getTransaction: 43,
      getTransactionsForAddress: 1,
      getMultipleAccounts: 7,
      getTokenLargestAccounts: 2,
      simulateTransaction: 3,
      getProgramAccounts: 1,
    },
  },
  trade: {
    required: ['getAccountInfo'],
    optional: {
      getTokenLargestAccounts: 'pools that only large holders lead to are not found, and their trades are UNKNOWN',
      getRecentPrioritizationFees: 'priority fees stay unknown',
      simulateTransaction: 'sales of mints with a transfer hook are not tried',
    },
    sparing: { getMultipleAccounts: ONE_BY_ONE },
    readsHistory: false,
    calls: {
      getMultipleAccounts: 6,
      getTokenLargestAccounts: 1,
      getRecentPrioritizationFees: 1,
      simulateTransaction: 1,
    },
  },
  funder: {
    required: ['getSignaturesForAddress', 'getTransaction', 'getAccountInfo'],
    optional: {
      getTokenAccountsByOwner: 'money that came in tokens alone is not found',
      getBlockTime: NO_TIME,
    },
    sparing: { getMultipleAccounts: ONE_BY_ONE, getTransactionsForAddress: NO_PAGES },
    readsHistory: true,
    calls: {
      getSignaturesForAddress: 4,
      getTransaction: 1,
      getTransactionsForAddress: 1,
      getMultipleAccounts: 2,
      getBlockTime: 1,
    },
    withoutPages: { getTransaction: 5 },
  },
};

const kindNames = Object.keys(needs) as readonly KindName[];

/** Slots of the first day: a ledger that begins there is whole. */
const WHOLE_LEDGER_SLOTS = 200_000;

/** What each kind of check can do over these endpoints together. */
export function kindFindings(endpoints: readonly EndpointFindings[], basis: KindBasis): readonly KindFindings[] {
  const usable = endpoints.filter(({ trouble }) => trouble === null);
  return kindNames.map((kind) => (usable.length > 0 ? findingsOf(kind, usable, basis) : unserved(kind)));
}

function unserved(kind: KindName): KindFindings {
  const { calls } = needs[kind];
  const reasons = ['no endpoint could be asked'];
  return { kind, served: 'no', reasons, calls, usdPerThousandChecks: null, longestWallet: null };
}

function findingsOf(kind: KindName, endpoints: readonly EndpointFindings[], basis: KindBasis): KindFindings {
  const { required, optional, sparing, readsHistory } = needs[kind];
  const calls = callsOf(kind, endpoints);
  const lacking = required.filter((method) => isServed(endpoints, method) === false);
  const unseen = required.filter((method) => isServed(endpoints, method) === null);
  const without = Object.keys(optional).filter((method) => isServed(endpoints, method) === false);
  const costly = Object.keys(sparing).filter((method) => isServed(endpoints, method) === false);
  const history = readsHistory ? historyOf(endpoints) : { isWithout: false, reason: null };
  const isOut = lacking.length > 0 || history.isWithout;
  const isLess = without.length > 0 || history.reason !== null;
  return {
    kind,
    served: isOut ? 'no' : unseen.length > 0 ? 'unknown' : isLess ? 'without' : 'yes',
    reasons: [
      ...lacking.map(
        (method) =>
          `no endpoint serves ${method}, which this check cannot do without${answersAbout(endpoints, method)}`,
      ),
      ...unseen.map((method) => `whether ${method} is served could not be seen${answersAbout(endpoints, method)}`),
      ...(history.reason === null ? [] : [history.reason]),
      ...without.map((method) => `without ${method}: ${optional[method]}${answersAbout(endpoints, method)}`),
      ...costly.map((method) => `more calls without ${method}: ${sparing[method]}`),
    ],
    calls,
    usdPerThousandChecks: isOut || unseen.length > 0 ? null : costOf(calls, endpoints, basis.priceOf),
    longestWallet: kind === 'wallet' && !isOut ? longestWallet(endpoints, basis.checkTimeMsMax) : null,
  };
}

/** Whether one of the endpoints serves the method; null where none does and one did not say. */
function isServed(endpoints: readonly EndpointFindings[], method: string): boolean | null {
  const said = endpoints.map(({ methods }) => methods.find((one) => one.method === method)?.served ?? null);
  if (said.includes(true)) return true;
  return said.includes(null) ? null : false;
}

/** The answers of endpoints about a method that is not served, in brackets. */
function answersAbout(endpoints: readonly EndpointFindings[], method: string): string {
  const answers = endpoints.map(({ origin, methods }) => {
    const finding = methods.find((one) => one.method === method);
    const how = finding?.refusal ? 'refused' : 'no answer';
    return `${origin}: ${how}${finding?.words ? ` "${finding.words}"` : ''}`;
  });
  return ` (${answers.join('; ')})`;
}

function historyOf(endpoints: readonly EndpointFindings[]): {
  readonly isWithout: boolean;
  readonly reason: string | null;
} {
  const histories = endpoints.map(({ history }) => history);
  if (histories.every(({ kept }) => kept === false)) {
    return { isWithout: true, reason: 'no endpoint keeps transactions' };
  }
  const slots = histories.flatMap(({ kept, oldestSlot }) => (kept === true && oldestSlot !== null ? [oldestSlot] : []));
  const oldest = Math.min(...slots);
  if (slots.length === 0 || oldest <= WHOLE_LEDGER_SLOTS) return { isWithout: false, reason: null };
  const time = histories.find(({ oldestSlot }) => oldestSlot === oldest)?.oldestTime ?? null;
  const since = time === null ? `slot ${oldest}` : new Date(time * 1_000).toISOString();
  return {
    isWithout: false,
    reason: `histories that begin before ${since} are not read: no endpoint keeps the ledger from then`,
  };
}

/** The calls of a check, with pages of bodies only where an endpoint gives them. */
function callsOf(kind: KindName, endpoints: readonly EndpointFindings[]): Needs['calls'] {
  const { calls, withoutPages } = needs[kind];
  const { getTransactionsForAddress: _, ...others } = calls;
  return isServed(endpoints, 'getTransactionsForAddress') === true ? calls : { ...others, ...withoutPages };
}

/** The price of a thousand checks, each call at the first endpoint that serves it. */
function costOf(calls: Needs['calls'], endpoints: readonly EndpointFindings[], priceOf: PriceOf): string | null {
  let picodollars = 0n;
  for (const [method, count] of Object.entries(calls)) {
    const at = endpoints.find(({ methods }) => methods.some((one) => one.method === method && one.served === true));
    // A method that no endpoint serves is not called.
    const price = at ? priceOf(at.origin, method) : 0n;
    if (price === null) return null;
    picodollars += price * BigInt(count) * 1_000n;
  }
  return formatUsdc(picodollars / 1_000_000n);
}

/** Calls of a check of a wallet beside those for its transactions. */
const CALLS_BESIDE = 50;
const SIGNATURES_PER_CALL = 1_000;
const BODIES_PER_PAGE = 100;

/** Calls follow four fifths of a known pace at least. A longer wallet is answered by a shorter window. */
function longestWallet(endpoints: readonly EndpointFindings[], checkTimeMsMax: number): number | null {
  const readers = endpoints.filter(({ methods }) =>
    methods.some(({ method, served }) => method === 'getTransaction' && served === true),
  );
  const paces = readers.flatMap(({ pace }) => (pace ? [pace] : []));
  if (paces.length === 0) return null;
  const calls = paces.reduce(
    (sum, { calls, seconds }) => sum + Math.floor((calls * checkTimeMsMax * 4) / (seconds * 1_000 * 5)),
    0,
  );
  const left = Math.max(0, calls - CALLS_BESIDE);
  if (isServed(readers, 'getTransactionsForAddress')) return left * BODIES_PER_PAGE;
  return Math.floor((left * SIGNATURES_PER_CALL) / (SIGNATURES_PER_CALL + 1));
}

/** What another endpoint would have to offer, as sentences. */
export function adviceFor(kinds: readonly KindFindings[], endpoints: readonly EndpointFindings[]): readonly string[] {
  const usable = endpoints.filter(({ trouble }) => trouble === null);
  if (usable.length === 0) return [];
  const lacking = new Map<string, KindName[]>();
  for (const { kind } of kinds) {
    for (const method of needs[kind].required) {
      if (isServed(usable, method) === false) lacking.set(method, [...(lacking.get(method) ?? []), kind]);
    }
  }
  const historians = kinds.filter(({ kind }) => needs[kind].readsHistory).map(({ kind }) => kind);
  const { reason } = historyOf(usable);
  return [
    ...[...lacking].map(([method, of]) => `Add an endpoint that serves ${method} (${of.join(', ')}).`),
    ...(reason === null
      ? []
      : [`Add an endpoint that keeps the ledger from its beginning (${historians.join(', ')}).`]),
  ];
}
