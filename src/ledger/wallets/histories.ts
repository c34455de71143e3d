import type { Sql } from '../postgres/sql.ts';
import type { WalletHistories } from '../wallets-model.ts';
import { readHistory } from './reading.ts';
import { writeHistory } from './writing.ts';

/** So many transactions of a wallet are kept, the newest; the table's constraint allows no more. */
const WALLET_ROWS_MAX = 5_000;

/** Transactions of wallets of `chain` (for example its CAIP-2 id). `rowsMax` bounds those of one wallet. */
export function openWalletHistories(
  sql: Sql,
  { chain, rowsMax = WALLET_ROWS_MAX }: { readonly chain: string; readonly rowsMax?: number },
): WalletHistories {
  return {
    read: (wallet) => readHistory(sql, chain, wallet),
    write: (wallet, addition) => writeHistory(sql, { chain, wallet, rowsMax }, addition),
  };
}
