import type { Journal } from './journal.ts';

/** One run of a test in place: with a mutant, or clean. */
export interface Attempt {
  readonly mutant: number | null;
  readonly msMax: number;
  readonly stepsMax: number;
}

export interface Outcome {
  readonly passed: boolean;
  readonly isLate: boolean;
  readonly reached: readonly number[];
  readonly steps: number;
  readonly ms: number;
}

interface TestState {
  isDone: boolean;
  /** Mutants that are still to be tried; null until the test passes twice in place. */
  left: number[] | null;
}

const CLEAN: Attempt = { mutant: null, msMax: 120_000, stepsMax: Number.POSITIVE_INFINITY };

/** After so many attempts the file is begun anew, for each may leave rows in a database that slow down those that follow. */
const MUTATED_MAX = 200;

/** The limit of a test or file with a mutant when it takes `ms` and `steps` without. */
export function limitsFor(clean: { readonly ms: number; readonly steps: number }): Pick<Attempt, 'msMax' | 'stepsMax'> {
  return { msMax: clean.ms * 10 + 2_000, stepsMax: clean.steps * 100 + 100_000 };
}

/** Which attempts the tests of a file need. The file is run anew until no test needs another one. */
export class FileSession {
  /** Mutants that were reached by tests in place, and those that were reached elsewhere. */
  readonly inPlace = new Set<number>();
  readonly outside = new Set<number>();
  /** The time of the file when it is run once. */
  readonly clean = { ms: 0, steps: 0 };
  /** Whether something that tests share was left in a wrong state, so that the file has to be run anew. */
  isSpoilt = false;
  readonly #journal: Journal;
  readonly #isSettled: (mutant: number) => boolean;
  readonly #tests = new Map<string, TestState>();
  /** Mutants that tests passed with since the file was begun. */
  #passed: number[] = [];
  #skipsDone = true;
  /** The events since the file was begun. */
  #hasSkipped = false;
  #hasRun = false;
  #mutated = 0;

  /** `isSettled` is true for mutants that need no more attempts. */
  constructor(journal: Journal, isSettled: (mutant: number) => boolean) {
    this.#journal = journal;
    this.#isSettled = isSettled;
  }

  begin(): void {
    this.isSpoilt = false;
    this.#passed = [];
    this.#hasSkipped = false;
    this.#hasRun = false;
    this.#mutated = 0;
  }

  /** A hook failed: for one of the mutants that the tests passed with, as it may check what they did, or for none. */
  failHook(file: string): void {
    this.reach(this.#passed);
    if (!this.#hasRun && !this.#hasSkipped) this.#journal.add({ is: 'failing', test: file });
  }

  isSkipped(test: string): boolean {
    if (this.isSpoilt) return true;
    const isSkipped = this.#skipsDone && this.#stateOf(test).isDone;
    this.#hasSkipped ||= isSkipped;
    return isSkipped;
  }

  finish(test: string): void {
    this.#stateOf(test).isDone = true;
  }

  reach(reached: readonly number[]): void {
    for (const mutant of reached) this.outside.add(mutant);
  }

  /** The attempts of a test, each chosen by what came of the one before. */
  *attempts(test: string): Generator<Attempt, void, Outcome> {
    const state = this.#stateOf(test);
    this.#hasRun = true;
    const first = yield CLEAN;
    if (!first.passed) return this.#fail(test, state);
    if (state.isDone) return;
    if (state.left === null) {
      const second = yield CLEAN;
      this.#note(first, second);
      if (!second.passed) return this.#leaveOut(test, state, 'unrepeatable');
      state.left = [...second.reached];
    }
    yield* this.#tryMutants(test, state.left, limitsFor(first));
    state.isDone = !this.isSpoilt;
  }

  /** Spoilt attempts may make those fail that follow: only a failure between clean runs that pass is the mutant's. */
  *#tryMutants(
    test: string,
    left: number[],
    limits: Pick<Attempt, 'msMax' | 'stepsMax'>,
  ): Generator<Attempt, void, Outcome> {
    let isClean = true;
    for (let mutant = this.#next(left); mutant !== undefined; mutant = this.#next(left)) {
      const { passed, isLate } = yield { mutant, ...limits };
      const wasClean = isClean;
      isClean = false;
      if (passed) {
        this.#passed.push(mutant);
        continue;
      }
      isClean = !isLate && (yield CLEAN).passed;
      if (isClean || wasClean) this.#journal.add({ is: 'killed', mutant, test, how: isLate ? 'time' : 'failure' });
      else left.unshift(mutant);
      this.isSpoilt = !isClean;
      if (this.isSpoilt) return;
    }
    this.isSpoilt = left.length > 0;
  }

  /** Takes the next mutant that is to be tried; undefined when there is none, or when the file is to be begun anew. */
  #next(left: number[]): number | undefined {
    while (left[0] !== undefined && this.#isSettled(left[0])) left.shift();
    if (left.length === 0 || this.#mutated === MUTATED_MAX) return undefined;
    this.#mutated += 1;
    return left.shift();
  }

  #note(first: Outcome, second: Outcome): void {
    this.clean.ms += first.ms;
    this.clean.steps += first.steps;
    const inPlace = new Set(second.passed ? second.reached : []);
    for (const mutant of first.reached) (inPlace.has(mutant) ? this.inPlace : this.outside).add(mutant);
    for (const mutant of inPlace) this.inPlace.add(mutant);
  }

  /** A mutant may have spoilt what the test needs, or an earlier test that was skipped; a failure counts after neither. */
  #fail(test: string, state: TestState): void {
    if (this.#mutated > 0) this.isSpoilt = true;
    else if (this.#hasSkipped) {
      this.#skipsDone = false;
      this.isSpoilt = true;
    } else this.#leaveOut(test, state, 'failing');
  }

  #leaveOut(test: string, state: TestState, is: 'failing' | 'unrepeatable'): void {
    state.isDone = true;
    this.isSpoilt = is === 'unrepeatable';
    this.#journal.add({ is, test });
  }

  #stateOf(test: string): TestState {
    const state = this.#tests.get(test) ?? { isDone: false, left: null };
    this.#tests.set(test, state);
    return state;
  }
}
