import type { SampleSubject } from './identity.ts';

/** What the parent tells the chain's process, as JSON in its first argument. */
export interface ChildOptions {
  /** 0 picks a free port; a restarted process gets the port of the first. */
  readonly port: number;
  readonly seed: string;
  readonly anchorMs: number;
  readonly startedMs: number;
  readonly finalitySlots: number;
}

/** What the chain's process tells its parent, once, when it answers requests. */
export interface ChildReady {
  readonly port: number;
  readonly subjects: readonly SampleSubject[];
}
