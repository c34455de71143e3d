import { randomBytes } from 'node:crypto';
import { address } from '#lib/address.ts';
import { computeBudget, memo, transferChecked } from '#payments/credits/instructions.ts';
import { unsigned } from '#payments/credits/transfer.ts';
import { at, textAt } from './calls.ts';
import { readAsset, recentBlockhash, tokenAccount } from './chain.ts';
import type { Wallet } from './wallet.ts';

/** What the reference client asks for: exact payments of x402 take 3 to 7 instructions and these two come first. */
const UNITS_MAX = 20_000;
const MICROLAMPORTS_PER_UNIT = 1;

/**
 * The value of `PAYMENT-SIGNATURE` that pays what a `PAYMENT-REQUIRED` header asks for (x402 version 2, scheme `exact` on
 * Solana): the transfer signed by the wallet, the facilitator's place as fee payer left empty, and resource, terms and
 * extensions echoed as they came.
 */
export async function paymentFor(required: unknown, wallet: Wallet, rpcUrl: string): Promise<string> {
  const accepted = at(required, 'accepts.0');
  const asset = await readAsset(rpcUrl, address(textAt(accepted, 'asset')));
  const transfer = transferChecked({
    tokenProgram: asset.tokenProgram,
    from: tokenAccount(wallet.address, asset),
    mint: asset.mint,
    to: tokenAccount(address(textAt(accepted, 'payTo')), asset),
    authority: wallet.address,
    amountAtomic: BigInt(textAt(accepted, 'amount')),
    decimals: asset.decimals,
  });
  // Two equal payments under one block hash would be one transaction; the memo tells them apart.
  const instructions = [
    ...computeBudget(UNITS_MAX, MICROLAMPORTS_PER_UNIT),
    transfer,
    memo(randomBytes(16).toString('hex')),
  ];
  const feePayer = address(textAt(accepted, 'extra.feePayer'));
  const { transaction } = wallet.sign(unsigned(feePayer, await recentBlockhash(rpcUrl), instructions));
  const { resource, extensions } = required as { readonly resource?: unknown; readonly extensions?: unknown };
  return inHeader({ x402Version: 2, resource, accepted, payload: { transaction }, extensions });
}

/** An object as the headers of x402 carry it. */
function inHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** The object in a header of x402. Throws when the header is missing. */
export function fromHeader(headers: Headers, name: string): unknown {
  const value = headers.get(name);
  if (value === null) throw new Error(`the answer has no header ${name}`);
  return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
}
