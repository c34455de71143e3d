import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** The task of a run of Vitest; the runner reads it in each process of tests. */
export interface Plan {
  readonly root: string;
  readonly journal: string;
  readonly seed: number;
  readonly mutants: number;
  /** Whether mutants that a test killed are tried on other tests too. */
  readonly allKills: boolean;
  /** Tests to run from the start with a mutant switched on; null for the first phase, in which tests are run in place. */
  readonly fresh: {
    readonly todo: readonly { readonly mutant: number; readonly files: readonly CleanFile[] }[];
    /** A folder in which processes say which mutant they took. */
    readonly claims: string;
    /** By `Date.now()`. */
    readonly until: number;
    /** Names of tests that fail without a mutant. */
    readonly failing: readonly string[];
  } | null;
}

/** The time of a test file without a mutant. */
export interface CleanFile {
  readonly file: string;
  readonly ms: number;
  readonly steps: number;
}

export type Entry =
  /** Written before each run of a test, so that a process that hangs is noticed. */
  | {
      readonly is: 'try';
      readonly pid: number;
      readonly mutant: number | null;
      readonly test: string;
      readonly msMax: number;
    }
  | { readonly is: 'idle'; readonly pid: number }
  | { readonly is: 'killed'; readonly mutant: number; readonly test: string; readonly how: 'failure' | 'time' }
  | { readonly is: 'survived'; readonly mutant: number }
  /** Fails without a mutant, or passes only the first time. */
  | { readonly is: 'failing' | 'unrepeatable'; readonly test: string }
  | ({
      readonly is: 'done';
      /** Mutants that tests reach and that can be run again in place. */
      readonly inPlace: readonly number[];
      /** Mutants that are reached while the file is loaded, in hooks and in tests that are not repeatable. */
      readonly outside: readonly number[];
    } & CleanFile);

/** A file to which all processes append lines, and which each reads on from where it was. */
export class Journal {
  readonly #path: string;
  #at = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  add(entry: Entry): void {
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
  }

  /** The additions since the last call, by every process. */
  read(): readonly Entry[] {
    const file = openSync(this.#path, 'a+');
    const bytes = Buffer.alloc(fstatSync(file).size - this.#at);
    readSync(file, bytes, 0, bytes.length, this.#at);
    closeSync(file);
    this.#at += bytes.length;
    const lines = (this.#rest + bytes.toString()).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => JSON.parse(line) as Entry);
  }
}

export function readPlan(): Plan {
  return JSON.parse(readFileSync(process.env.MUTATION_PLAN ?? '', 'utf8')) as Plan;
}
