import { describe, expect, it } from 'vitest';
import { subjectIn } from './subject.ts';

const WALLET = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';
const LAUNCHED = 'J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump';

describe('the search box', () => {
  it.each([
    [WALLET, WALLET, null],
    [`  ${WALLET}\n`, WALLET, null],
    [`funder:${WALLET}`, WALLET, 'funder'],
    [`Trade: ${WALLET}`, WALLET, 'trade'],
    [LAUNCHED, LAUNCHED, 'token'],
    [`https://solscan.io/token/${WALLET}#holders`, WALLET, 'token'],
    [`https://solscan.io/account/${WALLET}?cluster=devnet`, WALLET, 'wallet'],
    [`https://pump.fun/coin/${WALLET}`, WALLET, 'token'],
    [`https://example.org/${WALLET}/chart`, WALLET, null],
  ])('reads %s', (text, subject, kind) => {
    expect(subjectIn(text)).toEqual({ subject, kind });
  });

  it.each(['', 'wallet', WALLET.slice(0, 30), `${WALLET}11`, WALLET.replace('8', '0'), '<img src=x>'])(
    'takes %s for no address',
    (text) => {
      expect(subjectIn(text).subject).toBeNull();
    },
  );
});
