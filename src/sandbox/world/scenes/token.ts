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
import { ago, dailyLife, oldWallet, type SampleScene, SOL, USDC, usdcFromFaucet } from '../scene.ts';

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
