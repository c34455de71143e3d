import { classify, type TransactionKind } from './classify.ts';
import { bookFill } from './fills.ts';
import { bookLamports } from './lamports.ts';
import type { TradeLedger } from './ledger.ts';
import { bookMovement, bookNft, bookReceipts, bookService, bookUnclear } from './movements.ts';
import type { FlowClass } from './positions.ts';
import type { Reckoned } from './reckon.ts';
import { bookPurchase, bookSale, buyUnpriced, exchange, sellUnpriced } from './trades.ts';

/** What stable coins of the effect at hand were worth in lamports; null without a rate. */
type Worth = () => bigint | null;

/** Writes one successful transaction: what was given first, then what programs did, then what was given away. */
export function writeEffect(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, time, stables, plainIn, plainOut } = reckoned;
  ledger.flows.add('rent_from_others', effect.rentFromOthers);
  ledger.flows.add('transfers_in', effect.givenIn);
  for (const { mint, units } of plainIn) ledger.holding(mint).enterUnknown(units, ledger.coming(reckoned));
  const worth: Worth = () => ledger.rates.worthOf(stables, time, effect.signature);
  const kind = classify(reckoned, worth);
  ledger.sweptOut += sweptBy(reckoned, kind);
  const isOwn = kind === 'nft' || kind === 'receipts' || kind === 'service';
  if (isOwn || !bookFill(ledger, reckoned)) writeKind(ledger, reckoned, kind, worth);
  for (const { mint, units } of plainOut) ledger.transferOut(mint, ledger.take(mint, units));
  ledger.closePositions(time);
}

/**
 * Lamports that plain transfers of a trade took to accounts without a label, beyond a tip, as far as they may have been profit.
 * A purchase, a sale and a swap have the whole sum in what they cost or brought; of anything else only what came in the
 * transaction, and not for dollars, can have left as profit.
 */
function sweptBy({ effect: { service, givenOut }, sol, stables }: Reckoned, kind: TransactionKind): bigint {
  if (service !== 'trade') return 0n;
  if (kind === 'buy' || kind === 'sell' || kind === 'swap') return givenOut;
  const came = sol + givenOut;
  if (came <= 0n || stables.some(({ units }) => units < 0n)) return 0n;
  return came < givenOut ? came : givenOut;
}

function writeKind(ledger: TradeLedger, reckoned: Reckoned, kind: TransactionKind, worth: Worth): void {
  switch (kind) {
    case 'nft':
      bookNft(ledger, reckoned);
      break;
    case 'receipts':
      bookReceipts(ledger, reckoned, serviceFlow(reckoned) ?? 'liquidity');
      break;
    case 'service':
      bookService(ledger, reckoned, serviceFlow(reckoned) ?? 'unclear');
      break;
    case 'unclear':
      bookUnclear(ledger, reckoned);
      break;
    case 'movement':
      bookMovement(ledger, reckoned);
      break;
    case 'lamports':
      bookLamports(ledger, reckoned);
      break;
    case 'conversion':
      ledger.flows.apart(reckoned.effect, 'conversions', reckoned.sol);
      break;
    case 'unpriced_buy':
    case 'unpriced_sell':
      writeUnpriced(ledger, reckoned);
      break;
    default:
      writeTrade(ledger, reckoned, worth);
  }
}

function serviceFlow({ effect: { service } }: Reckoned): FlowClass | null {
  if (service === 'lending' || service === 'staking') return service;
  return service === 'nft' ? 'nfts' : null;
}

function writeTrade(ledger: TradeLedger, reckoned: Reckoned, worth: Worth): void {
  const { rose, fell, rest, stables } = reckoned;
  const [got] = rose;
  const [gave] = fell;
  const lots = gave ? ledger.take(gave.mint, gave.units) : [];
  ledger.flows.trade(got ? 'buys' : 'sells', rest);
  if (got && gave) {
    exchange(ledger, reckoned, gave, lots, got);
    return;
  }
  const stable = stables.length > 0;
  const value = stable ? (worth() ?? 0n) : 0n;
  if (got) bookPurchase(ledger, reckoned, got, { basis: -(rest + value), inStable: value < 0n ? -value : 0n, stable });
  if (gave) bookSale(ledger, reckoned, gave, lots, { proceeds: rest + value, stable });
}

function writeUnpriced(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, rose, fell, sol } = reckoned;
  ledger.flows.apart(effect, 'unclear', sol);
  for (const got of rose) buyUnpriced(ledger, reckoned, got);
  for (const gave of fell) sellUnpriced(ledger, reckoned, gave, ledger.take(gave.mint, gave.units));
}
