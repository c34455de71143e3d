const DECIMALS = 6;

const LAMPORTS_DIGITS = 9;
const MILLIONTHS_DIGITS = 6;
const NONE = 'not known';
const numbers = new Intl.NumberFormat('en');

/** An address or a signature by both its ends. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}

/** A whole number with separators; anything else as it is. */
export function grouped(value: string | number): string {
  if (typeof value === 'number') return numbers.format(value);
  return /^-?\d+$/.test(value) ? numbers.format(BigInt(value)) : value;
}

/** An amount of atomic units as a decimal number, with at most `shown` decimals and at least two significant digits. */
export function decimal(atomic: string, decimals: number, shown = 4): string {
  if (!/^-?\d+$/.test(atomic)) return atomic;
  const negative = atomic.startsWith('-');
  const digits = atomic.replace('-', '').padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals);
  const first = whole === '0' ? rest.search(/[1-9]/) : -1;
  const kept = rest.slice(0, first < 0 ? shown : Math.max(shown, first + 2)).replace(/0+$/, '');
  return `${negative ? '−' : ''}${grouped(BigInt(whole).toString())}${kept === '' ? '' : `.${kept}`}`;
}

/** US dollars, a decimal string, with separators. */
export function displayDollars(usd: string): string {
  const [whole = '', ...part] = usd.split('.');
  return `$${[grouped(whole), ...part].join('.')}`;
}

/** Lamports as SOL, cut off after four decimals. */
export function displaySol(lamports: string | null | undefined): string {
  return lamports === null || lamports === undefined ? NONE : `${decimal(lamports, LAMPORTS_DIGITS)} SOL`;
}

/** Millionths of a dollar or a euro, with its code behind it. */
export function displayMoney(millionths: string, code: 'USD' | 'EUR'): string {
  return `${decimal(millionths, MILLIONTHS_DIGITS, 2)} ${code}`;
}

/** Basis points as a percentage, exact. */
export function displayPercent(bps: number | null | undefined): string {
  if (bps === null || bps === undefined) return NONE;
  return `${bps < 0 ? '−' : ''}${grouped(Math.floor(Math.abs(bps) / 100))}${fraction(Math.abs(bps) % 100)} %`;
}

function fraction(hundredths: number): string {
  return hundredths === 0 ? '' : `.${String(hundredths).padStart(2, '0').replace(/0$/, '')}`;
}

/** A moment in UTC to the minute. */
export function displayMoment(unix: number | null | undefined): string {
  return unix === null || unix === undefined ? NONE : utc(new Date(unix * 1000));
}

/** The same of a text by RFC 3339. */
export function momentOf(time: string | null | undefined): string {
  return time ? utc(new Date(time)) : NONE;
}

function utc(date: Date): string {
  return Number.isNaN(date.getTime()) ? NONE : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A day in UTC. */
export function day(unix: number): string {
  return displayMoment(unix).slice(0, 10);
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A length of time in its two largest units. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return NONE;
  const at = UNITS.findIndex(([size]) => seconds >= size);
  if (at < 0) return '0 s';
  let left = seconds;
  const parts = UNITS.slice(at, at + 2).map(([size, unit]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? `${grouped(count)} ${unit}` : '';
  });
  return parts.filter(Boolean).join(' ');
}

/** A number, or that it is not known. */
export function displayCount(value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : grouped(value);
}

/** `1 day`, `2 days`. */
export function countOf(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A member's name as words: `mint_authority` is "Mint authority". */
export function words(name: string): string {
  const text = name
    .replace(/_/g, ' ')
    .toLowerCase()
    .replace(/\b(lp|usd|sol|rpc)\b/g, (short) => short.toUpperCase())
    .replace(/\bpnl\b/, 'profit');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The word of a verdict, as people read it: "Elevated cost". */
export function verdictWord(verdict: string): string {
  return verdict.replace(/_/g, ' ');
}

/** Millionths of a USDC from a decimal string; 0 for anything that is none. */
export function micros(usdc: string): bigint {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(usdc) ?? [];
  return whole === undefined ? 0n : BigInt(whole) * 1_000_000n + BigInt(part.padEnd(DECIMALS, '0'));
}

/** A decimal string with two decimals at least and no further zeros at its end, as the service writes money. */
export function displayUsdc(amount: bigint): string {
  const digits = amount.toString().padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -DECIMALS)}.${part}`;
}

/** The sum of decimal strings. */
export function sumUsdc(amounts: readonly string[]): string {
  return displayUsdc(amounts.reduce((sum, amount) => sum + micros(amount), 0n));
}
