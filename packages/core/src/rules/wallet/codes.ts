import type { CodeEntry } from '../check.ts';
import { gapCodes } from '../gap-codes.ts';
import { codesOf, flagsOf } from '../rule.ts';
import { walletRules } from './rules/index.ts';

/** Codes that only gaps lead to. */
const unread = {
  HISTORY_TRUNCATED: {
    severity: 'medium',
    meaning:
      'The last three days hold more transactions of the wallet than a check counts, or the wallet has more than 20,000 token accounts of one token program.',
    action: 'Nothing is guessed from a part of them; asking again will not help.',
  },
  MAKERS_UNREAD: {
    severity: 'low',
    meaning: 'Who made the tokens that brought most profit could not be read.',
    action: 'The wallet may have traded against itself. Ask again, or ask for the tokens in the metrics.',
  },
  PAYERS_UNREAD: {
    severity: 'low',
    meaning: 'Who paid for the gains could not be read.',
    action: 'They may have been paid by wallets of the same owner. Ask again.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** Every reason code of the wallet check: those of gaps, then those of its rules. */
export const codes = { ...gapCodes, ...unread, ...codesOf(walletRules) };
export type WalletCode = keyof typeof codes;

/** Flags: worth knowing, and deciding nothing by themselves. A reason of the same name may. */
export const flags = flagsOf(walletRules);
