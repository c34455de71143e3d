import { ifKnown } from '#lib/reading.ts';
import { found, reason } from '../../rule.ts';
import { type FirstWeek, weekWorth } from '../evidence.ts';
import { LATER_LAMPORTS_MIN } from '../later-money.ts';
import { funderRule } from '../policy.ts';
import { labelEvidence, placeEvidence } from '../reason-evidence.ts';

/**
 * Less does not taint even if it is most of the remaining money (0.01 SOL): a wallet that got tokens first, or sent all money back, has no
 * other money, and strangers send dust to any address.
 */
const MOST_LAMPORTS_MIN = 10_000_000n;

/**
 * Does a list of sanctions, drainers or exploiters name the source, a funder behind it, or who gave much of the first seven days? A
 * reading that is missing hides nothing that the others show.
 */
export const listedMoney = funderRule({
  id: 'listed-money',
  needs: [],
  codes: {
    SANCTIONED_SOURCE: {
      severity: 'critical',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The first money came from an address on a list of sanctions.',
      action: 'Do not deal with the address before a person has looked at it; the label names the list.',
    },
  },
  flags: {
    SANCTIONED_MONEY:
      'A sanctioned address gave the first money, funded a wallet behind it, or gave a good part of the first seven days.',
    FLAGGED_MONEY:
      'A listed exploiter or drainer gave the first money, funded a wallet behind it, or gave a good part of the first seven days.',
  },
  judge(_, { source, hop, hop3, firstWeek }) {
    const from = ifKnown(source);
    const labels = [
      from?.label,
      from?.programLabel,
      ifKnown(hop)?.funderLabel,
      ifKnown(hop3)?.funderLabel,
      ...weightyLabels(ifKnown(firstWeek)),
    ];
    const classes = new Set(labels.flatMap((label) => label?.fundingClass ?? []));
    const flags = [
      ...(classes.has('sanctioned') ? ['SANCTIONED_MONEY'] : []),
      ...(classes.has('exploiter') ? ['FLAGGED_MONEY'] : []),
    ];
    const first = [from?.label, from?.programLabel].find((label) => label?.fundingClass === 'sanctioned');
    if (!from || !first) return found([], flags);
    const where = { source: from.address, program: from.program, ...placeEvidence(from) };
    return found([reason('SANCTIONED_SOURCE', { ...where, ...labelEvidence(first) })], flags);
  },
});

/** The labels of whoever gave most, unless it is little, or more than anybody gives away to taint a stranger. */
function weightyLabels(week: FirstWeek | null) {
  const sources = week?.sources ?? [];
  return sources
    .filter((one, index) => weekWorth(one) >= (index === 0 ? MOST_LAMPORTS_MIN : LATER_LAMPORTS_MIN))
    .map(({ label }) => label);
}
