import { gapCodes } from '../gap-codes.ts';
import { behaviourCodes } from './codes/behaviour.ts';
import { historyCodes } from './codes/history.ts';
import { recordCodes } from './codes/record.ts';

/** Every reason code of the wallet check: what it means and what a trading agent should do about it. */
export const codes = { ...gapCodes, ...historyCodes, ...recordCodes, ...behaviourCodes } as const;

export type WalletCode = keyof typeof codes;
