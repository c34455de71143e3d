/** Amounts of USDC in atomic units: 1 USDC is 1,000,000. Decimal strings exist at the edge only. */
const USDC_DECIMALS = 6;
const UNIT = 1_000_000n;

/** `4980000n` as `"4.98"`: two to six decimals, no further trailing zeros. Negative amounts carry a minus sign. */
export function formatUsdc(atomic: bigint): string {
  const sign = atomic < 0n ? '-' : '';
  const positive = atomic < 0n ? -atomic : atomic;
  const fraction = (positive % UNIT).toString().padStart(USDC_DECIMALS, '0');
  return `${sign}${positive / UNIT}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}

/** `"4.98"` as `4980000n`, or null when the text is not a plain non-negative decimal of at most six decimals. */
export function parseUsdc(text: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) return null;
  return BigInt(match[1] ?? '0') * UNIT + BigInt((match[2] ?? '').padEnd(USDC_DECIMALS, '0'));
}

/** SOL has nine decimals: 1 SOL is 1,000,000,000 lamports. */
const SOL_DECIMALS = 9;
export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** `500000000n` as `"0.5"`: no trailing zeros. Negative amounts carry a minus sign. */
export function formatSol(lamports: bigint): string {
  const sign = lamports < 0n ? '-' : '';
  const positive = lamports < 0n ? -lamports : lamports;
  const fraction = (positive % LAMPORTS_PER_SOL).toString().padStart(SOL_DECIMALS, '0').replace(/0+$/, '');
  return `${sign}${positive / LAMPORTS_PER_SOL}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `"0.5"` as `500000000n`, or null when the text is not a plain non-negative decimal of at most nine decimals. */
export function parseSol(text: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return null;
  return BigInt(match[1] ?? '0') * LAMPORTS_PER_SOL + BigInt((match[2] ?? '').padEnd(SOL_DECIMALS, '0'));
}

/** Prices of single calls are in picodollars: 1 US dollar is 1,000,000,000,000. So each published price is a whole number. */
const USD_DECIMALS = 12;
export const PICO_PER_USD = 1_000_000_000_000n;
export const PICO_PER_USDC_ATOMIC = PICO_PER_USD / UNIT;

/** Picodollars as US dollars: `1500000n` is `"0.0000015"`. Exact, without trailing zeros. Not negative. */
export function formatPicoUsd(pico: bigint): string {
  const fraction = (pico % PICO_PER_USD).toString().padStart(USD_DECIMALS, '0').replace(/0+$/, '');
  return `${pico / PICO_PER_USD}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `"0.0000015"` as `1500000n`, or null when the text is not a plain non-negative decimal of at most twelve decimals. */
export function parsePicoUsd(text: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) return null;
  return BigInt(match[1] ?? '0') * PICO_PER_USD + BigInt((match[2] ?? '').padEnd(USD_DECIMALS, '0'));
}
