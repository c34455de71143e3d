const USDC_DECIMALS = 6;
export const SOL_DECIMALS = 9;
/** The size of a trade in SOL, as the service takes it. */
export const SIZE = /^\d{1,5}(\.\d{1,9})?$/;

/** `"0.02"` as `20000n`: USDC in atomic units, or null when it is no plain decimal of at most six decimals. */
export function parseUsdc(text: string): bigint | null {
  return parse(text, USDC_DECIMALS);
}

/** `"0.5"` as `500000000n`: SOL in lamports, or null when it is no plain decimal of at most nine decimals. */
export function parseSol(text: string): bigint | null {
  return parse(text, SOL_DECIMALS);
}

/** `20000n` as `"0.02"`: two to six decimals. */
export function formatUsdc(atomic: bigint): string {
  const [whole, fraction] = parts(atomic, USDC_DECIMALS);
  return `${whole}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}

/** `500000000n` as `"0.5"`: no trailing zeros. */
export function formatSol(lamports: bigint): string {
  const [whole, fraction] = parts(lamports, SOL_DECIMALS);
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? whole : `${whole}.${digits}`;
}

function parse(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

function parts(amount: bigint, decimals: number): readonly [whole: string, fraction: string] {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  return [sign + digits.slice(0, -decimals), digits.slice(-decimals)];
}
