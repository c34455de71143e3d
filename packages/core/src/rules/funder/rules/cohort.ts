import { found, notApplicable } from '../../rule.ts';
import { funderRule } from '../policy.ts';

/**
 * New accounts with one amount that make a cohort, and those within one transaction. Of a hundred payments of an exchange about
 * twenty go to new accounts. Two of these have the same uneven amount by chance in a few percent of minutes, five practically never.
 * A tenth of them has the same even amount, such as 1 SOL, so that chance alone reaches ten once in some thousand minutes.
 */
const COHORT_MIN = { uneven: 5, even: 10 } as const;
const BATCH_MIN = { uneven: 3, even: 6 } as const;

/**
 * The same with accounts that held up to a quarter of the amount, about half of all payments. Uneven amounts are as rare among them;
 * of even ones chance alone reaches sixteen once in some thousand minutes.
 */
const FUNDED_MIN = { uneven: 5, even: 16 } as const;
const FUNDED_BATCH_MIN = { uneven: 3, even: 10 } as const;

/** New accounts within five percent of an amount: the band holds an even amount at most, and chance reaches twelve as rarely. */
const NEAR_MIN = 12;

/** Amounts within this share of an even one are even: exchanges take their fee from what was asked for. */
const EVEN_BPS = 100n;
const EVEN_DIGITS: readonly bigint[] = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 70n, 75n, 80n, 90n, 100n];

/** Did a labelled source give several new accounts one amount in the same minute, or in the same transaction? */
export const cohort = funderRule({
  id: 'cohort',
  needs: ['source', 'cohort'],
  flags: {
    SAME_MINUTE_COHORT:
      'The labelled source gave at least five new accounts the same amount within a minute of the funding; ten where the amount is even, and twelve where amounts differ by up to five percent.',
    EQUAL_BATCH:
      'The funding transaction of the labelled source gave at least three new accounts the same amount; six where the amount is even.',
  },
  judge({ source, cohort: together }) {
    if (!source.label) return notApplicable;
    const amount = isEven(together.lamports) ? 'even' : 'uneven';
    const { alike, funded, near, inTransaction, fundedInTransaction } = together;
    const isCohort = alike >= COHORT_MIN[amount] || funded >= FUNDED_MIN[amount] || near >= NEAR_MIN;
    const isBatch = inTransaction >= BATCH_MIN[amount] || fundedInTransaction >= FUNDED_BATCH_MIN[amount];
    return found([], [...(isCohort ? ['SAME_MINUTE_COHORT'] : []), ...(isBatch ? ['EQUAL_BATCH'] : [])]);
  },
});

/** True for amounts as people ask for them: one digit and zeros, or a half or quarter of that, less a fee of at most a percent. */
function isEven(lamports: bigint): boolean {
  if (lamports <= 0n) return true;
  const unit = 10n ** BigInt(lamports.toString().length - 1);
  return EVEN_DIGITS.some((digits) => {
    const even = (digits * unit) / 10n;
    const apart = lamports > even ? lamports - even : even - lamports;
    return apart * 10_000n <= even * EVEN_BPS;
  });
}
