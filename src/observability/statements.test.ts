import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { watchStatements } from './statements.ts';

class Book {
  #entries = 3;
  read = 0;
  async count(): Promise<number> {
    return this.#entries;
  }
  async refuse(): Promise<never> {
    throw new Fault('insufficient_balance');
  }
  async fail(error: Error): Promise<never> {
    throw error;
  }
  tick(): number {
    return ++this.read;
  }
}

const full = () => Object.assign(new Error('no space left on device'), { code: '53100' });

async function opened() {
  const registry = new Registry();
  const statements = watchStatements(registry, 2);
  return { statements, text: () => registry.metrics(), book: statements.watched('book', new Book()) };
}

it('a watched book answers as before and is timed by the name of the method', async () => {
  const { book, text } = await opened();
  expect([await book.count(), book.tick(), book.tick()]).toEqual([3, 1, 2]);
  expect(await text()).toMatch(/^assay_sql_seconds_count\{statement="book\.count"\} 1$/m);
  expect(await text()).not.toContain('book.tick');
});

it('a refusal passes and is no failure; a failure passes and is counted by its class', async () => {
  const { book, text, statements } = await opened();
  await expect(book.refuse()).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(await text()).toContain('# TYPE assay_sql_failures_total counter');
  expect(await text()).not.toContain('assay_sql_failures_total{');
  await expect(book.fail(full())).rejects.toMatchObject({ code: '53100' });
  expect(await text()).toMatch(/^assay_sql_failures_total\{statement="book\.fail",cause="53"\} 1$/m);
  expect(statements.fullAt).not.toBeNull();
});

it('a full disk is seen behind the fault that callers get', async () => {
  const { book, statements, text } = await opened();
  await expect(book.fail(Object.assign(new Fault('not_ready'), { cause: full() }))).rejects.toThrow();
  expect(statements.fullAt).toBeLessThanOrEqual(performance.now());
  expect(await text()).toMatch(/cause="unavailable"\} 1$/m);
});

it('what is under way beyond the connections waits', async () => {
  const { statements, text } = await opened();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const book = statements.watched('slow', { ask: () => ended });
  const asked = [book.ask(), book.ask()];
  expect(statements.crowdedAt).toBeNull();
  asked.push(book.ask());
  expect(statements.crowdedAt).toBeLessThanOrEqual(performance.now());
  expect(await text()).toMatch(/^assay_sql_waiting 1$/m);
  end();
  await Promise.all(asked);
  expect(await text()).toMatch(/^assay_sql_in_flight 0$/m);
});
