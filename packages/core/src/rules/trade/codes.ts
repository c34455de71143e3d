import { gapCodes } from '../gap-codes.ts';
import { mintCodes } from '../mint-codes.ts';
import { codesOf, flagsOf } from '../rule.ts';
import { tradeRules } from './rules/index.ts';

/** Every reason code of the trade check: those of gaps, then those of its rules. */
export const codes = { ...gapCodes, ...mintCodes, ...codesOf(tradeRules) };
export type TradeCode = keyof typeof codes;

/** Flags: worth knowing, never deciding. */
export const flags = flagsOf(tradeRules);
