import { readFileSync } from 'node:fs';
import { parsePicoUsd } from 'assay-core/lib/money.ts';
import { parseAddress } from 'assay-core/solana/address.ts';
import { z } from 'zod';

/** Reports what is wrong with a variable. The message follows the variable's name: `must be …`. */
export type Report = (message: string) => void;

/**
 * A variable whose text `read` turns into a value, and `fallback` where it is not set. A variable that `read` reports is still given
 * a value, because the rules across variables run all the same: all that is wrong is reported at once.
 */
export function setting<T, F>(fallback: F, read: (text: string, report: Report) => T) {
  return z
    .string()
    .optional()
    .transform((text, context): T | F => {
      if (text === undefined) return fallback;
      return read(text, (message) => {
        context.issues.push({ code: 'custom', message, input: text, continue: true });
      });
    });
}

/** The text as it is. */
export function textValue<F extends string | null>(fallback: F) {
  return setting(fallback, (value) => value);
}

/** A whole number between `min` and `max`. */
export function wholeValue<F extends number | null>(min: number, max: number, fallback: F) {
  return setting(fallback, (value, report): number | F => {
    const number = Number(value);
    if (/^\d{1,15}$/.test(value) && number >= min && number <= max) return number;
    report(`must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`);
    return fallback;
  });
}

/** US dollars of 0 or more, as a decimal of at most six places, in picodollars. */
export const usdValue = setting(null, (value, report): bigint | null => {
  const pico = /^\d+(\.\d{1,6})?$/.test(value) ? parsePicoUsd(value) : null;
  if (pico === null) report(`must be US dollars as a decimal of at most six places, not ${JSON.stringify(value)}.`);
  return pico;
});

/** One of a closed list. */
export function choice<T extends string>(allowed: readonly T[], fallback: T) {
  return setting(fallback, (value, report): T => {
    const found = allowed.find((one) => one === value);
    if (!found) report(choiceMessage(allowed, value));
    return found ?? fallback;
  });
}

export function choiceMessage(allowed: readonly string[], value: string): string {
  return `must be one of ${allowed.join(', ')}, not ${JSON.stringify(value)}.`;
}

/** An http or https URL. */
export const url = setting(null, (value, report) => {
  parseUrl(value, report);
  return value;
});

/** An http or https URL without a path, a query and credentials. The trailing slash is dropped. */
export const origin = setting(null, (value, report): string | null => {
  const parsed = parseUrl(value, report);
  if (!parsed) return null;
  if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username) {
    report('must be an origin such as https://example.com, without a path.');
  }
  return parsed.origin;
});

/** http or https URLs, separated by commas, each once. */
export const urls = setting(null, (value, report): readonly string[] => {
  const listed = valueParts(value);
  if (listed.length === 0) report('holds no URL.');
  for (const one of listed) parseUrl(one, report);
  return [...new Set(listed)];
});

function parseUrl(value: string, report: Report): URL | null {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return parsed;
  report('must be an http or https URL.');
  return null;
}

/** The parts of a list that is separated by commas. */
export function valueParts(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** An address; null where none is set, undefined where it is refused. */
export const addressValue = setting(null, (value, report) => {
  const parsed = parseAddress(value);
  if (!parsed) report(`must be a Solana address (base58 of 32 bytes), not ${JSON.stringify(value)}.`);
  return parsed ?? undefined;
});

/** The path of a file that can be read and whose content `check` may report. */
export function file(check?: (content: string, path: string, report: Report) => void) {
  return setting(null, (path, report) => {
    const content = readText(path, report);
    if (content !== null) check?.(content, path, report);
    return path;
  });
}

/** The content of a file, or null with a report where it cannot be read. */
export function readText(path: string, report: Report): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    report(`names the file ${path}, which cannot be read (${code}).`);
    return null;
  }
}

/** The value of a JSON text, or undefined where it is none. */
export function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return;
  }
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
