import bs58 from 'bs58';
import { expect, it } from 'vitest';
import { newApiKey, sha256 } from './api-key.ts';

it('makes keys of 256 random bits behind a prefix that tells what they are', () => {
  const keys = Array.from({ length: 200 }, newApiKey);
  for (const key of keys) {
    expect(key).toMatch(/^assay_[1-9A-HJ-NP-Za-km-z]+$/);
    expect(bs58.decode(key.slice('assay_'.length))).toHaveLength(32);
  }
  expect(new Set(keys).size).toBe(200);
});

it('hashes with SHA-256', () => {
  expect(Buffer.from(sha256('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
