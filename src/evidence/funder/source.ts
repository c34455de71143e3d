import type { LabelTable } from '#chain/labels/label.ts';
import type { HistoryReader, SignatureEntry } from '#chain/model.ts';
import { type Activity, type Funding, mainCredits, type Source } from '#checks/funder/evidence.ts';
import { parseAddress, parseSignature } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { labelFact, signable } from './facts.ts';

/** The seconds between two slots, for entries without a block time: 0.4, as a fraction of whole numbers. */
const SLOT_SECONDS = { numerator: 2, denominator: 5 };

/** The main source of the funding: of lamports, else of tokens, else whoever paid the fees; null when nothing arrived. */
export function sourceOf(funding: Funding, labels: LabelTable): Source | null {
  const [credit] = mainCredits(funding.credits);
  if (credit) return described(credit, credit.mechanism === 'own_swap' ? 'tokens' : 'lamports', labels);
  if (funding.tokenCredit) return described(funding.tokenCredit, 'tokens', labels);
  if (!funding.sponsor) return null;
  const { payer, ...place } = funding.sponsor;
  return described({ ...place, mechanism: 'sponsor', source: payer, program: null }, 'sponsor', labels);
}

type Given = Pick<Source, 'transaction' | 'slot' | 'time' | 'mechanism' | 'program'> & {
  readonly source: string | null;
};

function described(given: Given, basis: Source['basis'], labels: LabelTable): Source {
  const { transaction, slot, time, mechanism, program } = given;
  const address = parseAddress(given.source);
  return {
    transaction,
    slot,
    time,
    basis,
    mechanism,
    address,
    onCurve: signable(address),
    label: labelFact(labels, address),
    program,
    programLabel: labelFact(labels, parseAddress(program)),
  };
}

/** True when only the hub test can tell a wallet from a service: a key of its own, no label, no program that pays. */
export function needsHubTest({ address, label, onCurve, mechanism }: Source): boolean {
  return address !== null && !label && onCurve && mechanism !== 'program_credit';
}

/** One page of an address's history that ends just before the transaction. */
export async function pageBefore(
  of: string | null,
  transaction: string,
  reader: HistoryReader,
): Promise<Reading<readonly SignatureEntry[]>> {
  const [address, before] = [parseAddress(of), parseSignature(transaction)];
  return address && before ? reader.signatures(address, { before }) : known([]);
}

/** Seconds from one line of history to another, negative backwards. Lines without a block time are measured by their slots. */
export function secondsBetween(from: SignatureEntry, to: SignatureEntry): number {
  if (from.blockTime !== null && to.blockTime !== null) return to.blockTime - from.blockTime;
  return Math.trunc(((to.slot - from.slot) * SLOT_SECONDS.numerator) / SLOT_SECONDS.denominator);
}

/** How busy a page is. */
export function activityOf(page: readonly SignatureEntry[]): Activity {
  const [newest, oldest] = [page[0], page.at(-1)];
  if (!newest || !oldest) return { signatures: 0, spanSeconds: 0 };
  return { signatures: page.length, spanSeconds: secondsBetween(oldest, newest) };
}
