import { formatSol } from '../../assay-client/src/decimal.ts';
import { at, numberAt, textAt } from './answer.ts';

const BPS_PER_PERCENT = 100;
const INTEGER = /^-?\d{1,40}$/;

export const NOT_KNOWN = 'not known';

/** Basis points as a percentage: 51 is `0.51 %`. */
export function asPercent(bps: number | null): string {
  return bps === null ? NOT_KNOWN : `${(bps / BPS_PER_PERCENT).toFixed(2)} %`;
}

/** Lamports of a decimal string as SOL. */
export function asSol(lamports: string | null): string {
  return lamports === null || !INTEGER.test(lamports) ? NOT_KNOWN : `${formatSol(BigInt(lamports))} SOL`;
}

/** Millionths of a currency with its code, to the cent; less than a cent is cut off. */
export function asMoney(millionths: string | null, code: string): string {
  if (millionths === null || !INTEGER.test(millionths)) return NOT_KNOWN;
  const cents = BigInt(millionths) / 10_000n;
  const [sign, all] = cents < 0n ? ['-', -cents] : ['', cents];
  return `${sign}${all / 100n}.${String(all % 100n).padStart(2, '0')} ${code}`;
}

const spans = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Seconds as the largest unit of which there are at least two: `90 s` is `90 s`, 7,300 are `2 h`. */
export function asSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const unit = spans.find(([, size]) => whole >= size * 2);
  return unit ? `${Math.floor(whole / unit[1])} ${unit[0]}` : `${whole} s`;
}

const MILLISECONDS = 1_000;
/** The last second that an ECMAScript date can hold. */
const UNIX_SECONDS_MAX = 8_640_000_000_000;

/** Unix seconds as a date and time in UTC. */
export function when(unix: number | null): string {
  if (unix === null || Math.abs(unix) > UNIX_SECONDS_MAX) return NOT_KNOWN;
  return `${new Date(unix * MILLISECONDS).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** A number of things, `1 pool` and `2 pools`. */
export function asCount(number: number | null, one: string, many = `${one}s`): string {
  return number === null ? `${NOT_KNOWN} ${many}` : `${number} ${number === 1 ? one : many}`;
}

/** An address with the label that it carries, where it has one. */
export function labelled(value: unknown, addressPath: string, labelPath: string): string {
  const label = textAt(value, `${labelPath}.label`);
  const grade = textAt(value, `${labelPath}.grade`);
  const address = textAt(value, addressPath) ?? NOT_KNOWN;
  return label === null ? address : `${address} (${label}${grade ? `, ${grade} label` : ''})`;
}

/** The number at a path as it stands, or that it is not known. */
export function figure(value: unknown, path: string): string {
  return numberAt(value, path)?.toString() ?? textAt(value, path) ?? NOT_KNOWN;
}

/** Snake-case as words. */
export function spoken(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Whether anything is known at a path. */
export function isKnown(value: unknown, path: string): boolean {
  const found = at(value, path);
  return found !== undefined && found !== null;
}
