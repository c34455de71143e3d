import type { Reason } from '../check.ts';
import { clear, type Finding, raised } from '../rule.ts';
import { codes, type WalletCode } from './codes.ts';

/** A reason with the catalogue's severity; the catalogue's meaning is its message unless a better one is known. */
export function reason(code: WalletCode, evidence: Reason['evidence'], message: string = codes[code].meaning): Reason {
  return { code, severity: codes[code].severity, message, evidence };
}

/** What a rule found: nothing where there is neither a reason nor a flag. */
export function found(reasons: readonly Reason[], flags: readonly string[] = []): Finding {
  return reasons.length + flags.length > 0 ? raised(reasons, flags) : clear;
}
