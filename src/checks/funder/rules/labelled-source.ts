import type { FundingClass, LabelFact } from '../../label.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderCode } from '../codes.ts';
import type { FunderEvidence } from '../evidence.ts';
import { labelEvidence, placeEvidence, reason } from '../reason.ts';

const codeOfClass: Readonly<Record<FundingClass, FunderCode | null>> = {
  exchange: null,
  bridge: 'BRIDGE_FUNDED',
  privacy: 'PRIVACY_PROTOCOL',
  instant_exchange: 'INSTANT_EXCHANGE',
  fiat_onramp: 'FIAT_ONRAMP',
  exploiter: 'FLAGGED_SOURCE',
  fee_account: 'SERVICE_FUNDED',
  program: 'PROGRAM_CREDIT',
  service: 'SERVICE_FUNDED',
};

/** Programs whose part in a transaction hides the payer, even when the lamports left an ordinary account. */
const hidingClasses: readonly FundingClass[] = ['bridge', 'privacy', 'instant_exchange', 'fiat_onramp', 'exploiter'];

/** Is the main source, or the program that moved the funds, a labelled service that is no exchange? Any grade of label warns. An exchange that only paid fees is a service too. */
export const labelledSource = ruleFor<FunderEvidence>()({
  id: 'labelled-source',
  needs: ['source'],
  codes: Object.values(codeOfClass).filter((code) => code !== null),
  judge({ source }) {
    if (!source) return notApplicable;
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
