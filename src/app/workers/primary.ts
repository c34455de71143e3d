import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#config/config.ts';
import { PRIMARY_STOP_MS_MAX } from '#config/stop-times.ts';
import type { Logger } from '#lib/process/log.ts';
import { banner, type ShownService } from '../banner.ts';
import { type SharedParts, startWith } from '../prerequisites.ts';
import { stopOnSignals } from '../stopping.ts';
import { tell } from './messages.ts';
import { addUpMetrics } from './metrics.ts';

/** A worker that dies is replaced at once where none died in this time before, else after a pause that doubles. */
const SOUND_MS_MIN = 60_000;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 30_000;

let stopping = false;
let replacing = false;
/** Workers that start after a pause. */
let planned = 0;
/** The worker that a new one has replaced. */
let leaving: Worker | null = null;
let diedMs = Number.NEGATIVE_INFINITY;
let pauseMs = 0;

/** Opens what all workers share and keeps them running until a signal comes. It serves no request, so no request can harm it. */
export function runPrimary(config: Config, log: Logger, count: number): Promise<void> {
  return startWith(config, log, async ({ port, source, server, closers }) => {
    const shared: SharedParts = { port, source: await source, server: await server };
    cluster.on('message', (worker, { question, id }) => {
      if (question === 'shared parts') void tell(worker, { answers: id, value: shared });
    });
    addUpMetrics();
    closers.add(async () => running().forEach((worker) => void worker.process.kill('SIGKILL')));
    // The first starts alone, so that an error of all is reported once.
    const shown = await startWorker(log);
    await Promise.all(Array.from({ length: count - 1 }, () => startWorker(log)));
    process.stdout.write(banner({ ...shown, workers: count }));
    const stop = async (signal: NodeJS.Signals): Promise<void> => {
      stopping = true;
      log.info({ signal }, 'stopping: workers finish their requests first');
      setTimeout(() => process.exit(1), config.drainMs + PRIMARY_STOP_MS_MAX).unref();
      for (const worker of running()) {
        void tell(worker, { order: 'announceStop' });
        // A worker that does not serve yet ends at once.
        worker.process.kill('SIGTERM');
      }
      while (running().length > 0) await once(cluster, 'exit');
      await closers.close();
      process.exit(0);
    };
    stopOnSignals(stop, () => running().forEach((worker) => void tell(worker, { order: 'cut' })));
    process.on('SIGUSR2', () => void replaceWorkers(log));
    cluster.on('exit', () => void replaceDead(log, count));
    void replaceDead(log, count);
  });
}

/** Resolves when a new worker serves; rejects when it ends before that, after it logged the cause. */
async function startWorker(log: Logger): Promise<ShownService> {
  const worker = cluster.fork();
  const shown = await new Promise<ShownService>((resolve, reject) => {
    worker.on('message', ({ ready }) => ready && resolve(ready));
    worker.on('exit', () => reject(new Error('a worker ended before it served')));
    // A process that cannot be started has no exit.
    worker.on('error', reject);
  });
  log.info({ worker: worker.process.pid }, 'a worker serves');
  return shown;
}

/** Replaces one worker after the other: each new worker serves before its predecessor leaves. */
async function replaceWorkers(log: Logger): Promise<void> {
  if (replacing) return;
  replacing = true;
  const workers = running();
  log.info({ workers: workers.length }, 'workers are replaced, one after another');
  try {
    for (const old of workers) {
      // One that died meanwhile is replaced already.
      if (stopping || old.isDead()) continue;
      await startWorker(log);
      leaving = old;
      old.process.kill('SIGTERM');
      while (!old.isDead()) await once(cluster, 'exit');
    }
    log.info({ workers: workers.length }, 'all workers were replaced');
  } catch (err) {
    if (!stopping) log.error({ err }, 'a new worker does not serve, so the old ones stay');
  }
  replacing = false;
}

async function replaceDead(log: Logger, count: number): Promise<void> {
  const staying = () => running().filter((worker) => worker !== leaving);
  const lacksOne = (): boolean => !stopping && staying().length + planned < count;
  while (lacksOne()) {
    planned += 1;
    pauseMs = performance.now() - diedMs > SOUND_MS_MIN ? 0 : Math.min(2 * pauseMs + PAUSE_MS_MIN, PAUSE_MS_MAX);
    diedMs = performance.now();
    log.error({ workers: running().length, pauseMs }, 'a worker has ended and is replaced');
    await pause(pauseMs);
    planned -= 1;
    if (lacksOne()) await startWorker(log).catch(() => undefined);
  }
}

function running(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []));
}
