import { parseArgs } from 'node:util';

const WORKERS_MAX = 64;

const USAGE = `npm start [-- --workers 1 to ${WORKERS_MAX}, or max for one a core]`;

/** The number of workers on the command line; null for a single process. Throws an error whose message is one sentence for the operator. */
export function readWorkers(argv: readonly string[], cores: number): number | null {
  const text = readOption(argv);
  if (text === undefined) return null;
  if (text === 'max') return Math.min(cores, WORKERS_MAX);
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > WORKERS_MAX) throw new Error(`the number of workers is not understood: ${USAGE}`);
  return count;
}

function readOption(argv: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...argv], options: { workers: { type: 'string' } } }).values.workers;
  } catch {
    throw new Error(`the arguments are not understood: ${USAGE}`);
  }
}
