import { type Address, parseAddress } from '#lib/address.ts';
import { record } from '../rpc/method.ts';
import type { RunFailure } from '../run-model.ts';

/** A line that the runtime itself writes. What programs write begins with `Program log:` or `Program data:`. */
const FAILED = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: [^\n]*$/;
const NAME = /^[A-Za-z]{1,64}$/;
const LINES_MAX = 10_000;
const CUSTOM_MAX = 2 ** 32 - 1;

/**
 * Why a run failed, from its `err` and `logs`: names and numbers of the chain's own, never a text that a program wrote. Null
 * for an error of a shape that is not known.
 */
export function runFailure(error: unknown, logs: unknown): RunFailure | null {
  const [name, inside] = tagged(error);
  if (name !== 'InstructionError') return name === null ? null : { name, custom: null, programs: [] };
  const cause = Array.isArray(inside) ? tagged(inside[1]) : [null, null];
  if (cause[0] === null) return null;
  const custom = cause[0] === 'Custom' ? cause[1] : null;
  if (custom !== null && !isCustom(custom)) return null;
  return { name: cause[0], custom, programs: failedPrograms(logs) };
}

/** `"Name"` or `{"Name": inside}`, as the chain writes its errors. */
function tagged(error: unknown): readonly [string | null, unknown] {
  const [entry, ...others] = typeof error === 'string' ? [[error, null] as const] : Object.entries(record(error) ?? {});
  return entry && others.length === 0 && NAME.test(entry[0]) ? entry : [null, null];
}

function isCustom(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= CUSTOM_MAX;
}

function failedPrograms(logs: unknown): readonly Address[] {
  if (!Array.isArray(logs)) return [];
  return logs.slice(-LINES_MAX).flatMap((line) => {
    const program = typeof line === 'string' ? parseAddress(FAILED.exec(line)?.[1]) : null;
    return program ? [program] : [];
  });
}
