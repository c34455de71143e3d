import type { Reason } from '../check.ts';
import { codes, type TradeCode } from './codes.ts';

/** A reason with the catalogue's severity; the catalogue's meaning is its message unless a better one is known. */
export function reason(code: TradeCode, evidence: Reason['evidence'], message: string = codes[code].meaning): Reason {
  return { code, severity: codes[code].severity, message, evidence };
}
