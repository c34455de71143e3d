import { readFileSync } from 'node:fs';
import type { Env, Variable } from './env.ts';

/** Everything that is wrong with the configuration, told at once. */
export class ConfigError extends Error {
  readonly complaints: readonly string[];

  constructor(complaints: readonly string[]) {
    super(`The configuration cannot be used:\n${complaints.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.complaints = complaints;
  }
}

/** Reads variables one by one and collects what is wrong instead of stopping at the first. */
export class Complaints {
  readonly list: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  add(complaint: string): void {
    this.list.push(complaint);
  }

  text(name: Variable): string | null {
    return this.#env[name] ?? null;
  }

  /** A whole number between `min` and `max`, or `fallback` when unset. */
  whole<T extends number | null>(name: Variable, min: number, max: number, fallback: T): number | T {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    this.add(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
    return fallback;
  }

  /** An http or https URL; `originOnly` refuses a path, a query and credentials. The trailing slash is dropped. */
  url(name: Variable, text: string, originOnly: boolean): string | null {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      this.add(`${name} must be an http or https URL.`);
      return null;
    }
    if (originOnly && (url.pathname !== '/' || url.search || url.hash || url.username)) {
      this.add(`${name} must be an origin such as https://example.com, without a path.`);
      return null;
    }
    return originOnly ? url.origin : text;
  }

  /** One of a closed list, or `fallback` when unset. */
  choice<T extends string>(name: Variable, allowed: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === null) return fallback;
    const found = allowed.find((value) => value === text);
    if (found) return found;
    this.add(`${name} must be one of ${allowed.join(', ')}, not ${JSON.stringify(text)}.`);
    return fallback;
  }

  /** The content of the file that the variable names, or null when unset or unreadable. */
  file(name: Variable): { readonly path: string; readonly content: string } | null {
    const path = this.text(name);
    return path === null ? null : this.fileAt(name, path);
  }

  /** The content of one of the files that the variable names, or null when it is unreadable. */
  fileAt(name: Variable, path: string): { readonly path: string; readonly content: string } | null {
    try {
      return { path, content: readFileSync(path, 'utf8') };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
      this.add(`${name} names the file ${path}, which cannot be read (${code}).`);
      return null;
    }
  }
}
