import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { alice, bob } from '../../../core/test/fixtures/payout.ts';
import { PAYER, signatureNamed } from '../../../core/test/fixtures/transaction-body.ts';
import { ask, first, removeRoot, root, second, world } from '../../test/collected-world.ts';
import { readWorld, writeWorld } from './folder.ts';
import { replayMethods } from './methods.ts';
import { recordWorld } from './recording.ts';

afterAll(removeRoot);

describe('a recorded world', () => {
  const folderOf = (name: string) => join(root, name);

  it('survives writing and reading, and always gives the same bytes', () => {
    writeWorld(folderOf('a'), world);
    writeWorld(folderOf('b'), readWorld(folderOf('a')));
    const filesOf = (name: string) =>
      readdirSync(folderOf(name)).map((file) => readFileSync(join(root, name, file), 'utf8'));
    expect(filesOf('b')).toEqual(filesOf('a'));
    expect(readdirSync(folderOf('a'))).toEqual([
      'accounts.json',
      'signatures.json',
      'transactions.jsonl',
      'world.json',
    ]);
    const read = readWorld(folderOf('a'));
    expect(read.histories.get(alice)).toEqual(world.histories.get(alice));
    expect(read.slot).toBe(30);
  });

  it('is refused with the name of a file of another form', () => {
    writeWorld(folderOf('c'), world);
    writeFileSync(join(folderOf('c'), 'accounts.json'), '{"abc":{}}');
    expect(() => readWorld(folderOf('c'))).toThrow(/accounts\.json: abc/);
    writeFileSync(join(folderOf('c'), 'accounts.json'), '{}');
    writeFileSync(join(folderOf('c'), 'transactions.jsonl'), '{}\n');
    expect(() => readWorld(folderOf('c'))).toThrow(/transactions\.jsonl, line 1: has no signature/);
    writeFileSync(join(folderOf('c'), 'world.json'), '[');
    expect(() => readWorld(folderOf('c'))).toThrow(/world\.json: is not JSON/);
  });

  it('comes out of a recording that answers like the endpoint behind it', async () => {
    const source = replayMethods(world);
    const asked: string[] = [];
    const recording = recordWorld(async (method, params) => {
      asked.push(method);
      return source[method]?.(params);
    });
    const call = (method: string, ...params: unknown[]) => recording.methods[method]?.(params);
    const calls: [string, ...unknown[]][] = [
      ['getSlot'],
      ['getAccountInfo', alice, { encoding: 'base64' }],
      ['getMultipleAccounts', [PAYER, bob], { encoding: 'base64' }],
      ['getSignaturesForAddress', alice, { limit: 3 }],
      ['getSignaturesForAddress', alice, { before: second }],
      ['getTransaction', first],
      ['getTransaction', signatureNamed('unknown')],
      ['getBlockTime', 30],
      ['getTokenAccountsByOwner', bob, { programId: TOKEN_PROGRAM }, { encoding: 'base64' }],
    ];
    for (const [method, ...params] of calls)
      expect(await call(method, ...params)).toEqual(await source[method]?.(params));
    const recorded = await recording.world();
    expect(recorded.slot).toBe(30);
    for (const [method, ...params] of calls) {
      expect(await ask(recorded, method, ...params)).toEqual(await ask(world, method, ...params));
    }
    expect(recorded.transactions.size).toBe(1);
    expect(asked.at(-1)).toBe('getGenesisHash');
  });
});
