import type { HistoryReader } from '#chain/chain-reader.ts';
import type { EffectWorld, KnownPrograms } from '#derive/effects/effect-scene.ts';
import { askedPositions } from '#derive/wallet/payers/asked-positions.ts';
import { drawn } from '#derive/wallet/payers/drawn.ts';
import { quoteMintsOf } from '#derive/wallet/payers/sale-pool.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import type { Book } from '#rules/wallet/evidence/book.ts';
import type { GainPayer, PaidGains } from '#rules/wallet/evidence.ts';
import { type Address, isOnCurve, type Signature } from '#solana/address.ts';
import type { Tracing } from '../first-money.ts';
import { type FundingPath, linkBetween, payerPath, subjectPath } from './links.ts';
import { type PaidPosition, readPayments } from './payments.ts';
import { readSpending } from './spending.ts';

/** Maximum number of payers that are asked about: of those that paid most, and of the others. */
const TOP_MAX = 30;
const DRAWN_MAX = 30;

/**
 * The wallet whose gains are asked about. `slot` is that of the answer. `secret` draws the questions: the same wallet is asked about in
 * the same way, and the author of a record cannot know in which.
 */
export interface PayersQuestion {
  readonly subject: Address;
  /** The positions and trades in the currency of the verdict. */
  readonly record: Pick<Book, 'positions' | 'trades'>;
  readonly slot: number;
  readonly secret: string;
  readonly reader: HistoryReader;
  readonly programs: KnownPrograms;
}

/** A payer with what it paid for all positions. */
interface Sum {
  readonly wallet: Address;
  readonly paid: bigint;
  readonly positions: number;
  readonly payments: number;
  readonly newest: Signature;
}

/**
 * Finds the payers of the gains of up to 32 positions, and for up to 60 of these wallets their spending and the origin of their first
 * money. About twelve rounds. A failed call, or one that the bounds of the check refused, is a gap of the whole, because it may not
 * improve the answer about a wallet.
 */
export async function readPayers(question: PayersQuestion): Promise<Reading<PaidGains>> {
  const { subject, record, slot, secret, reader, programs } = question;
  const seed = `${secret} ${subject}`;
  const quoteMints = quoteMintsOf(programs.stableMints);
  const tracing = { reader, labels: programs.labels };
  const asked = askedPositions(record, seed);
  const path = subjectPath(subject, tracing);
  const [schedule, ...paid] = await Promise.all([
    reader.schedule(slot),
    ...asked.map((one) => readPayments(one, { wallet: subject, reader, quoteMints, seed })),
  ]);
  if (!schedule.known) return renamed('payers', schedule.gap);
  const positions: PaidPosition[] = [];
  for (const one of paid) {
    if (!one.known) return renamed('payers', one.gap);
    positions.push(one.value);
  }
  const mine = await path;
  if (!mine.known) return renamed('payers', mine.gap);
  const world = { ...programs, schedule: schedule.value };
  const read = await Promise.all(
    chosen(positions, seed).map((sum) => readPayer(sum, { subject, seed, mine: mine.value, world, tracing })),
  );
  // A call that was refused because the calls or bytes of the check are used up, such as a link, is missing without a gap of its own.
  const end = await reader.signatures(subject);
  if (!end.known) return renamed('payers', end.gap);
  const payers: GainPayer[] = [];
  for (const one of read) {
    if (!one.known) return renamed('payers', one.gap);
    payers.push(one.value);
  }
  return known({ positions: positions.length, ...sumsOf(positions), payers });
}

function sumsOf(positions: readonly PaidPosition[]): Pick<PaidGains, 'gain' | 'unread'> {
  return positions.reduce((sums, { gain, unread }) => ({ gain: sums.gain + gain, unread: sums.unread + unread }), {
    gain: 0n,
    unread: 0n,
  });
}

/** The payers that paid most, and some of the others: an owner of many wallets cannot know which of them are asked about. */
function chosen(positions: readonly PaidPosition[], seed: string): readonly Sum[] {
  const sums = new Map<Address, Sum>();
  for (const { payments } of positions)
    for (const { wallet, paid, payments: count, newest } of payments) {
      const sum = sums.get(wallet);
      sums.set(wallet, {
        wallet,
        paid: paid + (sum?.paid ?? 0n),
        positions: 1 + (sum?.positions ?? 0),
        payments: count + (sum?.payments ?? 0),
        newest: sum?.newest ?? newest,
      });
    }
  const all = [...sums.values()].sort((a, b) =>
    a.paid === b.paid ? (a.wallet < b.wallet ? -1 : 1) : a.paid > b.paid ? -1 : 1,
  );
  return [...all.slice(0, TOP_MAX), ...drawn(all.slice(TOP_MAX), DRAWN_MAX, seed, ({ wallet }) => wallet)];
}

interface Looking {
  readonly subject: Address;
  readonly seed: string;
  readonly mine: FundingPath;
  readonly world: EffectWorld;
  readonly tracing: Tracing;
}

async function readPayer(
  { wallet, newest, ...sum }: Sum,
  { subject, seed, mine, world, tracing }: Looking,
): Promise<Reading<GainPayer>> {
  const spending = await readSpending(wallet, newest, { reader: tracing.reader, world, seed });
  if (!spending.known) return spending;
  const { page, listed, spent } = spending.value;
  const theirs: Reading<FundingPath> = isOnCurve(wallet) ? await payerPath(wallet, page, tracing) : known([]);
  if (!theirs.known) return theirs;
  const label = tracing.labels.find(wallet);
  return known({
    wallet,
    ...sum,
    spent,
    listed,
    labelled: label !== null && label.grade !== 'weak',
    link: linkBetween(subject, mine, wallet, theirs.value),
    funder: theirs.value.at(-1) ?? null,
  });
}
