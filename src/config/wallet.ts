import type { Complaints } from './complaints.ts';

/** How much of a wallet's past a check reads, and what is kept of it between checks. */
export interface WalletSettings {
  readonly windowDays: number;
  /**
   * Of the wallet's own list inside the window, without and with an endpoint that gives lists with their bodies, and of the lists
   * of its token accounts.
   */
  readonly signaturesMax: number;
  readonly signaturesWithBodiesMax: number;
  readonly tokenSignaturesMax: number;
  /** Whether transactions are kept for the next check of the same wallet, and for how many days after its last. */
  readonly history: boolean;
  readonly historyDays: number;
}

const DAYS_MAX = 365;
const SIGNATURES_MAX = 20_000;
/** Without bodies in lists, each transaction is a call. */
const SIGNATURES_DEFAULT = 3_000;

/** The bounds of the wallet check. */
export function readWallet(c: Complaints): WalletSettings {
  const signaturesMax = c.whole('WALLET_SIGNATURES_MAX', 100, SIGNATURES_MAX, null);
  return {
    windowDays: c.whole('WALLET_WINDOW_DAYS', 1, DAYS_MAX, 90),
    signaturesMax: signaturesMax ?? SIGNATURES_DEFAULT,
    signaturesWithBodiesMax: signaturesMax ?? SIGNATURES_MAX,
    tokenSignaturesMax: c.whole('WALLET_TOKEN_SIGNATURES_MAX', 0, SIGNATURES_MAX, 1_500),
    history: c.choice('WALLET_HISTORY', ['on', 'off'], 'on') === 'on',
    historyDays: c.whole('WALLET_HISTORY_DAYS', 1, DAYS_MAX, 30),
  };
}
