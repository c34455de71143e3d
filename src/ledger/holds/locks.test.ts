import { expect, it } from 'vitest';
import { Locks } from './locks.ts';

const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

/** Calls that are sent, by name, and how they end. */
class Sent {
  readonly names: string[] = [];
  readonly #ends = new Map<string, (error?: Error) => void>();

  wait(locks: Locks, name: string): void {
    const send = (): Promise<void> => {
      this.names.push(name);
      return new Promise((resolve, reject) => this.#ends.set(name, (error) => (error ? reject(error) : resolve())));
    };
    locks.wait(name, { until: Number.POSITIVE_INFINITY, send, goOn: () => undefined, fail: () => undefined });
  }

  async end(name: string, error?: Error): Promise<void> {
    this.#ends.get(name)?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('whoever may be locked for a moment only goes before those whose rows stayed locked', async () => {
  const [locks, sent] = [new Locks(), new Sent()];
  for (const name of ['stuck', 'other']) sent.wait(locks, name);
  await sent.end('stuck', locked);
  sent.wait(locks, 'third');
  for (const name of ['stuck', 'one', 'two']) sent.wait(locks, name);
  expect(sent.names).toEqual(['stuck', 'other', 'third']);
  for (const name of ['third', 'other', 'one', 'two']) await sent.end(name);
  expect(sent.names).toEqual(['stuck', 'other', 'third', 'one', 'two', 'stuck']);
});

it('a row that was locked and is free again stands no further back than others', async () => {
  const [locks, sent] = [new Locks(), new Sent()];
  for (const name of ['freed', 'other']) sent.wait(locks, name);
  await sent.end('freed', locked);
  sent.wait(locks, 'freed');
  await sent.end('freed');
  sent.wait(locks, 'third');
  for (const name of ['freed', 'one']) sent.wait(locks, name);
  await sent.end('other');
  expect(sent.names.at(-1)).toBe('freed');
});
