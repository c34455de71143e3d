import type { Reason, Severity } from '../check.ts';
import { codes, type TokenCode } from './codes.ts';

/** A reason with the catalogue's severity and meaning, unless better ones are known for this subject. */
export function reason(
  code: TokenCode,
  evidence: Reason['evidence'],
  message: string = codes[code].meaning,
  severity: Severity = codes[code].severity,
): Reason {
  return { code, severity, message, evidence };
}
