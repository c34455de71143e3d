import { expect, it } from 'vitest';
import { KeptIndex } from './kept-index.ts';

it('names what a program keeps in the order in which it came, and forgets what went', () => {
  const index = new KeptIndex();
  index.add('first', ['one', 'two']);
  index.add('second', ['two']);
  index.add('third', ['one']);
  expect([...index.keysOf(['two'])]).toEqual(['first', 'second']);
  expect([...index.keysOf(['one', 'nobody'])]).toEqual(['first', 'third']);
  index.delete('first', ['one', 'two']);
  index.delete('second', ['two']);
  expect([...index.keysOf(['two', 'one'])]).toEqual(['third']);
});

it('may lose a key while it is walked', () => {
  const index = new KeptIndex();
  index.add('first', ['one', 'two']);
  index.add('second', ['one', 'two']);
  const seen: string[] = [];
  for (const key of index.keysOf(['one', 'two'])) {
    seen.push(key);
    index.delete(key, ['one', 'two']);
  }
  expect(seen).toEqual(['first', 'second']);
});
