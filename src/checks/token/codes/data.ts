import type { CodeEntry } from '../../check.ts';

/** What could not be read, and that everything was. */
export const dataCodes = {
  HOLDERS_UNAVAILABLE: {
    severity: 'medium',
    meaning: 'The largest holders could not be read, as some endpoints refuse it for tokens with many.',
    action: 'Nothing is claimed about holders. Ask again later, or of a service with another endpoint.',
  },
  HOLDERS_INCONSISTENT: {
    severity: 'medium',
    meaning: 'The list of the largest holders and their accounts differ by more than one percent.',
    action: 'Much moved between two reads; ask again.',
  },
  HOLDERS_PARTIAL: {
    severity: 'medium',
    meaning: 'The largest accounts that were read leave room for a large holder among those that were not.',
    action: 'Nothing is claimed about who holds the rest. Ask again, or of a service with another endpoint.',
  },
  LIQUIDITY_UNAVAILABLE: {
    severity: 'medium',
    meaning: 'Liquidity exists or may exist that could not be measured.',
    action: 'Nothing is claimed about depth. Ask again later.',
  },
  AGE_UNAVAILABLE: {
    severity: 'medium',
    meaning: 'Since when the mint exists could not be proven for seven days back.',
    action: 'Treat it as possibly new.',
  },
  NO_ADVERSE_FACT: {
    severity: 'info',
    meaning: 'Everything that a token of its kind is judged by was read, and nothing speaks against holding it.',
    action: 'This is no forecast of its price. Read the flags for what its issuer may do.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
