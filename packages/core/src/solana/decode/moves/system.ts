import { type Address, address, addressOf } from '../../address.ts';
import { addressIn, type Members, whole } from '../shape.ts';
import { layout, type MoveBody, type MoveLayout, type MoveReader, u32, u64 } from './layout.ts';

/* Instructions of the System program: a little-endian u32 tag, then bincode members (solana-system-interface). */

const RECENT_BLOCKHASHES = address('SysvarRecentB1ockHashes11111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');

const transfer = (lamportsAt: number, from: Address, to: Address, data: Uint8Array): MoveBody => ({
  kind: 'transfer',
  from,
  to,
  lamports: u64(data, lamportsAt),
});

const createAccount = layout(2, 52, ([from, to], data) => ({
  kind: 'create_account',
  from,
  to,
  lamports: u64(data, 4),
  space: u64(data, 12),
  owner: addressOf(data.subarray(20, 52)),
}));

/** The seed stands between the base and the amounts: a u64 length, then that many bytes. */
const createAccountWithSeed: MoveLayout = (accounts, data) => {
  const seedBytes = u32(data, 36) ?? 0;
  const at = 44 + seedBytes;
  return layout(2, at + 48, ([from, to], bytes) => ({
    kind: 'create_account',
    from,
    to,
    lamports: u64(bytes, at),
    space: u64(bytes, at + 8),
    owner: addressOf(bytes.subarray(at + 16, at + 48)),
  }))(accounts, data);
};

const allocateAt = (spaceAt: number): MoveLayout =>
  layout(1, spaceAt + 8, ([account], data) => ({ kind: 'allocate', account, space: u64(data, spaceAt) }));

/** The seed stands between the base and the space, as in createAccountWithSeed. */
const allocateWithSeed: MoveLayout = (accounts, data) => allocateAt(44 + (u32(data, 36) ?? 0))(accounts, data);

/** Accounts in the other order than createAccount's; the payer is absent where the account holds its rent already. */
const createAccountAllowPrefund: MoveLayout = ([to, from], data) => {
  if (to === undefined) return [];
  return from === undefined ? allocateAt(12)([to], data) : createAccount([from, to], data);
};

/** The sysvars in the middle are dropped first: programs have begun to accept the instruction without them. */
const withdrawNonce: MoveLayout = (accounts, data) =>
  layout(3, 12, ([from, to, authority], bytes) => ({
    kind: 'withdraw_nonce',
    from,
    to,
    authority,
    lamports: u64(bytes, 4),
  }))(
    accounts.filter((key) => key !== RECENT_BLOCKHASHES && key !== RENT),
    data,
  );

const layouts: Readonly<Record<number, MoveLayout>> = {
  0: createAccount,
  2: layout(2, 12, ([from, to], data) => transfer(4, from, to, data)),
  3: createAccountWithSeed,
  5: withdrawNonce,
  8: allocateAt(4),
  9: allocateWithSeed,
  11: layout(3, 12, ([from, , to], data) => transfer(4, from, to, data)),
  13: createAccountAllowPrefund,
};

const lamportsOf = (info: Members) => BigInt(whole(info.lamports, 'parsed lamports'));
const spaceOf = (info: Members) => BigInt(whole(info.space, 'parsed space'));
const key = (info: Members, name: string) => addressIn(info[name], `parsed ${name}`);

const parsedTransfer = (info: Members): MoveBody => ({
  kind: 'transfer',
  from: key(info, 'source'),
  to: key(info, 'destination'),
  lamports: lamportsOf(info),
});

const parsedCreate = (info: Members): MoveBody => ({
  kind: 'create_account',
  from: key(info, 'source'),
  to: key(info, 'newAccount'),
  lamports: lamportsOf(info),
  space: spaceOf(info),
  owner: key(info, 'owner'),
});

const parsedAllocate = (info: Members): MoveBody => ({
  kind: 'allocate',
  account: key(info, info.newAccount === undefined ? 'account' : 'newAccount'),
  space: spaceOf(info),
});

const parsedForms: ReadonlyMap<string, (info: Members) => MoveBody> = new Map([
  ['transfer', parsedTransfer],
  ['transferWithSeed', parsedTransfer],
  ['createAccount', parsedCreate],
  ['createAccountWithSeed', parsedCreate],
  ['createAccountAllowPrefund', (info) => (info.source === undefined ? parsedAllocate(info) : parsedCreate(info))],
  ['allocate', parsedAllocate],
  ['allocateWithSeed', parsedAllocate],
  [
    'withdrawFromNonce',
    (info: Members): MoveBody => ({
      kind: 'withdraw_nonce',
      from: key(info, 'nonceAccount'),
      to: key(info, 'destination'),
      authority: key(info, 'nonceAuthority'),
      lamports: lamportsOf(info),
    }),
  ],
]);

export const system: MoveReader = {
  compiled: (data, accounts) => layouts[u32(data, 0) ?? -1]?.(accounts, data) ?? [],
  parsed: (type, info) => {
    const move = parsedForms.get(type)?.(info);
    return move ? [move] : [];
  },
};
