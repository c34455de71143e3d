import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What the unit says of a setting; empty where it says nothing. */
const said = (name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync('deploy/assay.service', 'utf8'))?.[1] ?? '';

it('the unit lets Node ask for memory protection keys, and refuses other system calls instead of killing it', () => {
  expect(said('SystemCallFilter').split(' ')).toEqual(['@system-service', '@pkey']);
  expect(said('SystemCallErrorNumber')).toBe('EPERM');
});
