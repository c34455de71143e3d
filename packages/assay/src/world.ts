import type { TextLayout } from './layout.ts';
import type { ProgressLine, Watched } from './progress.ts';

/** A stream with the layout for it. */
export interface Output extends Watched {
  readonly page: TextLayout;
}

/** Everything that a command touches besides the network. */
export interface CommandWorld {
  readonly out: Output;
  readonly err: Output;
  readonly progress: ProgressLine;
  readonly defaults: { readonly url?: string | undefined; readonly apiKey?: string | undefined };
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
