import type { Gap } from 'assay-core/lib/reading.ts';
import { parseSignature, type Signature } from 'assay-core/solana/address.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import type { ClaimBook, ClaimRepeat, CreditResult } from '#ledger/claims.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import { addressRange, networkGroup } from '#lib/network-group.ts';
import type { PaymentChain } from '../chain/payment-chain.ts';
import type { FairQueue, NetworkMember } from './fair-queue.ts';
import { judge, type Mismatch } from './judge.ts';
import type { OpenClaims } from './open-claims.ts';
import type { ClaimAnswer, ClaimInput } from './requests.ts';
import type { Sealer } from './ticket.ts';
import { type TicketTerms, ticketHash } from './ticket-terms.ts';
import { termsOf, tiers } from './tiers.ts';

/** The dependencies of claims. */
export interface ClaimParts {
  readonly chain: Pick<PaymentChain, 'status' | 'finalized'>;
  readonly claims: ClaimBook;
  readonly sealer: Sealer;
  readonly openClaims: OpenClaims;
  /** The queue for reading transactions: each is one call, and anybody may claim any finalized transaction. */
  readonly readings: FairQueue;
  /**
   * The queue for ledger queries about one signature and ticket, so that repeats do not use up connections. Not by signature alone,
   * which is public on chain: a stranger with a ticket could block its payer.
   */
  readonly repeats: FairQueue;
  readonly settings: {
    /** CAIP-2 id. */
    readonly network: string;
    /** Keys that sign for payments per call; they may change while the service runs. */
    readonly facilitatorKeys: () => readonly string[];
  };
}

/** Finality takes about seven seconds, so an earlier repeat does not help. */
const RETRY_SECONDS = 2;

/**
 * Credits the transfer of a ticket once. Refuses what it can without the chain; the ledger answers repeats, and the number of other
 * look-ups is limited. Throws the faults of `CreditService.claim`.
 */
export async function claimTransfer(parts: ClaimParts, input: ClaimInput): Promise<ClaimAnswer> {
  const { signature, ticket } = readClaim(parts, input);
  const request = {
    signature,
    ticketHash: ticketHash(ticket.id),
    ...(input.key !== undefined && { apiKey: input.key }),
  };
  const claimed = `${signature} ${Buffer.from(request.ticketHash).toString('hex')}`;
  const turn = { network: claimed, member: claimed };
  const before = await parts.repeats.take(turn, () => parts.claims.recall(request));
  if (before) return answerOf(before, ticket);
  const claim = { ...request, ...(input.address !== undefined && { address: input.address }) };
  parts.openClaims.enter(claim);
  await requireFinal(parts.chain, signature);
  const transaction = await parts.readings.take(callerOf(input), () => readFinalized(parts.chain, signature));
  const mismatch = judge(transaction, ticket, { facilitatorKeys: parts.settings.facilitatorKeys() });
  if (mismatch) throw mismatched(mismatch);
  const tier = tiers.find((one) => one.tier === ticket.tier);
  const pass = tier ? termsOf(tier) : null;
  const credit = { ...request, amountAtomic: ticket.amountAtomic, pass };
  const credited = await parts.repeats.take(turn, () => parts.claims.credit(credit));
  parts.openClaims.credited(claim);
  return answerOf(credited, ticket);
}

function readClaim(parts: ClaimParts, input: ClaimInput): { signature: Signature; ticket: TicketTerms } {
  const signature = parseSignature(input.signature);
  const ticket = parts.sealer.open(input.ticket);
  const invalid: InvalidItem[] = [];
  if (!signature) invalid.push(item('signature', 'Not a transaction signature: base58 of exactly 64 bytes'));
  if (ticket?.network !== parts.settings.network) {
    invalid.push(item('ticket', ticket ? `The ticket is for ${ticket.network}` : UNREADABLE, 'ticket_invalid'));
  } else if (input.pass !== undefined && input.pass !== (ticket.tier !== null)) {
    invalid.push(item('pass', ticket.tier ? `The ticket is for a pass (${ticket.tier})` : 'The ticket is for credit'));
  }
  if (signature && ticket && invalid.length === 0) return { signature, ticket };
  throw new Fault('invalid_request', invalid.map(({ msg }) => msg).join('; '), { invalid });
}

const UNREADABLE = 'Not a ticket of this service, or not the whole of one; send it as /credits/prepare returned it';

function item(member: string, msg: string, type = 'value_error'): InvalidItem {
  return { loc: ['body', member], msg, type };
}

async function requireFinal(chain: ClaimParts['chain'], signature: Signature): Promise<void> {
  const status = await chain.status(signature, 'payment');
  if (!status.known) throw unavailable(status.gap);
  const { value } = status;
  if (value?.commitment === 'finalized') return;
  const detail = value
    ? `The transaction is ${value.commitment} in slot ${value.slot} and not finalized yet. Nothing was credited.`
    : 'No endpoint knows the transaction yet. Nothing was credited.';
  throw new Fault('transaction_not_final', `${detail} Repeat the claim in ${RETRY_SECONDS} seconds.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

const DISAGREES =
  'The endpoints of the chain tell different things of the transaction. Nothing was credited, and nothing is lost: repeat the same claim, and send no other transfer.';

/** The member of the queue: a network, or a ticket where the address is unknown. */
function callerOf({ address, ticket }: ClaimInput): NetworkMember {
  if (address === undefined) return { network: ticket, member: ticket };
  return { network: addressRange(address), member: networkGroup(address) };
}

async function readFinalized(chain: ClaimParts['chain'], signature: Signature): Promise<Transaction> {
  const reading = await chain.finalized(signature);
  if (!reading.known) throw unavailable(reading.gap);
  return reading.value;
}

/** The gap's own detail may contain an endpoint's answer, so it is not shown. */
function unavailable({ cause }: Gap): Fault {
  if (cause === 'rpc_disagrees') return new Fault('in_flight', DISAGREES, { retryAfterSeconds: RETRY_SECONDS });
  const detail = `The transaction could not be read from the chain (${cause}). Nothing was credited; repeat the claim.`;
  return new Fault('chain_unavailable', detail, { retryAfterSeconds: RETRY_SECONDS });
}

const differences: Readonly<Record<Mismatch, string>> = {
  success: 'The transaction failed on chain, so nothing was transferred.',
  ticket: 'The transaction does not carry the memo of this ticket, and no other, among its own instructions.',
  token: 'The transaction transfers another token than the ticket names.',
  recipient: 'The transaction holds no TransferChecked of its own to the token account of the ticket.',
  amount: "The transaction does not raise the receiving account by the ticket's amount in one transfer.",
  payer: "The ticket's payer did not send, sign and pay for the transaction alone and from his own account.",
};

function mismatched(mismatch: Mismatch): Fault {
  return new Fault('transfer_mismatch', `${differences[mismatch]} Nothing was credited.`, { mismatch });
}

function answerOf(result: CreditResult | ClaimRepeat, ticket: TicketTerms): ClaimAnswer {
  switch (result.outcome) {
    case 'key_unknown':
      throw new Fault('api_key_unknown', 'No account has the key that was to be topped up. Nothing was credited.', {
        status: 401,
      });
    case 'taken':
      throw new Fault('signature_already_credited');
    case 'repeated': {
      const { creditedAtomic, tier, apiKey } = result;
      return { creditedAtomic, tier, repeated: true, ...(apiKey !== undefined && { apiKey }) };
    }
    case 'credited': {
      const { apiKey, balanceAtomic, pass } = result;
      return {
        creditedAtomic: ticket.amountAtomic,
        tier: ticket.tier,
        repeated: false,
        balanceAtomic,
        ...(apiKey !== undefined && { apiKey }),
        ...(pass && { pass }),
      };
    }
  }
}
