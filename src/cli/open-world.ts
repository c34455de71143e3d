import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { packageRoot } from '#lib/package-root.ts';
import type { Environment } from './environment.ts';
import { coloured, hasColours, plain } from './paint.ts';
import { openProgress } from './progress.ts';
import type { Output, World } from './world.ts';

const COLUMNS = 80;
const COLUMNS_MIN = 20;
/** Longer lines are hard to read. */
const COLUMNS_MAX = 100;

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
export function openWorld({ out, err, environment }: WorldParts): World {
  const complaints = outputOf(err, environment);
  const now = (): number => performance.now();
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string };
  return {
    out: outputOf(out, environment),
    err: complaints,
    progress: openProgress(complaints, now),
    defaults: environment,
    version,
    now,
    clock: () => Date.now(),
    wait: async (milliseconds) => void (await wait(milliseconds)),
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
