import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { on } from 'node:events';

/** Asks the process at the other end of a worker's channel. Rejects when no answer comes in time. */
export async function ask<T>(worker: Worker, question: string, timeMsMax = 10_000): Promise<T> {
  const id = randomUUID();
  // Each question listens for its own answer.
  worker.setMaxListeners(0);
  const messages = on(worker, 'message', { signal: AbortSignal.timeout(timeMsMax) });
  void tell(worker, { question, id });
  for await (const [message] of messages) if (message.answers === id) return message.value;
  throw new Error('the channel is closed');
}

/** Sends a message. A closed channel is no error: the process at its other end has ended. */
export function tell(worker: Worker, message: object): Promise<void> {
  return new Promise((resolve) => worker.send(message, () => resolve()));
}
