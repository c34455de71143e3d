import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { bookOf } from '../support/wallet-book.ts';
import { DAY, DOLLAR, PlayedWallet, SOL } from '../support/wallet-effects.ts';
import { maker, walletEvidence } from '../support/wallet-evidence.ts';

/** A dollar in millionths. */
const USD = 1_000_000n;

/** Forty round trips in dollars on forty days, three of four with a gain, all of other sizes; no price of SOL is ever seen. */
function traderInDollars(more: Readonly<Record<string, bigint>> = {}): PlayedWallet {
  const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 100_000n * USD, ...more } });
  for (let trip = 0; trip < 40; trip += 1) {
    wallet.swap(DOLLAR, 100n * USD, `coin ${trip}`, 10n, { wait: DAY });
    wallet.swap(`coin ${trip}`, 10n, DOLLAR, (trip % 4 === 3 ? 80n : 115n + BigInt((trip * 13) % 50)) * USD, {
      wait: 3_600,
    });
  }
  return wallet;
}

function answerOn(wallet: PlayedWallet) {
  const makers = Array.from({ length: 40 }, (_, trip) => maker({ mint: `coin ${trip}` }));
  const asOf = known({ slot: 1, commitment: 'finalized' as const, time: wallet.time + 60 });
  return judgeWallet(walletEvidence({ asOf, book: known(bookOf(wallet)), makers: known(makers) }));
}

function verdictOf(wallet: PlayedWallet) {
  const { verdict, reasons } = answerOn(wallet);
  return [verdict, ...reasons.map(({ code }) => code)];
}

it('a record in dollars alone is as good as one in SOL', () => {
  expect(verdictOf(traderInDollars())).toEqual(['TRUSTED', 'POSITIVE_EXPECTANCY_LCB99']);
  expect(answerOn(traderInDollars()).metrics.payers).toMatchObject({ currency: 'usd' });
});

it('gifts that are sold change nothing until they are most of the proceeds', () => {
  const giftSold = traderInDollars();
  giftSold.receive('gift', 10n);
  giftSold.swap('gift', 10n, DOLLAR, 3_000n * USD, { wait: 2 * 3_600 });
  expect(verdictOf(giftSold)[0]).toBe('TRUSTED');
  giftSold.receive('gift', 10n);
  giftSold.swap('gift', 10n, DOLLAR, 3_000n * USD, { wait: 2 * 3_600 });
  expect(verdictOf(giftSold)).toEqual(['UNVERIFIABLE', 'UNMATCHED_BASIS']);
});

it('losers that are bought for SOL count against it: without a price of SOL, and in proven numbers', () => {
  const losing = traderInDollars();
  losing.buy('loser', 10n, SOL);
  losing.sell('loser', 10n, SOL / 2n);
  expect(verdictOf(losing)).toEqual(['NEUTRAL', 'LOSS_IN_OTHER_CURRENCY']);
  for (let trip = 0; trip < 36; trip += 1) {
    losing.buy(`loser ${trip}`, 10n, SOL / 10n, { wait: DAY / 4 });
    losing.sell(`loser ${trip}`, 10n, SOL / 20n + BigInt(trip));
  }
  expect(verdictOf(losing)[0]).toBe('UNTRUSTED');
});

it('gains that rest on rates between currencies do not make the best verdict: anybody can make a pool and its price', () => {
  const wallet = new PlayedWallet();
  for (let trip = 0; trip < 40; trip += 1) {
    // Bought and sold at 150 dollars a SOL without a gain; a pool of the wallet's own says about 110 dollars, or 160 for a loser.
    wallet.buy(`coin ${trip}`, 10n, SOL, { wait: DAY });
    wallet.swap(`coin ${trip}`, 10n, DOLLAR, 150n * USD, {
      wait: 3_600,
      rate: { mint: DOLLAR, units: (trip % 4 === 3 ? 160n : 90n + BigInt((trip * 13) % 40)) * USD, lamports: SOL },
    });
    wallet.convert(-150n * USD, SOL, { rate: null });
  }
  expect(verdictOf(wallet)).toEqual(['NEUTRAL', 'CONVERTED_RECORD']);
});

it('losers that a co-signing party takes at their cost do not make the best verdict', () => {
  const wallet = traderInDollars();
  expect(verdictOf(wallet)[0]).toBe('TRUSTED');
  for (let trip = 0; trip < 20; trip += 1) {
    wallet.swap(DOLLAR, 100n * USD, `loser ${trip}`, 10n, { wait: DAY / 4 });
    wallet.swap(`loser ${trip}`, 10n, DOLLAR, 100n * USD, { counterparty: 'maker' });
  }
  expect(verdictOf(wallet)).toEqual(['NEUTRAL', 'COSIGNED_PROFIT']);
});

it('a bag from before the window and ten airdrops that are sold leave a verdict', () => {
  const wallet = traderInDollars({ bag: 1_000n });
  wallet.swap('bag', 1_000n, DOLLAR, 500n * USD, { wait: 60 });
  for (let drop = 0; drop < 10; drop += 1) wallet.receive(`drop ${drop}`, 10n, { wait: DAY / 8 });
  for (let drop = 0; drop < 10; drop += 1) wallet.swap(`drop ${drop}`, 10n, DOLLAR, 20n * USD, { wait: 3 * 3_600 });
  expect(verdictOf(wallet)).toEqual(['TRUSTED', 'POSITIVE_EXPECTANCY_LCB99']);
});

it('a bag from before the window is none the less one where it is sold in another currency', () => {
  const wallet = traderInDollars({ bag: 1_000n });
  wallet.sell('bag', 500n, SOL / 2n);
  expect(verdictOf(wallet)[0]).toBe('TRUSTED');
  wallet.sell('bag', 500n, 30n * SOL);
  expect(verdictOf(wallet)).toEqual(['NEUTRAL', 'BASIS_BEFORE_WINDOW']);
});
