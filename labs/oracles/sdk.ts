import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const load = createRequire(fileURLToPath(new URL('./package.json', import.meta.url)));

/** A venue's own package. It is there only after `npm ci --prefix labs/oracles`, so the caller says what it uses of it. */
export function sdk<T>(name: string): T {
  return load(name) as T;
}

/** Random cases a suite compares: 10,000, or what ORACLE_CASES says. */
export const CASES = Number(process.env.ORACLE_CASES ?? 10_000);
