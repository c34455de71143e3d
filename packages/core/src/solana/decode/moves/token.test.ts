import { describe, expect, it } from 'vitest';
import { both, movesOf } from '../../../../test/fixtures/moves.ts';
import { bytesOf, le, named } from '../../../../test/fixtures/transaction-body.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../token/programs.ts';

const from = named('from');
const to = named('to');
const mint = named('mint');
const owner = named('owner');
const signer = named('signer');
const amount = 2n ** 64n - 2n;
const tokenAmount = { amount: String(amount), decimals: 6, uiAmount: null };
const opened = { kind: 'open_token_account', account: to, owner, mint, payer: null };
const moved = { kind: 'token_transfer', from, to, authority: owner, mint, amount };
const minted = { kind: 'mint_tokens', to, mint, authority: owner, amount };
const burned = { kind: 'burn_tokens', from, mint, authority: owner, amount };
const infoCreated = { mint, decimals: 6, mintAuthority: owner };
const infoOpened = { account: to, mint, owner };
const infoMoved = { source: from, destination: to, mint, tokenAmount, authority: owner };
const paidOut = { source: from, destination: to };
const closeInfo = { account: from, destination: to };

const cases = {
  transfer: [
    both(TOKEN_PROGRAM, [from, to, owner], [3, ...le(amount, 8)], 'transfer', {
      source: from,
      destination: to,
      amount: String(amount),
      authority: owner,
    }),
    { ...moved, mint: null },
  ],
  transferChecked: [
    both(TOKEN_PROGRAM, [from, mint, to, owner], [12, ...le(amount, 8), 6], 'transferChecked', infoMoved),
    moved,
  ],
  'transferChecked of a multisig': [
    both(TOKEN_PROGRAM, [from, mint, to, owner, signer], [12, ...le(amount, 8), 6], 'transferChecked', {
      source: from,
      destination: to,
      mint,
      tokenAmount,
      multisigAuthority: owner,
      signers: [signer],
    }),
    moved,
  ],
  transferCheckedWithFee: [
    both(
      TOKEN_2022_PROGRAM,
      [from, mint, to, owner],
      [26, 1, ...le(amount, 8), 6, ...le(3, 8)],
      'transferCheckedWithFee',
      infoMoved,
    ),
    moved,
  ],
  initializeAccount: [both(TOKEN_PROGRAM, [to, mint, owner, signer], [1], 'initializeAccount', infoOpened), opened],
  initializeAccount2: [
    both(TOKEN_PROGRAM, [to, mint, signer], [16, ...bytesOf(owner)], 'initializeAccount2', infoOpened),
    opened,
  ],
  initializeAccount3: [
    both(TOKEN_2022_PROGRAM, [to, mint], [18, ...bytesOf(owner)], 'initializeAccount3', infoOpened),
    opened,
  ],
  mintTo: [
    both(TOKEN_PROGRAM, [mint, to, owner], [7, ...le(amount, 8)], 'mintTo', {
      mint,
      account: to,
      mintAuthority: owner,
      amount: String(amount),
    }),
    minted,
  ],
  'mintToChecked of a multisig': [
    both(TOKEN_2022_PROGRAM, [mint, to, owner, signer], [14, ...le(amount, 8), 6], 'mintToChecked', {
      mint,
      account: to,
      multisigMintAuthority: owner,
      tokenAmount,
    }),
    minted,
  ],
  burn: [
    both(TOKEN_PROGRAM, [from, mint, owner], [8, ...le(amount, 8)], 'burn', {
      mint,
      account: from,
      authority: owner,
      amount: String(amount),
    }),
    burned,
  ],
  'burnChecked of a multisig': [
    both(TOKEN_2022_PROGRAM, [from, mint, owner, signer], [15, ...le(amount, 8), 6], 'burnChecked', {
      mint,
      account: from,
      multisigAuthority: owner,
      tokenAmount,
    }),
    burned,
  ],
  initializeMint: [
    both(TOKEN_PROGRAM, [mint, signer], [0, 6, ...bytesOf(owner), 0], 'initializeMint', infoCreated),
    { kind: 'create_mint', mint },
  ],
  initializeMint2: [
    both(TOKEN_2022_PROGRAM, [mint], [20, 6, ...bytesOf(owner), 1, ...bytesOf(owner)], 'initializeMint2', infoCreated),
    { kind: 'create_mint', mint },
  ],
  closeAccount: [
    both(TOKEN_PROGRAM, [from, to, owner], [9], 'closeAccount', { ...closeInfo, owner }),
    { kind: 'close_token_account', from, to, owner },
  ],
  'closeAccount of a multisig': [
    both(TOKEN_2022_PROGRAM, [from, to, owner, signer], [9], 'closeAccount', { ...closeInfo, multisigOwner: owner }),
    { kind: 'close_token_account', from, to, owner },
  ],
  'setAuthority of an account owner': [
    both(TOKEN_PROGRAM, [from, owner], [6, 2, 1, ...bytesOf(signer)], 'setAuthority', {
      account: from,
      authority: owner,
      authorityType: 'accountOwner',
      newAuthority: signer,
    }),
    { kind: 'hand_over', account: from, owner: signer },
  ],
  withdrawExcessLamports: [
    both(TOKEN_PROGRAM, [from, to, owner], [38], 'withdrawExcessLamports', { ...paidOut, authority: owner }),
    { kind: 'withdraw_excess', from, to, authority: owner },
  ],
  'withdrawExcessLamports of a multisig': [
    both(TOKEN_2022_PROGRAM, [from, to, owner, signer], [38], 'withdrawExcessLamports', {
      ...paidOut,
      multisigAuthority: owner,
      signers: [signer],
    }),
    { kind: 'withdraw_excess', from, to, authority: owner },
  ],
  'unwrapLamports of all': [
    both(TOKEN_PROGRAM, [from, to, owner], [45, 0], 'unwrapLamports', { ...paidOut, authority: owner }),
    { kind: 'unwrap', from, to, authority: owner, lamports: null },
  ],
  'unwrapLamports of an amount': [
    both(TOKEN_PROGRAM, [from, to, owner], [45, 1, ...le(amount, 8)], 'unwrapLamports', {
      ...paidOut,
      amount: String(amount),
      authority: owner,
    }),
    { kind: 'unwrap', from, to, authority: owner, lamports: amount },
  ],
} as const;

describe('moves of the token programs', () => {
  it.each(Object.entries(cases))('%s, from bytes and from the parsed form', (_name, [instruction, move]) => {
    expect(movesOf([instruction], 'json')).toEqual([move]);
    expect(movesOf([instruction], 'jsonParsed')).toEqual([move]);
  });

  it('opens a batch, which runs its parts without inner instructions', () => {
    const transfer = [3, ...le(7, 8)];
    const unwrap = [45, 1, ...le(5, 8)];
    const data = [255, 3, transfer.length, ...transfer, 3, 1, 38, 3, unwrap.length, ...unwrap, 3, 1, 9];
    const accounts = [from, to, owner, from, to, owner, from, to, owner, from, to, signer];
    const info = { source: from, destination: to, authority: owner };
    const batch = both(TOKEN_PROGRAM, accounts, data, 'batch', {
      instructions: [
        { type: 'transfer', info: { ...info, amount: '7' } },
        { type: 'withdrawExcessLamports', info },
        { type: 'unwrapLamports', info: { ...info, amount: '5' } },
        { type: 'syncNative', info: { account: from } },
        { type: 'closeAccount', info: { account: from, destination: to, owner: signer } },
      ],
    });
    const expected = [
      { ...moved, mint: null, amount: 7n },
      { kind: 'withdraw_excess', from, to, authority: owner },
      { kind: 'unwrap', from, to, authority: owner, lamports: 5n },
      { kind: 'close_token_account', from, to, owner: signer },
    ];
    expect(movesOf([batch], 'json')).toEqual(expected);
    expect(movesOf([batch], 'jsonParsed')).toEqual(expected);
  });

  it('gives none for a batch that is cut off, nested or short of accounts', () => {
    const close = [3, 1, 9];
    const wrong = [[255], [255, 3], [255, 3, 200, 9], [255, 3, 4, 255, ...close], [255, 3, 1, 8, 9, 1, 9]];
    const batches = wrong.map((data) => ({ program: TOKEN_PROGRAM, accounts: [from, to, owner], data }));
    expect(movesOf(batches, 'json')).toEqual([]);
  });

  it('gives none for what moves nothing', () => {
    const approve = { program: TOKEN_PROGRAM, accounts: [from, to, owner], data: [4, ...le(1, 8)] };
    const feeConfig = { program: TOKEN_2022_PROGRAM, accounts: [from, mint, to, owner], data: [26, 0, ...le(1, 8), 6] };
    expect(movesOf([approve, feeConfig, { program: TOKEN_PROGRAM }], 'json')).toEqual([]);
    const closer = both(TOKEN_PROGRAM, [from, owner], [6, 3, 1, ...bytesOf(signer)], 'setAuthority', {
      account: from,
      authority: owner,
      authorityType: 'closeAccount',
      newAuthority: signer,
    });
    for (const encoding of ['json', 'jsonParsed'] as const) expect(movesOf([closer], encoding)).toEqual([]);
  });
});
