import { raised, ruleFor } from '../../rule.ts';
import type { AuthorityFacts, TokenEvidence } from '../evidence.ts';
import type { TokenFlag } from '../flags.ts';

const flagOf = {
  wallet: 'AUTHORITY_IS_WALLET',
  multisig: 'AUTHORITY_IS_MULTISIG',
  program: 'AUTHORITY_IS_PROGRAM',
} as const satisfies Readonly<Record<AuthorityFacts['kind'], TokenFlag>>;

/** Whose hands do powers over the mint lie in? An address that a program signs for is no better by that alone. */
export const authorityKinds = ruleFor<TokenEvidence>()({
  id: 'authority-kinds',
  needs: ['authorities'],
  codes: [],
  flags: [...Object.values(flagOf), 'AUTHORITY_IS_SHARED'],
  judge({ authorities }) {
    const kinds = new Set(authorities.map(({ kind }) => flagOf[kind]));
    const isShared = authorities.some(({ roles }) => roles.length > 1);
    return raised([], [...kinds, ...(isShared ? ['AUTHORITY_IS_SHARED'] : [])]);
  },
});
