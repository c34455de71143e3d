import { join } from 'node:path';
import type { ChainOptions } from 'assay-core/chain/open-chain.ts';
import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import type { Config } from '#config/config.ts';
import { paidResource } from '#http/questions/paid-resource.ts';
import type { Ledger } from '#ledger/books.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { openFreeCallBook } from '#ledger/free-calls.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openRateWindows } from '#ledger/rate-windows.ts';
import type { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';
import type { StatementWatch } from '#observability/statements.ts';
import { openBilling } from '#payments/billing/billing.ts';
import type { BillingLimits, RunningBilling } from '#payments/billing/deps.ts';
import type { PaymentChain } from '#payments/chain/payment-chain.ts';
import { type AssetFactsSource, openAssetFacts } from '#payments/credits/asset-facts.ts';
import { openCreditService } from '#payments/credits/credit-service.ts';
import { openPaymentPreparer } from '#payments/credits/prepared-payment.ts';
import { openSealer, ticketSecret } from '#payments/credits/ticket.ts';
import { ensureKeypairFile, readKeypairFile } from '#payments/keypair-file.ts';
import { openWatch, type Watch } from '#payments/watch.ts';
import { openPaymentReader } from '#payments/x402/header.ts';
import { type HttpLimits, openHttpFacilitator } from '#payments/x402/http.ts';
import { openLocalFacilitator } from '#payments/x402/local.ts';
import type { PaymentOutage, PaymentSettings } from '#payments/x402/offer.ts';
import type { Facilitator } from '#payments/x402/payment.ts';
import { offerV2 } from '#payments/x402/requirements.ts';
import type { MoneyService } from '#schema/contract.ts';
import { openMoneyService } from '#schema/credits/money.ts';
import { fundSandbox } from './sandbox.ts';

/** A remote facilitator has this many milliseconds at the start to name its fee payer for the first 402. */
const READY_MS_MAX = 2_000;

/** Timeouts of payments, facilitators and chain endpoints in milliseconds, where they differ from the default. */
export interface PaymentTimeouts {
  readonly billing?: Partial<BillingLimits>;
  readonly facilitator?: Partial<HttpLimits>;
  readonly chain?: ChainOptions['limits'];
  /** The clock for counting claims, in milliseconds. */
  readonly claimsNow?: () => number;
}

/** The input of billing and credit. */
export interface MoneySources {
  readonly config: Config;
  readonly baseUrl: string;
  readonly chain: PaymentChain;
  readonly database: Database;
  readonly ledger: Ledger;
  /** The endpoint of the embedded chain; null on a real network. */
  readonly sandboxUrl: string | null;
  readonly log: Logger;
  readonly closers: Closers;
  readonly timeouts: PaymentTimeouts;
  /** The same ledger with timed statements. */
  readonly watched: StatementWatch['watched'];
}

/** All parts of the service that handle money. */
export interface Money {
  readonly settings: PaymentSettings;
  readonly billing: RunningBilling;
  readonly service: MoneyService;
  readonly watch: Watch;
}

const SERVICE_NAME = 'Assay';

/** The parts that only need the chain and so do not wait for the ledger. */
export interface MerchantWallet {
  readonly payTo: string;
  readonly sponsor: Sponsor;
  readonly facts: AssetFactsSource;
}

/** The input of the merchant wallet. */
export type MerchantWalletParts = Pick<MoneySources, 'config' | 'chain' | 'sandboxUrl' | 'closers' | 'timeouts'>;

/** Finds the wallet that is paid and the key that settles. In the sandbox it funds both on the local chain. */
export async function openMerchantWallet({
  config,
  chain,
  sandboxUrl,
  closers,
  timeouts,
}: MerchantWalletParts): Promise<MerchantWallet> {
  const payTo = config.payTo ?? ensureKeypairFile(join(config.dataDir, 'sandbox-merchant.json')).publicKey.toBase58();
  const sponsor = await openSponsor(config, chain, closers, timeouts.facilitator);
  if (sandboxUrl !== null) await fundSandbox(sandboxUrl, payTo, sponsor.feePayer);
  const facts = openAssetFacts({ chain, assetMint: config.usdcMint, payTo });
  closers.add(async () => facts.close());
  if (sandboxUrl !== null) await facts.firstReading;
  return { payTo, sponsor, facts };
}

/** Opens billing, the credit service, and the watch over the facilitator and the merchant wallet. */
export function openMoney(parts: MoneySources, { payTo, sponsor, facts }: MerchantWallet): Money {
  const { config, chain, database, ledger, log, closers, timeouts, watched } = parts;
  const payments = watched('payments', openPaymentBook(database));
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  const { feePayer, facilitator } = sponsor;
  const watch = openWatch({ chain, payments, feePayer, perCall: facilitator !== null, facts, log: warn });
  closers.add(async () => watch.close());
  const settings = settingsOf(parts, payTo, sponsor.facilitator, watch);
  const secrets = config.ticketSecrets ?? [ticketSecret(config.dataDir)];
  const billing = openBilling({
    ledger,
    payments,
    chain,
    facilitator: sponsor.facilitator,
    readPayment: openPaymentReader(settings),
    windows: openRateWindows(database),
    changeSecret: changeSecretOf(secrets),
    freeCalls: { book: watched('free_calls', openFreeCallBook(database)), perDay: config.freeCallsPerDay },
    log,
    ...(timeouts.billing && { limits: timeouts.billing }),
  });
  billing.start();
  closers.add(() => billing.close());
  const sealed = { payTo, network: settings.network, facilitatorKeys: () => keysOf(sponsor.facilitator) };
  const credits = openCreditService({
    chain,
    claims: watched('claims', openClaimBook(database)),
    sealer: openSealer(secrets),
    facts,
    settings: sealed,
    ...(timeouts.claimsNow && { elapsed: timeouts.claimsNow }),
  });
  const preparer = openPaymentPreparer({ chain, facts, settings: sealed });
  const service = openMoneyService({
    settings,
    credits,
    accounts: ledger,
    paidResource: (resource) => paidResource(resource, settings),
    preparePayment: (payer, resource) => preparer.prepare({ payer, ...offerV2(resource, settings) }),
  });
  return { settings, billing, service, watch };
}

/** The oldest secret. Newer ones are put before it, and keys for change must stay the same. */
function changeSecretOf(secrets: readonly string[]): string {
  const oldest = secrets.at(-1);
  if (oldest === undefined) throw new Error('tickets and change need a secret');
  return oldest;
}

/** The fee payers that a facilitator names now. */
function keysOf(facilitator: Facilitator | null): readonly string[] {
  return [facilitator?.feePayer(2), facilitator?.feePayer(1)].filter((key) => typeof key === 'string');
}

/** Requirements without a fee payer cannot be paid, so payment per call is not offered until one is known. */
function outageOf(facilitator: Facilitator, { paused, failedSpendLamports }: Watch): PaymentOutage | null {
  const away = facilitator.away ?? (facilitator.feePayer(2) === null ? 'it names no fee payer' : null);
  if (away !== null) return { cause: 'facilitator', detail: away };
  return paused ? { cause: 'spend', detail: `failed settlements cost ${failedSpendLamports} lamports` } : null;
}

/** The settings of a 402. */
function settingsOf(
  { config, baseUrl, sandboxUrl }: MoneySources,
  payTo: string,
  facilitator: Facilitator | null,
  watch: Watch,
): PaymentSettings {
  return {
    get enabled() {
      return facilitator !== null && outageOf(facilitator, watch) === null;
    },
    get outage() {
      return facilitator && outageOf(facilitator, watch);
    },
    network: config.network.caip2,
    v1Network: config.network.v1Name,
    assetMint: config.usdcMint,
    payTo,
    get feePayer() {
      return facilitator?.feePayer(2) ?? null;
    },
    get v1FeePayer() {
      return facilitator?.feePayer(1) ?? null;
    },
    baseUrl,
    serviceName: SERVICE_NAME,
    iconUrl: `${baseUrl}/logo.png`,
    sandbox: sandboxUrl !== null,
  };
}

/** The settler of payments per call; both null where payment per call is off. */
interface Sponsor {
  readonly facilitator: Facilitator | null;
  /** The service's own fee payer; null where a remote facilitator pays the fees. */
  readonly feePayer: Address | null;
}

/** Opens the configured facilitator. `limits` override single limits of a remote one. */
async function openSponsor(
  config: Config,
  chain: PaymentChain,
  closers: Closers,
  limits: Partial<HttpLimits> = {},
): Promise<Sponsor> {
  const { facilitator: kind, network } = config;
  if (kind.kind === 'off') return { facilitator: null, feePayer: null };
  const names = { network: network.caip2, v1Network: network.v1Name };
  if (kind.kind === 'local') {
    const { feePayerFile } = kind;
    const own = join(config.dataDir, 'x402-fee-payer.json');
    const keypair = feePayerFile === null ? ensureKeypairFile(own) : readKeypairFile(feePayerFile);
    const facilitator = openLocalFacilitator({ keypair, chain, ...names });
    return { facilitator, feePayer: parseAddress(keypair.publicKey.toBase58()) };
  }
  const facilitator = openHttpFacilitator({ url: kind.url, headers: kind.headers, chain, limits, ...names });
  closers.add(async () => facilitator.close());
  const timeouts = new Promise((resolve) => setTimeout(resolve, READY_MS_MAX).unref());
  await Promise.race([facilitator.ready, timeouts]);
  return { facilitator, feePayer: null };
}
