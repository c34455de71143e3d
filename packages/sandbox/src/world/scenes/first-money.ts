import { SystemProgram } from '@solana/web3.js';
import type { Cast } from '../actors.ts';
import {
  associatedKey,
  closeAccount,
  openTokenAccount,
  pay,
  payToken,
  syncWrapped,
  WRAPPED_SOL_KEY,
} from '../instructions.ts';
import { EXCHANGES } from '../market/exchange.ts';
import { ago, dailyLife, oldWallet, type SampleScene, SOL, USDC, usdcFromFaucet } from '../scene.ts';

/** Money from ordinary wallets: plain, one hop from an exchange, in a batch, and by making the account. */
export function walletScene(cast: Cast): SampleScene {
  const friend = oldWallet(cast, 'old friend', 60n * SOL);
  const from = friend.actor;
  const coinbase = cast.stranger(EXCHANGES.coinbase);
  const cousin = cast.person('cousin, paid out by Coinbase');
  const plain = cast.person('funded by an old friend');
  const second = cast.person('funded by a cousin');
  const batch = [1, 2, 3, 4].map((number) => cast.person(`funded in a batch, ${number}`));
  const made = cast.person('made by an old friend');
  const create = SystemProgram.createAccount({
    fromPubkey: from.publicKey,
    newAccountPubkey: made.publicKey,
    lamports: Number(SOL / 4n),
    space: 0,
    programId: SystemProgram.programId,
  });
  return {
    endowments: friend.scene.endowments ?? [],
    acts: [
      ...friend.scene.acts,
      { slot: ago(26), payer: from, instructions: [pay(from, plain.publicKey, 3n * SOL)] },
      ...dailyLife(cast, plain, [25, 18, 6]),
      { slot: ago(22), payer: coinbase, instructions: [pay(coinbase, cousin.publicKey, 10n * SOL)] },
      { slot: ago(21), payer: cousin, instructions: [pay(cousin, second.publicKey, (99n * SOL) / 10n)] },
      ...dailyLife(cast, second, [20, 11]),
      { slot: ago(15), payer: from, instructions: batch.map((one) => pay(from, one.publicKey, SOL / 5n)) },
      ...dailyLife(cast, batch[0] ?? from, [14]),
      { slot: ago(13), payer: from, signers: [made], instructions: [create] },
      ...dailyLife(cast, made, [12]),
    ],
    subjects: [
      { kind: 'funder', verdict: 'WALLET_FUNDED', address: plain.address, what: '3 SOL from an ordinary old wallet' },
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: second.address,
        what: 'an ordinary wallet that Coinbase had funded a day before (CEX_AT_HOP_2)',
      },
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: batch[0]?.address ?? '',
        what: 'one of four fresh accounts funded in one transaction (DISPERSE_BATCH)',
      },
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: made.address,
        what: 'made with its lamports by a createAccount instruction',
      },
    ],
  };
}

/** First money that is not a plain transfer of lamports: tokens, a sponsored fee, an unwrapped balance. */
export function tokenScene(cast: Cast): SampleScene {
  const employer = oldWallet(cast, 'employer', 40n * SOL);
  const from = employer.actor;
  const paid = cast.person('paid in USDC');
  const sponsored = cast.person('paid in USDC, fee sponsored');
  const unwrapped = cast.person('paid by an unwrap');
  const sendUsdc = (to: typeof paid) => [
    openTokenAccount(from, to.publicKey, USDC.mint),
    payToken(from, to.publicKey, USDC.mint, 100n * USDC.one, USDC.decimals),
  ];
  const wrapped = associatedKey(from.publicKey, WRAPPED_SOL_KEY);
  return {
    endowments: employer.scene.endowments ?? [],
    acts: [
      ...employer.scene.acts,
      { slot: ago(25), ...usdcFromFaucet(cast, from.publicKey, 10_000n * USDC.one) },
      { slot: ago(19), payer: from, instructions: sendUsdc(paid) },
      { slot: ago(18), payer: from, instructions: sendUsdc(sponsored) },
      {
        slot: ago(17),
        payer: from,
        signers: [sponsored],
        instructions: [payToken(sponsored, from.publicKey, USDC.mint, 5n * USDC.one, USDC.decimals)],
      },
      {
        slot: ago(10),
        payer: from,
        instructions: [
          openTokenAccount(from, from.publicKey, WRAPPED_SOL_KEY),
          pay(from, wrapped, SOL),
          syncWrapped(from),
        ],
      },
      { slot: ago(9), payer: from, instructions: [closeAccount(from, WRAPPED_SOL_KEY, unwrapped.publicKey)] },
      ...dailyLife(cast, unwrapped, [8, 4]),
    ],
    subjects: [
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: paid.address,
        what: 'USDC only, its token account opened by the sender (TOKEN_ONLY)',
      },
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: sponsored.address,
        what: 'USDC, and a first transaction whose fee somebody else paid (SPONSORED)',
      },
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: unwrapped.address,
        what: '1 SOL out of a wrapped account that its owner closed in its favour',
      },
    ],
  };
}
