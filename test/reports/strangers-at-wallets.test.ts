/**
 * What strangers do to a wallet is no act of its own: specks, tokens that nobody asked for, accounts opened for it, transactions that name it
 * between its trades, coins that are launched in its name. Its record stays what it was.
 * Specks that a wallet got unasked: https://github.com/FinAegis/core-banking-prototype-laravel/pull/1077
 */

import { knownPrograms } from 'assay-core/derive/effects/effect-scene.ts';
import { gatherWallet } from 'assay-core/facts/wallet/evidence.ts';
import { judgeWallet } from 'assay-core/rules/wallet/verdict.ts';
import { pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { MovesReader } from '../../packages/core/test/support/moves/reader.ts';
import { mintOf } from '../../packages/core/test/support/moves/wallets/acts.ts';
import { SUBJECT, walletChain } from '../../packages/core/test/support/moves/wallets/build.ts';
import type { DustFacts, WalletFacts } from '../../packages/core/test/support/moves/wallets/facts.ts';
import { judgedWallet } from '../../packages/core/test/support/moves/wallets/judge.ts';
import { soundWallet } from '../../packages/core/test/support/moves/wallets/worlds.ts';
import { noMarket } from '../../packages/core/test/support/no-market.ts';
import { USDC } from '../../packages/core/test/support/recorded-worlds.ts';

const dust = (what: DustFacts['what'], when: DustFacts['when'], count: number): DustFacts => ({ what, when, count });
const after = (...all: readonly DustFacts[]) => judgedWallet({ ...soundWallet, dust: all });

describe('a wallet with a record', () => {
  it.each([
    ['is named very often between its trades', [dust('names', 'spread', 1_500)]],
    [
      'was named before its first trade, and gets specks now',
      [dust('names', 'early', 280), dust('lamports', 'now', 900)],
    ],
    [
      'gets tokens in new accounts, and again and again',
      [dust('tokens', 'spread', 60), dust('account', 'spread', 300)],
    ],
  ])('is TRUSTED: %s', async (_, all) => {
    expect((await after(...all)).verdict).toBe('TRUSTED');
  });

  it('made none of the coins that others launched in its name', async () => {
    const chain = walletChain(soundWallet as WalletFacts);
    for (let coin = 0; coin < 24; coin += 1) chain.put(pumpCurveAccount({ mint: mintOf(coin), creator: SUBJECT }));
    const bounds = {
      windowSeconds: 90 * 86_400,
      signaturesMax: 400,
      signaturesWithBodiesMax: 1_200,
      tokenSignaturesMax: 200,
    };
    const programs = knownPrograms(optionsOf().labels, [USDC]);
    const reader = new MovesReader(chain, soundWallet.endpoint);
    const { verdict, reasons, flags } = judgeWallet(
      await gatherWallet(SUBJECT, reader, { programs, bounds, market: noMarket, store: null }),
    );
    expect(reasons.map(({ code }) => code)).not.toContain('SELF_DEALING');
    expect(flags).not.toContain('CREATOR_LINKED');
    expect(verdict).toBe('TRUSTED');
  });
});
