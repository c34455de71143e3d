import type { Simulation } from 'assay-core/chain/loaders/simulate-and-send.ts';
import { Fault } from '#lib/fault.ts';
import type { PaymentChain } from '../chain/payment-chain.ts';
import { AccountStatus } from './account-status.ts';
import type { BeforeSend } from './attempt.ts';
import { validOf } from './attempt.ts';
import {
  type FacilitatorAnswer,
  type FacilitatorWire,
  invalid,
  openFacilitatorWire,
  settleResultOf,
  unsettled,
  verifyResultOf,
} from './facilitator-wire.ts';
import type { Facilitator, Payment, SettleResult, StaticResult, VerifyResult } from './payment.ts';
import { checkStatically, payerOf } from './static-check.ts';
import { decodeWire } from './wire-transaction.ts';

/** `headers` go with every request, for facilitators that authenticate callers. */
export interface HttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** CAIP-2 id. */
  readonly network: string;
  /** Its name in protocol v1. */
  readonly v1Network: string | null;
  /** If present, a payment is also simulated on the service's own endpoint, which shows the payer's balance afterwards. */
  readonly chain?: PaymentChain;
  readonly limits?: Partial<HttpLimits>;
}

/** Timeouts of a remote facilitator in milliseconds. */
export interface HttpLimits {
  readonly askMs: number;
  readonly settleMs: number;
  /** Pause between two requests of `/supported` while it can settle, and otherwise. */
  readonly refreshMs: number;
  readonly retryMs: number;
}

const usual: HttpLimits = { askMs: 10_000, settleMs: 30_000, refreshMs: 60_000, retryMs: 5_000 };

const AWAY = 'Whoever settles payments does not answer, so nothing can be settled now. Nothing was used.';
const RETRY_SECONDS = 5;

/** A remote facilitator. `ready` resolves after the first request for its support, with any result. */
export interface HttpFacilitator extends Facilitator {
  readonly ready: Promise<void>;
}

/** Opens a remote facilitator. Its word about a settlement is no proof: only the chain counts. */
export function openHttpFacilitator(options: HttpOptions): HttpFacilitator {
  const { network, v1Network, chain } = options;
  const limits = { ...usual, ...options.limits };
  const wire = openFacilitatorWire(options.url, options.headers);
  const account = new AccountStatus(wire, { network, v1Network, ...limits });
  const post: Post = async (path, payment, timeoutMs) => {
    const answer = await postPayment(wire, path, payment, timeoutMs).catch((error: unknown) => {
      account.pollSoon();
      throw error;
    });
    if (answer.status >= 500) account.pollSoon();
    return answer;
  };
  return {
    ready: account.refresh(),
    get away() {
      return account.away;
    },
    feePayer: (version = 2) => account.feePayers[version],
    check,
    verify: (payment) => verify(post, limits.askMs, chain, payment),
    settle: (payment, beforeSend) => settle(post, limits.settleMs, payment, beforeSend),
    close: () => {
      account.close();
      wire.close();
    },
  };
}

async function check(payment: Payment): Promise<StaticResult> {
  requireTerms(payment);
  return await checkStatically(payment);
}

/** Throws `chain_unavailable` while the terms are unknown. The same payment may be good once the facilitator is back. */
function requireTerms({ requirements }: Payment): void {
  if (Object.keys(requirements).length > 0) return;
  throw new Fault('chain_unavailable', AWAY, { retryAfterSeconds: RETRY_SECONDS });
}

/** Sends a payment with our requirements. Rejects with a public message when no answer came. */
type Post = (path: '/verify' | '/settle', payment: Payment, timeoutMs: number) => Promise<FacilitatorAnswer>;

/** The body's form is the same in both protocol versions; its contents differ. */
function postPayment(
  wire: FacilitatorWire,
  ...[path, payment, timeoutMs]: Parameters<Post>
): Promise<FacilitatorAnswer> {
  const { version, payload, requirements } = payment;
  const body = { x402Version: version, paymentPayload: payload, paymentRequirements: requirements };
  return wire.ask(path, body, timeoutMs);
}

async function verify(
  post: Post,
  timeoutMs: number,
  chain: PaymentChain | undefined,
  payment: Payment,
): Promise<VerifyResult> {
  const asked = post('/verify', payment, timeoutMs).then(verifyResultOf, unavailable);
  if (!chain) return await asked;
  const [theirs, first] = await Promise.all([asked, tryOut(chain, payment)]);
  // The facilitator may have sent a payment that it calls invalid although it passes our simulation.
  const isDoubtful = theirs.is === 'invalid' && first?.ok && !first.processed;
  const trial = isDoubtful ? await tryOut(chain, payment) : first;
  if (trial === null) return theirs;
  // A facilitator calls a payment that is on chain invalid. A lookup prevents that the payer signs another.
  if (theirs.is !== 'valid' && !(trial.ok && trial.processed)) return theirs;
  return trial.ok ? validOf(trial) : invalid('invalid_exact_svm_transaction_simulation_failed', trial.error);
}

function unavailable(error: unknown): VerifyResult {
  return { is: 'unavailable', detail: wordsOf(error) };
}

/** A simulation on our own endpoint; null where it was impossible, which decides nothing. */
async function tryOut(chain: PaymentChain, payment: Payment): Promise<Simulation | null> {
  const transaction = decodeWire(payment.transaction);
  const payer = transaction && payerOf(transaction);
  const reading = payer ? await chain.simulate(payment.transaction, payer.source, 'payment') : null;
  return reading?.known ? reading.value : null;
}

/** A payment may have been sent although no answer came. */
async function settle(post: Post, timeoutMs: number, payment: Payment, beforeSend: BeforeSend): Promise<SettleResult> {
  requireTerms(payment);
  await beforeSend(null);
  return await post('/settle', payment, timeoutMs).then(settleResultOf, (error) => unsettled(wordsOf(error)));
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no answer';
}
