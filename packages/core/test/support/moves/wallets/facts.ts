import type { EndpointFacts } from '../reader.ts';

/** What becomes of the tokens of a trip. `sent`: to another wallet of the owner; `parked`: under a program that nobody knows. */
export type TripEnd = 'sold' | 'kept' | 'sent' | 'parked' | 'burned';

/**
 * A purchase and what came of it. `returnBps`: gain in parts of what was paid, for what is sold. `given`: the tokens came from the
 * maker of the coin, for nothing. `through`: the curve of the coin, or a program that nobody knows. `payers`: who buys in between and
 * so pays for the gain.
 */
export interface TripFacts {
  readonly coin: number;
  readonly daysAgo: number;
  readonly holdMinutes: number;
  readonly milliSol: number;
  readonly returnBps: number;
  readonly got: 'bought' | 'given';
  readonly end: TripEnd;
  readonly through: 'curve' | 'unknown';
  readonly money: 'sol' | 'usd';
  readonly payers: 'strangers' | 'sides';
}

/** Who made a coin. `partner`: a wallet with the same first money as the subject; `named`: a stranger, who named the subject as the creator. */
type Maker = 'stranger' | 'subject' | 'partner' | 'named';

/**
 * Transactions of strangers that do something small to the wallet. `tokens`: each into a new token account; `account`: all into one.
 * `gifts`: 0.01 SOL; `coins`: tokens that it traded; `launches`: of coins that name it as their creator. `early`: before its first trade;
 * `spread`: all the time; `first`: before anybody had anything. `on`: others than the wallet itself.
 */
export interface DustFacts {
  readonly what: 'names' | 'lamports' | 'tokens' | 'account' | 'gifts' | 'coins' | 'launches';
  readonly when: 'early' | 'spread' | 'now' | 'first';
  readonly count: number;
  readonly on?: 'payers' | 'makers' | 'curves' | 'funder' | 'everybody';
  readonly failed?: boolean;
}

/** All that there is to say about a wallet. Times are days before now. */
export interface WalletFacts {
  readonly bornDays: number;
  /** Who gave the first money: an exchange, or a person, who was paid by one. */
  readonly funder: 'exchange' | 'person';
  readonly trips: readonly TripFacts[];
  /** Makers by the number of the coin; strangers made all others. */
  readonly makers: Readonly<Record<number, Maker>>;
  /** Wallets of one owner among which the partners' coins are divided. */
  readonly partners: number;
  /** Other wallets of the owner, which buy for `payers`; `hops` fresh wallets lie between them and `fundedBy`. */
  readonly sides: { readonly count: number; readonly hops: number; readonly fundedBy: 'subject' | 'person' };
  /** Deposits into a program that lends, each taken out again; in thousandths of a SOL. */
  readonly loans: { readonly count: number; readonly milliSol: number };
  readonly dust: readonly DustFacts[];
  /** Places in the wallet's list, in thousandths of it from the newest on, of what the endpoint does not give. */
  readonly withheld: readonly { readonly place: number; readonly listed: boolean }[];
  readonly endpoint: EndpointFacts;
}

function tripText({
  coin,
  daysAgo,
  holdMinutes,
  milliSol,
  returnBps,
  got,
  end,
  through,
  money,
  payers,
}: TripFacts): string {
  const what = `${got} coin ${coin} for ${milliSol / 1_000} SOL ${daysAgo} days ago`;
  const came = end === 'sold' ? `sold after ${holdMinutes} min with ${returnBps / 100} %` : end;
  const more = [
    ...(through === 'unknown' ? ['through an unknown program'] : []),
    ...(money === 'usd' ? ['for dollars'] : []),
    ...(payers === 'sides' ? ['paid by side wallets'] : []),
  ];
  return `${what}, ${[came, ...more].join(', ')}`;
}

/** The facts as lines that a person can read. */
export function walletText(facts: WalletFacts): readonly string[] {
  const { bornDays, funder, trips, makers, partners, sides, loans, dust, withheld, endpoint } = facts;
  const own = Object.entries(makers).filter(([, maker]) => maker !== 'stranger');
  return [
    `a wallet with money of ${funder === 'exchange' ? 'an exchange' : 'a person'}, ${bornDays} days old`,
    ...trips.map(tripText),
    ...(own.length > 0 ? [`coins of ${own.map(([coin, maker]) => `${coin}: ${maker}`).join(', ')}`] : []),
    ...(own.length > 0 ? [`${partners} partners`] : []),
    ...(trips.some(({ payers }) => payers === 'sides')
      ? [`${sides.count} side wallets with money of the ${sides.fundedBy} over ${sides.hops} wallets`]
      : []),
    ...(loans.count > 0 ? [`${loans.count} loans of ${loans.milliSol / 1_000} SOL`] : []),
    ...dust.map(
      ({ what, when, count, on = 'wallet', failed }) =>
        `${count} times dust on the ${on}: ${what}${failed ? ', which fails' : ''} (${when})`,
    ),
    ...withheld.map(({ place, listed }) => `withheld at ${place / 10} %${listed ? ', the body only' : ''}`),
    `the endpoint refuses ${endpoint.refuses.join(', ') || 'nothing'}, and lists ${endpoint.pageMax} transactions at a time`,
  ];
}
