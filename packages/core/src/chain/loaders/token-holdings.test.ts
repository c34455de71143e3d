import { describe, expect, it } from 'vitest';
import { type Address, address, addressBytes, addressOf } from '#solana/address.ts';
import { TOKEN_PROGRAMS } from '#solana/token/programs.ts';
import { getTokenAccountsByOwner } from './token-holdings.ts';

const OWNER = address('So11111111111111111111111111111111111111112');
const MINT = addressOf(new Uint8Array(32).fill(3));
const [PROGRAM = OWNER, OTHER_PROGRAM = OWNER] = TOKEN_PROGRAMS;

function holding(n: number, change: { owner?: Address; program?: Address; bytes?: number } = {}) {
  const data = new Uint8Array(165);
  data.set(addressBytes(MINT), 0);
  data.set(addressBytes(change.owner ?? OWNER), 32);
  new DataView(data.buffer).setBigUint64(64, 2n ** 64n - 1n, true);
  const text = Buffer.from(data.subarray(0, change.bytes ?? 165)).toString('base64');
  return {
    pubkey: addressOf(new Uint8Array(32).fill(n)),
    account: { lamports: 9, owner: change.program ?? PROGRAM, executable: false, data: [text, 'base64'] },
  };
}

function read(value: unknown) {
  return getTokenAccountsByOwner.read({ context: { slot: 5 }, value }, { owner: OWNER, program: PROGRAM });
}

describe('getTokenAccountsByOwner', () => {
  it('reads mint, owner and the whole range of amounts', () => {
    expect(read([holding(4)])).toMatchObject({
      is: 'value',
      slot: 5,
      value: {
        slot: 5,
        value: [{ mint: MINT, owner: OWNER, program: PROGRAM, amount: 18_446_744_073_709_551_615n, lamports: 9n }],
      },
    });
  });

  it('lists each account once, in one order however they came', () => {
    const forth = read([holding(4), holding(5), holding(6), holding(5)]);
    expect(forth).toEqual(read([holding(6), holding(5), holding(4)]));
    expect(forth.is === 'value' && forth.value.value.length).toBe(3);
  });

  it('refuses accounts of others, of other programs and too short ones', () => {
    for (const wrong of [{ owner: MINT }, { program: OTHER_PROGRAM }, { bytes: 164 }]) {
      expect(read([holding(4, wrong)])).toMatchObject({ is: 'wrong', cause: 'rpc_unavailable' });
    }
    expect(read({})).toMatchObject({ is: 'wrong' });
    expect(read([null])).toMatchObject({ is: 'wrong' });
  });
});
