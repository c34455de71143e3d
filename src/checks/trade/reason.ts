import type { Reason } from '../check.ts';
import { codes, type TradeCode } from './codes.ts';

/** A reason with the catalogue's severity; the catalogue's meaning is its message unless a better one is known. */
export function reason(code: TradeCode, evidence: Reason['evidence'], message: string = codes[code].meaning): Reason {
  return { code, severity: codes[code].severity, message, evidence };
}

/** `231` as `"2.31 %"`: basis points for people. */
export function percent(bps: number): string {
  const fraction = (bps % 100).toString().padStart(2, '0').replace(/0+$/, '');
  return `${Math.floor(bps / 100)}${fraction === '' ? '' : `.${fraction}`} %`;
}

/** `counted(1, 'pool')` is `"1 pool"`, `counted(2, 'pool')` `"2 pools"`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
