import { useRef, useState } from 'preact/hooks';
import { type CheckQuestion, runChecks } from '../answer.ts';
import { isAbort } from '../graphql.ts';
import { cutTrouble, type Trouble, Troubled } from '../trouble.ts';
import { again, type BatchRows, emptyBatch, ended, withResult } from './batch.ts';

/** The batch of the page and its actions. */
export interface RunningBatch {
  readonly rows: BatchRows;
  readonly isRunning: boolean;
  readonly trouble: Trouble | null;
  /** Replaces the batch by these requests. */
  start(requests: readonly CheckQuestion[]): void;
  /** Asks once more for the rows at these positions. */
  askAgain(positions: readonly number[]): void;
  stop(): void;
}

/** Runs at most one batch at a time. `over` is called at its end; `cut`: the service may still work on a part of it. */
export function useBatch(key: string | null, over: (how: 'whole' | 'cut') => void): RunningBatch {
  const [rows, setRows] = useState<BatchRows>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [run, setRun] = useState<AbortController | null>(null);
  const running = useRef<AbortController | null>(null);

  const ask = async (batch: BatchRows, positions: readonly number[]): Promise<void> => {
    if (running.current || positions.length === 0 || key === null) return;
    const control = new AbortController();
    running.current = control;
    let now = again(batch, positions);
    const show = (next: BatchRows): void => {
      now = next;
      setRows(next);
    };
    let isWhole = false;
    setRun(control);
    setTrouble(null);
    show(now);
    try {
      const requests = positions.flatMap((at) => batch[at]?.request ?? []);
      for await (const arrival of runChecks({ requests, key, signal: control.signal })) {
        show(withResult(now, positions, arrival));
      }
      isWhole = true;
    } catch (error) {
      if (!isAbort(error)) setTrouble(troubleIn(error));
    } finally {
      running.current = null;
      setRun(null);
      show(ended(now));
      over(isWhole ? 'whole' : 'cut');
    }
  };

  return {
    rows,
    isRunning: run !== null,
    trouble,
    start: (requests) => void ask(emptyBatch(requests), [...requests.keys()]),
    askAgain: (positions) => void ask(rows, positions),
    stop: () => run?.abort(),
  };
}

function troubleIn(error: unknown): Trouble {
  if (error instanceof Troubled) return error.trouble;
  return cutTrouble('The answer could not be understood. What came stays.');
}
