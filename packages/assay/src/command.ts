import { parseArgs } from 'node:util';
import { ADDRESS } from '../../assay-client/src/bytes.ts';
import { SIZE } from '../../assay-client/src/decimal.ts';
import { isKindName, type KindName, kindNames } from './classes.ts';

/** Where a command asks, and how it answers. */
interface Manner {
  /** Origin and path prefix of the service, without a slash at the end. */
  readonly url: string;
  readonly apiKey: string | null;
  readonly json: boolean;
}

export interface CheckCommand extends Manner {
  readonly what: 'check';
  readonly kind: KindName;
  readonly subject: string;
  /** SOL as a decimal string, for trades only; null leaves it to the service. */
  readonly size: string | null;
  /** Seconds between rounds; null asks once. */
  readonly watchSeconds: number | null;
}

export type Command =
  | CheckCommand
  | (Manner & { readonly what: 'balance' })
  | (Manner & { readonly what: 'mcp' })
  | (Manner & { readonly what: 'reason'; readonly code: string })
  | { readonly what: 'help' }
  | { readonly what: 'version' };

/** Why the arguments are not understood. It never holds a key. */
export interface Misuse {
  readonly misuse: string;
  readonly json: boolean;
  /** Whether an MCP host started it, which waits for answers on standard output. */
  readonly mcp: boolean;
}

/** The values of the environment, for arguments that are absent. */
export interface Defaults {
  readonly url?: string | undefined;
  readonly apiKey?: string | undefined;
}

const DEFAULT_URL = 'http://127.0.0.1:8402';
const WATCH_SECONDS = 30;
const WATCH_SECONDS_MIN = 5;
export const WATCH_SECONDS_MAX = 86_400;

const CODE = /^[A-Z][A-Z0-9_]{0,99}$/;
/** What an HTTP header can carry; `fetch` would quote anything else in its error message. */
const KEY = /^[\x21-\x7e]{1,512}$/;

const many = { type: 'string', multiple: true } as const;
const options = { url: many, key: many, size: many, watch: many, json: { type: 'boolean', multiple: true } } as const;

class Misunderstood extends Error {}

/**
 * The command in the arguments. Help and version count only when they stand alone: a subject from elsewhere that reads `--help`
 * must not end with the exit code of a good verdict.
 */
export function readCommand(argv: readonly string[], defaults: Defaults): Command | Misuse {
  if (argv.length === 1 && ['--help', '-h', 'help'].includes(argv[0] ?? '')) return { what: 'help' };
  if (argv.length === 1 && ['--version', '-v'].includes(argv[0] ?? '')) return { what: 'version' };
  try {
    return readArguments(argv, defaults);
  } catch (error) {
    if (!(error instanceof Misunderstood)) throw error;
    return { misuse: error.message, json: argv.includes('--json'), mcp: argv[0] === 'mcp' };
  }
}

function readArguments(argv: readonly string[], defaults: Defaults): Command {
  const { values, positionals } = parsed(argv);
  const [what, subject, ...rest] = positionals;
  const manner = {
    url: readUrl(single('url', values.url) ?? defaults.url ?? DEFAULT_URL),
    apiKey: readKey(single('key', values.key) ?? defaults.apiKey ?? null),
    json: values.json !== undefined,
  };
  const size = single('size', values.size);
  const watch = single('watch', values.watch);
  if (what === undefined) throw new Misunderstood(`Say what to ask: ${kindNames.join(', ')}, balance, reason or mcp.`);
  if (rest.length > 0) throw new Misunderstood('There are more arguments than this command takes.');
  if (size !== null && what !== 'trade') throw new Misunderstood('--size belongs to trade.');
  if (isKindName(what)) {
    const asked = { kind: what, subject: readSubject(what, subject), size: readSize(size) };
    return { what: 'check', ...manner, ...asked, watchSeconds: readWatch(watch) };
  }
  if (watch !== null) throw new Misunderstood('--watch belongs to checks.');
  if ((what === 'balance' || what === 'mcp') && subject === undefined) return { what, ...manner };
  if (what === 'reason') return { what, ...manner, code: readCode(subject) };
  throw new Misunderstood(`The command is not one of ${kindNames.join(', ')}, balance, reason and mcp.`);
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...withWatchValue(argv)], options, allowPositionals: true });
  } catch {
    // The parser's own words quote what was given, which may be a key.
    throw new Misunderstood('An option is unknown, lacks its value or has one that it does not take.');
  }
}

/** `--watch` may stand without its seconds, which the parser does not know. */
function withWatchValue(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--watch');
  if (at < 0) return argv;
  const next = argv[at + 1];
  const hasSeconds = next !== undefined && /^[\d.]+$/.test(next);
  return argv.toSpliced(at, hasSeconds ? 2 : 1, `--watch=${hasSeconds ? next : WATCH_SECONDS}`);
}

function single(name: string, given: readonly string[] | undefined): string | null {
  if (given === undefined) return null;
  const [value = '', ...rest] = given;
  if (rest.length > 0) throw new Misunderstood(`--${name} is given more than once.`);
  if (value === '') throw new Misunderstood(`--${name} is empty.`);
  return value;
}

function readUrl(text: string): string {
  if (!URL.canParse(text))
    throw new Misunderstood('The address of the service is no URL; it begins with http:// or https://.');
  const url = new URL(text);
  const isPlain = !url.username && !url.password && !url.search && !url.hash;
  if (!['http:', 'https:'].includes(url.protocol) || !isPlain)
    throw new Misunderstood('The address of the service is http(s)://host[:port][/path] and nothing else.');
  return url.href.replace(/\/+$/, '');
}

function readKey(key: string | null): string | null {
  if (key !== null && !KEY.test(key)) throw new Misunderstood('The key has characters that no key has.');
  return key;
}

function readSubject(kind: KindName, subject: string | undefined): string {
  const what = kind === 'wallet' || kind === 'funder' ? 'address' : 'mint';
  if (!subject) throw new Misunderstood(`${kind} needs the ${what} to ask about.`);
  if (!ADDRESS.test(subject)) throw new Misunderstood(`The ${what} is not 32 bytes in base58: nothing was asked.`);
  return subject;
}

function readSize(size: string | null): string | null {
  if (size !== null && !SIZE.test(size))
    throw new Misunderstood('--size is SOL as a plain decimal, such as 0.5, with at most nine decimals.');
  return size;
}

function readWatch(text: string | null): number | null {
  if (text === null) return null;
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds >= WATCH_SECONDS_MIN && seconds <= WATCH_SECONDS_MAX))
    throw new Misunderstood(`--watch takes ${WATCH_SECONDS_MIN} to ${WATCH_SECONDS_MAX} seconds.`);
  return seconds;
}

function readCode(text: string | undefined): string {
  const code = text?.toUpperCase() ?? '';
  if (!CODE.test(code)) throw new Misunderstood('reason needs a reason code or flag, such as MINT_AUTHORITY_LIVE.');
  return code;
}
