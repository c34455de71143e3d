import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { known, mapReading, type Reading } from '#lib/reading.ts';
import {
  type Activity,
  type Credit,
  type Funding,
  mainCredits,
  SMALL_CREDIT_LAMPORTS,
  type Source,
} from '#rules/funder/evidence.ts';
import { parseAddress, parseSignature } from '#solana/address.ts';
import { msBetween } from '#solana/gates/gate-schedule.ts';
import { labelFact, signable } from './account-facts.ts';

/** Senders of small credits whose activity is read. */
const SENDERS_MAX = 3;

/** The main source of the funding: of lamports, else of tokens, else the payer of fees; null when nothing arrived. */
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

/** True where only the hub test separates a wallet from a service: it has a private key and no label, and no program paid. */
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

/** Seconds from one line of history to another, negative backwards. */
export type SecondsBetween = (from: SignatureEntry, to: SignatureEntry) => number;

/**
 * Measures the seconds between entries by their block times, or by the target times of their slots where an endpoint has no
 * times. Only the latter needs the chain's schedule. Its gap is passed on, because activity must not be guessed.
 */
export async function readSecondsBetween(
  lines: readonly SignatureEntry[],
  reader: Pick<HistoryReader, 'schedule'>,
): Promise<Reading<SecondsBetween>> {
  if (lines.every(({ blockTime }) => blockTime !== null)) return known(byTimes);
  const newest = lines.reduce((highest, { slot }) => Math.max(highest, slot), 0);
  return mapReading(
    await reader.schedule(newest),
    (schedule): SecondsBetween =>
      (from, to) => {
        if (from.blockTime !== null && to.blockTime !== null) return to.blockTime - from.blockTime;
        return Math.trunc(msBetween(schedule, from.slot, to.slot) / 1_000);
      },
  );
}

function byTimes(from: SignatureEntry, to: SignatureEntry): number {
  return (to.blockTime ?? 0) - (from.blockTime ?? 0);
}

/** The activity of one page of history. */
export async function readActivity(
  page: readonly SignatureEntry[],
  reader: Pick<HistoryReader, 'schedule'>,
): Promise<Reading<Activity>> {
  const [newest, oldest] = [page[0], page.at(-1)];
  if (!newest || !oldest) return known({ signatures: 0, spanSeconds: 0 });
  const seconds = await readSecondsBetween([oldest, newest], reader);
  return mapReading(seconds, (secondsBetween) => ({
    signatures: page.length,
    spanSeconds: secondsBetween(oldest, newest),
  }));
}

/** Adds the activity of small senders to the credits; null where it cannot be read. */
export async function withSenders(credits: readonly Credit[], reader: HistoryReader): Promise<readonly Credit[]> {
  const main = mainCredits(credits)[0]?.source ?? null;
  const small = credits.filter(
    ({ lamports, source }) => lamports < SMALL_CREDIT_LAMPORTS && source !== null && source !== main,
  );
  const senders = [...new Map(small.map((credit) => [credit.source, credit])).values()].slice(0, SENDERS_MAX);
  const activities = new Map<string | null, Activity>();
  await Promise.all(
    senders.map(async ({ source, transaction }) => {
      const page = await pageBefore(source, transaction, reader);
      const activity = page.known ? await readActivity(page.value, reader) : page;
      if (activity.known) activities.set(source, activity.value);
    }),
  );
  return credits.map((credit) =>
    small.includes(credit) ? { ...credit, senderActivity: activities.get(credit.source) ?? null } : credit,
  );
}
