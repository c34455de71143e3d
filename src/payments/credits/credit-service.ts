import { randomBytes } from 'node:crypto';
import { Fault } from '#lib/fault.ts';
import type { PaymentChain } from '../chain/payment-chain.ts';
import type { AssetFactsSource } from './asset-facts.ts';
import { transferBasis } from './asset-facts.ts';
import { type ClaimParts, claimTransfer } from './claim.ts';
import { FairQueue } from './fair-queue.ts';
import { OpenClaims } from './open-claims.ts';
import type { CreditService, PreparedTransfer, PrepareRequest } from './requests.ts';
import { memoText, type TicketTerms } from './ticket-terms.ts';
import { readAmount, termsOf } from './tiers.ts';
import { readPayer, unsignedTransfer } from './transfer.ts';

/** The dependencies of the credit service. */
export interface CreditServiceParts extends Omit<ClaimParts, 'openClaims' | 'readings' | 'repeats'> {
  readonly chain: Pick<PaymentChain, 'tip' | 'status' | 'finalized'>;
  readonly facts: AssetFactsSource;
  readonly settings: ClaimParts['settings'] & {
    /** The receiving wallet: the owner, not its token account. */
    readonly payTo: string;
  };
  /** Unix milliseconds; the clock of the process when absent. */
  readonly now?: () => number;
  /** Milliseconds on a clock that never goes back; by default the process's own. */
  readonly elapsed?: () => number;
}

const ID_BYTES = 16;
/**
 * Concurrent and waiting readings for the claims of one network: at least one for each address of an IPv4 network, and no longer
 * than a client waits.
 */
const READINGS = { atOnceMax: 4, waitingMax: 300, waitMsMax: 10_000 };
/** Concurrent and waiting ledger queries for one signature and ticket, because a client repeats one claim at a time. */
const REPEATS = { atOnceMax: 1, waitingMax: 20, waitMsMax: 10_000 };

/** Sells prepaid credit and passes for transfers on chain. */
export function openCreditService(parts: CreditServiceParts): CreditService {
  const openClaims = new OpenClaims(parts.elapsed ?? (() => performance.now()));
  const readings = new FairQueue(READINGS);
  const repeats = new FairQueue(REPEATS);
  return {
    prepare: (request) => prepare(parts, request),
    claim: (input) => claimTransfer({ ...parts, openClaims, readings, repeats }, input),
  };
}

async function prepare(parts: CreditServiceParts, request: PrepareRequest): Promise<PreparedTransfer> {
  const { payer, tier } = readRequest(parts, request);
  const { facts, tip } = await transferBasis(parts);
  const { amountAtomic } = request;
  // Whole seconds, as in the ticket.
  const expiresAt = new Date(Math.floor(((parts.now ?? Date.now)() + tip.landsWithinMs) / 1000) * 1000);
  const terms: TicketTerms = {
    id: Uint8Array.from(randomBytes(ID_BYTES)),
    payer,
    amountAtomic,
    tier: tier?.tier ?? null,
    mint: facts.mint,
    recipient: facts.payTo,
    network: parts.settings.network,
    expiresAt,
  };
  const memo = memoText(terms.id);
  return {
    transaction: unsignedTransfer({ payer, amountAtomic, memo, blockhash: tip.blockhash, facts }),
    ticket: parts.sealer.seal(terms),
    expiresAt,
    amountAtomic,
    pass: tier && termsOf(tier),
    memo,
    payTo: facts.payTo,
    destination: facts.destination,
    lastValidBlockHeight: tip.lastValidBlockHeight,
  };
}

/** Reports all errors of a request at once. */
function readRequest({ settings }: CreditServiceParts, { payer, amountAtomic, pass }: PrepareRequest) {
  const wallet = readPayer(payer, { payTo: settings.payTo, facilitatorKeys: settings.facilitatorKeys() });
  const amount = readAmount(amountAtomic, pass);
  if ('payer' in wallet && 'tier' in amount) return { ...wallet, ...amount };
  const invalid = [wallet, amount].flatMap((part) => ('item' in part ? [part.item] : []));
  throw new Fault('invalid_request', invalid.map(({ msg }) => msg).join('; '), { invalid });
}
