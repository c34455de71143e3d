import type { Worker } from 'node:cluster';
import type { Config } from '#config/config.ts';
import { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';
import type { SharedParts, StartApp } from '../prerequisites.ts';
import { onceStopping } from '../stopping.ts';
import { ask, tell } from './messages.ts';

/** Serves beside other workers with the parts of the primary, until it is asked to stop. */
export async function runWorker(worker: Worker, config: Config, log: Logger, start: StartApp): Promise<void> {
  // A terminal or process supervisor may signal the whole group, but the primary decides which worker stops.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  const app = await start({ closers: new Closers(), ...(await ask<SharedParts>(worker, 'shared parts')) });
  const leave = onceStopping(app, log);
  // The primary replaces this worker or stops the service, or somebody stops this worker alone.
  process.on('SIGTERM', () => void leave(true));
  worker.on('message', ({ order }: { readonly order?: 'announceStop' | 'cut' }) => order && app[order]());
  const { version, listening, url, network, sandbox } = app;
  void tell(worker, { ready: { version, listening, url, network, sandbox } });
  // Only one worker diagnoses the endpoints and logs the result, so that each endpoint is asked once.
  if (config.chain.kind === 'rpc' && worker.id === 1) app.examineEndpoints();
}
