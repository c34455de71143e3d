import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, judged, paidGains, payer, SOL } from '../../../../test/support/wallet-evidence.ts';
import { paidByLinked } from './paid-by-linked.ts';

const paidBy = (...parts: readonly bigint[]) => {
  const payers = parts.map((paid, n) => payer({ wallet: `payer ${n}`, paid, link: n === 0 ? 'shared_funder' : null }));
  return judged({ payers: known(paidGains({ gain: 10n * SOL, payers })) });
};

it('finds gains of which a fifth was paid by linked wallets, and flags less', () => {
  expect(foundBy(paidByLinked, judged())).toBe('clear');
  expect(foundBy(paidByLinked, paidBy(2n, 8n))).toEqual(['PAID_BY_LINKED_WALLETS', 'PAYER_LINKED']);
  expect(foundBy(paidByLinked, paidBy(1_999n, 8_001n))).toEqual(['PAYER_LINKED']);
});

it('tells how many purchases prove it, and who is linked', () => {
  const payers = [
    payer({ wallet: 'one', payments: 3, link: 'funded_by_wallet' }),
    payer({ wallet: 'two', payments: 4, link: 'shared_funder' }),
  ];
  const finding = paidByLinked.judge(judged({ payers: known(paidGains({ payers })) }));
  expect(finding).toMatchObject({
    reasons: [{ evidence: { proving_events: 7, wallets: 2, wallet: 'one', link: 'funded_by_wallet', figure: 10_000 } }],
  });
});
