import type { SaleProof, TradeEvidence } from '#checks/trade/evidence.ts';
import { type Gap, known, type Reading, renamed } from '#lib/reading.ts';
import type { Accounts } from '#venues/model.ts';
import { lookFor, type Sight } from './look.ts';
import type { TradeOptions, TradeQuestion, TradeReader } from './model.ts';
import { networkFacts } from './network.ts';
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
  question: TradeQuestion,
  reader: TradeReader,
  options: TradeOptions,
): Promise<TradeEvidence> {
  const configurations = await options.configurations.read(reader);
  if (!configurations.known) return allMissing(question, configurations.gap);
  const looked = await lookFor(question.subject, reader, options, configurations.value);
  if (!looked.known) return allMissing(question, looked.gap);
  return evidenceOf(question, looked.value, reader, options, configurations.value);
}

async function evidenceOf(
  question: TradeQuestion,
  sight: Sight,
  reader: TradeReader,
  options: TradeOptions,
  configurations: Accounts,
): Promise<TradeEvidence> {
  const { moment, subject } = sight;
  const asOf = known(moment.asOf);
  if (!subject.known) return { ...allMissing(question, subject.gap), asOf };
  const start = { ...question, asOf, mint: known(subject.value.subject) };
  const nothing = { pools: known([]), holders: known({ seen: 0, unpriced: [] }) };
  const network = (fees: Reading<readonly bigint[]>) =>
    networkFacts(fees, sight.rent, subject.value, options.highestPriorityMicroLamports);
  if (subject.value.subject.is !== 'mint') {
    const cost = known({ trip: null, sizes: [], largest: [], disagreementBps: null });
    return { ...start, ...nothing, cost, network: known(network(known([]))), sale: UNTRIED };
  }
  const weighed = await weigh({
    question,
    sight,
    terms: subject.value.terms,
    reader,
    options,
    configurations,
    network,
  });
  return { ...start, ...weighed };
}

/** Nothing could be read: each reading is missing for the same cause. */
function allMissing(question: TradeQuestion, gap: Gap): TradeEvidence {
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
