import { SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { alice, bob, mint, program } from '../../../core/test/fixtures/payout.ts';
import { PAYER } from '../../../core/test/fixtures/transaction-body.ts';
import {
  ask,
  collect,
  first,
  fourth,
  removeRoot,
  second,
  signaturesOf,
  third,
  world,
  worldOfTwo,
} from '../../test/collected-world.ts';
import { worldOfBodies } from './bodies.ts';

afterAll(removeRoot);

describe('a world of collected bodies', () => {
  it('lists histories newest first, within a slot in the order of the manifest', async () => {
    expect(await signaturesOf(alice)).toEqual([fourth, third, second, first]);
    const [newest, failure] = (await ask(world, 'getSignaturesForAddress', alice)) as object[];
    expect(newest).toEqual({
      signature: fourth,
      slot: 30,
      err: null,
      memo: null,
      blockTime: null,
      confirmationStatus: 'finalized',
    });
    expect(failure).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] } });
  });

  it('orders a slot by file name where there is no manifest', () => {
    const lines = worldOfBodies(collect('bare-', false)).world.histories.get(alice) ?? [];
    expect(lines.map((line) => line.signature)).toEqual([fourth, third, second, first]);
  });

  it('leaves accounts as the last transaction left them', async () => {
    const token = { lamports: 60, owner: TOKEN_PROGRAM, executable: false, space: 165 };
    expect(world.accounts.get(alice)?.lamports).toBe(1_000_000_000n);
    expect(await ask(world, 'getAccountInfo', bob, { encoding: 'base64' })).toEqual({
      context: { slot: 30 },
      value: null,
    });
    expect(world.accounts.has(program)).toBe(false);
    const upTo = worldOfBodies(collect('tokens-', true)).world;
    expect(upTo.accounts.get(PAYER)).toMatchObject({ owner: SYSTEM_PROGRAM, executable: false });
    const held = worldOfTwo();
    expect(await ask(held, 'getAccountInfo', alice, { encoding: 'base64' })).toMatchObject({ value: token });
    expect(
      await ask(held, 'getTokenAccountsByOwner', bob, { programId: TOKEN_PROGRAM }, { encoding: 'base64' }),
    ).toMatchObject({
      value: [{ pubkey: alice, account: token }],
    });
    expect(await ask(held, 'getTokenAccountsByOwner', alice, { mint }, { encoding: 'base64' })).toMatchObject({
      value: [],
    });
  });

  it('names the files that it could not read', () => {
    const { unread, world: rest } = worldOfBodies(collect('unread-', true));
    expect([...unread.keys()]).toEqual(['broken.json']);
    expect(rest.transactions.size).toBe(4);
  });

  it('gives the last slot the newest time where its body has none', async () => {
    expect(await ask(world, 'getBlockTime', 30)).toBe(1_700_000_000);
    expect(await ask(world, 'getBlockTime', 10)).toBe(1_690_000_000);
  });
});
