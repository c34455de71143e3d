import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { key } from '../../../../test/support/token-evidence.ts';
import { behaviour, book, foundBy, judged, trade } from '../../../../test/support/wallet-evidence.ts';
import { cosignedGains } from './cosigned-gains.ts';

it('finds gains by fills of others from more than a fifth of the gain on', () => {
  expect(foundBy(cosignedGains, judged({}, { behaviour: behaviour({ cosignedProfitBps: 2000 }) }))).toBe('clear');
  expect(foundBy(cosignedGains, judged({}, { behaviour: behaviour({ cosignedProfitBps: 2001 }) }))).toEqual([
    'COSIGNED_PROFIT',
  ]);
  expect(foundBy(cosignedGains, judged({}, { behaviour: behaviour({ cosignedCostBps: 2001 }) }))).toEqual([
    'COSIGNED_PROFIT',
  ]);
  expect(foundBy(cosignedGains, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});

it('names who filled most, of how many', () => {
  const trades = [
    trade({ counterparty: key(70), amount: 2n }),
    trade({ counterparty: key(71), amount: 3n }),
    trade({ counterparty: key(70), amount: 2n }),
    trade({ counterparty: key(72), amount: 9n, currency: 'usd' }),
    trade({ amount: 9n }),
  ];
  const evidence = judged({ book: known(book({ trades })) }, { behaviour: behaviour({ cosignedProfitBps: 2001 }) });
  expect(cosignedGains.judge(evidence)).toMatchObject({ reasons: [{ evidence: { wallets: 2, wallet: key(70) } }] });
});
