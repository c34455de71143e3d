import type { Page } from './layout.ts';
import type { Progress, Watched } from './progress.ts';

/** A stream with the page that is laid out on it. */
export interface Output extends Watched {
  readonly page: Page;
}

/** Everything that a command touches besides the network. */
export interface World {
  readonly out: Output;
  readonly err: Output;
  readonly progress: Progress;
  readonly defaults: { readonly url?: string | undefined; readonly apiKey?: string | undefined };
  readonly version: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** A value that no other question has. */
  readonly newKey: () => string;
}

export function print(output: Output, lines: readonly string[]): void {
  output.write(lines.map((line) => `${line}\n`).join(''));
}

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
