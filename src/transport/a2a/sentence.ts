import type { Kind } from '#checks/check.ts';
import { parseAddress } from '#lib/address.ts';

/** What a sentence names, each once. */
export interface Named {
  /** The kinds that it could be about. Whoever reads it asks back unless there is one, with its own name. */
  readonly kinds: readonly Kind['name'][];
  /** Those that are called by their own name, or by a sentence that is nothing but their question. */
  readonly called: readonly Kind['name'][];
  /** Words of the length and the letters of an address, well-formed or not: leaving one out would change what is asked. */
  readonly addresses: readonly string[];
  /** Sizes in SOL as they were written, well-formed or not. */
  readonly sizes: readonly string[];
  /** Whether an amount is spoken of that `sizes` does not hold. */
  readonly hasUnclearAmount: boolean;
}

/** A longer text is no question but a document, and reading a part of it could miss what it is about. */
export const SENTENCE_CHARS_MAX = 1_000;
const BASE58_WORD = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;
const SIZE = /([-+]?[\d.][\d.,_e+-]*)\s*sol(?![a-z])/g;

/** A number in figures of any script or in words, or a sign of money. */
const NUMBER =
  /[\p{N}\p{Sc}%◎]|(?<![a-z])(?:half|quarter|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|dozens?|hundreds?|thousands?|millions?)(?![a-z])/u;

/** A word that comes with an amount. */
const AMOUNT = /(?<![a-z])(?:siz(?:e|es|ed|ing)|amounts?|sols?|lamports?|usdc?|usdt|dollars?|bucks|worth)(?![a-z])/;

/**
 * Words that hint at a kind without being its name. They only make a sentence unclear: being asked back costs nothing, and
 * a sentence that was taken for the wrong check costs its price.
 */
const hints: Readonly<Record<Kind['name'], RegExp>> = {
  wallet: /(?<![a-z])(?:traders?|profits?|pnl)(?![a-z])/,
  token: /(?<![a-z])(?:mints?|coins?|rug|rugpull)(?![a-z])/,
  trade: /(?<![a-z])(?:trading|swaps?|slippage)(?![a-z])/,
  funder: /(?<![a-z])(?:funded|funding)(?![a-z])/,
};

/** Sentences that are a kind's question from end to end, without the address: with one more word they could mean another. */
const questions: Readonly<Partial<Record<Kind['name'], RegExp>>> = {
  token: /^is (?:the |this )?(?:mint|coin) safe$/,
  funder: /^who (?:first )?funded$/,
};

/** What a text in plain words names. It is read by fixed patterns: no model takes part, so nothing in it can be obeyed. Its length is bounded by whoever calls. */
export function namedIn(text: string): Named {
  const addresses = [...text.matchAll(BASE58_WORD)].map(([word]) => word);
  const rest = text.replace(BASE58_WORD, ' ').toLowerCase();
  const words = rest.replace(/[\s?!.,:;'"]+/g, ' ').trim();
  const names = Object.keys(hints) as Kind['name'][];
  const called = names.filter(
    (name) => new RegExp(`(?<![a-z])${name}s?(?![a-z])`).test(rest) || questions[name]?.test(words),
  );
  const sizes = [...rest.matchAll(SIZE)].map(([, size = '']) => size);
  return {
    kinds: names.filter((name) => called.includes(name) || hints[name].test(rest)),
    called,
    addresses: [...new Set(addresses)],
    sizes: [...new Set(sizes)],
    hasUnclearAmount: NUMBER.test(rest.replace(SIZE, ' ')) || (sizes.length === 0 && AMOUNT.test(rest)),
  };
}

/** Whether a text beside a question may name the size of a trade. A text that is too long to be read may. */
export function mayNameSize(text: string): boolean {
  if (text.length > SENTENCE_CHARS_MAX) return true;
  const { sizes, hasUnclearAmount } = namedIn(text);
  return sizes.length > 0 || hasUnclearAmount;
}

/** The one address among words that look like one; null where there are several, or none that is well-formed. */
export function oneAddress(words: readonly unknown[]): string | null {
  const [word] = words;
  return words.length === 1 && typeof word === 'string' && parseAddress(word) !== null ? word : null;
}
