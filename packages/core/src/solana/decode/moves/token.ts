import { type Address, addressOf } from '../../address.ts';
import { addressIn, amountText, list, type Members, members } from '../shape.ts';
import { layout, type MoveBody, type MoveLayout, type MoveReader, u64 } from './layout.ts';

const RECOVER_NESTED = 2;

const create = layout(6, 0, ([payer, account, owner, mint]) => ({
  kind: 'open_token_account',
  account,
  owner,
  mint,
  payer,
}));

export const associatedToken: MoveReader = {
  compiled: (data, accounts) => ((data[0] ?? 0) < RECOVER_NESTED ? create(accounts, data) : []),
  parsed: (type, info) => {
    if (type !== 'create' && type !== 'createIdempotent') return [];
    return [
      {
        kind: 'open_token_account',
        account: addressIn(info.account, 'parsed account'),
        owner: addressIn(info.wallet, 'parsed wallet'),
        mint: addressIn(info.mint, 'parsed mint'),
        payer: addressIn(info.source, 'parsed source'),
      },
    ];
  },
};

// The Token program: a one-byte tag, then packed little-endian members (spl-token-interface). Token-2022 shares those tags and
// adds extensions under tags of two bytes.
const BATCH = 255;
const TRANSFER_FEE_EXTENSION = 26;

const open = (account: Address, mint: Address, owner: Address): MoveBody => ({
  kind: 'open_token_account',
  account,
  owner,
  mint,
  payer: null,
});

const checkedTransfer = (amountAt: number): MoveLayout =>
  layout(4, amountAt + 8, ([from, mint, to, authority], data) => ({
    kind: 'token_transfer',
    from,
    to,
    authority,
    mint,
    amount: u64(data, amountAt),
  }));

const transferWithFee = checkedTransfer(2);

const createMint: MoveLayout = layout(1, 34, ([mint]) => ({ kind: 'create_mint', mint }));

const mintTo: MoveLayout = layout(3, 9, ([mint, to, authority], data) => ({
  kind: 'mint_tokens',
  to,
  mint,
  authority,
  amount: u64(data, 1),
}));

const burn: MoveLayout = layout(3, 9, ([from, mint, authority], data) => ({
  kind: 'burn_tokens',
  from,
  mint,
  authority,
  amount: u64(data, 1),
}));

/** After the tag: 0 for all, or 1 and the amount (token/pinocchio `unwrap_lamports.rs`). */
const unwrapAmount = layout(3, 10, ([from, to, authority], data) => ({
  kind: 'unwrap',
  from,
  to,
  authority,
  lamports: u64(data, 2),
}));

const unwrapAll: MoveLayout = (accounts, data) =>
  data[1] === 0
    ? layout(3, 2, ([from, to, authority]) => ({ kind: 'unwrap', from, to, authority, lamports: null }))(accounts, data)
    : [];

/** `SetAuthority` of the type `AccountOwner`: the account becomes another's with what is in it. */
const ACCOUNT_OWNER = 2;

const handOver: MoveLayout = (accounts, data) =>
  data[1] === ACCOUNT_OWNER && data[2] === 1
    ? layout(2, 35, ([account]) => ({ kind: 'hand_over', account, owner: addressOf(data.subarray(3, 35)) }))(
        accounts,
        data,
      )
    : [];

const layouts: Readonly<Record<number, MoveLayout>> = {
  0: createMint,
  1: layout(3, 1, ([account, mint, owner]) => open(account, mint, owner)),
  3: layout(3, 9, ([from, to, authority], data) => ({
    kind: 'token_transfer',
    from,
    to,
    authority,
    mint: null,
    amount: u64(data, 1),
  })),
  6: handOver,
  7: mintTo,
  8: burn,
  9: layout(3, 1, ([from, to, owner]) => ({ kind: 'close_token_account', from, to, owner })),
  12: checkedTransfer(1),
  14: mintTo,
  15: burn,
  16: layout(2, 33, ([account, mint], data) => open(account, mint, addressOf(data.subarray(1, 33)))),
  18: layout(2, 33, ([account, mint], data) => open(account, mint, addressOf(data.subarray(1, 33)))),
  20: createMint,
  38: layout(3, 1, ([from, to, authority]) => ({ kind: 'withdraw_excess', from, to, authority })),
  45: (accounts, data) => (data[1] === 1 ? unwrapAmount : unwrapAll)(accounts, data),
  [TRANSFER_FEE_EXTENSION]: (accounts, data) => (data[1] === 1 ? transferWithFee(accounts, data) : []),
};

function compiled(data: Uint8Array, accounts: readonly Address[]): readonly MoveBody[] {
  const tag = data[0] ?? -1;
  return tag === BATCH ? batch(data, accounts) : (layouts[tag]?.(accounts, data) ?? []);
}

/**
 * A batch runs several instructions in one call, without inner instructions of their own: after the tag, for each, the
 * number of its accounts, the length of its data, and the data; the accounts follow one another. Batches do not nest.
 */
function batch(data: Uint8Array, accounts: readonly Address[]): readonly MoveBody[] {
  const moves: MoveBody[] = [];
  let keysAt = 0;
  let at = 1;
  while (at + 2 <= data.length) {
    const keysEnd = keysAt + (data[at] ?? 0);
    const end = at + 2 + (data[at + 1] ?? 0);
    if (end > data.length || keysEnd > accounts.length) return moves;
    const part = data.subarray(at + 2, end);
    moves.push(...(layouts[part[0] ?? -1]?.(accounts.slice(keysAt, keysEnd), part) ?? []));
    keysAt = keysEnd;
    at = end;
  }
  return moves;
}

const key = (info: Members, name: string) => addressIn(info[name], `parsed ${name}`);

/** A multisig authority stands under another name than a single one. */
const holder = (info: Members, single: string, multisig: string) => key(info, single in info ? single : multisig);

const parsedOpen = (info: Members) => open(key(info, 'account'), key(info, 'mint'), key(info, 'owner'));

/** Checked instructions have the amount in an object with the decimals. */
function parsedAmount(info: Members): bigint {
  const amount = info.tokenAmount === undefined ? info.amount : members(info.tokenAmount, 'parsed tokenAmount').amount;
  return amountText(amount, 'parsed amount');
}

const parsedTransfer = (info: Members): MoveBody => ({
  kind: 'token_transfer',
  from: key(info, 'source'),
  to: key(info, 'destination'),
  authority: holder(info, 'authority', 'multisigAuthority'),
  mint: info.mint === undefined ? null : key(info, 'mint'),
  amount: parsedAmount(info),
});

const parsedMint = (info: Members): MoveBody => ({
  kind: 'mint_tokens',
  to: key(info, 'account'),
  mint: key(info, 'mint'),
  authority: holder(info, 'mintAuthority', 'multisigMintAuthority'),
  amount: parsedAmount(info),
});

const parsedBurn = (info: Members): MoveBody => ({
  kind: 'burn_tokens',
  from: key(info, 'account'),
  mint: key(info, 'mint'),
  authority: holder(info, 'authority', 'multisigAuthority'),
  amount: parsedAmount(info),
});

const parsedCreate = (info: Members): MoveBody => ({ kind: 'create_mint', mint: key(info, 'mint') });

const parsedForms: ReadonlyMap<string, (info: Members) => MoveBody | null> = new Map([
  ['initializeAccount', parsedOpen],
  ['initializeAccount2', parsedOpen],
  ['initializeAccount3', parsedOpen],
  ['initializeMint', parsedCreate],
  ['initializeMint2', parsedCreate],
  [
    'setAuthority',
    (info: Members): MoveBody | null =>
      info.authorityType === 'accountOwner'
        ? { kind: 'hand_over', account: key(info, 'account'), owner: key(info, 'newAuthority') }
        : null,
  ],
  ['mintTo', parsedMint],
  ['mintToChecked', parsedMint],
  ['burn', parsedBurn],
  ['burnChecked', parsedBurn],
  ['transfer', parsedTransfer],
  ['transferChecked', parsedTransfer],
  ['transferCheckedWithFee', parsedTransfer],
  [
    'withdrawExcessLamports',
    (info: Members): MoveBody => ({
      kind: 'withdraw_excess',
      from: key(info, 'source'),
      to: key(info, 'destination'),
      authority: holder(info, 'authority', 'multisigAuthority'),
    }),
  ],
  [
    'unwrapLamports',
    (info: Members): MoveBody => ({
      kind: 'unwrap',
      from: key(info, 'source'),
      to: key(info, 'destination'),
      authority: holder(info, 'authority', 'multisigAuthority'),
      lamports: info.amount === undefined || info.amount === null ? null : amountText(info.amount, 'parsed amount'),
    }),
  ],
  [
    'closeAccount',
    (info: Members): MoveBody => ({
      kind: 'close_token_account',
      from: key(info, 'account'),
      to: key(info, 'destination'),
      owner: holder(info, 'owner', 'multisigOwner'),
    }),
  ],
]);

/** A batch's parsed form lists those of its instructions (`parse_batch_instruction` in agave's `parse_token.rs`). */
function parsed(type: string, info: Members): readonly MoveBody[] {
  if (type !== 'batch') return [parsedForms.get(type)?.(info) ?? []].flat();
  return list(info.instructions, 'parsed instructions').flatMap((entry) => {
    const part = members(entry, 'a parsed instruction');
    const read = typeof part.type === 'string' ? parsedForms.get(part.type) : undefined;
    return read?.(members(part.info, 'parsed info')) ?? [];
  });
}

export const tokenMoves: MoveReader = { compiled, parsed };
