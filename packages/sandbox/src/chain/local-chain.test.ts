import { expect, test } from 'vitest';
import { RecentMessages } from './local-chain.ts';

test('a message is known while its block hash can be valid, and forgotten afterwards', () => {
  const recent = new RecentMessages();
  const [early, late, last] = [1, 2, 3].map((byte) => new Uint8Array([byte, 200]));
  if (!early || !late || !last) throw new Error('three messages');
  recent.add(early, 1_000);
  recent.add(late, 1_001);
  recent.add(last, 1_150);
  expect([early, late, last].map((one) => recent.has(one))).toEqual([true, true, true]);
  recent.add(new Uint8Array([4]), 1_151);
  expect([early, late, last].map((one) => recent.has(one))).toEqual([false, true, true]);
});
