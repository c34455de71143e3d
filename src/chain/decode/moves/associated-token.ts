import { address } from '#lib/address.ts';
import { addressIn } from '../shape.ts';
import { layout, type MoveReader } from './layout.ts';

/** The associated-token program. Create has no data or the byte 0, createIdempotent the byte 1. */
export const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

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
