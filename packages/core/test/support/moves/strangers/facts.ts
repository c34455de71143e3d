/**
 * What a stranger does: transactions that name something or fail on the way, lamports, a gift of 0.1 SOL, tokens of the mint or of another
 * one, empty launches that name somebody as the creator, and trades with his own money.
 */
type Deed =
  | 'names'
  | 'fails to use'
  | 'sends lamports to'
  | 'gives SOL to'
  | 'sends tokens to'
  | 'sends other tokens to'
  | 'launches on pump_curve for'
  | 'launches on raydium_launchlab for'
  | 'launches on meteora_dbc for'
  | 'trades beside';

/**
 * `accounts`: token accounts of holders; `owners`: of liquidity, with the accounts it lies in; `earlier`: what the creator launched before;
 * `launched`: what strangers launched for him; `everybody`: the creator and holders.
 */
export type Named =
  | 'mint'
  | 'pool'
  | 'vaults'
  | 'lp'
  | 'creator'
  | 'holders'
  | 'accounts'
  | 'owners'
  | 'earlier'
  | 'launched'
  | 'everybody';

/** `first`: before anybody had anything; `between`: spread over the time since the market opened. */
export type When = 'first' | 'early' | 'launch' | 'between' | 'now';

export interface StrangerAct {
  readonly does: Deed;
  readonly on: Named;
  readonly when: When;
  readonly count: number;
}

export function strangerText({ does, on, when, count }: StrangerAct): string {
  return `a stranger ${does} the ${on} ${count} times (${when})`;
}
