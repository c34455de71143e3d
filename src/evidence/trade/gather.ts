import type { SaleProof, TradeEvidence } from '#checks/trade/evidence.ts';
import { type Gap, known, type Reading, renamed } from '#lib/reading.ts';
import type { Accounts } from '#venues/model.ts';
import { lookFirst, type Sight } from '../market/look.ts';
import type { MarketQuestion, MarketReader } from '../market/model.ts';
import { RENT } from '../market/witnessed.ts';
import type { TradeOptions } from './model.ts';
import { networkFacts } from './network.ts';
import { readSubject } from './subject.ts';
import { weigh } from './weigh.ts';

const UNTRIED: Reading<SaleProof> = known(null);

/**
 * Reads everything that the trade check judges, in two rounds while configurations are fresh: the mint with every address
 * at which a pool of it would be, and then what these pools need, each pool's accounts of one slot, with the largest holders.
 * Where holders show liquidity that derivation did not find, and it could better the verdict, two or more rounds read
 * it, and its address is remembered. A mint with a transfer hook takes one round more, in which sales are tried, and one before
 * it where the hook's accounts rest on the data of others.
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
  const subject = readSubject(accounts.get(question.subject) ?? null, moment.clock.epoch);
  const asOf = known(moment.asOf);
  if (!subject.known) return { ...allMissing(question, subject.gap), asOf };
  const start = { ...question, asOf, mint: known(subject.value.subject) };
  const nothing = { pools: known([]), holders: known({ seen: 0, unpriced: [] }) };
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

/** Nothing could be read: each reading is missing for the same cause. */
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
