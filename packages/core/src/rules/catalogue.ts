import type { CodeEntry, Kind } from './check.ts';
import * as funder from './funder/codes.ts';
import * as token from './token/codes.ts';
import * as trade from './trade/codes.ts';
import * as wallet from './wallet/codes.ts';

/** The documented codes, flags and verdicts of a kind. Codes and flags are added, never renamed. */
interface Catalogue {
  readonly codes: Readonly<Record<string, CodeEntry>>;
  readonly flags: Readonly<Record<string, string>>;
}

/** Every reason code and flag of each kind, as its rules declare them. */
export const catalogue: Readonly<Record<Kind['name'], Catalogue>> = { wallet, token, trade, funder };
