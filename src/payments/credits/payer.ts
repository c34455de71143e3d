import { type Address, isOnCurve, parseAddress } from '#lib/address.ts';
import type { InvalidItem } from '#lib/fault.ts';

/** Whom a transfer may not come from: the merchant, who would pay himself, and keys that sign for payments per call. */
export interface PayerBounds {
  readonly payTo: string;
  readonly facilitatorKeys: readonly string[];
}

const INPUT_CHARS_MAX = 256;

/** The wallet that `text` names, or what is wrong with it as the item of a 422. */
export function readPayer(
  text: string,
  bounds: PayerBounds,
): { readonly payer: Address } | { readonly item: InvalidItem } {
  const payer = parseAddress(text);
  if (!payer) return refused(text, 'Not a Solana address: base58 of exactly 32 bytes');
  if (!isOnCurve(payer))
    return refused(text, 'Not a wallet: the address belongs to a program and nobody can sign for it');
  if (payer === bounds.payTo) return refused(text, 'The payer is the wallet that is to be paid');
  if (bounds.facilitatorKeys.includes(payer)) {
    return refused(text, 'The payer is a key of the facilitator, which never pays for itself');
  }
  return { payer };
}

function refused(input: string, msg: string): { readonly item: InvalidItem } {
  const echo = input.length <= INPUT_CHARS_MAX ? { input } : {};
  return { item: { loc: ['body', 'payer'], msg, type: 'value_error', ...echo } };
}
