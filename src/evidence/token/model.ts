import type { LabelTable } from '#chain/labels/label.ts';
import type { HistoryReader, ScanReader } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import type { FullMint } from '#lib/token/extension-model.ts';
import type { MarketOptions, MarketReader } from '../market/model.ts';

/** What of the chain a token check reads: its market, the history of the mint and of wallets, and what can be searched for. */
export type TokenReader = MarketReader & HistoryReader & ScanReader;

/** What a token check is gathered with. */
export interface TokenOptions extends MarketOptions {
  readonly labels: LabelTable;
  /** The stable coin whose price counts as one US dollar; one of `stableMints`, which all have six decimals. */
  readonly dollarMint: Address;
  /** When a mint was reviewed with just these powers, in Unix seconds; null for one that nobody reviewed. */
  readonly reviewedUnix: (subject: Address, mint: FullMint) => number | null;
}
