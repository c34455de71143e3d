import type { EndpointFacts } from '../reader.ts';

/**
 * Who gave money. `person`: an ordinary wallet with money of an exchange; `fresh`: one that got its money an hour before; `hub`: one
 * that pays somebody each minute; `mixer`, `exploiter`: labelled accounts.
 */
export type Giver = 'exchange' | 'person' | 'fresh' | 'hub' | 'mixer' | 'exploiter';

/** Money that came, minutes before now. `n` tells givers of a kind apart, `hops` fresh wallets lie between, `beside`: wallets that got as much in the transaction. */
export interface CreditFacts {
  readonly from: Giver;
  readonly n: number;
  readonly milliSol: number;
  readonly minutes: number;
  readonly how: 'transfer' | 'create' | 'unwrap' | 'program';
  readonly hops: number;
  readonly beside: number;
}

/** Transactions of somebody that do something small to the address: before its first money, after it, or now. */
export interface FunderDust {
  readonly what: 'names' | 'lamports' | 'tokens' | 'launches';
  readonly by: 'stranger' | 'exchange';
  readonly when: 'before' | 'after' | 'now';
  readonly count: number;
  /** Whoever gave the first money, and wallets between, instead of the address. */
  readonly on?: 'giver';
  readonly failed?: boolean;
}

/** All that there is to say about how an address got its money. */
export interface FunderFacts {
  readonly credits: readonly CreditFacts[];
  /** When it first paid for a transaction, in minutes before now; null: never. */
  readonly spentMinutes: number | null;
  /** Wallets to which the first giver sent as much at about the same time, each in a transaction of its own. */
  readonly siblings: number;
  readonly dust: readonly FunderDust[];
  /** Places in the address's list, in thousandths of it from the oldest on, of what the endpoint does not give. */
  readonly withheld: readonly { readonly place: number; readonly listed: boolean }[];
  readonly endpoint: EndpointFacts;
}

function creditText({ from, n, milliSol, minutes, how, hops, beside }: CreditFacts): string {
  const more = `${hops > 0 ? ` over ${hops} wallets` : ''}${beside > 0 ? `, ${beside} others beside` : ''}`;
  return `${milliSol / 1_000} SOL of ${from} ${n} by ${how} ${minutes} min ago${more}`;
}

/** The facts as lines that a person can read. */
export function funderText({
  credits,
  spentMinutes,
  siblings,
  dust,
  withheld,
  endpoint,
}: FunderFacts): readonly string[] {
  return [
    ...credits.map(creditText),
    spentMinutes === null ? 'nothing was spent' : `first spent ${spentMinutes} min ago`,
    ...(siblings > 0 ? [`${siblings} siblings`] : []),
    ...dust.map(
      ({ what, by, when, count, on = 'address', failed }) =>
        `${count} times dust of ${by} on the ${on}: ${what}${failed ? ', which fails' : ''} (${when})`,
    ),
    ...withheld.map(({ place, listed }) => `withheld at ${place / 10} %${listed ? ', the body only' : ''}`),
    `the endpoint refuses ${endpoint.refuses.join(', ') || 'nothing'}, and lists ${endpoint.pageMax} transactions at a time`,
  ];
}
