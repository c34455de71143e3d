import { distance } from 'fastest-levenshtein';
import type { Env } from './env.ts';

/** A name with at least this many letters may differ in two letters, a shorter one in one letter. */
const LONG_NAME_CHARS_MIN = 8;
/** A name this short is close to too many others, such as HOST to POST and COST. */
const SHORT_NAME_CHARS_MAX = 4;
/** A name of at least this many words may lack any word but the first, or have another last word. */
const LONG_NAME_WORDS_MIN = 3;

/** Names that others define: the OpenTelemetry specification, npm for its scripts, and our own for the sandbox's slot time. */
const OF_OTHERS = /^(OTEL_|npm_|NPM_|SANDBOX_SLOT_MS$)/;

/**
 * A complaint for each name in the environment that is almost one of the `known` names, which is not set itself: a mistyped setting
 * would otherwise be as if it was not given, and SOLANA_RPC_URL would start the sandbox.
 */
export function nearMisses(env: Env, known: readonly string[]): readonly string[] {
  const missing = known.filter((name) => env[name] === undefined);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || OF_OTHERS.test(name)) return [];
    const meant = missing.find((one) => isNear(name, one));
    return meant === undefined ? [] : [`${name} is not read: the variable is called ${meant}.`];
  });
}

function isNear(name: string, known: string): boolean {
  const [given, meant] = [wordsOf(name), wordsOf(known)];
  if (isSame(given, meant)) return true;
  if (known.length <= SHORT_NAME_CHARS_MAX) return false;
  const lettersMax = known.length < LONG_NAME_CHARS_MIN ? 1 : 2;
  if (distance(name.toUpperCase(), known) <= lettersMax) return true;
  return lacksWord(given, meant) || hasOtherEnd(given, meant);
}

/** SOLANA_RPC of SOLANA_RPC_URLS. */
function lacksWord(given: readonly string[], meant: readonly string[]): boolean {
  if (meant.length < LONG_NAME_WORDS_MIN) return false;
  return meant.some((_, index) => index > 0 && isSame(given, meant.toSpliced(index, 1)));
}

/** SOLANA_RPC_ENDPOINT and SOLANA_RPC_HTTP_URL of SOLANA_RPC_URLS, and X402_FACILITATOR_URL of X402_FACILITATOR. */
function hasOtherEnd(given: readonly string[], meant: readonly string[]): boolean {
  if (meant.length === 1 || given.length > meant.length + 1) return false;
  const begin = meant.length < LONG_NAME_WORDS_MIN ? meant : meant.slice(0, -1);
  return given.length > begin.length && isSame(given.slice(0, begin.length), begin);
}

/** The words of a name, without case and plural. */
function wordsOf(name: string): readonly string[] {
  const words = name.toUpperCase().split(/[^A-Z0-9]+/);
  return words.map((word) => word.replace(/S$/, '')).filter((word) => word !== '');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join('') === other.join('');
}
