import type { GainPayer, PaidGains } from './evidence.ts';
import { roundedBps, sumOf } from './figures/ratio.ts';

/*
 * The weight of a stranger. An address, its age and the number of its transactions cost next to nothing to make: 5,000 lamports a
 * transaction, and patience. Irrecoverable spending does cost: network fees, tips and fees of terminals. So a payer proves as much as it
 * spent, and a trader who makes his own payers has to spend it.
 */

/** So many lamports spent by payers would prove all gains; a half is asked for. */
const WHOLE_PROOF = 60_000_000_000n;
/** A single payer proves at most as much as if it had spent this: one wallet must not stand for many. */
const PAYER_PROOF_MAX = 1_000_000_000n;
/** Of a sample a transaction counts at most so many lamports, so that few dear ones that happen to be in it do not. */
const SPENT_MAX = 2_000_000n;

const WHOLE_BPS = 10_000n;

/** Shares of the gains that were asked about, in basis points, each rounded against the wallet. */
export interface PaidShares {
  /** Paid by the wallet itself or by wallets that share its first money. */
  readonly linkedBps: number;
  /** Paid by payers that are proven to be strangers. */
  readonly provenBps: number;
  /** Paid by the payer that paid most, together with those of the same first money. */
  readonly oneOwnerBps: number;
  /** Nobody was found who paid it. */
  readonly unreadBps: number;
}

/** Estimates what a payer spent for good in its listed history, in lamports, with every bound applied. */
export function provingLamports({ listed, spent }: Pick<GainPayer, 'listed' | 'spent'>): bigint {
  if (spent.length === 0) return 0n;
  const isWhole = spent.length >= listed;
  const counted = sumOf(spent, (one) => (isWhole || one < SPENT_MAX ? one : SPENT_MAX));
  const estimated = (counted * BigInt(listed)) / BigInt(spent.length);
  return estimated < PAYER_PROOF_MAX ? estimated : PAYER_PROOF_MAX;
}

/** The shares of the payers. Payers that were not examined count like the examined ones. */
export function paidShares({ gain, unread, payers }: PaidGains): PaidShares {
  const all = sumOf(payers, ({ paid }) => paid);
  const read = gain - unread;
  const part = (paid: bigint, rounding: 'up' | 'down') =>
    all > 0n && gain > 0n ? roundedBps(paid * read, all * gain, rounding) : 0;
  const proven = sumOf(payers, (payer) => (all > 0n && gain > 0n ? provenPart(payer, read, all * gain) : 0n));
  const byOwner = new Map<string, bigint>();
  for (const { wallet, funder, paid } of payers) {
    const owner = funder ?? wallet;
    byOwner.set(owner, (byOwner.get(owner) ?? 0n) + paid);
  }
  const most = [...byOwner.values()].reduce((high, paid) => (paid > high ? paid : high), 0n);
  return {
    linkedBps: part(
      sumOf(payers, ({ link, paid }) => (link === null ? 0n : paid)),
      'up',
    ),
    provenBps: Number((proven * WHOLE_BPS) / WHOLE_PROOF),
    oneOwnerBps: part(most, 'up'),
    unreadBps: roundedBps(unread, gain, 'up'),
  };
}

/**
 * The proof of a payer, in lamports of `WHOLE_PROOF`: its share of the gains, up to its spending. A labelled account needs no sign of its
 * own, and proves no more than another: a signer for customers, such as a payer of their network fees, can be made to get coins.
 */
function provenPart(payer: GainPayer, read: bigint, whole: bigint): bigint {
  if (payer.link !== null) return 0n;
  const share = (payer.paid * read * WHOLE_PROOF) / whole;
  const proves = payer.labelled ? PAYER_PROOF_MAX : provingLamports(payer);
  return share < proves ? share : proves;
}
