import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { TradedPool } from '../evidence.ts';
import { tradeRule } from '../policy.ts';
import { frozenPools, poolNames } from '../pools.ts';

/** Is the vault of every pool frozen that would trade otherwise? A frozen vault pays nothing out, and closes its pool alone. */
export const poolVaultFrozen = tradeRule({
  id: 'pool-vault-frozen',
  needs: ['mint', 'pools', 'cost'],
  codes: {
    POOL_VAULT_FROZEN: {
      severity: 'critical',
      allows: 'UNTRADEABLE',
      percent: 95,
      meaning: 'The vaults of the pools that would trade the mint are frozen, so that no swap goes through.',
      action: 'Do not buy: whoever froze a vault decides when anybody can sell again.',
    },
  },
  judge({ pools, cost }) {
    if (cost.trip !== null) return notApplicable;
    const frozen = frozenPools(pools);
    return frozen.length > 0 ? raised([frozenReason(frozen)]) : clear;
  },
});

function frozenReason(pools: readonly TradedPool[]) {
  const message = `A vault of ${counted(pools.length, 'pool')} is frozen, and no other pool trades the mint.`;
  return reason('POOL_VAULT_FROZEN', { pools: poolNames(pools), refused: pools[0]?.refusal?.detail ?? null }, message);
}
