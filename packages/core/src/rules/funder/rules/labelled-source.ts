import type { FundingClass, LabelFact } from '../../label.ts';
import { clear, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { labelEvidence, placeEvidence } from '../reason-evidence.ts';
import { programSource } from './program-source.ts';

const codeOfClass = {
  exchange: null,
  bridge: 'BRIDGE_FUNDED',
  privacy: 'PRIVACY_PROTOCOL',
  instant_exchange: 'INSTANT_EXCHANGE',
  fiat_onramp: 'FIAT_ONRAMP',
  sanctioned: null,
  exploiter: 'FLAGGED_SOURCE',
  fee_account: 'SERVICE_FUNDED',
  program: 'PROGRAM_CREDIT',
  service: 'SERVICE_FUNDED',
} as const satisfies Readonly<Record<FundingClass, string | null>>;

/** Programs whose part in a transaction hides the payer, even when the lamports left an ordinary account. */
const hidingClasses: readonly FundingClass[] = ['bridge', 'privacy', 'instant_exchange', 'fiat_onramp', 'exploiter'];

/** Is the main source, or the program that moved the funds, a labelled service that is no exchange? Any grade of label warns. An exchange that only paid fees is a service too. */
export const labelledSource = funderRule({
  id: 'labelled-source',
  needs: ['source'],
  codes: {
    BRIDGE_FUNDED: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The first money came over a bridge from another chain.',
      action: 'The payer is on the other chain; ask for its transaction if the origin matters.',
    },
    PRIVACY_PROTOCOL: {
      severity: 'high',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The first money came out of a privacy protocol or mixer.',
      action: 'Treat the origin as hidden on purpose.',
    },
    INSTANT_EXCHANGE: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The first money came from an instant exchange, which asks no customer for an identity.',
      action: 'Do not treat it like a customer account of an exchange: the payer is not known to anybody.',
    },
    FIAT_ONRAMP: {
      severity: 'low',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The first money was bought at a fiat on-ramp.',
      action: 'A payment method stands behind it, but the chain does not show whose.',
    },
    PROGRAM_CREDIT: programSource.codes.PROGRAM_CREDIT,
    SERVICE_FUNDED: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The first money came from a labelled service that is neither an exchange nor a wallet of a person.',
      action: 'Look at the label: fee accounts, market makers and custodians pay out for many reasons.',
    },
    FLAGGED_SOURCE: {
      severity: 'critical',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The first money came from an account that is labelled as an exploiter or a drainer.',
      action: 'Do not deal with the address before a person has looked at it.',
    },
  },
  judge({ source }) {
    const label = hidingLabel(source.programLabel) ?? source.label;
    if (!label) return clear;
    const code = codeOfClass[label.fundingClass] ?? (source.basis === 'sponsor' ? 'SERVICE_FUNDED' : null);
    if (!code) return clear;
    const where = { source: source.address, program: source.program, ...placeEvidence(source) };
    return raised([reason(code, { ...where, ...labelEvidence(label) })]);
  },
});

function hidingLabel(label: LabelFact | null): LabelFact | null {
  return label && hidingClasses.includes(label.fundingClass) ? label : null;
}
