import { ifKnown } from '#lib/reading.ts';
import type { TradeEvidence, TradeMintFacts } from './evidence.ts';

/** What of the mint keeps who buys it from selling, worded for people; none where nothing does. */
export function transferBlocks({ nonTransferable, paused, frozenByDefault }: TradeMintFacts): readonly string[] {
  return [
    ...(nonTransferable ? ['its tokens cannot be transferred'] : []),
    ...(paused ? ['its transfers are paused'] : []),
    ...(frozenByDefault ? ['new token accounts of it are frozen'] : []),
  ];
}

/** True where it is proven that no size can be sold again, whatever pools would pay. */
export function isUnsellable({ mint, sale }: TradeEvidence): boolean {
  const subject = ifKnown(mint);
  const blocked = subject?.is === 'mint' && transferBlocks(subject.mint).length > 0;
  return blocked || ifKnown(sale)?.sold === false;
}
