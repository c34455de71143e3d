import { expect, it } from 'vitest';
import {
  foundBy,
  key,
  pool,
  reasonOf,
  refusedPool,
  routelessEvidence,
  tradeEvidence,
} from '../../../../test/support/trade-evidence.ts';
import { poolVaultFrozen } from './pool-vault-frozen.ts';

const frozen = refusedPool('vault_frozen');

it('says that the vault of the only pool is frozen, or of every one that would trade', () => {
  const closed = ['disabled', 'not_open', 'completed', 'no_way_to_sol'].map((why, n) =>
    refusedPool(why, null, { address: key(50 + n) }),
  );
  expect(reasonOf(poolVaultFrozen, routelessEvidence([frozen]))).toMatchObject({
    code: 'POOL_VAULT_FROZEN',
    evidence: { pools: `pumpswap ${frozen.address}` },
  });
  expect(foundBy(poolVaultFrozen, routelessEvidence([frozen, ...closed]))).toEqual(['POOL_VAULT_FROZEN']);
});

it('leaves it to others where a pool trades, may trade, or was closed by its operator', () => {
  expect(foundBy(poolVaultFrozen, tradeEvidence())).toBe('not_applicable');
  expect(foundBy(poolVaultFrozen, routelessEvidence([frozen, refusedPool('unknown_variant')]))).toBe('clear');
  expect(foundBy(poolVaultFrozen, routelessEvidence([frozen, pool({ address: key(51) })]))).toBe('clear');
  expect(foundBy(poolVaultFrozen, routelessEvidence([refusedPool('disabled')]))).toBe('clear');
  expect(foundBy(poolVaultFrozen, routelessEvidence([]))).toBe('clear');
});
