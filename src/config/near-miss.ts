import { distance } from 'fastest-levenshtein';
import type { Env } from './env.ts';

/** A name with at least this many letters may differ in two of them, a shorter one in one. */
const LONG_NAME_CHARS_MIN = 8;
/** A name of at least this many words may lack one of them, such as RPC_URLS. */
const LONG_NAME_WORDS_MIN = 3;

/** Names that others define: the OpenTelemetry specification, npm for its scripts, and our own for the sandbox's slot time. */
const OF_OTHERS = /^(OTEL_|npm_|NPM_|SANDBOX_SLOT_MS$)/;
/** The form of values that container runtimes set for each service beside this one, whatever its name. */
const SERVICE_LINK = /^tcp:\/\//;

/**
 * A complaint for each name in the environment that is almost one of the `known` names, which is not set itself: a mistyped setting
 * would otherwise be as if it was not given, and SOLANA_RPC_URL would start the sandbox.
 */
export function nearMisses(env: Env, known: readonly string[]): readonly string[] {
  const missing = known.filter((name) => env[name] === undefined);
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (known.includes(name) || OF_OTHERS.test(name) || SERVICE_LINK.test(value)) return [];
    const meant = missing.find((one) => isNear(name, one));
    return meant === undefined ? [] : [`${name} is not read: the variable is called ${meant}.`];
  });
}

function isNear(name: string, known: string): boolean {
  const [given, meant] = [wordsOf(name), wordsOf(known)];
  if (given.join('') === meant.join('')) return true;
  const lettersMax = known.length < LONG_NAME_CHARS_MIN ? 1 : 2;
  if (distance(name.toUpperCase(), known) <= lettersMax) return true;
  return meant.length >= LONG_NAME_WORDS_MIN && meant.some((_, index) => isSame(given, meant.toSpliced(index, 1)));
}

/** The words of a name, without case and plural. */
function wordsOf(name: string): readonly string[] {
  const words = name.toUpperCase().split(/[^A-Z0-9]+/);
  return words.map((word) => word.replace(/S$/, '')).filter((word) => word !== '');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}
