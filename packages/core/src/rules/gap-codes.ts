import type { GapCause } from '#lib/reading.ts';
import type { CodeEntry } from './check.ts';

/** Codes that gaps lead to in every kind. One text for all, because a code is explained once. */
export const gapCodes = {
  UNSUPPORTED_FORMAT: {
    severity: 'medium',
    meaning: 'A transaction or account has a version or layout that this service does not know.',
    action: 'What this decides is not charged. The service has to be updated before it can answer.',
  },
  PROVIDER_DISAGREES: {
    severity: 'medium',
    meaning: 'Our endpoints contradict each other or themselves about the same moment, or lag behind.',
    action: 'What this decides is not charged. Ask again after the time given.',
  },
  TIME_BUDGET: {
    severity: 'medium',
    meaning: 'The time of the check, or what its calls may cost, ran out before the reading was finished.',
    action: 'What this decides is not charged. Ask again after the time given.',
  },
  RPC_UNAVAILABLE: {
    severity: 'medium',
    meaning: 'Our endpoints did not answer what the check needed to read.',
    action: 'What this decides is not charged. Ask again after the time given.',
  },
  PLAN_REFUSES: {
    severity: 'medium',
    meaning: 'The plans of our endpoints do not include what the check needed to read.',
    action:
      'What this decides is not charged. Asking again does not help until the service has an endpoint that serves it.',
  },
  INCOMPLETE_READING: {
    severity: 'medium',
    meaning: 'The evidence lacks a reading that the verdict needs, through a failure inside the service.',
    action: 'What this decides is not charged. Ask again, and report it if it happens twice.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** The code of each cause that says the same in every kind. */
export const codeOfCause = {
  rpc_unavailable: 'RPC_UNAVAILABLE',
  rpc_disagrees: 'PROVIDER_DISAGREES',
  plan_refuses: 'PLAN_REFUSES',
  deadline: 'TIME_BUDGET',
  unreadable: 'UNSUPPORTED_FORMAT',
} as const satisfies Readonly<Partial<Record<GapCause, keyof typeof gapCodes>>>;
