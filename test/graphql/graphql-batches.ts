import { nthAddress } from '../../packages/core/test/support/small-world.ts';

/** A request of a batch. */
export interface Requested {
  readonly kind: string;
  readonly subject: string;
  readonly sizeSol?: unknown;
}

const kinds = ['WALLET', 'TOKEN', 'TRADE', 'FUNDER'] as const;
/** Prices by kind in atomic USDC, as the specification lists them. */
const pricesAtomic: Readonly<Record<string, bigint>> = {
  WALLET: 100_000n,
  TOKEN: 20_000n,
  TRADE: 20_000n,
  FUNDER: 50_000n,
};

/** A request as the schema takes it. */
export function requestOf({ kind, subject, sizeSol }: Requested): object {
  const name = kind === 'TOKEN' || kind === 'TRADE' ? 'mint' : 'address';
  return { [kind.toLowerCase()]: { [name]: subject, ...(sizeSol !== undefined && { sizeSol }) } };
}

export const subjectAt = (n: number): string => nthAddress(n + 1);

/** As many different checks, of all kinds in turn. */
export function mixed(count: number, from = 0): Requested[] {
  return Array.from({ length: count }, (_, n) => ({
    kind: kinds[n % kinds.length] ?? 'FUNDER',
    subject: subjectAt(from + n),
  }));
}

/** As many different checks of funders, at 0.05 USDC each. */
export function funders(count: number, from = 0): Requested[] {
  return Array.from({ length: count }, (_, n) => ({ kind: 'FUNDER', subject: subjectAt(from + n) }));
}

export function sumOf(requests: readonly Requested[]): bigint {
  return requests.reduce((sum, { kind }) => sum + (pricesAtomic[kind] ?? 0n), 0n);
}

/** The query that asks for a batch with the fields of each result. */
export const BATCH = `query Batch($requests: [CheckRequest!]!) { checks(requests: $requests) { __typename
  ... on Check { kind subject verdict billing { route chargedUsdc balanceUsdc replayed pass { callsLeft } } document }
  ... on CheckFault { kind written: subjectText code message retryable retryAfterSeconds invalid { path message input } } } }`;

/** The same as events. */
export const STREAM = `subscription Batch($requests: [CheckRequest!]!) { checks(requests: $requests) { indexes done total
  result { __typename ... on Check { kind subject document billing { route chargedUsdc replayed } }
  ... on CheckFault { code message invalid { path message input } } } } }`;
