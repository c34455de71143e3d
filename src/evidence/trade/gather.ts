import type { AccountState } from '#chain/chain-reader.ts';
import { OVERHEAD_BYTES } from '#chain/gates/gate-schedule.ts';
import type { NetworkFacts, SaleProof, TradeCheckSubject, TradeEvidence } from '#checks/trade/evidence.ts';
import { Bytes } from '#lib/bytes.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { extensionOf, type FullMint } from '#lib/token/decoded-mint.ts';
import { readMint } from '#lib/token/mint.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import { readTokenSubject } from '#lib/token/token-subject.ts';
import { feeTerm } from '#lib/token/transfer-fee.ts';
import { readTransferTerms, type TransferTerms } from '#lib/token/transfer-terms.ts';
import type { Accounts } from '#venues/venue.ts';
import { lookFirst, type Sight } from '../market/look.ts';
import type { MarketQuestion, MarketReader } from '../market/market-question.ts';
import { RENT } from '../market/rounds.ts';
import type { TradeOptions } from './weigh.ts';
import { weigh } from './weigh.ts';

/** The rent sysvar: lamports a byte as a u64 at 0, then 8 bytes without meaning since SIMD-0194, and the burnt percentage. */
const RENT_BYTES = 17;

/** The earlier value of the 8 bytes: the years of rent for exemption, an f64 that was always 2. */
const TWO_YEARS = 2;

const TOKEN_ACCOUNT_BYTES = 165n;

/** Account type and the extension ImmutableOwner, which Token-2022 associated accounts always have. */
const TOKEN_2022_BYTES = 5n;

const FEE_EXTENSION_BYTES = 12n;

const HOOK_EXTENSION_BYTES = 5n;

const PAUSABLE_EXTENSION_BYTES = 4n;

const UNTRIED: Reading<SaleProof> = known(null);

/**
 * Reads the evidence of the trade check. The first round, with cached configurations, reads the mint and every possible pool
 * address; the second reads each pool's accounts at one slot, and the largest holders. If holders show pools that address
 * derivation missed, and these could improve the verdict, two or more rounds read them, and their addresses are remembered. A mint
 * with a transfer hook takes one more round for trial sales, and one before it where the hook needs other accounts' data.
 */
export async function gatherTrade(
  question: MarketQuestion,
  reader: MarketReader,
  options: TradeOptions,
): Promise<TradeEvidence> {
  const looked = await lookFirst(question.subject, reader, options, [RENT]);
  if (!looked.known) return allMissing(question, looked.gap);
  const { sight, configurations } = looked.value;
  return evidenceOf(question, sight, reader, options, configurations);
}

async function evidenceOf(
  question: MarketQuestion,
  sight: Sight,
  reader: MarketReader,
  options: TradeOptions,
  configurations: Accounts,
): Promise<TradeEvidence> {
  const { moment, accounts } = sight;
  const reviewed = (mint: FullMint) => options.reviewedUnix(question.subject, mint) !== null;
  const subject = readSubject(accounts.get(question.subject) ?? null, moment.clock.epoch, reviewed);
  const asOf = known(moment.asOf);
  if (!subject.known) return { ...allMissing(question, subject.gap), asOf };
  const start = { ...question, asOf, mint: known(subject.value.subject) };
  const nothing = { pools: known([]), holders: known({ seen: 0, unpriced: [], strangers: [], frozen: [] }) };
  const network = (fees: Reading<readonly bigint[]>) =>
    networkFacts(fees, accounts.get(RENT) ?? null, subject.value, options.highestPriorityMicroLamports);
  if (subject.value.subject.is !== 'mint') {
    const cost = known({ trip: null, sizes: [], largest: [], disagreementBps: null });
    return { ...start, ...nothing, cost, network: known(network(known([]))), sale: UNTRIED };
  }
  const weighed = await weigh({
    question,
    sight,
    mint: subject.value.subject.mint,
    terms: subject.value.terms,
    reader,
    options,
    configurations,
    network,
  });
  return { ...start, ...weighed };
}

/** Evidence where each reading is missing for the same cause. */
function allMissing(question: MarketQuestion, gap: Gap): TradeEvidence {
  const of = (name: string) => renamed(name, gap);
  return {
    ...question,
    asOf: of('as_of'),
    mint: of('mint'),
    pools: of('pools'),
    holders: of('holders'),
    network: of('network'),
    cost: of('cost'),
    sale: UNTRIED,
  };
}

/** The network's fees. Priority fee: of the recent blocks with any, three quarters took at most this. */
export function networkFacts(
  fees: Reading<readonly bigint[]>,
  rent: AccountState | null | undefined,
  subject: SubjectRead | null,
  highest: bigint,
): NetworkFacts {
  const priority = fees.known ? upperQuartile(fees.value) : highest;
  return {
    priorityMicroLamports: priority > highest ? highest : priority,
    priorityIsAssumed: !fees.known,
    accountRentLamports: rent && rent.data.length === RENT_BYTES && subject ? rentOf(rent, subject) : null,
  };
}

function upperQuartile(fees: readonly bigint[]): bigint {
  const paid = fees.filter((fee) => fee > 0n).sort((a, b) => (a < b ? -1 : 1));
  return paid[Math.floor((paid.length * 3) / 4)] ?? 0n;
}

function rentOf(rent: AccountState, { subject, terms }: SubjectRead): bigint | null {
  if (subject.is !== 'mint') return null;
  const bytes = new Bytes(rent.data);
  const threshold = new DataView(rent.data.buffer, rent.data.byteOffset).getFloat64(8, true);
  const perByte = threshold === TWO_YEARS ? 2n * bytes.u64(0) : bytes.u64(0);
  let length = TOKEN_ACCOUNT_BYTES;
  if (subject.mint.program !== TOKEN_PROGRAM) {
    length += TOKEN_2022_BYTES;
    if (terms?.fee) length += FEE_EXTENSION_BYTES;
    if (terms?.hookProgram) length += HOOK_EXTENSION_BYTES;
    if (terms?.pausable) length += PAUSABLE_EXTENSION_BYTES;
  }
  return (BigInt(OVERHEAD_BYTES) + length) * perByte;
}

/** A mint for the check, and its terms for quotes. */
export interface SubjectRead {
  readonly subject: TradeCheckSubject;
  readonly terms: TransferTerms | null;
}

/** Classifies the account of the subject, in an epoch. Extensions with contradicting lengths are `unreadable`. */
function readSubject(
  account: AccountState | null,
  epoch: bigint,
  reviewed: (mint: FullMint) => boolean,
): Reading<SubjectRead> {
  if (account === null) return known({ subject: { is: 'nothing' }, terms: null });
  const mint = readMint(account);
  if (mint === null) return known({ subject: { is: 'other', owner: account.owner }, terms: null });
  const terms = readTransferTerms(account.data);
  if (terms === null) return missing('mint', 'unreadable', 'extensions of the mint contradict their lengths');
  const fee = terms.fee && feeTerm(terms.fee, epoch);
  const full = readTokenSubject(account);
  if (full.is !== 'mint') return missing('mint', 'unreadable', 'the extensions of the mint could not be read');
  return known({
    terms,
    subject: {
      is: 'mint',
      mint: {
        program: mint.program,
        decimals: mint.decimals,
        supply: mint.supply,
        transferFee: fee && fee.basisPoints > 0n ? { bps: Number(fee.basisPoints), maximum: fee.maximum } : null,
        feeIsMutable: terms.fee?.mutable ?? false,
        nonTransferable: terms.nonTransferable,
        frozenByDefault: terms.frozenByDefault,
        paused: terms.paused,
        hookProgram: terms.hookProgram,
        ...powersOf(full.mint),
        reviewed: reviewed(full.mint),
        unknownExtensions: terms.unknownTypes,
      },
    },
  });
}

function powersOf(mint: FullMint) {
  return {
    freezeAuthority: mint.freezeAuthority,
    permanentDelegate: extensionOf(mint, 'permanent_delegate')?.delegate ?? null,
    pauseAuthority: extensionOf(mint, 'pausable')?.authority ?? null,
    hookAuthority: extensionOf(mint, 'transfer_hook')?.authority ?? null,
  };
}
