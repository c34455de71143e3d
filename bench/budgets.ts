/** A bound of a figure: at least, or at most. */
export interface Budget {
  readonly least?: number;
  readonly most?: number;
}

/** All budgets, by the names that rows use. What has none is measured to be known. */
export const budgets = {
  'rest check / bare express': { least: 1 },
  'rest check / naive debit': { least: 1.5 },
  'two workers / one': { least: 1.6 },
  'p99 / p50 at 80 %': { most: 4 },
  'a free query / bare graphql-http': { least: 2 },
  'a free query / the fastest engine': { least: 1 },
  'typed checks / documents': { most: 1.3 },
  '1,000 subscriptions, MiB': { most: 100 },
  "others' GraphQL under a flood / beside one document": { most: 1.1 },
  'challenge / bare express': { least: 0.9 },
  'challenge / @x402/express': { least: 2 },
  'transport, us of processor': { most: 80 },
  '1,000 transactions at 50 ms, ms': { most: 1_000 },
  'effect / JSON.parse': { most: 2 },
  'solana-dex-parser / effect': { least: 20 },
  'wallet / floor of its rounds': { most: 1.3 },
  "quotes / the venue's SDK": { least: 10 },
  'trade rounds': { most: 3 },
  'trade requests': { most: 8 },
  'token rounds': { most: 3 },
  'token requests': { most: 8 },
  'token rounds with people': { most: 6 },
  'token requests with people': { most: 24 },
  'funder rounds': { most: 4 },
  'funder rounds with a hop': { most: 7 },
  "customers' p50 under repeated claims / quiet": { most: 1.5 },
  "customers' p50 under one keyless / quiet": { most: 2 },
  "customers' p50 under 1,000 keyless / quiet": { most: 3 },
  'start to first verdict, s': { most: 5 },
  'wrong over a plan': { most: 0 },
  'missing over a plan': { most: 0 },
  'flood / plan': { least: 0.8 },
} as const satisfies Readonly<Record<string, Budget>>;

export type BudgetName = keyof typeof budgets;

/** The bound in words, such as `at least 0.95`; empty where there is none. */
export function boundOf(name: BudgetName | undefined): string {
  const bound: Budget = name === undefined ? {} : budgets[name];
  if (bound.least !== undefined) return `at least ${bound.least}`;
  return bound.most === undefined ? '' : `at most ${bound.most}`;
}

/** True unless the figure breaks its bound. */
export function isWithin(name: BudgetName | undefined, figure: number): boolean {
  const bound: Budget = name === undefined ? {} : budgets[name];
  return figure >= (bound.least ?? Number.NEGATIVE_INFINITY) && figure <= (bound.most ?? Number.POSITIVE_INFINITY);
}
