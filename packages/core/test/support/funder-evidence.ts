import type { Label, LabelTable } from '#chain/labels/label.ts';
import { known } from '#lib/reading.ts';
import type {
  Credit,
  FirstWeek,
  FunderEvidence,
  FunderHop,
  Funding,
  Source,
  TransactionPlace,
  WeekSource,
} from '#rules/funder/evidence.ts';
import type { LabelFact } from '#rules/label.ts';
import type { Address } from '#solana/address.ts';

/** A time, Unix seconds, at which the sample funding happened. */
export const FUNDED_AT = 1_700_000_000;

export const place = (transaction: string, slot = 100, time: number | null = FUNDED_AT): TransactionPlace => ({
  transaction,
  slot,
  time,
});

export const label = (over: Partial<LabelFact> = {}): LabelFact => ({
  label: 'Sample Exchange 1',
  category: 'cex',
  fundingClass: 'exchange',
  grade: 'strong',
  date: '2026-11',
  exchange: 'Sample Exchange',
  ...over,
});

export const credit = (over: Partial<Credit> = {}): Credit => ({
  ...place('birth'),
  mechanism: 'transfer',
  source: 'payer',
  program: null,
  lamports: 50_000_000n,
  recipients: 1,
  freshRecipients: 1,
  senderActivity: null,
  ...over,
});

export const funding = (over: Partial<Funding> = {}): Funding => ({
  credits: [credit()],
  tokenCredit: null,
  sponsor: null,
  spent: true,
  unexplainedLamports: 0n,
  ...over,
});

export const source = (over: Partial<Source> = {}): Source => ({
  ...place('birth'),
  basis: 'lamports',
  mechanism: 'transfer',
  address: 'payer',
  onCurve: true,
  label: null,
  program: null,
  programLabel: null,
  ...over,
});

export const hop = (over: Partial<FunderHop> = {}): FunderHop => ({
  oldest: place('hop', 50, FUNDED_AT - 10 * 86_400),
  funder: 'exchange',
  funderLabel: label(),
  mechanism: 'transfer',
  lamports: 60_000_000n,
  transaction: 'hop',
  slot: 50,
  time: FUNDED_AT - 10 * 86_400,
  ...over,
});

export const week = (over: Partial<FirstWeek> = {}): FirstWeek => ({
  sources: [weekSource()],
  laterLamports: 0n,
  transactionsRead: 3,
  whole: true,
  ...over,
});

export const weekSource = (over: Partial<WeekSource> = {}): WeekSource => ({
  source: 'payer',
  label: null,
  lamports: 50_000_000n,
  dollars: 0n,
  ...over,
});

const systemAccount = { exists: true, lamports: 1n, ownedBySystem: true, executable: false };

/** Complete evidence of a wallet that an ordinary wallet funded. */
export function walletEvidence(over: Partial<FunderEvidence> = {}): FunderEvidence {
  return {
    subject: 'subject',
    identity: known({ onCurve: true, label: null }),
    asOf: known({ slot: 9_000, commitment: 'finalized', time: FUNDED_AT + 30 * 86_400 }),
    account: known(systemAccount),
    trace: known({ listed: true, tokenAccounts: null }),
    history: known({ signatures: 3, pages: 1, oldest: place('birth'), viaTokenAccounts: false }),
    birth: known({ place: place('birth') }),
    continuity: known({ transactions: 3, rewardLamports: 0n }),
    funding: known(funding()),
    firstTouch: known({ ...place('birth'), what: 'lamports', source: 'payer', mint: null, amount: 50_000_000n }),
    firstTrade: known(null),
    source: known(source()),
    sourceAccount: known(systemAccount),
    sourceActivity: known({ signatures: 40, spanSeconds: 5_000_000 }),
    hop: known(null),
    hop3: known(null),
    siblings: known(null),
    cohort: known(null),
    firstWeek: known(week()),
    ...over,
  };
}

/** Complete evidence of a wallet that a labelled exchange funded. */
export function exchangeEvidence(over: Partial<FunderEvidence> = {}): FunderEvidence {
  return walletEvidence({ source: known(source({ label: label() })), sourceActivity: known(null), ...over });
}

/** The label of an exchange's wallet. */
export const exchangeLabel = (address: Address, over: Partial<Label> = {}): Label => ({
  address,
  label: 'Sample',
  exchange: 'Sample',
  category: 'cex',
  fundingClass: 'exchange',
  grade: 'strong',
  date: '2026-11',
  onCurve: true,
  sources: [],
  ...over,
});

/** A table of these labels alone. */
export const labelsOf = (...all: readonly Label[]): LabelTable => ({
  size: all.length,
  find: (of) => all.find(({ address }) => address === of) ?? null,
});
