import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import manifest from '../package.json' with { type: 'json' };
import { exitCodes } from './classes.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { openProgress } from './progress.ts';
import { run } from './run.ts';
import { coloured, hasColours, plain, printable } from './terminal.ts';
import type { CommandWorld, Output } from './world.ts';

const COLUMNS = 80;

const COLUMNS_MIN = 20;

/** Longer lines are hard to read. */
const COLUMNS_MAX = 100;

async function main(): Promise<void> {
  const world = openWorld({ out: process.stdout, err: process.stderr, environment: readEnvironment() });
  process.once('SIGINT', () => {
    world.progress.end();
    process.exit(exitCodes.interrupted);
  });
  // `assay ... | head` closes the pipe early, which is no fault of anybody.
  process.stdout.on('error', () => process.exit(exitCodes.pipe));
  try {
    process.exitCode = await run(process.argv.slice(2), world);
  } catch (error) {
    world.progress.end();
    process.exitCode = exitCodes.failed;
    world.err.write(`assay failed: ${printable(error instanceof Error ? error.message : String(error))}\n`);
  }
}

await main();

/** A stream that the client writes to. `process.stdout` is one. */
interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The streams and the variables of a run. */
interface WorldParts {
  readonly out: Stream;
  readonly err: Stream;
  readonly environment: Environment;
}

/** The world of a run, with the real time. */
export function openWorld({ out, err, environment }: WorldParts): CommandWorld {
  const complaints = outputOf(err, environment);
  const now = (): number => performance.now();
  return {
    out: outputOf(out, environment),
    err: complaints,
    progress: openProgress(complaints, now),
    defaults: environment,
    version: manifest.version,
    now,
    clock: () => Date.now(),
    wait: async (milliseconds) => void (await wait(milliseconds)),
    lines: () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
    newKey: randomUUID,
  };
}

function outputOf(stream: Stream, { noColor, forceColor, term }: Environment): Output {
  const isTty = stream.isTTY === true;
  const columns = stream.columns || COLUMNS;
  const paint = hasColours({ isTty, noColor, forceColor, term }) ? coloured : plain;
  // A file is searched by lines and has no width.
  const width = isTty ? Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, columns)) : Number.POSITIVE_INFINITY;
  return { isTty, columns, page: { width, paint }, write: (text) => void stream.write(text) };
}
