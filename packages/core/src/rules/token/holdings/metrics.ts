import { listOf, metric, objectOf, orNull } from '../../metric.ts';
import { TokenTreasury, TokenVesting } from '../metric-parts.ts';

/** What holders of programs do with what they hold. */
export const holdingMetrics = {
  vestings: metric(orNull(listOf(objectOf(TokenVesting))), 'Decoded locks on these accounts, at most forty.', []),
  treasuries: metric(
    orNull(listOf(objectOf(TokenTreasury))),
    'Vaults of multisigs and governances among them, as far as they were found.',
    [],
  ),
};
