import { createHmac } from 'node:crypto';
import type { WalletParts } from 'assay-core/check/inspectors.ts';
import { openEffectStore } from 'assay-core/gather/effects/effect-store.ts';
import { PICO_PER_USDC_ATOMIC } from 'assay-core/lib/money.ts';
import { DAY_SECONDS } from 'assay-core/rules/wallet/evidence.ts';
import type { Config } from '#config/config.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openWalletHistories } from '#ledger/wallets/histories.ts';
import { forgetUnusedHistories } from '#ledger/wallets/retention.ts';
import type { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';
import type { StatementWatch } from '#observability/statements.ts';
import { ticketSecret } from '#payments/credits/ticket.ts';
import { pricesAtomic } from '#payments/prices.ts';

/** Maximum number of rows of all wallets: about three gigabytes. */
const ROWS_MAX = 5_000_000;
const SWEEP_MS = 3_600_000;

/** The input of the wallet check. `sandboxStart` (Unix milliseconds) is null on a real network. */
export interface WalletsParts {
  readonly config: Config;
  readonly database: Database;
  readonly sandboxStart: number | null;
  readonly log: Logger;
  readonly closers: Closers;
  /** The same ledger with timed statements. */
  readonly watched: StatementWatch['watched'];
}

/**
 * Opens the limits of wallet checks and the store of effects, and deletes wallets that were not checked for long. A sandbox is a new chain
 * after each start, so its store begins empty.
 */
export function openWallets({ config, database, sandboxStart, log, closers, watched }: WalletsParts): WalletParts {
  const { windowDays, signaturesMax, signaturesWithBodiesMax, tokenSignaturesMax, history, historyDays } =
    config.wallet;
  const windowSeconds = windowDays * DAY_SECONDS;
  // Without a bound of the operator the list of a wallet costs no more than the check is sold for.
  const picoUsdMax = pricesAtomic.wallet * PICO_PER_USDC_ATOMIC;
  const bounds = { windowSeconds, signaturesMax, signaturesWithBodiesMax, tokenSignaturesMax, picoUsdMax };
  const secret = sandboxStart === null ? drawSecret(config) : undefined;
  if (!history) return { bounds, store: null, secret };
  const chain = sandboxStart === null ? config.network.caip2 : `sandbox ${sandboxStart}`;
  const sweep = setInterval(() => {
    forgetUnusedHistories(database.sql, { unusedDays: historyDays, rowsMax: ROWS_MAX }).catch((err: unknown) =>
      log.warn({ err }, 'unused histories of wallets could not be deleted'),
    );
  }, SWEEP_MS);
  sweep.unref();
  closers.add(async () => clearInterval(sweep));
  const store = openEffectStore(watched('wallets', openWalletHistories(database.sql, { chain })));
  return { bounds, store, secret };
}

/** The same in all replicas and for ever, like the secret of tickets that it follows from. The sandbox needs none: its answers repeat. */
function drawSecret({ ticketSecrets, dataDir }: Config): string {
  const [secret = ticketSecret(dataDir)] = [...(ticketSecrets ?? [])].reverse();
  return createHmac('sha256', secret).update('who paid').digest('hex');
}
