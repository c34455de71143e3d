import type { SignatureEntry } from '#chain/chain-reader.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { PayerLink } from '#rules/wallet/evidence.ts';
import type { Address } from '#solana/address.ts';
import { earlyFunder, type FirstFunder } from '../../sources/first-funder.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import { orOpen, personalSource, type Tracing } from '../first-money.ts';

/** The subject of a check with a long record has a long history. Only its beginning is read with bodies. */
const SUBJECT_PAGES_MAX = 20;

/** The wallets that passed on a wallet's first money: the giver, and the giver's giver. Public services end the path. */
export type FundingPath = readonly Address[];

/** The path of the subject's own first money: up to 20 pages, then four rounds. Empty where it is unknown. */
export async function subjectPath(subject: Address, tracing: Tracing): Promise<Reading<FundingPath>> {
  const { reader } = tracing;
  const first = await reader.signatures(subject);
  const funder = orOpen(await earlyFunder(subject, reader, first, SUBJECT_PAGES_MAX));
  return funder.known ? pathFrom(funder.value, tracing) : funder;
}

/** The path of a payer's first money, where `page`, which ends at a payment of it, holds its whole history up to there. */
export async function payerPath(
  payer: Address,
  page: readonly SignatureEntry[],
  tracing: Tracing,
): Promise<Reading<FundingPath>> {
  if (page.length === 0 || page.length >= PAGE_SIGNATURES) return known([]);
  const funder = orOpen(await earlyFunder(payer, tracing.reader, known(page)));
  return funder.known ? pathFrom(funder.value, tracing) : funder;
}

async function pathFrom(funder: FirstFunder | null, tracing: Tracing): Promise<Reading<FundingPath>> {
  const giver = await personalSource(funder, tracing);
  if (!giver.known) return giver;
  if (!giver.value) return known([]);
  const next = orOpen(await earlyFunder(giver.value, tracing.reader, await tracing.reader.signatures(giver.value)));
  if (!next.known) return next;
  const second = await personalSource(next.value, tracing);
  if (!second.known) return second;
  return known(second.value ? [giver.value, second.value] : [giver.value]);
}

/** How a payer and the subject are linked by their first money; null where they are not. */
export function linkBetween(
  subject: Address,
  mine: FundingPath,
  payer: Address,
  theirs: FundingPath,
): PayerLink | null {
  if (theirs.includes(subject)) return 'funded_by_wallet';
  if (mine.includes(payer)) return 'funded_the_wallet';
  return theirs.some((giver) => mine.includes(giver)) ? 'shared_funder' : null;
}
