import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { parseAddress } from 'assay-core/solana/address.ts';
import { builder } from '../builder.ts';
import { globalId, Node, nodeType } from '../node.ts';
import { charged, leadsTo } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { FunderCheck } from './funder.ts';
import { TokenCheck } from './token.ts';
import { TradeCheck } from './trade.ts';
import { WalletCheck } from './wallet.ts';

interface WalletSubject {
  readonly address: string;
}

interface TokenSubject {
  readonly mint: string;
}

/** Why a paid field is null, as each says. */
export const NULL_WHERE_REFUSED = 'Null with an error where the check is refused or its arguments are malformed.';

export const Wallet = builder.objectRef<WalletSubject>('Wallet').implement({
  description: 'A Solana address and the checks of it.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'The global id of the wallet.', resolve: ({ address }) => globalId('Wallet', address) }),
    address: t.expose('address', { type: 'Address', description: 'The address of the wallet.' }),
    check: t.field({
      type: WalletCheck,
      nullable: true,
      description: `The profit of the wallet that can be proven. Paid. ${NULL_WHERE_REFUSED}`,
      extensions: charged(({ address }: WalletSubject) => [askOf('wallet', address)]),
      resolve: ({ address }, _args, { operation }) => operation.check(askOf('wallet', address)),
    }),
    funderCheck: t.field({
      type: FunderCheck,
      nullable: true,
      description: `The origin of the first money of the wallet. Paid. ${NULL_WHERE_REFUSED}`,
      extensions: charged(({ address }: WalletSubject) => [askOf('funder', address)]),
      resolve: ({ address }, _args, { operation }) => operation.check(askOf('funder', address)),
    }),
  }),
});

export const Token = builder.objectRef<TokenSubject>('Token').implement({
  description: 'A token of Solana and the checks of it.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'The global id of the token.', resolve: ({ mint }) => globalId('Token', mint) }),
    mint: t.expose('mint', { type: 'Address', description: 'The address of the mint.' }),
    check: t.field({
      type: TokenCheck,
      nullable: true,
      description: `The risk of holding the token. Paid. ${NULL_WHERE_REFUSED}`,
      extensions: charged(({ mint }: TokenSubject) => [askOf('token', mint)]),
      resolve: ({ mint }, _args, { operation }) => operation.check(askOf('token', mint)),
    }),
    tradeCheck: t.field({
      type: TradeCheck,
      nullable: true,
      description: `The cost of buying the token for an amount of SOL and selling it again. Paid. ${NULL_WHERE_REFUSED}`,
      args: {
        sizeSol: t.arg({
          type: 'SOL',
          defaultValue: SIZE_SOL_DEFAULT,
          description: 'The size of the purchase in SOL, more than 0 and at most 10000.',
        }),
      },
      extensions: charged(({ mint }: TokenSubject, { sizeSol }: { readonly sizeSol?: string | null }) => [
        askOf('trade', mint, sizeSol),
      ]),
      resolve: ({ mint }, { sizeSol }, { operation }) => operation.check(askOf('trade', mint, sizeSol)),
    }),
  }),
});

/** The wallet of an address, or null where the text is none. */
export function walletOf(address: string): WalletSubject | null {
  return parseAddress(address) === null ? null : { address };
}

/** The token of a mint, or null where the text is no address. */
export function tokenOf(mint: string): TokenSubject | null {
  return parseAddress(mint) === null ? null : { mint };
}

nodeType('Wallet', { find: walletOf, plan: walletOf });
nodeType('Token', { find: tokenOf, plan: tokenOf });

builder.queryFields((t) => ({
  wallet: t.field({
    type: Wallet,
    nullable: true,
    description:
      'The wallet with an address. Free itself; the checks under it are paid. Null with an error where the address is malformed.',
    args: {
      address: t.arg({ type: 'Address', required: true, description: 'The address, base58 of exactly 32 bytes.' }),
    },
    extensions: leadsTo(({ address }: WalletSubject) => [{ type: 'Wallet', value: { address } }]),
    resolve: (_root, { address }) => ({ address }),
  }),
  token: t.field({
    type: Token,
    nullable: true,
    description:
      'The token with a mint. Free itself; the checks under it are paid. Null with an error where the mint is malformed.',
    args: { mint: t.arg({ type: 'Address', required: true, description: 'The mint, base58 of exactly 32 bytes.' }) },
    extensions: leadsTo(({ mint }: TokenSubject) => [{ type: 'Token', value: { mint } }]),
    resolve: (_root, { mint }) => ({ mint }),
  }),
}));
