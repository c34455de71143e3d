const DECIMALS = 6;

/** Millionths of a USDC from a decimal string; 0 for anything that is none. */
export function micros(usdc: string): bigint {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(usdc) ?? [];
  return whole === undefined ? 0n : BigInt(whole) * 1_000_000n + BigInt(part.padEnd(DECIMALS, '0'));
}

/** A decimal string with two decimals at least and no further zeros at its end, as the service writes money. */
export function usdc(amount: bigint): string {
  const digits = amount.toString().padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -DECIMALS)}.${part}`;
}

/** The sum of decimal strings. */
export function sumUsdc(amounts: readonly string[]): string {
  return usdc(amounts.reduce((sum, amount) => sum + micros(amount), 0n));
}
