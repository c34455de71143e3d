import cluster, { type Worker } from 'node:cluster';
import type { FromWorker, Orders, ServiceFacts, ToWorker } from './messages.ts';

/** A worker process, as its primary sees it. */
export interface WorkerHandle {
  readonly pid: number | undefined;
  /** Resolves when the worker serves; rejects when it ends before that, after it logged the cause. */
  readonly ready: Promise<ServiceFacts>;
  /** Resolves when the process has ended, with its lifetime in milliseconds. */
  readonly ended: Promise<number>;
  serves(): boolean;
  /** True once it was asked to stop. */
  leaving(): boolean;
  send(message: ToWorker): void;
  /** Calls `listener` with each message of the worker until it ends. */
  listen(listener: (message: FromWorker) => void): void;
  kill(): void;
}

/** Starts a worker and sends it its orders. */
export function openMember(orders: Orders): WorkerHandle {
  const startedMs = performance.now();
  const worker = cluster.fork();
  /** The last stop message. It is sent again once the worker listens, because earlier messages may be lost. */
  let lastSent: ToWorker | null = null;
  let state: 'starting' | 'ready' | 'leaving' | 'gone' = 'starting';
  const listen = (listener: (message: FromWorker) => void): void => void worker.on('message', listener);
  const send = (message: ToWorker): void => {
    if (message.type === 'leave') {
      state = 'leaving';
      lastSent = message;
    }
    if (worker.isConnected()) worker.send(message, undefined, () => undefined);
  };
  const ended = endOf(worker).then(() => {
    state = 'gone';
    return performance.now() - startedMs;
  });
  const ready = new Promise<ServiceFacts>((resolve, reject) => {
    listen((message) => {
      if (message.type === 'orders-wanted') send(orders);
      if (lastSent && (message.type === 'orders-wanted' || message.type === 'ready')) send(lastSent);
      if (message.type !== 'ready') return;
      if (state === 'starting') state = 'ready';
      resolve(message.facts);
    });
    void ended.then(() => reject(new Error('a worker ended before it served')));
  });
  ready.catch(() => undefined);
  return {
    pid: worker.process.pid,
    ready,
    ended,
    serves: () => state === 'ready',
    leaving: () => state === 'leaving',
    send,
    listen,
    kill: () => worker.kill('SIGKILL'),
  };
}

/** Messages that a process sent before its end may arrive after it, within this time. */
const LAST_WORDS_MS_MAX = 1_000;

/** A worker that could not be started emits an error and no exit. */
function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => {
      if (!worker.isConnected()) resolve();
      worker.once('disconnect', resolve);
      setTimeout(resolve, LAST_WORDS_MS_MAX);
    });
    worker.once('error', () => {
      if (worker.process.pid === undefined) resolve();
    });
  });
}
