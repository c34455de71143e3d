import { afterAll, describe, expect, it } from 'vitest';
import { alice } from '../../../core/test/fixtures/payout.ts';
import { bodyOf, named, signatureNamed } from '../../../core/test/fixtures/transaction-body.ts';
import {
  ask,
  first,
  fourth,
  made,
  removeRoot,
  second,
  signaturesOf,
  third,
  world,
} from '../../test/collected-world.ts';

afterAll(removeRoot);

describe('replayed methods', () => {
  it('cut pages by before, until and limit', async () => {
    expect(await signaturesOf(alice, { limit: 2 })).toEqual([fourth, third]);
    expect(await signaturesOf(alice, { before: third })).toEqual([second, first]);
    expect(await signaturesOf(alice, { before: fourth, until: first })).toEqual([third, second]);
    expect(await signaturesOf(alice, { before: first })).toEqual([]);
    expect(await signaturesOf(named('nobody'))).toEqual([]);
  });

  it('place a cursor of another address by its slot, and know nothing before an unknown one', async () => {
    const lines = (world.histories.get(alice) ?? []).filter((line) => line.signature !== second);
    const partial = { ...world, histories: new Map([[alice, lines]]) };
    const page = await ask(partial, 'getSignaturesForAddress', alice, { before: second });
    expect(page).toMatchObject([{ signature: first }]);
    expect(await signaturesOf(alice, { before: signatureNamed('unknown') })).toEqual([]);
  });

  it('refuse what a node refuses, with its codes', async () => {
    const codeOf = async (method: string, ...params: unknown[]) => (await ask(world, method, ...params)).code;
    expect(await codeOf('getSignaturesForAddress', 'abc')).toBe(-32602);
    expect(await codeOf('getSignaturesForAddress', alice, { limit: 1001 })).toBe(-32602);
    expect(await codeOf('getMultipleAccounts', Array(101).fill(alice))).toBe(-32602);
    expect(await codeOf('getTransaction', second)).toBe(-32015);
    expect(await codeOf('getBlockTime', 15)).toBe(-32009);
    expect(await codeOf('getBlockTime', 31)).toBe(-32004);
    expect(await codeOf('getTokenAccountsByOwner', alice, {})).toBe(-32602);
    expect(await codeOf('getBlocks', 1)).toBe(-32601);
  });

  it('answer for the whole chain', async () => {
    expect(await ask(world, 'getHealth')).toBe('ok');
    expect(await ask(world, 'getSlot')).toBe(30);
    expect(await ask(world, 'getBlockHeight')).toBe(30);
    expect(await ask(world, 'getGenesisHash')).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d');
    expect(await ask(world, 'getVersion')).toHaveProperty('solana-core');
  });

  it('give bodies untouched, and null for a transaction that was not recorded', async () => {
    expect(await ask(world, 'getTransaction', second, { maxSupportedTransactionVersion: 1 })).toEqual(bodyOf(made[1]!));
    expect(await ask(world, 'getTransaction', first, 'json')).toEqual(bodyOf(made[0]!));
    expect(await ask(world, 'getTransaction', signatureNamed('unknown'))).toBeNull();
  });
});
