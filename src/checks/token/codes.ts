import { gapCodes } from '../gap-codes.ts';
import { mintCodes } from '../mint-codes.ts';
import { controlCodes } from './codes/control.ts';
import { dataCodes } from './codes/data.ts';
import { identityCodes } from './codes/identity.ts';
import { marketCodes } from './codes/market.ts';

/** Every reason code of the token check: what it means and what a trading agent should do about it. */
export const codes = {
  ...gapCodes,
  ...mintCodes,
  ...identityCodes,
  ...controlCodes,
  ...marketCodes,
  ...dataCodes,
} as const;

export type TokenCode = keyof typeof codes;
