import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { ACCOUNT_BYTES_READ } from '../rpc/rpc-limits.ts';
import { getAccountInfo, getMultipleAccounts, readAccount } from './accounts.ts';

const SOMEBODY = address('So11111111111111111111111111111111111111112');
const SYSTEM = address('11111111111111111111111111111111');
const good = { lamports: 5, owner: SYSTEM, executable: false, data: ['AQID', 'base64'], rentEpoch: 1.8e19 };

describe('readAccount', () => {
  it('reads an account, and null as one that does not exist', () => {
    expect(readAccount(null, SOMEBODY)).toEqual({ is: 'value', value: null });
    const read = readAccount(good, SOMEBODY);
    expect(read).toMatchObject({ is: 'value', value: { address: SOMEBODY, lamports: 5n, owner: SYSTEM } });
    expect(read.is === 'value' && [...(read.value?.data ?? [])]).toEqual([1, 2, 3]);
  });

  it('refuses to round a balance beyond 2^53 - 1', () => {
    expect(readAccount({ ...good, lamports: 2 ** 53 }, SOMEBODY)).toMatchObject({ is: 'final', cause: 'unreadable' });
    expect(readAccount({ ...good, lamports: 2 ** 53 - 1 }, SOMEBODY)).toMatchObject({ is: 'value' });
  });

  it.each([
    ['no object', 5],
    ['no owner', { ...good, owner: 'x' }],
    ['negative lamports', { ...good, lamports: -1 }],
    ['a fraction', { ...good, lamports: 0.5 }],
    ['no executable', { ...good, executable: 1 }],
    ['another encoding', { ...good, data: ['AQID', 'base58'] }],
    ['data as text', { ...good, data: 'AQID' }],
    ['half a text', { ...good, data: ['AQI', 'base64'] }],
    ['letters that are not base64', { ...good, data: ['A*ID', 'base64'] }],
  ])('finds %s wrong', (_name, value) => {
    expect(readAccount(value, SOMEBODY)).toMatchObject({ is: 'wrong', cause: 'rpc_unavailable' });
  });

  it('reads back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const read = readAccount({ ...good, data: [Buffer.from(bytes).toString('base64'), 'base64'] }, SOMEBODY);
        expect(read.is === 'value' && Buffer.from(bytes).equals(read.value?.data ?? Buffer.from('x'))).toBe(true);
      }),
    );
  });
});

describe('getMultipleAccounts', () => {
  it('needs a slot and one account for each address', () => {
    const read = (result: unknown) => getMultipleAccounts.read(result, [SOMEBODY, SYSTEM]).is;
    expect(read({ context: { slot: 9 }, value: [null, good] })).toBe('value');
    expect(read({ context: { slot: 9 }, value: [null] })).toBe('wrong');
    expect(read({ value: [null, null] })).toBe('wrong');
    expect(read({ context: { slot: -1 }, value: [null, null] })).toBe('wrong');
    expect(read({ context: { slot: 9 }, value: [null, {}] })).toBe('wrong');
    expect(read(null)).toBe('wrong');
  });

  it('refuses an account that came with less data than it says to have', () => {
    const read = (account: object) =>
      getMultipleAccounts.read({ context: { slot: 9 }, value: [{ ...good, ...account }] }, [SOMEBODY]).is;
    const most = [Buffer.alloc(ACCOUNT_BYTES_READ).toString('base64'), 'base64'];
    expect(read({ space: 3 })).toBe('value');
    expect(read({ space: 4 })).toBe('wrong');
    expect(read({ space: 82, data: ['', 'base64'] })).toBe('wrong');
    expect(read({ space: 0, data: ['', 'base64'] })).toBe('value');
    expect(read({ space: ACCOUNT_BYTES_READ + 1, data: most })).toBe('value');
    expect(getAccountInfo.read({ context: { slot: 9 }, value: { ...good, space: 4 } }, SOMEBODY).is).toBe('wrong');
  });
});
