import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import manifest from '../package.json' with { type: 'json' };
import type { Defaults } from './command.ts';
import type { TextLayout } from './layout.ts';
import { openProgress, type ProgressLine, type Watched } from './progress.ts';
import { coloured, hasColours, plain } from './terminal.ts';

const COLUMNS = 80;

const COLUMNS_MIN = 20;

/** Longer lines are hard to read. */
const COLUMNS_MAX = 100;

/** What the client takes from its environment. */
export interface Environment {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly noColor: string | undefined;
  readonly forceColor: string | undefined;
  readonly term: string | undefined;
}

/** The variables of the client; its configuration is not the service's, which never runs in this process. */
export function readEnvironment(
  // biome-ignore lint/style/noProcessEnv: the client's only reader of the environment, as src/config is the service's.
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const { ASSAY_URL, ASSAY_API_KEY, NO_COLOR, FORCE_COLOR, TERM } = variables;
  return {
    url: ASSAY_URL?.trim() || undefined,
    apiKey: ASSAY_API_KEY?.trim() || undefined,
    noColor: NO_COLOR,
    forceColor: FORCE_COLOR,
    term: TERM,
  };
}

/** A stream with the layout for it. */
export interface Output extends Watched {
  readonly page: TextLayout;
}

/** Everything that a command touches besides the network. */
export interface CommandWorld {
  readonly out: Output;
  readonly err: Output;
  readonly progress: ProgressLine;
  readonly defaults: Defaults;
  readonly version: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** What comes by standard input, by lines. */
  readonly lines: () => AsyncIterable<string>;
  /** A value that no other question has. */
  readonly newKey: () => string;
}

export function print(output: Output, lines: readonly string[]): void {
  output.write(lines.map((line) => `${line}\n`).join(''));
}

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
    wait: async (milliseconds) => void (await pause(milliseconds)),
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
